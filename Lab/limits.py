"""Full disks, limits of the system, permissions, closed and full outputs: the words, the exit code, and the diary."""

import collections
import os
import resource
import shutil
import subprocess

from commands import COMMANDS, state
from faults import judge

FINE = {0, 2, 4, 5, 6}


def limited(which, value):
    def before():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(which, (value, value))
    return before


def limits(lab):
    """(words, what to do in the child before the program begins)."""
    step = 4 if lab.short else 1
    for size in list(range(80 << 20, 140 << 20, (4 << 20) * step)) + list(range(140 << 20, 1 << 30, (64 << 20) * step)):
        yield f"memory {size >> 20} MiB", limited(resource.RLIMIT_AS, size)
    for number in range(3, 16, step):
        yield f"{number} descriptors", limited(resource.RLIMIT_NOFILE, number)
    for size in [0, 1, 512, 4096] + list(range(8192, 400_000, 16384 * step)):
        yield f"files of {size} bytes", limited(resource.RLIMIT_FSIZE, size)


def with_limits(lab, endings):
    commands = [command for command in COMMANDS if not lab.short or command.name in
                ("add that makes the diary", "add", "add that flushes", "add of 300 KB", "list")]
    tasks = [(command, limit) for command in commands for limit in limits(lab)]
    if lab.short or lab.scale < 1:
        most = 60 if lab.short else max(60, int(len(tasks) * lab.scale))
        tasks = lab.chance("limits").sample(tasks, min(most, len(tasks)))

    def one(place, task):
        command, (words, before) = task
        known = state(place, command)
        place.restore(known.name)
        outcome = place.run(known.arguments, command.stdin, before=before)
        what = f"{command.name}, {words}"
        loader = outcome.code in (127, -9, -11) and "memory" in words and not outcome.died or \
            "error while loading shared libraries" in outcome.err
        if loader:
            endings[(words.split(" ")[0], outcome.code, "the loader finds no room")] += 1
            return
        said = judge(lab, place, known, outcome, what)
        if outcome.code not in FINE:
            lab.lie(f"{what}: {outcome}")
        endings[(words.split(" ")[0], outcome.code, said if outcome.code else "done")] += 1

    lab.each(tasks, one)
    return len(tasks)


def full_disks(lab, endings):
    """Small disks in memory, filled to the last page at one size after another."""
    place = lab.place("disk")
    usual = place.diary
    disk = os.path.join(place.path, "disk")
    os.makedirs(disk)
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", disk]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        print("  skipped: no small disk can be mounted here (it takes root)")
        return 0
    rounds = 0
    try:
        free_pages = range(0, 90, 16 if lab.short else max(1, int(1 / lab.scale)))
        place.diary = os.path.join(disk, "diary")
        for number in range(14):
            place.look(["add", f"before {number}"])
        lived = place.log()
        subprocess.run(f"rm -f '{disk}'/diary/*-lock", shell=True, check=True)
        shutil.copytree(place.diary, os.path.join(place.path, "lived"))
        for command in [c for c in COMMANDS if c.name in ("add that makes the diary", "add", "add that flushes",
                                                          "add of 300 KB", "edit", "import", "rebuild", "list")]:
            for pages in free_pages:
                shutil.rmtree(place.diary, ignore_errors=True)
                before = None if command.diary == "none" else lived
                if before:
                    shutil.copytree(os.path.join(place.path, "lived"), place.diary)
                fill(disk, pages)
                outcome = place.run(command.arguments, command.stdin)
                os.remove(os.path.join(disk, "rest"))
                what = f"{command.name} with {pages} pages free"
                after = place.log()
                kept = (before or b"") == b"" or (after or b"").startswith(before)
                if not kept or place.proof():
                    lab.lie(f"{what}: {outcome} and then {place.proof()}")
                if outcome.died or outcome.hung or outcome.code not in FINE:
                    lab.lie(f"{what}: {outcome}")
                if outcome.code == 6 and "the disk is full" not in outcome.err:
                    lab.lie(f"{what}: other words: {outcome}")
                if outcome.code == 6 and command.changes and after != before and command.diary != "none":
                    lab.lie(f"{what}: refused, and written")
                rounds += 1
                endings[("disk", outcome.code, outcome.err.replace(disk, "DISK").split("\n")[0]
                         if outcome.code else "done")] += 1
    finally:
        subprocess.run(["umount", "-l", disk], check=False)
        place.diary = usual
    return rounds


def fill(disk, pages):
    """Fills a disk but for so many pages."""
    rest = os.path.join(disk, "rest")
    status = os.statvfs(disk)
    size = max(0, status.f_bavail - pages) * status.f_bsize
    with open(rest, "wb") as file:
        written = 0
        while written < size:
            try:
                written += os.write(file.fileno(), bytes(min(size - written, 1 << 16)))
            except OSError:
                break


def outputs(lab, endings):
    """A standard output that is full, or closed, or read no further."""
    place, rounds = lab.place("job0"), 0
    for command in COMMANDS:
        known = state(place, command)
        hows = (">/dev/full", "--json >/dev/full", ">&-", "| true", ">/dev/full 2>&-", "<&-")
        for how in hows[:2] if lab.short else hows:
            if how == "<&-" and command.stdin:
                continue
            place.restore(known.name)
            words = " ".join(f"'{word}'" for word in known.arguments)
            outcome = place.run(
                ["-c", f"set -o pipefail; '{lab.program}' {words} {how}"], command.stdin, program="/bin/bash")
            now = place.log()
            written = now == known.after and known.after != known.before
            what = f"{command.name} {how}"
            if outcome.died or outcome.hung or outcome.code not in FINE:
                lab.lie(f"{what}: {outcome}")
            if outcome.code == 0 and command.changes and not written:
                lab.lie(f"{what}: exit 0, and not written")
            if outcome.code == 6 and written and "nothing was" in outcome.err:
                lab.lie(f"{what}: says nothing was written, and it was: {outcome}")
            if outcome.code == 6 and written and "the change is written" not in outcome.err and "2>&-" not in how:
                lab.lie(f"{what}: does not say that it was written: {outcome}")
            rounds += 1
            endings[("output", outcome.code, outcome.err.replace(place.path, "PLACE").split("\n")[0]
                     if outcome.code else "done")] += 1
    return rounds


def run(lab):
    endings = collections.Counter()
    rounds = (with_limits(lab, endings), full_disks(lab, endings), outputs(lab, endings))
    if lab.words:
        for (what, code, words), count in sorted(endings.items(), key=str):
            print(f"  {count:6} {what}, exit {code}: {words}")
    return f"{rounds[0]} runs under limits, {rounds[1]} on full disks, {rounds[2]} with a bad output"
