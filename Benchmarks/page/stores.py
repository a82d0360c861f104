"""Libraries beside ours: each peer of libraries.py in the peers' Python, GRDB as a program in Swift.

    stores.py NAME ENTRIES FOLDER           what a library takes, as JSON
    stores.py NAME ENTRIES FOLDER commits   so many adds between marks, for strace"""

import json
import os
import subprocess
import sys
import tempfile
import time

from measure import spread, timed, weight, written
from prose import Diary
from steps import say
from waits import traced

LONGEST = 60  # Seconds that the adds may take: what is slower the more there is would take hours of the rest.
COMMITS = 200


def adds(peer, diary, size):
    """The times of the adds, which end early where they take too long."""
    times, start = [], time.monotonic()
    for number in range(size):
        begin = time.perf_counter_ns()
        peer.add(number, diary.texts[number], Diary.date(number))
        times.append(time.perf_counter_ns() - begin)
        if number >= 200 and time.monotonic() - start > LONGEST:
            break
    return times


def library(kind, size, folder):
    """What a library takes."""
    diary = Diary(size + 400)
    before = written()
    peer = kind(folder)
    times = adds(peer, diary, size)
    size, wanted = len(times), size
    rows = {"add": spread(times), "bytes": (written() - before) // size}
    if size < wanted:
        rows["entries"] = size
    some = [diary.chance.randrange(size) for _ in range(200)]
    rows["edit"] = timed(lambda number: peer.edit(number, diary.texts[number] + " more"), some)
    for name in ("show", "history"):
        if work := getattr(peer, name):
            rows[name] = timed(work, some)
    if peer.version:
        rows["version"] = timed(lambda number: peer.version(number, 1), some)
    if peer.list:
        rows["list"] = timed(lambda _: peer.list(), range(100))
    if peer.then:
        rows["then"] = timed(lambda share: peer.then(share / 100), range(0, 100, 2))
    if peer.replay:
        whole = timed(lambda _: peer.replay(), [0])
        rows["replay"] = [time // (size + len(some)) for time in whole]
    rows["weight"] = weight(folder) // (size + len(some))
    return rows


def mark(name):
    """A file that is looked for in vain: who follows the calls by strace knows where adds begin and end."""
    try:
        os.close(os.open("mark " + name, os.O_RDONLY))
    except OSError:
        pass


def commits(kind, size, folder):
    diary = Diary(size)
    peer = kind(folder)
    mark("add")
    adds(peer, diary, size)
    mark("end")


def waits(words, parent):
    """The waits for the disk of an add, the mean of many."""
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        found = traced([word.format(folder=folder) for word in words], dict(os.environ), folder)
    return round(found["add"] / COMMITS, 2) if found and "add" in found else None


def grdb(options, size, parent):
    """GRDB in Swift: a program of ours that prints what it took."""
    program = os.path.join(options.programs, "grdb")
    if not os.path.exists(program):
        say("skipped: grdb is not built")
        return None
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        rows = json.loads(subprocess.run([program, str(size), folder], stdout=subprocess.PIPE, check=True).stdout)
        rows["weight"] = weight(folder) // (size + 200)
    rows["barriers"] = waits([program, str(COMMITS), "{folder}"], parent)
    return ["GRDB 7 (Swift)", "durable (synchronous=FULL); events in a table of one's own; no moment of the past, no undo; "
            "finds beginnings of words", rows]


def measured(name, python, size, parent):
    """A library, measured; None where it is not there or cannot go on."""
    words = [python, "-B", os.path.abspath(__file__), name]
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        run = subprocess.run(words + [str(size), folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode:
        say(f"skipped: {name}: {run.stderr.decode().strip().splitlines()[-1]}")
        return None
    found = json.loads(run.stdout.splitlines()[-1])
    if "entries" in found[2]:
        say(f"{name}: stopped behind {found[2]['entries']:,} of {size:,} entries, after {LONGEST} s")
    found[2]["barriers"] = waits(words + [str(COMMITS), "{folder}", "commits"], parent)
    return found


if __name__ == "__main__":
    import libraries

    kind, size, folder = getattr(libraries, sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    if sys.argv[4:]:
        commits(kind, size, folder)
    else:
        print(json.dumps([kind.name, kind.promise, library(kind, size, folder)]))
