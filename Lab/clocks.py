"""Clocks that leap: backwards, over the change of summer time, to the years 1 and 9999; what is asked as of a time."""

import json

from commands import COMMANDS, state

ZONES = ["UTC", "Asia/Seoul", "America/New_York", "Europe/Dublin", "Pacific/Apia", "Asia/Kathmandu",
         "Australia/Lord_Howe", "Africa/Casablanca", "America/St_Johns", "Pacific/Kiritimati"]
EDGES = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z",
         "2016-12-31T23:59:59Z", "2016-12-31T23:59:60Z", "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z",
         "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-11-01T05:59:59Z", "2038-01-19T03:14:08Z",
         "2011-12-30T12:00:00Z", "1883-11-18T17:00:00Z"]


def instant(chance):
    if chance.random() < 0.4:
        return chance.choice(EDGES)
    year = chance.choice([1, 2, 1582, 1900, 1999, 2024, 2025, 2026, 2026, 2026, 2027, 9998, 9999])
    return f"{year:04d}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}T" \
        f"{chance.randint(0, 23):02d}:{chance.randint(0, 59):02d}:{chance.randint(0, 59):02d}Z"


def every_command(lab):
    """Runs each command in the first second, the last one, and around 1970: it must do what it does in 2026."""
    tasks = [(command, now, zone) for command in COMMANDS for now in EDGES[:4]
             for zone in ("UTC", "Asia/Seoul", "America/St_Johns")]
    if lab.short:
        tasks = lab.chance("edges").sample(tasks, 24)

    def one(place, task):
        command, now, zone = task
        known = state(place, command)
        place.restore(known.name)
        outcome = place.run(known.arguments, command.stdin, more={"DIARYLOG_NOW": now, "TZ": zone})
        what = f"{command.name} at {now} in {zone}"
        if outcome.code != 0 or outcome.died or outcome.hung:
            return lab.lie(f"{what}: {outcome}")
        changed = place.log() != known.before
        if changed != command.changes:
            lab.lie(f"{what}: the log {'is another' if changed else 'is the same'}")
        if place.proof():
            lab.lie(f"{what}: {place.proof()}")

    lab.each(tasks, one)
    return len(tasks)


def run(lab):
    edges = every_command(lab)
    chance = lab.chance("clocks")
    place = lab.place("clocks")
    writes, refused, asked = lab.rounds(600, 60), 0, 0
    living = {}
    for number in range(writes):
        now, zone = instant(chance), chance.choice(ZONES)
        more = {"DIARYLOG_NOW": now, "TZ": zone, "DIARYLOG_SEED": f"{number}"}
        outcome = place.run(["add", f"entry {number}"], more=more)
        if outcome.code == 2 and now.endswith(":60Z"):
            refused += 1  # a leap second is no time of this calendar; it is refused in words
            continue
        if outcome.code != 0 or outcome.died:
            lab.lie(f"at {now} in {zone}: {outcome}")
            continue
        living[outcome.out.decode().strip()] = f"entry {number}"
    # As of a later time there are as many events or more, whatever the clocks showed when they were written.
    times = sorted({instant(chance) for _ in range(lab.rounds(300, 25))} - {"2016-12-31T23:59:60Z"})
    last, shown = -1, []
    for time in times:
        outcome = place.look(["log", "--at", time, "--jsonl", "--limit", "1"], more={"DIARYLOG_NOW": EDGES[1]})
        asked += 1
        if outcome.code not in (0, 1):
            lab.lie(f"log --at {time}: {outcome}")
            continue
        lines = outcome.out.decode().splitlines()
        head = json.loads(lines[0]).get("seq", 0) if lines else 0
        if head < last:
            lab.lie(f"as of {time} the log ends at e{head}, and as of an earlier time at e{last}")
        last = head
        shown.append(head)
    for number in range(0, len(living), max(1, len(living) // 40)):
        outcome = place.look(["list", "--at", f"e{number + 2}", "--jsonl", "--limit", "100000"])
        entries = sum(b'"id"' in line for line in outcome.out.splitlines())
        asked += 1
        if outcome.code != 0 or entries != number + 1:
            lab.lie(f"as of e{number + 2} the list has {entries} entries, and {number + 1} were written: {outcome}")
    entries = {}
    for line in place.look(["export", "--jsonl"]).out.splitlines():
        entry = json.loads(line)
        entries[entry["id"]] = entry["text"]
    if entries != living:
        lab.lie("the entries are not those that were written")
    if place.proof():
        lab.lie(f"{place.proof()}")
    return f"{edges} runs of {len(COMMANDS)} commands in the years 1, 1969, 1970 and 9999; {writes} writes at leaping clocks in " \
        f"{len(ZONES)} zones, {refused} leap seconds refused, {asked} questions as of a point, {len(set(shown))} different heads"
