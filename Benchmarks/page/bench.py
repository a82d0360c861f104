"""make bench: us and our peers side by side, in one run, and the page that tells of it.

    bench.py --compare COMPARE --programs FOLDER [--sizes 10000,100000] [--peers 1000,10000] [--page Docs/Performance.md]

COMPARE is the built `compare` (we and SQLite in one process), FOLDER has `diarylog` and `sqlite-add`. Peers of PyPI get
a virtual environment beside COMPARE; one that cannot be had is left out, and that is said.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

import limits
import page
from measure import barriers, spread, timed, weight, written
from programs import PROGRAMS
from prose import Diary

PACKAGES = ["eventsourcing", "doltlite", "salamander-db", "jrnl>=4.6,<5", "lmdb"]


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def environment(folder):
    """The Python that has the peers; what cannot be installed is left out."""
    python = os.path.join(folder, "peers/bin/python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.join(folder, "peers")], check=True)
    for package in PACKAGES:
        run = subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--retries", "1",
                              "--timeout", "20", package], stderr=subprocess.PIPE)
        if run.returncode:
            say(f"skipped: {package} cannot be installed: {run.stderr.decode().strip().splitlines()[-1:]}")
    return python


def compared(options, folder, size):
    """What `compare` says of a diary of so many events in a folder: its rows by name, and its indexes."""
    report = os.path.join(folder, f"compare-{size}.json")
    words = [options.compare, str(size), folder] + ([options.programs] if size == options.sizes[-1] else [])
    say(f"ours and SQLite, {size:,} events in {folder}")
    subprocess.run(words, env=dict(os.environ, REPORT=report), stdout=sys.stderr, check=True)
    with open(report) as file:
        rows = json.load(file)
    os.remove(report)
    indexes = [row for row in rows if row["part"] == "indexes"]
    return {row["name"]: row for row in rows if row["part"] != "indexes"}, indexes


def library(kind, size, folder):
    """What a library takes; run in the peers' Python, printed as JSON."""
    diary = Diary(size + 400)
    before = written()
    peer = kind(folder)
    rows = {}
    rows["add"] = timed(lambda number: peer.add(number, diary.texts[number], Diary.date(number)), range(size))
    rows["bytes"] = (written() - before) // size
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


def grdb(options, size, parent):
    """GRDB in Swift: a program of ours that prints what it took."""
    program = os.path.join(options.programs, "grdb")
    if not os.path.exists(program):
        say("skipped: grdb is not built")
        return None
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        say(f"GRDB, {size:,} entries in {parent}")
        rows = json.loads(subprocess.run([program, str(size), folder], stdout=subprocess.PIPE, check=True).stdout)
        rows["weight"] = weight(folder) // (size + 200)
    return ["GRDB 7 (Swift)", "durable (synchronous=FULL); events in a table of one's own; no moment of the past, no undo; "
            "finds beginnings of words", rows]


def libraries(options, python, size, parent):
    found = {}
    if row := grdb(options, size, parent):
        found["GRDB"] = row
    for name in ("EventSourcing", "DoltLite", "Salamander"):
        with tempfile.TemporaryDirectory(dir=parent) as folder:
            say(f"{name}, {size:,} entries in {parent}")
            script = (f"import sys, json; sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r}); "
                      f"import bench, libraries; kind = libraries.{name}; "
                      f"print(json.dumps([kind.name, kind.promise, bench.library(kind, {size}, {folder!r})]))")
            run = subprocess.run([python, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if run.returncode:
                say(f"skipped: {name}: {run.stderr.decode().strip().splitlines()[-1]}")
                continue
            found[name] = json.loads(run.stdout.splitlines()[-1])
    return found


def programs(options, python, size, parent):
    """Whole processes: each command again and again, in turn, so that a slow moment of the machine is everybody's."""
    known = {"diarylog": os.path.join(options.programs, "diarylog"), "git": shutil.which("git"),
             "jrnl": os.path.join(os.path.dirname(python), "jrnl")}
    diary, found = Diary(size), {}
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        peers = []
        for kind in PROGRAMS:
            program = known[kind.name]
            if not program or not os.path.exists(program):
                say(f"skipped: {kind.name} is not installed")
                continue
            say(f"{kind.name} as a program, {size:,} entries")
            peer = kind(os.path.join(folder, kind.name), program)
            peer.fill(diary)
            peers.append(peer)
            found[kind.name] = {"promise": kind.promise, "weight": weight(peer.folder) // size}
        rounds = 40 if size <= 2_000 else 12
        for name in ("list", "show", "search", "history", "then", "add"):
            times = {peer.name: [] for peer in peers}
            for round in range(rounds):
                for peer in peers:
                    make = getattr(peer, name)
                    if not make:
                        continue
                    words = make(*{"add": [f"a new entry, number {round}"], "search": ["커피"]}.get(name, []))
                    times[peer.name].append(timed(lambda _: peer.run(words), [0])[0])
            for peer in peers:
                found[peer.name][name] = spread(times[peer.name])
        for peer in peers:
            before = written()
            peer.run(peer.add("the bytes of one add"))
            found[peer.name]["bytes"] = written() - before
            found[peer.name]["barriers"] = barriers(peer.add("the barriers of one add"), peer.environment, peer.folder)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compare", required=True)
    parser.add_argument("--programs", required=True)
    numbers = lambda text: [int(part) for part in text.split(",")]
    parser.add_argument("--sizes", type=numbers, default=[10_000, 100_000])
    parser.add_argument("--peers", type=numbers, default=[1_000, 10_000])
    parser.add_argument("--page", default="Docs/Performance.md")
    options = parser.parse_args()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()
    python = environment(os.path.dirname(os.path.abspath(options.compare)))
    allowed = limits.found(python, tempfile.gettempdir())
    ours = {size: compared(options, memory, size) for size in options.sizes}
    found = {
        "sizes": options.sizes, "peers": options.peers, "limits": allowed,
        "memory": {size: rows for size, (rows, _) in ours.items()},
        # A million texts have no such rows: those of the size before stand for them.
        "indexes": next((indexes for _, indexes in reversed(ours.values()) if indexes), []),
        "disk": compared(options, tempfile.gettempdir(), options.sizes[0])[0],
        "libraries": libraries(options, python, options.peers[-1], memory),
        "programs": {size: programs(options, python, size, memory) for size in options.peers},
    }
    with open(os.path.join(os.path.dirname(os.path.abspath(options.compare)), "bench.json"), "w") as file:
        json.dump(found, file, indent=1)
    page.write(found, options.page)


if __name__ == "__main__":
    main()
