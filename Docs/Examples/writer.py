#!/usr/bin/env python3
"""Writes events by Docs/FormatEvents.md alone, as JSON Lines: writer.py [LOG.jsonl [ENTRY]] < TEXT > MORE.jsonl

Without a log it begins a diary, for `diarylog init --from-events MORE.jsonl`. With one that `diarylog export --events`
wrote it is a new device of that diary, for `diarylog import MORE.jsonl`. The text becomes an entry of today, or the
text of ENTRY, an identifier. Like the program it decides on all that it has seen, and on nothing else.
"""
import base64, json, os, struct, sys, time
from events import CHANGE, CREATE, Entry, counted, exported, fields, need, sha, varint, whole

MARK, BEGIN, ADD, EDIT = 16, 17, 1, 2


def field(number, value):
    return varint(number) + counted(value)


class Device:
    """A new device of a diary: each of its events follows the one before, and is a line on stdout."""

    def __init__(self, diary, known):
        self.diary, self.device = diary, os.urandom(16)
        self.number, self.previous = 0, bytes(32)
        self.lamport = max((event.lamport for event in known), default=0)
        newest = {event.id for event in known} - {event.previous for event in known}
        secrets = [whole(event.payload[16:], fields).get(2) for event in known if event.kind == BEGIN]
        secret = next(filter(None, secrets), None if known else os.urandom(32))
        body = field(1, b"".join(sorted(newest))) if newest else b""
        self.write(BEGIN, bytes(16), body + (field(2, secret) if secret else b""), bytes(5))

    def write(self, kind, object, body, operation, parents=(), schema=1, salt=None):
        self.number, self.lamport, salt = self.number + 1, self.lamport + 1, salt or os.urandom(16)
        header = struct.pack("<BBHHB", 1, 1, kind, schema, 1) + self.diary + self.device
        header += struct.pack("<Q", self.number) + self.previous
        header += struct.pack("<QqiB", self.lamport, time.time_ns() // 1000, 0, 0) + object
        header += struct.pack("<H", len(parents)) + b"".join(parents) + struct.pack("<II", 0, 1) + operation
        header += struct.pack("<I", len(body)) + sha(b"diarylog/payload/1", salt, body) + bytes(2)
        self.previous = sha(b"diarylog/event/1", header)
        print(json.dumps({"id": self.previous.hex(), "header": base64.b64encode(header).decode(),
                          "payload": base64.b64encode(salt + body).decode()}))

    def add(self, text):
        midnight = time.time_ns() // 10 ** 9 // 86400 * 86400
        date = struct.pack("<qiB", midnight, 0, 0)
        self.write(CREATE, os.urandom(16), field(1, text.encode()) + field(2, date), bytes([ADD, 1, 0, 0, 0]), schema=2)

    def edit(self, entry, object, text):
        heads = sorted(entry.view().heads, key=entry.stamp)
        greatest = entry.tips(heads)[-1]
        first = [head for head in heads if entry.events[head].main == greatest] or heads
        parents = [first[-1]] + sorted(set(heads) - {first[-1]})
        salt, splices = os.urandom(16), splice(entry.text(entry.events[first[-1]].main).decode(), text)
        body = field(1, sha(salt, text.encode())[:8] + varint(len(splices)) + b"".join(splices))
        self.write(CHANGE, object, body, bytes([EDIT, 1, 0, 0, 0]), parents, salt=salt)


def splice(old, new):
    """What leads from a text to another: one splice, between the ends that are equal; none where all is."""
    if old == new:
        return []
    front = len(os.path.commonprefix([old, new]))
    back = len(os.path.commonprefix([old[front:][::-1], new[front:][::-1]]))
    removed, inserted = old[front:len(old) - back], new[front:len(new) - back]
    return [varint(len(old[:front].encode())) + counted(removed.encode()) + counted(inserted.encode())]


def main(log=None, object=None):
    text = sys.stdin.buffer.read().decode()
    known = [event for event in exported(log) if not event.hole] if log else []
    device = Device(known[0].diary if known else os.urandom(16), known)
    if object is None:
        return device.add(text)
    found = [event for event in known if event.object.hex() == object]
    need(found, "no such entry")
    entry = Entry(found)
    need(not entry.view().deleted and entry.view().text != text.encode(), "nothing to write")
    device.edit(entry, bytes.fromhex(object), text)


if __name__ == "__main__":
    main(*sys.argv[1:])
