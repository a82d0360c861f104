"""Events by Docs/FormatEvents.md alone: their bytes, their proof, and the fold of an entry from the set of its events.

The numbers beside the fold are those of "Folding an entry". Left out are lost events and most of "What a log may claim":
this reads logs that a program has accepted.
"""
import base64, hashlib, json, struct
from types import SimpleNamespace as Record

CREATE, EDIT, DELETE, FORGET, HUNKS = 1, 2, 3, 6, 15


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
    event.lamport, event.wall, event.offset = reader.numbers("Qqi")
    reader.take(reader.take(1)[0])
    event.object = reader.take(16)
    event.parents = [reader.take(32) for _ in range(reader.numbers("H")[0])]
    index, count = reader.numbers("II")
    _, event.attended, role, target = reader.take(4) if index == 0 else (0, 1, 0, 0)
    reader.take(32 * target)
    key = reader.take(1)[0]
    reader.take(32 if key else 0)
    need((form, hashing) == (1, 1) and criticality <= 2 and index < count and event.attended <= 1 and role <= 2
         and target <= 1 and key <= 2, "the form of a header")
    event.length, event.commit = reader.numbers("I")[0], reader.take(32)
    reader.take(reader.numbers("H")[0])
    event.raw = reader.data[start:reader.at]
    return event


def proven(raw, payload, id):
    event = whole(raw, header)
    event.id, event.payload = sha(b"diarylog/event/1", raw), payload
    need(id in (event.id, b""), f"the header of {id.hex()} is of another event")
    if payload is not None:
        need(len(payload) == 16 + event.length and sha(b"diarylog/payload/1", payload) == event.commit,
             f"the payload of {id.hex()} is another")
    event.stamp = (event.lamport, event.device, event.id)
    return event


def exported(path):
    """Passes over a line that repeats another, and a hole where an event stands."""
    found = {}
    for text in open(path, encoding="utf-8"):
        line = json.loads(text)
        id = bytes.fromhex(line.get("id") or "")
        if "hole" in line:
            found.setdefault((bytes.fromhex(line["hole"]["device"]), line["hole"]["deviceSeq"]), Record(hole=1, id=id))
        elif "segment" not in line:
            payload = line["payload"] and base64.b64decode(line["payload"])
            event = proven(base64.b64decode(line["header"]), payload, id)
            found.setdefault(event.id, event)
    places = {(event.device, event.number) for event in found.values() if not event.hole}
    events = [event for place, event in found.items() if place not in places]
    for number, event in enumerate(events, 1):
        event.hole = event.hole and number
    return events


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


def triples(reader):
    result = []
    while reader.at < len(reader.data):
        result.append((reader.varint(), reader.varint(), reader.varint()))
    return result


# The fold: the numbers are those of "Folding an entry".

