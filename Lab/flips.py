"""Flipped bits and zeroed sectors: what each command answers when one value, or one page of LMDB's, is damaged."""

import collections
import json
import os

from commands import Command, state
from pages import SIZE, Pages

QUESTIONS = [["list", "--limit", "1000"], ["show", "@1"], ["show", "@7"], ["search", "day"], ["log"], ["stats"],
             ["export"], ["export", "--events"], ["history", "@3"], ["list", "--at", "e30"],
             ["replay", "--check"]]


def kind_of(arguments):
    return arguments[0] + (" --events" if "--events" in arguments else " --at" if "--at" in arguments else "")


def targets(chance, pages, count):
    """(what is damaged, offset, mask or None for a zeroed sector): values table by table, then LMDB's own bytes."""
    for table in sorted(pages.values):
        spots = [(at, size) for _, at, size in pages.values[table] if size]
        for number in range(count if spots else 0):
            at, size = chance.choice(spots)
            if number % 8 == 7:
                yield f"{table}: a sector", (at + chance.randrange(size)) // 512 * 512, None
            else:
                yield table, at + chance.randrange(size), 1 << chance.randrange(8)
    held = set()
    for spots in pages.values.values():
        for _, at, size in spots:
            held.update(range(at, at + size))
    for page, table in sorted(pages.of.items()):
        start, part = page * SIZE, "LMDB's bytes"
        for number in range(max(1, count // 20)):
            offset = start + (chance.randrange(160) if number % 2 else chance.randrange(24))
            if offset not in held:
                yield part, offset, 1 << chance.randrange(8)


def run(lab):
    chance = lab.chance("flips")
    command = Command("add", "lived", ["add", "one more"])
    place = lab.place("job0")
    tally = collections.defaultdict(collections.Counter)
    lives = {}

    def prepared(place):
        if place.path not in lives:
            known = state(place, command)
            place.restore(known.name)
            place.run(["edit", "@2", "--text", "an edit that stands in the tail"])
            place.run(["engine", "snapshot", "take"])
            truth = [place.look(question).out for question in QUESTIONS]
            with open(os.path.join(place.diary, "log-000001.mdb"), "rb") as file:
                lives[place.path] = (truth, file.read())
        return lives[place.path]

    _, data = prepared(place)
    hidden = hidden_commits(place, data)
    versions = other_versions(lab)
    tasks = list(targets(chance, Pages(data), lab.rounds(120, 2)))

    def one(place, task):
        what, offset, mask = task
        truth, data = prepared(place)
        damaged = bytearray(data)
        if mask is None:
            damaged[offset:offset + 512] = bytes(512)
        else:
            damaged[offset] ^= mask
        if bytes(damaged) == data:
            return what, []
        endings = []
        for question, answer in zip(QUESTIONS, truth):
            write(place, damaged)
            outcome = place.look(question)
            told = outcome.code != 0
            same = answer_of(question, outcome.out) == answer_of(question, answer)
            ending = "hang" if outcome.hung else "death" if outcome.died else \
                "right" if same and not told else "right and told" if same else "told" if told else "silent"
            if question[0] == "replay":
                endings.append((kind_of(question), "seen by replay --check" if told else "unseen by replay --check", ""))
            endings.append((kind_of(question), ending, f"{what} at {offset} mask {mask}: {question} {outcome}"))
        return what, endings

    for what, endings in lab.each(tasks, one):
        for question, ending, words in endings:
            tally[what][ending] += 1
            if ending == "silent":
                tally[what][f"silent {question}"] += 1
            ours = what != "LMDB's bytes" and not what.startswith("main") and not what.startswith("free")
            if ending == "hang" or (ours and ending in ("silent", "death")):
                lab.lie(f"{ending}: {words}")
    for what in sorted(tally):
        print(f"  {what:32} " + ", ".join(f"{ending} {count}" for ending, count in sorted(tally[what].items())))
    total = collections.Counter()
    for what, endings in tally.items():
        for ending in ("silent", "death", "hang"):
            total[("LMDB's" if what == "LMDB's bytes" else "ours", ending)] += endings[ending]
    ours = [what for what in tally if what != "LMDB's bytes" and not what.startswith("free")]
    seen = sum(tally[what]["seen by replay --check"] for what in ours)
    unseen = sum(tally[what]["unseen by replay --check"] for what in ours)
    return f"{len(tasks)} places damaged, {len(QUESTIONS)} questions each; " + ", ".join(
        f"{whose} {ending} {total[(whose, ending)]}" for whose in ("ours", "LMDB's")
        for ending in ("silent", "death", "hang")) + \
        f"; replay --check sees {seen} of {seen + unseen} in our tables; {hidden}; {versions}"


def write(place, damaged):
    with open(os.path.join(place.diary, "log-000001.mdb"), "r+b") as file:
        file.write(damaged)
        file.truncate(len(damaged))


def hidden_commits(place, data):
    """Flips each bit of the two numbers of transactions in LMDB's meta pages; the last commit brought an entry."""
    write(place, data)
    place.look(["add", "the entry of the last commit"])
    truth = place.look(["export", "--events"]).out
    with open(os.path.join(place.diary, "log-000001.mdb"), "rb") as file:
        data = file.read()
    endings = collections.Counter()
    for page in (0, 1):
        for bit in range(64):
            damaged = bytearray(data)
            damaged[page * SIZE + 144 + bit // 8] ^= 1 << bit % 8
            write(place, damaged)
            outcome = place.look(["export", "--events"])
            hides = outcome.code == 0 and outcome.out != truth and truth.startswith(outcome.out)
            endings["right" if outcome.code == 0 and outcome.out == truth else "silent" if hides else "told"] += 1
    return f"of 128 flips in the numbers of LMDB's commits {endings['silent']} hide the last commit and nothing " \
        f"tells, {endings['told']} are told"


def other_versions(lab):
    """Damages one event of an entry at a time, and asks for all other versions of that entry."""
    place, chance = lab.place("versions"), lab.chance("versions")
    place.clear()
    entry = place.look(["add", "the first of many lines, which stays\nand one that is rewritten"]).out.decode().strip()
    for number in range(8):
        place.look(["edit", entry, "--text", f"the first of many lines, which stays\nrewritten {number}\n" * (number + 1)])
    for number in range(40):
        place.look(["add", f"another day {number}"])
    with open(os.path.join(place.diary, "log-000001.mdb"), "rb") as file:
        data = file.read()
    lines = [json.loads(line) for line in place.look(["export", "--events"]).out.splitlines()]
    events = {line["version"]: line["seq"] for line in lines if line["entry"] == entry}
    texts = {version: place.look(["show", f"{entry}@v{version}"]).out for version in events}
    frames = {int.from_bytes(key, "big"): (at, size) for key, at, size in Pages(data).values["log"]}
    readable, told = 0, 0
    for version, sequence in events.items():
        at, size = frames[sequence]
        for _ in range(lab.rounds(8, 1)):
            damaged = bytearray(data)
            damaged[at + chance.randrange(size)] ^= 1 << chance.randrange(8)
            write(place, damaged)
            for other in events:
                outcome = place.look(["show", f"{entry}@v{other}"])
                if other == version and (outcome.code == 0 or outcome.died):
                    lab.lie(f"version {version} is damaged, and not told: {outcome}")
                elif other != version and outcome.out == texts[other]:
                    readable += 1
                elif other != version:
                    told += outcome.code == 5
                    if outcome.code != 5:
                        lab.lie(f"version {other} is another, and not told, where {version} is damaged: {outcome}")
    return f"other versions of a damaged entry readable {readable} of {readable + told}"


def answer_of(question, out):
    """What is compared: the time that a replay took is no answer."""
    if question[0] == "replay":
        return b"\n".join(line for line in out.split(b"\n") if b" a second" not in line)
    return out
