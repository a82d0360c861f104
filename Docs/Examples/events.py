"""Events by Docs/FormatEvents.md alone: their bytes, their proof, and the fold of an entry from the set of its events.

The numbers beside the fold are those of "Folding an entry". Left out are "Around damage" and most of "What a log may
claim": this reads logs that a program has accepted.
"""
import base64, hashlib, json, struct
from types import SimpleNamespace as Record

CREATE, CHANGE, DELETE, OBSERVE, FORGET = 1, 2, 3, 5, 6


INVISIBLE = {scalar for span in """
    0-20 7f-a0 ad 34f 61c 115f-1160 1680 17b4-17b5 180b-180f 2000-200f 2028-202f 205f-206f 3000 3164 fe00-fe0f feff
    ffa0 fff0-fffb 1bca0-1bca3 1d173-1d17a e0000-e0fff""".split() for ends in [[int(end, 16) for end in span.split("-")]]
    for scalar in range(ends[0], ends[-1] + 1)}


class Broken(Exception):
    """Bytes that break a rule of the page."""


def need(truth, what):
    if not truth:
        raise Broken(what)


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        need(self.at + count <= len(self.data), "too short")
        self.at += count
        return self.data[self.at - count:self.at]

    def numbers(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))

    def varint(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                need(value < 1 << 64 and (byte or not shift), "a varint that is too long")
                return value
            shift += 7

    def counted(self):
        return self.take(self.varint())

    def list(self, element):
        return [element(self) for _ in range(self.varint())]

    def end(self):
        need(self.at == len(self.data), "too long")


def whole(data, read):
    reader = Reader(data)
    result = read(reader)
    reader.end()
    return result


def varint(value):
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)


def counted(data):
    return varint(len(data)) + data


# Events: the header, and the proof.

def header(reader):
    start, event = reader.at, Record(hole=None, label=None)
    form, hashing, event.kind, event.schema, criticality = reader.numbers("BBHHB")
    event.diary, event.device = reader.take(16), reader.take(16)
    event.number, event.previous = reader.numbers("Q")[0], reader.take(32)
    event.lamport, _, _ = reader.numbers("Qqi")
    reader.take(reader.take(1)[0])
    event.object = reader.take(16)
    event.parents = [reader.take(32) for _ in range(reader.numbers("H")[0])]
    index, count = reader.numbers("II")
    _, attended, acts, target = reader.take(4) if index == 0 else bytes(4)
    reader.take(32 * target)
    key = reader.take(1)[0]
    reader.take(32 if key else 0)
    need((form, hashing) == (1, 1) and criticality <= 2 and index < count and attended <= 1 and acts <= 2
         and target <= 1 and key <= 2, "the form of a header")
    event.length, event.commit = reader.numbers("I")[0], reader.take(32)
    reader.take(reader.numbers("H")[0])
    event.raw = reader.data[start:reader.at]
    return event


def proven(raw, payload, id):
    event = whole(raw, header)
    event.id, event.payload = sha(b"diarylog/event/1", raw), payload
    need(event.id == id, f"the header of {id.hex()} is of another event")
    if payload is not None:
        need(len(payload) == 16 + event.length and sha(b"diarylog/payload/1", payload) == event.commit,
             f"the payload of {id.hex()} is another")
    event.stamp = (event.lamport, event.device, event.id)
    return event


def exported(path):
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = json.loads(line)
        id = bytes.fromhex(line["id"] or "")
        if "hole" in line:
            yield Record(hole=number, id=id)
        else:
            payload = line["payload"] and base64.b64decode(line["payload"])
            yield proven(base64.b64decode(line["header"]), payload, id)


# Bodies.

def fields(reader):
    result, last = {}, 0
    while reader.at < len(reader.data):
        number, value = reader.varint(), reader.counted()
        need(number > last, "fields that do not ascend")
        result[number], last = value, number
    return result


def tag(reader):
    return 3, reader.counted()


def attachment(reader):
    return 7, reader.counted(), reader.counted(), *reader.numbers("Q"), reader.take(32)


ELEMENT = {3: tag, 7: attachment}


def elements(number, data):
    return whole(data, lambda reader: reader.list(ELEMENT[number]))


def pair(reader):
    return reader.counted(), reader.counted()


def splices(reader):
    def splice(reader):
        nonlocal at
        at += reader.varint()
        removed, inserted = pair(reader)
        at += len(removed)
        return at - len(removed), removed, inserted
    check, at = reader.take(8), 0
    return check, reader.list(splice)


# The fold: the numbers are those of "Folding an entry".

