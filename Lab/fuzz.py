"""What nobody would write: logs, rows, queries, dates and arguments made by chance and by changing good ones."""

import json
import os

PIECES = ["day", "비", '"', "-", "(", ")", "OR", "tag:", "date:", "..", "2026", "-01", "*", "\\", "ㄴㅆ", "날", "before:",
          "after:", " ", "\t", "e\u0301", "\u200b", "🇰🇷", "title:", "is:starred", ":", "@", "a" * 300, "NOT", "|", "~"]
DATES = ["yesterday", "tomorrow", "3pm", "오후", "3시", "어제", "last", "next", "monday", "월요일", "2026", "-", "11", "/",
         ":", "T", "Z", "+09:00", "ago", "hours", "2", "전", "시간", " ", "e12", "1", "99999999999", "noon", "at", "the"]


def joined(chance, pieces, most):
    return "".join(chance.choice(pieces) + chance.choice(["", " "]) for _ in range(chance.randint(1, most)))


def mutated(chance, data):
    """A copy with a few bytes changed, lost, doubled or moved."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(max(1, len(data)))
        kind = chance.randrange(6)
        if kind == 0 and data:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1 and data:
            data[at] = chance.choice(b'"{}[],:0919eE-.\\ntfz\0\xff\xc0')
        elif kind == 2:
            del data[at:at + chance.randint(1, 40)]
        elif kind == 3:
            data[at:at] = data[chance.randrange(max(1, len(data))):][:chance.randint(1, 60)]
        elif kind == 4:
            lines = data.split(b"\n")
            lines.insert(chance.randrange(len(lines)), chance.choice(lines))
            data = bytearray(b"\n".join(lines))
        else:
            lines = data.split(b"\n")
            chance.shuffle(lines)
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def run(lab):
    chance = lab.chance("fuzz")
    first = lab.place("job0")
    from commands import Command, state
    known = state(first, Command("add", "lived", ["add", "x"]))
    first.restore(known.name)
    log = first.log()
    rows = first.look(["export"]).out
    lines = first.look(["export", "--jsonl"]).out
    tasks = []
    for number in range(lab.rounds(1500, 25)):
        tasks.append(("init", mutated(chance, log)))
        tasks.append(("import", mutated(chance, chance.choice([rows, lines]))))
        tasks.append(("search", joined(chance, PIECES, 9)))
        tasks.append(("list --at", joined(chance, DATES, 5)))
        tasks.append(("add --date", joined(chance, DATES, 5)))
        tasks.append(("show", joined(chance, ["@", "1", "v", "e", "0", "-", "f", "9" * 25, "日"], 5)))

    ready = set()

    def one(place, task):
        what, given = task
        if place.path not in ready:  # what an earlier technique left there is none of ours
            place.restore(state(place, Command("add", "lived", ["add", "x"])).name)
            ready.add(place.path)
        run = place.look
        if what == "init":
            target = os.path.join(place.path, "forged")
            outcome = run(["engine", "init", target, "--from-events", "-"], stdin=given)
            if outcome.code == 0:
                proof = run(["replay", "--check", "--diary", target])
                if proof.code not in (0, 5) or proof.died:
                    lab.lie(f"a forged log was taken, and its diary does not answer: {proof}")
            elif os.path.exists(target):
                lab.lie(f"a log was refused, and a diary is there: {outcome}")
            os.system(f"rm -rf '{target}'")
        elif what == "import":
            outcome = run(["import", "--dry-run", "-"], stdin=given)
        elif what == "search":
            outcome = run(["search", "--", given] if given.startswith("-") else ["search", given])
        elif what == "list --at":
            outcome = run(["list", "--at", given])
        elif what == "add --date":
            outcome = run(["list", "--from", given])
        else:
            outcome = run(["show", "--", given])
        if outcome.died or outcome.hung or outcome.code not in (0, 1, 2, 3, 5):
            with open(os.path.join(lab.folder + "-found"), "ab") as file:
                file.write(repr(task).encode() + b"\n")
            lab.lie(f"{what} {given[:200]!r}: {outcome}")
        return outcome.code

    codes = lab.each(tasks, one)
    return f"{len(tasks)} runs: " + ", ".join(f"{codes.count(code)} exit {code}" for code in sorted(set(codes)))
