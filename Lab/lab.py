#!/usr/bin/env python3
"""The lab: torments a built diarylog and holds it against what it promises. Docs/Reliability.md has its figures.

    lab.py all [--short]            every technique
    lab.py faults --scale 0.1       one of them, a tenth of its usual size
    lab.py list                     their names

Each technique prints one line of figures. A broken promise is printed as LIE and ends the run with 1; --seed plays a
run again.
"""

import argparse
import importlib
import os
import random
import sys
import time

from bench import Lab

TECHNIQUES = {
    "kills": "kill -9 at every system call, and at random moments",
    "power": "power cuts: un-synced sectors dropped and reordered",
    "locks": "the first lock of a diary, killed at every call",
    "blocks": "power cuts on the blocks of an ext4, below a diary that is locked",
    "faults": "system calls that fail, at every number of theirs",
    "limits": "full disks, limits, permissions, closed outputs",
    "flips": "flipped bits and zeroed sectors, table by table",
    "crowd": "two writers and eight readers, one stopped, one killed",
    "clocks": "clocks that leap, zones, the years 1 and 9999",
    "fuzz": "logs, files, queries and dates that nobody would write",
    "editors": "five editors, and every way in which one can end",
    "model": "random commands with faults between them, against a model",
    "mutants": "lies in a copy of the sources, each of which a test or a technique must find",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("technique", nargs="+", help="all, list, or some of: " + ", ".join(TECHNIQUES))
    parser.add_argument("--seed", type=int, help="1 in the short form, which says the same of a commit each time; "
                        "else, or with DIARYLOG_SEEDS=random, one that is drawn")
    parser.add_argument("--scale", type=float, default=1.0, help="1 is two hours for all, mutants included")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--short", action="store_true", help="the form that make test runs: some seconds each")
    parser.add_argument("--words", action="store_true", help="faults, limits: print how the runs ended")
    asked = parser.parse_args()
    if asked.seed is None:
        isDrawn = not asked.short or os.environ.get("DIARYLOG_SEEDS") == "random"
        asked.seed = random.SystemRandom().randrange(1 << 32) if isDrawn else 1
    if asked.technique == ["list"]:
        for name, words in TECHNIQUES.items():
            print(f"{name:8} {words}")
        return 0
    names = list(TECHNIQUES) if asked.technique == ["all"] else asked.technique
    lab = Lab(asked.seed, asked.scale, asked.jobs, asked.short)
    lab.words = asked.words
    lies = 0
    try:
        lab.prepare()
        for name in names:
            lab.lies, started = [], time.monotonic()
            figures = importlib.import_module(name).run(lab)
            lies += len(lab.lies)
            print(f"{name}: {figures}; {len(lab.lies)} lies; seed {asked.seed}, {time.monotonic() - started:.0f} s",
                  flush=True)
    finally:
        lab.clean()
    return 1 if lies else 0


if __name__ == "__main__":
    sys.exit(main())
