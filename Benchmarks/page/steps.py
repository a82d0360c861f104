"""The steps of a run. Each says when it begins and how long it took, and what it found is kept on the disk: a run that
was interrupted goes on behind its last step, as long as neither the programs nor the scripts that measure have changed."""

import glob
import hashlib
import json
import os
import sys
import time


# What only writes the page: a run goes on when these have changed.
WRITERS = {"page.py", "cells.py", "plot.py", "reasons.py", "tables_cost.py", "tables_search.py"}


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def duration(seconds):
    return f"{seconds:.1f} s" if seconds < 100 else f"{int(seconds) // 60} min {int(seconds) % 60} s"


class Steps:
    """`files`: the programs and texts that are measured; what a run kept is of no use once one is another."""

    def __init__(self, path, files, skipped, settings):
        self.path, self.skipped = path, set(skipped)
        self.of = self.fingerprint(files, settings)
        self.kept = {}
        try:
            with open(path) as file:
                kept = json.load(file)
            if kept["of"] == self.of:
                self.kept = kept["steps"]
                say(f"goes on with a run that was interrupted behind: {', '.join(self.kept)}\n"
                    f"(to begin anew, remove {path})")
        except (OSError, ValueError, KeyError):
            pass

    @staticmethod
    def fingerprint(files, settings):
        sum = hashlib.sha256(json.dumps(settings).encode())
        here = os.path.dirname(os.path.abspath(__file__))
        scripts = [path for folder in (here, os.path.join(here, "../TantivyPeer"))
                   for path in sorted(glob.glob(os.path.join(folder, "*.py"))) if os.path.basename(path) not in WRITERS]
        for path in scripts + files:
            if os.path.exists(path):
                with open(path, "rb") as file:
                    sum.update(hashlib.sha256(file.read()).digest())
        return sum.hexdigest()

    def do(self, name, words, work, otherwise=None):
        """What a step finds, as JSON would have it; of one that is to be skipped, `otherwise`."""
        group = name.split()[0]
        if name in self.skipped or group in self.skipped:
            say(f"skipped, as asked: {name}")
            return otherwise
        if name not in self.kept:
            say(f"{name}: {words} …")
            start = time.monotonic()
            found = work()
            took = time.monotonic() - start
            say(f"{name}: took {duration(took)}")
            self.kept[name] = {"took": took, "found": json.loads(json.dumps(found))}
            with open(self.path + ".new", "w") as file:
                json.dump({"of": self.of, "steps": self.kept}, file)
            os.replace(self.path + ".new", self.path)
        return self.kept[name]["found"]

    @property
    def took(self):
        return {name: step["took"] for name, step in self.kept.items()}

    def end(self):
        """The run is whole: the next one measures anew."""
        for name, seconds in sorted(self.took.items(), key=lambda one: -one[1]):
            say(f"{duration(seconds):>12}  {name}")
        say(f"{duration(sum(self.took.values())):>12}  in all")
        if os.path.exists(self.path):
            os.remove(self.path)
