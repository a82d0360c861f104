"""Flipped bits and zeroed sectors: what each command answers when one value, or one page of LMDB's, is damaged."""

import collections
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
            place.run(["snapshot", "take"])
            truth = [place.look(question).out for question in QUESTIONS]
            with open(os.path.join(place.diary, "log-000001.mdb"), "rb") as file:
                lives[place.path] = (truth, file.read())
        return lives[place.path]

    _, data = prepared(place)
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
            with open(os.path.join(place.diary, "log-000001.mdb"), "r+b") as file:
                file.write(damaged)
                file.truncate(len(damaged))
            outcome = place.look(question)
            told = outcome.code != 0
            same = answer_of(question, outcome.out) == answer_of(question, answer)
            ending = "hang" if outcome.hung else "death" if outcome.died else \
                "right" if same and not told else "right and told" if same else "told" if told else "silent"
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
    return f"{len(tasks)} places damaged, {len(QUESTIONS)} questions each; " + ", ".join(
        f"{whose} {ending} {total[(whose, ending)]}" for whose in ("ours", "LMDB's")
        for ending in ("silent", "death", "hang"))


def answer_of(question, out):
    """What is compared: the time that a replay took is no answer."""
    if question[0] == "replay":
        return b"\n".join(line for line in out.split(b"\n") if b" a second" not in line)
    return out