class Entry:
    def __init__(self, events):
        self.events = {event.id: event for event in events}
        self.forgotten = any(event.kind == FORGET or event.payload is None for event in events)  # 8
        for event in sorted(events, key=lambda event: event.stamp):
            need(all(parent in self.events for parent in event.parents), "an event follows one that cannot be read")
            event.seen = {event.id}.union(*(self.events[parent].seen for parent in event.parents))
            if not self.forgotten:
                self.fold(event)

    def maximal(self, ids):
        return {one for one in ids if not any(one != two and one in self.events[two].seen for two in ids)}

    def tips(self, ids, which):
        seen = set().union(*(self.events[id].seen for id in ids))
        return sorted(self.maximal({id for id in seen if getattr(self.events[id], which)}), key=self.stamp)

    def stamp(self, id):
        return self.events[id].stamp

    def merged(self, ids):  # 4, 5, 7
        sides = [self.events[id] for id in ids]
        values = {number: max((side.values[number] for side in sides if number in side.values), key=lambda one: one[0])
                  for number in set().union(*(side.values for side in sides))}
        dots = {}
        for element in set().union(*(side.dots for side in sides)):
            kept = {dot for side in sides for dot in side.dots.get(element, ())
                    if all(dot in side.dots.get(element, ()) or dot not in side.seen for side in sides)}
            if kept:
                dots[element] = kept
        return values, dots, [self.events[id].lives for id in self.tips(ids, "speaks")]

    def fold(self, event):
        event.values, event.dots, lives = self.merged(event.parents)
        first = self.events[event.parents[0]] if event.parents else Record(main=None, text=b"")
        event.main, event.text, event.writes, event.hunks = first.main, first.text, False, None  # 2
        event.lives, event.speaks = any(lives) or not event.parents, event.kind != EDIT or event.attended
        if event.schema not in {CREATE: (1, 2), EDIT: (2,), DELETE: (1,)}.get(event.kind, ()):
            return
        if event.kind == DELETE:
            event.lives = False
            return
        try:
            body = whole(event.payload[16:], fields)
            body = lifted(body) if event.kind == CREATE and event.schema == 1 else body
            event.hunks = whole(body.pop(HUNKS), triples) if HUNKS in body else None
            found = {one for number in ELEMENT if number in body for one in elements(number, body.pop(number))}
        except Broken:
            return
        text = body.pop(1)
        for number in body.keys() | event.values.keys():  # 3, 4
            rank, value = event.values.get(number, ((), b""))
            if body.get(number, b"") != value:
                person = event.speaks or event.kind == CREATE
                rank = (event.stamp,) if person else (rank[:1] or ((),)) + (event.stamp,)
                event.values[number] = rank, body.get(number, b"")
        event.dots = {one: event.dots.get(one, {event.id}) for one in found}  # 5
        event.writes = event.kind == CREATE or event.hunks is not None or text != event.text  # 6
        event.main, event.text = event.id if event.writes else event.main, text
        event.lives = event.lives or event.speaks  # 7

    def view(self):  # 9
        heads = self.maximal(self.events)
        if self.forgotten:
            return empty(heads, "forgotten", [False], bytes(13))
        (values, dots, lives), tips = self.merged(heads), [self.events[id] for id in self.tips(heads, "writes")]
        if not tips:
            first = min(self.events.values(), key=lambda event: event.stamp)
            seconds = min(max(first.wall // 1_000_000 + first.offset, -62_135_596_800), 253_402_300_799)
            return empty(heads, "notUnderstood", lives, struct.pack("<qiB", seconds, first.offset, 2))
        text, status, others = tips[-1].text, "one", []
        if any(tip.text != text for tip in tips):
            together = self.together(tips)
            status = "conflict" if together is None else "merged"
            others = [tip.id for tip in tips if tip.text != text] if together is None else []
            text = text if together is None else together
        return Record(heads=heads, status=status, deleted=not any(lives), contested=len(set(lives)) > 1, others=others,
                      text=text, content=content(values, dots, text), date=values[2][1],
                      tags=sorted(element[1] for element in dots if element[0] == 3))

    def together(self, tips):
        common = set.intersection(*(tip.seen for tip in tips))
        bases = self.maximal({id for id in common if self.events[id].writes})
        if len(bases) != 1:
            return None
        base, changes = bases.pop(), set()
        text = self.events[base].text
        for tip in tips:
            places = self.kept(base, tip.id)
            if places is None or any(text[here] != tip.text[there] for here, there in places):
                return None
            changes.update(changes_of(text, tip.text, places))
        result, end = b"", -1
        for start, stop, new in sorted(changes):
            if start <= end:
                return None
            result, end = result + text[max(end, 0):start] + new, stop
        result += text[max(end, 0):]
        seen = any(ord(letter) not in INVISIBLE for letter in result.decode())
        return result if seen and len(result) <= 1 << 20 else None

    def kept(self, base, tip):
        """The bytes of one writer's text that stand in another's, and where."""
        up, down = self.line(base), self.line(tip)
        meeting = next((id for id in up if id in down), None)
        if meeting is None:
            return None
        up, down = up[:up.index(meeting)], down[:down.index(meeting)][::-1]
        steps = [(self.events[id], id in up) for id in up + down]
        if sum(max(1, len(event.hunks or ())) for event, _ in steps) > 16_384:
            return None
        places = [(here, here) for here in range(len(self.events[base].text))]
        for event, back in steps:
            step = step_of(event, len(self.events[self.base(event.id)].text), back)
            if step is None:
                return None
            places = [(here, step[there]) for here, there in places if there in step]
        return places

    def line(self, id):
        result = []
        while id:
            result.append(id)
            id = self.base(id)
        return result

    def base(self, id):
        parents = self.events[id].parents
        return self.events[parents[0]].main if parents else None


def empty(heads, status, lives, date):
    return Record(heads=heads, status=status, deleted=not any(lives), contested=len(set(lives)) > 1, others=[], text=b"",
                  content=content({2: ((), bytes(13))}, {}, b""), date=date, tags=[])


def lifted(body):
    title, text = body.pop(16, b""), body.get(1, b"")
    body[1] = title + b"\n\n" + text if title and text else title or text
    return body


def content(values, dots, text):
    values = {number: value for number, (_, value) in values.items() if value} | {1: text}
    for number in ELEMENT:
        some = sorted(element[1:] for element in dots if element[0] == number)
        if some:
            values[number] = varint(len(some)) + b"".join(
                counted(one[0]) + (counted(one[1]) + struct.pack("<Q", one[2]) + one[3] if one[1:] else b"")
                for one in some)
    return b"".join(varint(number) + counted(values[number]) for number in sorted(values))


# Texts: a step is where the bytes that a text kept from its base stand in it.

def step_of(event, length, back):
    step, old, new = {}, 0, 0
    for gap, removed, inserted in event.hunks if event.hunks is not None else [(length + 1, 0, 0)]:
        step.update((old + at, new + at) for at in range(min(gap, length)))
        old, new = old + gap + removed, new + gap + inserted
    if not length - old == len(event.text) - new >= 0:
        return None
    step.update((old + at, new + at) for at in range(length - old))
    return {new: old for old, new in step.items()} if back else step


def changes_of(text, other, places):
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

    joined, here, there = [], 0, 0
    for start, at in places + [(len(text), len(other))]:
        for change in trimmed(here, start, other[there:at]):  # 2
            if joined and not text[bounds(*joined[-1][:2])[1]:bounds(*change[:2])[0]].strip(b"\t\n\r "):
                first = joined.pop()
                change = first[0], change[1], first[2] + text[first[1]:change[0]] + change[2]
            joined.append(change)
        here, there = start + 1, at + 1
    for change in joined:  # 3
        for start, end, new in trimmed(*change):
            left, right = bounds(start, end)
            yield left, right, text[left:start] + new + text[end:right]


def state_hash(views):
    state = b""
    for object, view in sorted(views.items()):
        status = {"one": 0, "forgotten": 4, "merged": 8, "conflict": 16, "notUnderstood": 32}
        flags = view.deleted + 2 * view.contested + status[view.status]
        state += object + struct.pack("<QB", view.version, flags)
        for ids in (view.heads, view.others):
            state += struct.pack("<I", len(ids)) + b"".join(sorted(ids))
        state += struct.pack("<I", len(view.content)) + view.content
    return sha(state)
