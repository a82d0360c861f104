"""The lab's bench: the program under test, places to run it in, and what a run left.

Every run has a clock and a seed of its own, so that a command does the same each time: its diary afterwards is known
byte for byte, and whatever a fault leaves must be the diary before or the diary after.
"""

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.join(ROOT, ".build-tests/release/diarylog")
STATIC = os.path.join(ROOT, ".build-static/release/diarylog")
CALLS = ["open", "write", "pwrite", "writev", "pwritev", "fsync", "fdatasync", "msync", "ftruncate", "rename", "link",
         "unlink", "mkdir", "mmap", "fcntl", "getrandom", "fallocate"]
DEATH = "the program was stopped by damaged data"
PATIENCE = 60


class Outcome:
    """What a run left: exit code (negative: the signal that ended it), output, words."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    @property
    def died(self):
        """Whether it ended by a signal, or by what it says at one; a kill that was asked for is none."""
        return (self.code < 0 and self.code != -signal.SIGKILL) or DEATH in self.err or "Fatal error" in self.err

    @property
    def hung(self):
        return self.code == -999

    def __repr__(self):
        return f"exit {self.code}: {self.err.strip()[:300]!r}"


class Lab:
    """The knobs of one run of the lab, and its figures."""

    def __init__(self, seed, scale, jobs, short):
        self.seed, self.scale, self.jobs, self.short = seed, scale, jobs, short
        self.program = os.environ.get("LAB_PROGRAM", PROGRAM)
        # What looks at a diary afterwards need not be slow: nothing is put between it and the system.
        self.checker = os.environ.get("LAB_CHECKER", self.program)
        self.preload = os.path.join(ROOT, ".build-tests/lab-preload.so")
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()
        self.folder = tempfile.mkdtemp(prefix="diarylog-lab-", dir=memory)
        self.lies = []
        self.places = {}
        self.answers, self.interned = {}, {}

    def chance(self, name):
        return random.Random(f"{self.seed}:{name}")

    def rounds(self, usual, short):
        return short if self.short else max(1, int(usual * self.scale))

    def prepare(self):
        if not os.path.exists(self.program):
            sys.exit(f"error: no program at {self.program}; hint: make tests")
        source = os.path.join(ROOT, "Lab/preload.c")
        os.makedirs(os.path.dirname(self.preload), exist_ok=True)
        if not os.path.exists(self.preload) or os.path.getmtime(self.preload) < os.path.getmtime(source):
            compiler = shutil.which("cc") or shutil.which("clang")
            made = self.preload + f".{os.getpid()}"
            subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", made, source,
                            "-ldl"], check=True)
            os.rename(made, self.preload)

    def clean(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def lie(self, words):
        """Notes a broken promise; the run then fails."""
        self.lies.append(words)
        if len(self.lies) <= 20:
            print(f"  LIE {words}", flush=True)

    def place(self, name):
        """A place by its name; techniques share those of the jobs, and what is known there of each command."""
        if name not in self.places:
            self.places[name] = Place(self, os.path.join(self.folder, name))
        return self.places[name]

    def each(self, tasks, work):
        """Runs the work on all tasks, on as many threads as there are jobs; each thread has a place of its own."""
        free = [self.place(f"job{number}") for number in range(self.jobs)]

        def one(task):
            place = free.pop()
            try:
                return work(place, task)
            finally:
                free.append(place)

        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(one, tasks))


class Place:
    """A folder for one diary, and the program run in it."""

    def __init__(self, lab, path):
        self.lab, self.path = lab, path
        self.diary = os.path.join(path, "new/folders/diary")
        os.makedirs(path, exist_ok=True)

    def environment(self, more):
        known = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": self.path, "TMPDIR": self.path,
                 "DIARYLOG_DIARY": self.diary, "DIARYLOG_SEED": "lab", "DIARYLOG_PATIENCE": "5000",
                 "DIARYLOG_NOW": "2026-03-01T12:00:00Z"}
        known.update(more or {})
        return known

    def run(self, arguments, stdin=b"", more=None, program=None, stdout=None, before=None):
        started = time.monotonic()
        process = subprocess.Popen(
            [program or self.lab.program] + arguments, stdin=subprocess.PIPE, stdout=stdout or subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment(more), cwd=self.path, preexec_fn=before)
        try:
            out, err = process.communicate(stdin, timeout=PATIENCE)
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            code = -999
        return Outcome(code, out or b"", err.decode("utf-8", "replace"), time.monotonic() - started)

    def tampering(self, at="2026-03-01T12:00:00Z", **lab):
        """What the environment says where the preload stands in between: do, cls, n, on, code, short, file."""
        names = {"do": "LAB_DO", "cls": "LAB_CLASS", "n": "LAB_AT", "on": "LAB_ON", "code": "LAB_CODE",
                 "short": "LAB_SHORT", "file": "LAB_FILE"}
        more = {names[key]: str(value) for key, value in lab.items() if value is not None}
        more["LD_PRELOAD"] = self.lab.preload
        more["DIARYLOG_NOW"] = at
        return more

    def tampered(self, arguments, stdin=b"", **lab):
        """Runs the program with the preload."""
        return self.run(arguments, stdin, self.tampering(**lab))

    def look(self, arguments, **more):
        """Runs what looks at a diary, without anything between it and the system."""
        return self.run(arguments, program=self.lab.checker, **more)

    def counts(self, arguments, stdin=b""):
        """How many calls of each class a command makes."""
        file = os.path.join(self.path, "counters")
        self.tampered(arguments, stdin, do="count", file=file)
        data = open(file, "rb").read()
        os.remove(file)
        return {name: int.from_bytes(data[8 * i:8 * i + 8], "little") for i, name in enumerate(CALLS)}

    def known(self, question, diary, ask):
        """What was answered before of files with the same bytes, their locks left aside; else asks."""
        digest = hashlib.sha256(f"{diary} {os.path.exists(diary)}".encode())
        for folder, _, names in sorted(os.walk(diary)):
            for name in sorted(names):
                if not name.endswith("lock"):
                    with open(os.path.join(folder, name), "rb") as file:
                        digest.update(f"{os.path.join(folder, name)} ".encode() + file.read())
        answers, key = self.lab.answers, (question, digest.digest())
        if key not in answers:
            answer = ask()
            answers[key] = self.lab.interned.setdefault(answer, answer)
        return answers[key]

    def log(self, diary=None):
        """The whole log, as the program exports it, and the drafts that stand beside it; None where there is no
        diary."""
        diary = diary or self.diary
        return self.known("log", diary, lambda: self.ask_log(diary))

    def ask_log(self, diary):
        outcome = self.look(["export", "--events", "--diary", diary])
        if outcome.code == 2 and "there is no diary" in outcome.err:
            return None
        if outcome.code != 0:
            return f"{outcome}".encode()
        return outcome.out + self.drafts(diary)

    def drafts(self, diary):
        """The drafts of a diary, their texts too; nothing where it has none."""
        listed = self.look(["draft", "list", "--diary", diary])
        found = [f"{listed}".encode()] if listed.code != 0 else []
        for line in listed.out.split(b"\n"):
            if line:
                shown = self.look(["draft", "show", line.split(b"\t")[0].decode(), "--json", "--diary", diary])
                found.append(shown.out if shown.code == 0 else f"{shown}".encode())
        return b"".join(found)

    def proof(self):
        """Whether every table is what the log says; the words, where it is not."""
        if not os.path.exists(self.diary):
            return None
        return self.known("proof", self.diary, self.ask_proof)

    def ask_proof(self):
        outcome = self.look(["replay", "--check"])
        if outcome.code == 0 and os.path.exists(os.path.join(self.diary, "attachments")):
            # Each file that an event names is there, and is what was attached.
            outcome = self.look(["verify", "--deep"])
        return None if outcome.code == 0 else f"{outcome}"

    def donated(self):
        """The bytes of the damaged diary that a command mends, which it may only read."""
        found = {}
        for folder in ("damaged", "donor"):
            for name in sorted(os.listdir(os.path.join(self.path, folder))):
                if name.endswith(".mdb"):
                    with open(os.path.join(self.path, folder, name), "rb") as file:
                        found[folder + "/" + name] = hashlib.sha256(file.read()).digest()
        return found

    def scratch(self):
        """What stands half made beside the diary."""
        beside = os.path.dirname(self.diary)
        names = os.listdir(beside) if os.path.exists(beside) else []
        return [name for name in names if "creating-" in name or "salvaging-" in name]

    def backups(self):
        """The backups at `copy`, and what stands half made or half gone beside them."""
        return sorted(name for name in os.listdir(self.path) if name.lstrip(".").split(".")[0] == "copy")

    def backup_problem(self, must_be, log, kept=False):
        """What is wrong with the backup at `copy`: it must be whole where it is, and be there where that was said.
        Where there are earlier ones, each of them must be a whole diary of an earlier state."""
        copy = os.path.join(self.path, "copy")
        if not os.path.exists(copy):
            return "the backup that was said to be made is not there" if must_be or kept else None
        for name in [name for name in self.backups() if kept and not name.startswith(".")]:
            found = self.log(os.path.join(self.path, name))
            if not found or not log.startswith(found):
                return f"{name} is no whole backup: {(found or b'nothing')[:200]}"
        found = self.log(copy)
        if kept and not must_be:
            return None
        return None if found == log else f"the backup is not the diary: {(found or b'nothing')[:200]}"

    def clear(self):
        shutil.rmtree(self.path, ignore_errors=True)
        os.makedirs(self.path)

    def save(self, name):
        """Keeps a copy of everything in the place under a name."""
        target = os.path.join(self.lab.folder, name)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(self.path, target)

    def restore(self, name):
        shutil.rmtree(self.path, ignore_errors=True)
        shutil.copytree(os.path.join(self.lab.folder, name), self.path)
