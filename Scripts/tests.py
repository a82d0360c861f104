#!/usr/bin/env python3
"""Runs the tests of a build side by side, and says how long each took.

    tests.py FOLDER [--filter NAMES] [--seconds N]    FOLDER: where `swift build --show-bin-path` says the build is

A process of tests has no more threads than the machine has cores, and a test that waits for a child holds one of them.
So the tests of the program, which wait most of the time, are spread over some processes beside that of the floors. How
long a test took is noted by the trait of each suite (Tests/TestSupport/Timed.swift).

Printed are what failed, with the lines that play its chance again, what was skipped, the thirty slowest tests, the sum
of each folder, and the closing line of each process. Ends with 1 if a test failed, or a process did not reach its end.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile
import time

# Slices of about the same length; what no slice of the program names is in the last.
PROGRAM = [r"^ProgramTests[.][A-C]", r"^ProgramTests[.][D-F]", r"^ProgramTests[.][G-R]", r"^ProgramTests[.][S-Z]"]
SLICES = [["--filter", names] for names in PROGRAM] + [["--skip", r"^ProgramTests[.]"]]
# How many tests of one process are begun at a time: were all begun at once, a test that waits would come to its turn
# behind a thousand others.
WIDTH = "8"
FAILED, PASSED, CLOSING = "✘", "✔", re.compile(r"Test run with \d+ tests?")


class Slice:
    """One process of tests: what it said, and when each of its tests began and ended."""

    def __init__(self, bundle, choice, folder, number):
        self.output = os.path.join(folder, f"output-{number}")
        self.times = os.path.join(folder, f"times-{number}")
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen(
                [bundle, "--testing-library", "swift-testing", "--experimental-maximum-parallelization-width", WIDTH]
                + choice, stdout=output, stderr=subprocess.STDOUT,
                env={**os.environ, "NO_COLOR": "1", "DIARYLOG_TEST_TIMES": self.times})

    def wait(self, until):
        """Its exit code; a process that goes on for too long is ended."""
        try:
            return self.process.wait(max(1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return -9

    def lines(self):
        with open(self.output, encoding="utf-8", errors="replace") as file:
            return file.read().split("\n")

    def cases(self):
        """Of each case: its test, and how long it took; None if it never ended."""
        begun = collections.Counter()
        for line in open(self.times, encoding="utf-8") if os.path.exists(self.times) else []:
            word, _, rest = line.rstrip("\n").partition(" ")
            test, _, took = rest.partition("\t")
            begun[test] += 1 if word == "began" else -1
            if word == "ended":
                yield test, float(took.split(" ")[0])
        for test in begun:
            if begun[test] > 0:
                yield test, None


def told(lines):
    """What a person wants to see of one process: everything but what passed, what began, and seeds."""
    skipping = False
    for line in lines:
        # What began or passed, over several lines where the name of a case has them.
        if line[:1] != FAILED and (skipping or line[:1] in (PASSED, "◇")):
            skipping = not line.endswith(".")
            continue
        skipping = False
        if line and not line.startswith("seed of ") and not CLOSING.search(line):
            yield line


def replays(lines):
    """The lines that play the chance of failed tests again: an issue names the file and the line of its test's file."""
    failed = {match[1] for line in lines if line[:1] == FAILED for match in re.finditer(r" at (\w+[.]swift):\d+:\d+", line)}
    for line in lines:
        match = re.match(r"seed of (.*/(\w+[.]swift):.*): (DIARYLOG_SEED_OF=.*)$", line)
        if match and match[2] in failed:
            yield f"to play it again: {match[3]}    ({match[1]})"


def main():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("folder")
    words.add_argument("--filter")
    words.add_argument("--seconds", type=int, default=1800, help="after which the run is ended")
    words = words.parse_args()
    bundle = os.path.join(words.folder, "diarylogPackageTests.xctest")
    choices = [["--filter", words.filter]] if words.filter else SLICES
    until = time.monotonic() + words.seconds
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        slices = [Slice(bundle, choice, folder, number) for number, choice in enumerate(choices)]
        times, sums, closing = collections.Counter(), collections.Counter(), []
        code = 0
        # The longest is waited for last: what failed in the others is said before.
        for each in slices:
            ended = each.wait(until)
            lines = each.lines()
            print("\n".join(told(lines)), flush=True)
            for line in replays(lines):
                print(line)
            unended = set()
            for test, seconds in each.cases():
                if seconds is None:
                    unended.add(test)
                else:
                    times[test] += seconds
                    sums[test.split(".")[0]] += seconds
            last = [line for line in lines if CLOSING.search(line)]
            closing += last
            if ended != 0 or not last:
                code = 1
                if not last:
                    print(f"error: a process of tests ended by {ended} amid " + (", ".join(sorted(unended)) or "nothing"))
        print("The thirty slowest tests, in seconds, all their cases together:")
        for test, seconds in times.most_common(30):
            print(f"{seconds:8.2f}  {test.rsplit('/', 1)[0]}")
        print("Each folder, in seconds: " + ", ".join(f"{name} {seconds:.0f}" for name, seconds in sums.most_common()))
        print("\n".join(closing))
        print(f"All of it took {time.monotonic() - started:.0f} s.")
    sys.exit(code)


if __name__ == "__main__":
    main()
