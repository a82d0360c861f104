"""Calls to the system that fail, at every number of theirs: once, and from then on."""

import collections
import errno
import re

from bench import CALLS
from commands import COMMANDS, state

CODES = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC}


def judge(lab, place, known, outcome, what):
    """Holds a faulted run against what it said. The diary must be the one before or the one after."""
    words = re.sub(r"(creating|salvaging)-\w{6}", r"\1-…", outcome.err)
    words = words.replace(place.path, "PLACE").strip().split("\n")[-1 if outcome.code == 0 else 0]
    if outcome.hung:
        lab.lie(f"{what}: hangs")
    # Where the language's runtime finds no room, it says so and stops; the diary must be whole all the same.
    if outcome.died and "failed to allocate" not in outcome.err:
        lab.lie(f"{what}: dies ({outcome.code}): {outcome.err.strip()[:200]}")
    now = place.log()
    whole = {known.before: "before", known.after: "after"}.get(now)
    if known.before == known.after and whole:
        whole = "before"
    if whole is None and known.before is None and now is not None and known.command.name.startswith("add"):
        # The diary was made, and the entry was not written in it: two changes, each of them whole.
        whole = "made" if now.count(b"\n") == 1 else None
    if whole is None and outcome.code == 0 and "this machine has no id" in outcome.err:
        # The file that names the machine could not be read: another device wrote, and said so.
        whole = "after" if now.count(b"\n") == known.after.count(b"\n") + 1 else None
    if whole is None:
        lab.lie(f"{what}: neither the diary before nor the one after: {outcome} {(now or b'')[:200]}")
    elif outcome.code == 0 and known.command.changes and whole != "after":
        lab.lie(f"{what}: exit 0, and not written: {outcome}")
    elif outcome.code == 0 and not known.command.changes and known.output != outcome.out and \
            known.command.name not in ("rebuild", "snapshot take"):
        lab.lie(f"{what}: exit 0, and another answer")
    elif outcome.code != 0 and not outcome.err.strip() and " write " not in what:
        lab.lie(f"{what}: exit {outcome.code} without a word")
    elif whole == "after" and known.command.changes and (
            "nothing was" in outcome.err or "nothing to" in outcome.err):
        lab.lie(f"{what}: says nothing was written, and it was: {outcome}")
    elif whole != "after" and "the change is written" in outcome.err and known.command.changes:
        lab.lie(f"{what}: says it is written, and it is not: {outcome}")
    problem = place.proof()
    if problem:
        lab.lie(f"{what}: needs repair: {problem}")
    if known.command.mends and place.donated() != known.donated:
        lab.lie(f"{what}: the damaged diary, or the donor, was written into")
    if known.command.arguments[0] == "backup":
        problem = place.backup_problem(outcome.code == 0, known.before, known.command.keeps)
        if problem:
            lab.lie(f"{what}: {problem}")
    return words


def points(lab, place, commands):
    for command in commands:
        counts = state(place, command).counts
        for cls in CALLS:
            for number in range(1, counts[cls] + 1):
                for code in CODES:
                    for on in (0, 1):
                        yield command, cls, number, code, on, 0
                    if code == "ENOSPC" and cls in ("write", "pwrite", "writev"):
                        yield command, cls, number, code, 1, 1


def run(lab):
    commands = COMMANDS
    tasks = list(points(lab, lab.place("job0"), commands))
    if lab.short or lab.scale < 1:
        most = 120 if lab.short else max(300, int(len(tasks) * lab.scale))
        tasks = lab.chance("faults").sample(tasks, min(most, len(tasks)))
    words = collections.Counter()

    def one(place, task):
        command, cls, number, code, on, short = task
        known = state(place, command)
        place.restore(known.name)
        outcome = place.tampered(
            known.arguments, command.stdin, do="fail", cls=cls, n=number, on=on, code=CODES[code], short=short)
        what = f"{command.name}: {cls} {number} {code}{' from then on' if on else ''}{' cut short' if short else ''}"
        return outcome.code, judge(lab, place, known, outcome, what)

    for code, sentence in lab.each(tasks, one):
        words[(code, sentence if code else "done")] += 1
    if lab.words:
        for (code, sentence), count in words.most_common():
            print(f"  {count:6} exit {code}: {sentence}")
    return f"{len(tasks)} points of {len(commands)} commands, {len(words)} different endings"
