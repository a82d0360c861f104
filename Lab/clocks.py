"""Clocks that leap: backwards, over the change of summer time, to the years 1 and 9999; what is asked as of a time."""

import json
from bisect import bisect_right
from datetime import datetime, timedelta, timezone

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


TEN_MINUTES = 600 * 10**6


def microseconds(time):
    return (datetime.fromisoformat(time) - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(microseconds=1)


def arrival(newest, clock):
    """When a commit comes into the file: a small step back is not written down."""
    return newest if newest is not None and 0 < newest - clock < TEN_MINUTES else clock


def believed(arrivals, now):
    """The times of the events, and the runs of those that are not believed: FileFormat.md, Time, with no haste."""
    bursts = []
    for index, time in enumerate(arrivals):
        if index and 0 <= time - arrivals[index - 1] < TEN_MINUTES:
            bursts[-1][1] = index
        else:
            bursts.append([index, index])
    counts, back, best = [0] * len(bursts), [-1] * len(bursts), -1
    for b, (first, last) in enumerate(bursts):
        if arrivals[last] > now + TEN_MINUTES:
            continue
        for a in range(b - 1, -1, -1):
            if counts[a] > (counts[back[b]] if back[b] >= 0 else 0) and arrivals[bursts[a][1]] <= arrivals[first]:
                back[b] = a
        counts[b] = 1 + (counts[back[b]] if back[b] >= 0 else 0)
        if best < 0 or counts[b] >= counts[best]:
            best = b
    good = set()
    while best >= 0:
        good.update(range(bursts[best][0], bursts[best][1] + 1))
        best = back[best]
    times, doubts, index = [], [], 0
    while index < len(arrivals):
        if index in good:
            times.append(min(arrivals[index], now))
            index += 1
            continue
        end = next((k for k in range(index, len(arrivals)) if k in good), len(arrivals))
        low = times[-1] if times else -1 << 63
        high = min(arrivals[end], now) if end < len(arrivals) else now
        doubts.append((low, high if end < len(arrivals) else 1 << 63))
        for event in range(index, end):
            times.append(max(times[-1] if times else low, min(max(arrivals[event], low), high)))
        index = end
    return times, doubts


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
    living, arrivals = {}, []
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
        time = arrival(arrivals[-1] if arrivals else None, microseconds(now))
        # The first command makes the diary, too: its device begins with an event.
        arrivals += [time] if arrivals else [time, time]
    # Whatever the clocks showed: the event that the plain rule finds, and a word where nobody can tell.
    truth, doubts = believed(arrivals, microseconds(EDGES[1]))
    times = sorted({instant(chance) for _ in range(lab.rounds(300, 25))} - {"2016-12-31T23:59:60Z"})
    shown = []
    for time in times:
        outcome = place.look(["log", "--at", time, "--json", "--limit", "1"], more={"DIARYLOG_NOW": EDGES[1]})
        asked += 1
        if outcome.code not in (0, 1):
            lab.lie(f"log --at {time}: {outcome}")
            continue
        answer, moment = json.loads(outcome.out), microseconds(time)
        head = answer["events"][0]["seq"] if answer["events"] else 0
        right = len(truth) if moment >= microseconds(EDGES[1]) else bisect_right(truth, moment)
        if head != right:
            lab.lie(f"as of {time} the log ends at e{head}, and not at e{right}")
        if ("clock" in answer) != any(low <= moment < high for low, high in doubts):
            lab.lie(f"as of {time} it is {'' if 'clock' in answer else 'not '}said that the time is not certain")
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
