"""What the carriers are tried with: devices that have the real program, what they say, and what must hold at the end.

Every check prints a sentence and is counted. Nothing outside a folder of its own is read or written, and only processes
that were started here are ended, by their ids.
"""

import base64
import contextlib
import gzip
import hashlib
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PACKAGES = {"rclone": "rclone", "age": "age", "syncthing": "syncthing", "apache2": "apache2", "nginx": "nginx",
            "nginx-dav-ext": "libnginx-mod-http-dav-ext", "venv": "python3-venv", "aws": "awscli"}
CEPH = "ceph-mon ceph-osd radosgw ceph-common"
PACKAGES |= dict.fromkeys(["ceph", "ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "monmaptool", "ceph-authtool"],
                          CEPH)
PATIENCE = 300
COUNTER = """#!/bin/sh
echo "$$ $*" >> {calls}
exec {rclone} "$@"
"""


class Failure(Exception):
    """What makes the rest of a case senseless."""


class Outcome:
    """What a run left: exit code (negative: the signal that ended it), output, words, seconds."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    def __repr__(self):
        return f"exit {self.code}: {self.err.strip()[:300]!r}"


class Bench:
    """The program under test, a folder for everything, and the counts."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp(prefix="diarylog-sync-")
        # Servers that run as other users have to get through it.
        os.chmod(self.folder, 0o711)
        self.passed, self.failed, self.skipped = 0, 0, 0
        self.case_failures = 0
        self.rows = []
        self.calls = self.path("calls")
        open(self.calls, "w").close()
        self.rclone_settings = self.path("rclone.conf")
        self.environment = {
            "PATH": self.path("bin") + ":/usr/local/bin:/usr/bin:/bin", "HOME": self.path("home"), "LANG": "C.UTF-8",
            "TZ": "UTC", "RCLONE_CONFIG": self.rclone_settings}
        for name in ["bin", "home"]:
            os.mkdir(self.path(name))
        open(self.rclone_settings, "w").close()
        if self.has("rclone"):
            with open(self.path("bin/rclone"), "w") as file:
                file.write(COUNTER.format(calls=self.calls, rclone=shutil.which("rclone")))
            os.chmod(self.path("bin/rclone"), 0o755)
        self.key = self.path("key")
        if self.has("age"):
            made = subprocess.run(["age-keygen"], capture_output=True, text=True, check=True).stdout
            with open(self.key, "w") as file:
                file.write(made)

    def path(self, name):
        return os.path.join(self.folder, name)

    def clean(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def has(self, program):
        return shutil.which(program) is not None

    # MARK: What is said

    def step(self, words):
        print(f"  {words}", flush=True)

    def check(self, holds, words, why=""):
        """Counts a promise; says it, and what was found instead where it does not hold."""
        if holds:
            self.passed += 1
            print(f"  ok: {words}", flush=True)
        else:
            self.failed += 1
            self.case_failures += 1
            print(f"  FAILED: {words}: {why}", flush=True)
        return holds

    def skip(self, name, why):
        self.skipped += 1
        print(f"{name}\n  SKIPPED: {why}", flush=True)

    def lacks(self, name, *programs):
        """Skips a case aloud for want of a program; says which line installs it."""
        for program in programs:
            if not self.has(program) and not os.path.exists(f"/usr/sbin/{program}"):
                self.skip(name, f"{program} is not installed: sudo apt-get install {PACKAGES.get(program, program)}")
                return True
        return False

    @contextlib.contextmanager
    def case(self, name):
        print(name, flush=True)
        self.case_failures = 0
        started = time.monotonic()
        try:
            yield
        except Failure as failure:
            self.check(False, f"{name} goes on to its end", failure)
        except Exception as failure:
            self.check(False, f"{name} goes on to its end", repr(failure))
        print(f"  {time.monotonic() - started:.1f} s, {self.case_failures} failed", flush=True)

    # MARK: rclone

    def remote_of(self, name, **settings):
        """A remote among the settings of rclone."""
        with open(self.rclone_settings, "a") as file:
            file.write(f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in settings.items()))

    def rclone(self, *words):
        return self.spawn([shutil.which("rclone"), *words])

    def count_calls(self, work):
        """How often rclone was called during some work."""
        before = len(self.read_calls())
        work()
        return len(self.read_calls()) - before

    def read_calls(self):
        with open(self.calls) as file:
            return file.read().splitlines()

    def spawn(self, words, data=None, more=None):
        started = time.monotonic()
        process = subprocess.Popen(
            words, env={**self.environment, **(more or {})}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(data or b"", timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise Failure(f"{' '.join(words)} goes on for {PATIENCE} seconds") from None
        return Outcome(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"),
                       time.monotonic() - started)


class Device:
    """A copy of the diary."""

    def __init__(self, bench, name):
        self.bench, self.name = bench, name
        self.path = bench.path(name)
        self.watcher = None

    def run(self, *words, data=None, more=None):
        return self.bench.spawn([self.bench.program, *words, "--diary", self.path], data, more)

    def do(self, *words, data=None):
        """Runs what must succeed."""
        outcome = self.run(*words, data=data)
        if outcome.code != 0:
            raise Failure(f"{self.name}: {' '.join(words)}: {outcome}")
        return outcome

    def json(self, *words):
        return json.loads(self.do(*words, "--json").out)

    def add(self, text, *words):
        return self.do("add", *words, "-", data=text.encode()).out.strip()

    @property
    def state(self):
        return self.json("replay")["stateHash"]

    @property
    def unsent(self):
        return self.json("sync", "status")["unsent"]

    def start_watching(self):
        self.watcher = subprocess.Popen(
            [self.bench.program, "sync", "watch", "--diary", self.path], env=self.bench.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop_watching(self):
        if self.watcher:
            self.watcher.terminate()
            self.watcher.wait()
            self.watcher = None


def wait_until(holds, seconds, pause=0.05):
    """Whether something comes about in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(pause)
    return holds()


def files_in(folder):
    """The paths of all files of a folder, hidden ones as well."""
    return sorted(os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def opened(bench, path, key=None):
    """The lines of an object of events, as the program age opens it."""
    plain = subprocess.run(["age", "-d", "-i", key or bench.key, path], capture_output=True, check=True).stdout
    return [json.loads(line) for line in gzip.decompress(plain).splitlines()]


def words_of(lines):
    """What the events of an object say: headers and payloads, decoded."""
    return b"\n".join(base64.b64decode(line[part]) for line in lines for part in ["header", "payload"]
                      if line.get(part))


def objects(folder):
    return sorted(path for path in files_in(folder) if os.path.basename(os.path.dirname(path)) == "events"
                  and re.fullmatch(r"[0-9a-f]{32}-.*\.age", os.path.basename(path)))


def size_in_name(path):
    return int(os.path.basename(path).split("-")[-2])


def digest(path):
    return hashlib.sha256(read(path)).hexdigest()


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


def median(times):
    return statistics.median(times)
