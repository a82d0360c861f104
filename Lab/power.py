"""Power cuts: a script of commands is recorded; each cut leaves an image, which must hold what was said by then."""

import hashlib
import os
import shutil

from bench import CALLS
from disk import Disk, records


def script(chance):
    """The commands that are recorded: creation in folders that are new, growth, every kind of change."""
    commands = [["engine", "init"]]
    for number in range(22):
        commands.append(["add", f"day {number}: " + "walked along the river " * chance.randint(1, 12)])
    commands += [["edit", "@2", "--text", "written anew"], ["undo"], ["redo"], ["star"], ["engine", "rebuild"]]
    commands += [["delete", "@4", "--yes", "--expect", "v1"], ["engine", "snapshot", "take"], ["long"], ["import"]]
    for number in range(20):
        commands.append(["add", f"late day {number}"])
    commands += [["engine", "rebuild"], ["edit", "@3", "--text", "the last word"]]
    # Generations: a copy, a new file in place of the old, twice; and life after each.
    commands += [["backup", "copy"], ["engine", "compact"]] + [["add", f"after the first {n}"] for n in range(4)]
    commands += [["forget"]] + [["add", f"after the second {n}"] for n in range(4)]
    return commands


def arguments(command):
    if command == ["star"]:
        return ["edit", "@1", "--star"], b""
    if command == ["long"]:
        return ["add", "-"], b"a very long day " * 20000
    if command == ["import"]:
        rows = "".join(f'{{"text": "imported {n}", "date": "2025-01-{n % 28 + 1:02d}"}}\n' for n in range(80))
        return ["import", "-"], rows.encode()
    return command, b""


def record(place, commands, drop=None):
    """Runs the commands; returns the records, and the log as it stood after each command."""
    journal = os.path.join(place.lab.folder, "journal")
    if os.path.exists(journal):
        os.remove(journal)
    place.clear()
    logs, ends = [None], [0]
    for number, command in enumerate(commands):
        words, stdin = arguments(command)
        if command == ["forget"]:
            words = ["forget", place.look(["list", "--limit", "1"]).out.decode().split()[0], "--yes"]
        at = f"2026-02-{number // 24 % 28 + 1:02d}T{number % 24:02d}:00:00Z"
        more = {"do": "drop", "cls": drop, "n": 1, "on": 1} if drop else {"do": "record"}
        outcome = place.tampered(words, stdin, at=at, file=journal, **more)
        if outcome.code != 0:
            raise SystemExit(f"error: {command} fails when it is recorded: {outcome}")
        logs.append(place.log())
        ends.append(os.path.getsize(journal))
    with open(journal, "rb") as file:
        data = file.read()
    return records(data), logs, [len(records(data[:end])) for end in ends]


def cuts(disk_rule, root, recorded, logs, ends, copied, chance, images):
    """Yields (image, the logs that it may hold, the log of the backup that was said, where), spread over all records.

    `copied` is the number of the command that makes the backup.
    """
    disk = Disk(root, disk_rule)
    share = images / len(recorded)
    owed = 0.0
    done = 0  # commands that have said their result
    for number, each in enumerate(recorded):
        # A write through O_DSYNC may be cut, too: first as a plain write.
        if each[0] == "D":
            disk.play(("W",) + each[1:])
        else:
            disk.play(each)
        if each[0] == "S":
            done = next(index for index, end in enumerate(ends) if number < end)
        owed += share
        # A write through O_DSYNC has not returned yet, even if it is a command's last record.
        finished = max(index for index, end in enumerate(ends) if end <= number + (each[0] != "D"))
        least = max(done, finished)
        allowed = logs[least:next((i for i, end in enumerate(ends) if number + 1 < end), len(ends) - 1) + 1]
        while owed >= 1:
            owed -= 1
            backup = logs[copied] if copied and least >= copied else None
            yield disk.after_cut(chance), allowed, backup, f"{disk_rule} names, after record {number} ({each[0]})"
        if each[0] == "D":
            disk.files[each[1]].sync_range(each[2], len(each[4])) if each[1] in disk.files else None


def look(place, root, image, allowed, backup):
    """What is wrong with an image; None if nothing."""
    shutil.rmtree(place.path, ignore_errors=True)
    os.makedirs(place.path)
    for path, content in image.items():
        target = place.path + path[len(root):]
        if content is None:
            os.mkdir(target, 0o700)
        else:
            with open(target, "wb") as file:
                file.write(content)
    log = place.log()
    if log not in allowed:
        if log is None:
            return "lost: the diary is gone"
        if any(each is not None and log is not None and each.startswith(log) for each in allowed):
            said = [(each or b"").count(b"\n") for each in allowed]
            return f"lost: {log.count(bytes([10]))} events are there, and {said} were said"
        return f"corrupt: {log[:300]}"
    if log is not None:
        problem = place.proof()
        if problem:
            return f"corrupt: {problem}"
    return place.backup_problem(True, backup) if backup else None


def simulate(lab, place, commands, images, drop=None):
    """Returns how many images were looked at, how many different ones, and what was wrong."""
    recorded, logs, ends = record(place, commands, drop)
    wrong, seen, looked = [], set(), 0
    for rule in ("ext4", "strict"):
        chance = lab.chance(f"power {rule} {drop}")
        tasks = []
        copied = next((number for number, command in enumerate(commands, 1) if command[0] == "backup"), None)
        for image, allowed, backup, where in cuts(
                rule, place.path, recorded, logs, ends, copied, chance, images // 2):
            looked += 1
            mark = mark_of(image, allowed)
            if mark not in seen:
                seen.add(mark)
                tasks.append((image, allowed, backup, where))
            if len(tasks) == 200:
                wrong += examine(lab, place.path, tasks)
                tasks = []
        wrong += examine(lab, place.path, tasks)
    return looked, len(seen), len(recorded), wrong


def mark_of(image, allowed):
    """What tells an image, with the logs that it may hold, from others."""
    digest = hashlib.sha256()
    for path, content in sorted(image.items()):
        digest.update(f"{path} {None if content is None else len(content)} ".encode())
        digest.update(content or b"")
    # The logs that may be held are the same objects for all images.
    digest.update(repr([id(log) for log in allowed]).encode())
    return digest.digest()


def examine(lab, root, tasks):
    found = lab.each(tasks, lambda place, task: (look(place, root, *task[:3]), task[3]))
    return [f"{where}: {problem}" for problem, where in found if problem]


def run(lab):
    chance = lab.chance("power")
    place = lab.place("recorded")
    commands = script(chance)
    if lab.short:
        commands = commands[:20] + [["long"], ["engine", "compact"], ["add", "after it"]]
    looked, different, count, wrong = simulate(lab, place, commands, lab.rounds(20000, 160))
    for words in wrong:
        lab.lie(words)
    # The simulator must bite: without one kind of sync it must find something.
    bites = []
    for drop in ("fdatasync", "fsync"):
        assert drop in CALLS
        few = commands[:8]
        _, _, _, found = simulate(lab, place, few, lab.rounds(2000, 100), drop)
        bites.append(f"without {drop} {len(found)} red")
        if not found:
            lab.lie(f"the simulator does not bite: every {drop} was dropped, and no image is wrong")
    return f"{looked} images of {count} records, {different} different, {len(wrong)} corrupt or lost; " + \
        ", ".join(bites)
