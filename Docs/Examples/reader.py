#!/usr/bin/env python3
"""Reads a diary by Docs/FormatStore.md alone, while nobody writes: reader.py FOLDER | FILE.mdb | LOG.jsonl

Proves every id and payload, folds every entry from its events, and writes the living ones, newest first: identifier,
version, status, date, tags and text, in JSON; then the state hash. The bytes of events, and their fold, are in
`events.py`. An entry with an event that follows one which cannot be read is left out; that is said, and the exit code
is 1. A damaged frame or record ends the program: it mends nothing, and takes `next` at its word.
"""
import glob, json, os, struct, sys
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace as Record
from events import CREATE, Broken, Entry, Reader, exported, header, need, proven, state_hash

CRC = []
for number in range(256):
    for _ in range(8):
        number = number >> 1 ^ (0x82F63B78 if number & 1 else 0)
    CRC.append(number)


def crc32c(data):
    register = 0xFFFFFFFF
    for byte in data:
        register = CRC[(register ^ byte) & 255] ^ register >> 8
    return register ^ 0xFFFFFFFF


# The store: LMDB's trees, the meta record, frames.

def tree(file, size, root):
    if root == 2 ** 64 - 1:
        return
    page = file[root * size:(root + 1) * size]
    number, flags, lower = struct.unpack_from("<Q2xHH", page)
    need(number == root, "a page of LMDB that is another")
    for place in struct.unpack_from(f"<{(lower - 16) // 2}H", page, 16):
        low, high, bits, length = struct.unpack_from("<4H", page, place)
        data = place + 8 + length
        if flags & 1:  # a branch
            yield from tree(file, size, low | high << 16 | bits << 32)
        elif bits & 1:  # the value lies on pages of its own
            start = struct.unpack_from("<Q", page, data)[0] * size + 16
            yield page[place + 8:data], file[start:start + (low | high << 16)]
        else:
            yield page[place + 8:data], page[data:data + (low | high << 16)]


def generation(path):
    """The events of a generation's file, in the order of the log, and the number of the one that follows, and whether it awaits its use."""
    with open(path, "rb") as stream:
        file = stream.read()
    size = struct.unpack_from("<I", file, 40)[0]
    metas = [file[start:start + size] for start in (0, size)]
    metas = [meta for meta in metas if struct.unpack_from("<II", meta, 16) == (0xBEEFC0DE, 1)]
    need(metas, "not a file of LMDB")
    meta = max(metas, key=lambda meta: struct.unpack_from("<Q", meta, 144))
    main = dict(tree(file, size, struct.unpack_from("<Q", meta, 128)[0]))
    log = dict(tree(file, size, struct.unpack_from("<Q", main[b"log"], 40)[0]))
    tail = [int.from_bytes(key[1:], "big") for key in main if key[0] == 0]
    record = main[b"M"]
    need(record[:6] == b"DLM1\1\0" and crc32c(record[:-4]) == struct.unpack("<I", record[-4:])[0], "the meta record")
    (head,), (following, flushed) = struct.unpack_from("<Q", record, 120), struct.unpack_from("<IQ", record, 188)
    events = []
    for seq in range(1, head + 1):
        key = struct.pack(">Q", seq)
        value = log.get(key) if seq <= flushed else main.get(b"\0" + key)
        need(value is not None, f"event {seq} is not there")
        events.append(frame(seq, value))
    need(not events or events[-1].id == record[128:160], "the newest event is not the one of the meta record")
    need(max(tail, default=head) <= head, "an event beyond the head")
    return events, following, record[6] & 32 != 0


def frame(seq, value):
    if value[:4] == b"DLH1":
        return Record(hole=seq, id=value[40:72])
    need(value[:16] == b"DLE1" + struct.pack("<IQ", len(value), seq), f"frame {seq}")
    summed = crc32c(struct.pack(">Q", seq) + value[:28] + bytes(4) + value[32:])
    need(summed == struct.unpack_from("<I", value, 28)[0], f"the checksum of frame {seq}")
    reader = Reader(value)
    reader.at = 64
    bare, state, listed = header(reader), value[24], value[27]
    labels = [reader.varint() for _ in range(5 + (len(bare.parents) if listed else 0))]
    event = proven(bare.raw, value[reader.at:] if state == 0 else None, value[32:64])
    event.label = labels[0]
    return event


def main(path):
    if os.path.isdir(path):
        events, named = None, set()
        for file in sorted(glob.glob(os.path.join(path, "log-*.mdb")), key=lambda file: int(file[:-4].split("-")[-1])):
            found, following, awaits = generation(file)
            named.add(following)
            if not following and (events is None or not awaits or int(file[:-4].split("-")[-1]) in named):
                events = found
    else:
        events = exported(path) if path.endswith(".jsonl") else generation(path)[0]
    holes = [f"event {event.hole} is a hole" for event in events if event.hole]
    entries, views, lacking = {}, {}, []
    for event in events:
        if not event.hole and any(event.object):
            entries.setdefault(event.object, []).append(event)
            need(event.label in (None, len(entries[event.object])) or holes, "a version that does not count the events")
    for object, found in entries.items():
        try:
            view = views[object] = Entry(found).view()
            view.version, view.created = len(found), min(event.stamp for event in found if event.kind == CREATE)
        except (Broken, ValueError) as problem:
            lacking.append(f"entry {object.hex()} is left out: {problem}")
    living = [(struct.unpack_from("<q", view.date)[0], view.created, object, view)
              for object, view in views.items() if not view.deleted]
    for seconds, _, object, view in sorted(living, key=lambda one: one[:2], reverse=True):
        offset = timedelta(seconds=struct.unpack_from("<i", view.date, 8)[0])
        date = (datetime(1970, 1, 1) + timedelta(seconds=seconds)).replace(tzinfo=timezone(offset)).isoformat()
        date = date[:10] if view.date[12] == 0 else date.replace("+00:00", "Z")
        print(json.dumps({"id": object.hex(), "version": view.version, "status": view.status, "date": date,
                          "tags": [tag.decode() for tag in view.tags], "text": view.text.decode()}, ensure_ascii=False))
    print("\n".join(holes + lacking) if lacking else f"state hash {state_hash(views).hex()}")
    return 1 if lacking else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except Broken as problem:
        sys.exit(f"reader.py: {problem}")