class Entry:
    def __init__(self, events):
        self.events = {event.id: event for event in events}
        self.forgotten = any(event.kind == FORGET for event in events)
        for event in sorted(events, key=lambda event: event.stamp):
            need(all(parent in self.events for parent in event.parents), "an event follows one that cannot be read")
            event.seen = {event.id}.union(*(self.events[parent].seen for parent in event.parents))
            if not self.forgotten:
                self.fold(event)

    def maximal(self, ids):
        return {one for one in ids if not any(one != two and one in self.events[two].seen for two in ids)}

    def tips(self, ids):
        seen = set().union(*(self.events[id].seen for id in ids))
        return sorted(self.maximal({id for id in seen if self.events[id].writes}), key=self.stamp)

    def stamp(self, id):
        return self.events[id].stamp

    def text(self, id):
        return self.events[id].text if id else b""

    def voters(self, ids):
        ids = set(ids)
        while observed := [id for id in ids if self.events[id].kind == OBSERVE]:
            ids = ids.difference(observed).union(*(self.events[id].parents for id in observed))
        return [self.events[id].state.deleted for id in self.maximal(ids)]

    def merged(self, ids):  # 3 to 5
        sides = [self.events[id] for id in ids]
        states = [side.state for side in sides]
        values = {number: max(state.values[number] for state in states if number in state.values)
                  for number in set().union(*(state.values for state in states))}
        setter = values.get(6, (None,))[0]
        observed = min((state.observed for state in states if state.observed and state.observed[1] == setter),
                       default=None)
        dots = {}
        for element in set().union(*(state.dots for state in states)):
            kept = {dot for state in states for dot in state.dots.get(element, ())
                    if all(dot in side.state.dots.get(element, ()) or dot not in side.seen for side in sides)}
            if kept:
                dots[element] = kept
        return Record(values=values, observed=observed, dots=dots, deleted=bool(ids) and all(self.voters(ids)))

    def fold(self, event):
        event.state = state = self.merged(event.parents)
        event.main = self.events[event.parents[0]].main if event.parents else None
        event.writes, event.text, event.splices = False, None, []
        try:
            need(event.kind <= OBSERVE and event.schema in ((1, 2) if event.kind == CREATE else (1,)), "not understood")
            body = whole(event.payload[16:], fields)
            change = written = None
            if event.kind == CREATE:
                need(15 not in body, "a keyframe in a content")
                body = lifted(body) if event.schema == 1 else body
            elif event.kind != OBSERVE:
                written = whole(body[1], splices) if 1 in body else None
                change = {number: whole(value, pair) for number, value in body.items() if number not in (1, 15)}
        except Broken:
            return  # 7
        if event.kind == OBSERVE:
            here = (event.stamp, state.values.get(6, (None,))[0], body[6])
            state.observed = min(here, state.observed or here)
            return
        if event.kind != CHANGE:
            state.deleted = event.kind == DELETE
        if change is None:
            event.writes, event.text, event.base = True, body.pop(1), None
            change = {number: (value, varint(0)) if number in ELEMENT else (b"", value)
                      for number, value in body.items()}
        elif written:
            check, event.splices = written
            event.writes, event.base = True, event.main
            event.text = bytes(byte for _, byte in spliced(plainly(self.text(event.main)), event.splices))
            need(sha(event.payload[:16], event.text)[:8] == check, "a text that its check does not vouch for")
        for number, (before, after) in change.items():
            if number not in ELEMENT:
                state.values[number] = (event.stamp, after)
                continue
            for element in elements(number, after):
                state.dots.pop(element, None)
            state.dots.update((element, {event.id}) for element in elements(number, before))
        event.main = event.id if event.writes else event.main
        if 15 in body and event.kind != CREATE:
            left = bytes([state.deleted]) + content(state, self.text(event.main))
            need(body[15] == left, "a keyframe that is not what the event left")

    def view(self):  # 8
        heads = self.maximal(self.events)
        if self.forgotten:
            nothing = Record(values={2: (None, bytes(13))}, dots={}, observed=None)
            return Record(heads=heads, status="forgotten", deleted=True, contested=False, others=[], text=b"",
                          content=content(nothing, b""), date=bytes(13), tags=[])
        state, tips = self.merged(heads), self.tips(heads)
        need(2 in state.values, "no creation of it can be read")
        text, status, others = self.text(tips[-1] if tips else None), "one", []
        if any(self.text(tip) != text for tip in tips):
            together = self.together(tips)
            status = "conflict" if together is None else "merged"
            others = [tip for tip in tips if self.text(tip) != text] if together is None else []
            text = text if together is None else together
        contested = not state.deleted and any(self.voters(heads))
        return Record(heads=heads, status=status, deleted=state.deleted, contested=contested, others=others, text=text,
                      content=content(state, text), date=state.values[2][1],
                      tags=sorted(element[1] for element in state.dots if element[0] == 3))

    def together(self, tips):
        common = set.intersection(*(self.events[tip].seen for tip in tips))
        bases = self.maximal({id for id in common if self.events[id].writes})
        if len(bases) != 1:
            return None
        base = bases.pop()
        text, hunks = self.text(base), set()
        for tip in tips:
            way = self.way(base, tip)
            if way is None or sum(map(len, way)) > 16_384:
                return None
            cells = list(enumerate(text))
            for step in way:
                cells = spliced(cells, step)
            hunks.update(hunks_of(text, cells))
        result, end = b"", -1
        for start, stop, new in sorted(hunks):
            if start <= end:
                return None
            result, end = result + text[max(end, 0):start] + new, stop
        result += text[max(end, 0):]
        try:
            seen = any(ord(letter) not in INVISIBLE for letter in result.decode())
        except UnicodeDecodeError:
            return None
        return result if seen and len(result) <= 1 << 24 else None

    def way(self, base, tip):
        up, down = self.line(base), self.line(tip)
        meeting = next((id for id in up if id in down), None)
        if meeting is None:
            return None
        return [back(self.events[id].splices) for id in up[:up.index(meeting)]] + [
            self.events[id].splices for id in reversed(down[:down.index(meeting)])]

    def line(self, id):
        result = []
        while id:
            result.append(id)
            id = self.events[id].base
        return result


def lifted(body):
    title, text = body.pop(16, b""), body.get(1, b"")
    body[1] = title + b"\n\n" + text if title and text else title or text
    return body


def content(state, text):
    values = {number: value for number, (_, value) in state.values.items()}
    if not values.get(6) and state.observed and state.observed[1] == state.values.get(6, (None,))[0]:
        values[6] = state.observed[2]
    values[1] = text
    for number in ELEMENT:
        some = sorted(element[1:] for element in state.dots if element[0] == number)
        values[number] = varint(len(some)) + b"".join(
            counted(one[0]) + (counted(one[1]) + struct.pack("<Q", one[2]) + one[3] if one[1:] else b"")
            for one in some)
    absent = {1: None, 2: None, 3: b"\0", 4: b"\0", 7: b"\0", 8: b"\0"}
    return b"".join(varint(number) + counted(values[number]) for number in sorted(values)
                    if values[number] != absent.get(number, b""))


# Texts: a text is bytes with the places in the base that they were kept from.

def plainly(text):
    return [(None, byte) for byte in text]


def spliced(cells, steps):
    result, end = [], 0
    for start, removed, inserted in steps:
        need(bytes(byte for _, byte in cells[start:start + len(removed)]) == removed, "a splice that does not fit")
        result += cells[end:start] + plainly(inserted)
        end = start + len(removed)
    return result + cells[end:]


def back(steps):
    result, moved = [], 0
    for start, removed, inserted in steps:
        result.append((start + moved, inserted, removed))
        moved += len(inserted) - len(removed)
    return result


def hunks_of(text, cells):
    def trimmed(start, end, new):  # 1
        while start < end and new and text[start] == new[0]:
            start, new = start + 1, new[1:]
        while start < end and new and text[end - 1] == new[-1]:
            end, new = end - 1, new[:-1]
        return [(start, end, new)] if start < end or new else []

    def bounds(start, end):
        while start > 0 and text[start - 1] not in b"\t\n\r ":
            start -= 1
        while end < len(text) and text[end] not in b"\t\n\r ":
            end += 1
        return start, end

    joined, position, new = [], 0, b""
    for place, byte in cells + [(len(text), 0)]:
        if place is None:
            new += bytes([byte])
            continue
        for hunk in trimmed(position, place, new):  # 2
            if joined and not text[bounds(*joined[-1][:2])[1]:bounds(*hunk[:2])[0]].strip(b"\t\n\r "):
                first = joined.pop()
                hunk = first[0], hunk[1], first[2] + text[first[1]:hunk[0]] + hunk[2]
            joined.append(hunk)
        position, new = place + 1, b""
    for hunk in joined:  # 3
        for start, end, new in trimmed(*hunk):
            left, right = bounds(start, end)
            yield left, right, text[left:start] + new + text[end:right]


def state_hash(views):
    state = b""
    for object, view in sorted(views.items()):
        flags = view.deleted + 2 * view.contested + {"one": 0, "forgotten": 4, "merged": 8, "conflict": 16}[view.status]
        state += object + struct.pack("<QB", view.version, flags)
        for ids in (view.heads, view.others):
            state += struct.pack("<I", len(ids)) + b"".join(sorted(ids))
        state += struct.pack("<I", len(view.content)) + view.content
    return sha(state)
