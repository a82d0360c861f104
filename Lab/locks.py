"""The first lock, killed before each of its calls: one whole diary is left, the same command goes on, and it leaves
nothing behind.

It takes an ext4 whose folders can be encrypted, behind a loop device, which only root can have: else that is said, and
nothing is tried. A script stands in for age, and asks for no passphrase.
"""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time

from bench import Outcome
from commands import lay_out

AGE = """#!/bin/bash
if [ "$1" = -p ]; then { echo sealed; cat; } > "$3"; else head -1 "$2" | grep -qx sealed && tail -c +8 "$2"; fi
"""


class LockableDisk:
    """A small ext4 whose folders can be encrypted, with a place for a diary on it, and the commands that lock that."""

    def __init__(self, lab, name):
        self.lab, self.image = lab, os.path.join(lab.folder, name + ".img")
        self.path = os.path.join(lab.folder, name)
        os.makedirs(self.path)
        self.tools = os.path.join(lab.folder, "tools")
        os.makedirs(self.tools, exist_ok=True)
        with open(os.path.join(self.tools, "age"), "w", opener=lambda file, how: os.open(file, how, 0o755)) as age:
            age.write(AGE)

    @staticmethod
    def sh(*words):
        path = "/usr/sbin:/usr/bin:/sbin:/bin"
        return subprocess.run(words, capture_output=True, text=True, env={"PATH": path}).returncode == 0

    def make(self):
        """Makes it and mounts it; false, said aloud, where it cannot be had."""
        with open(self.image, "wb") as image:
            image.truncate(32 << 20)
        form = ["-q", "-F", "-b", "4096", "-J", "size=4", "-E", "lazy_itable_init=0,lazy_journal_init=0"]
        if os.geteuid() != 0 or not shutil.which("mkfs.ext4", path="/usr/sbin:/sbin") \
                or not self.sh("mkfs.ext4", *form, "-O", "encrypt", self.image) or not self.mount(self.image):
            print("  skipped: no ext4 that encrypts can be mounted here (it takes root, a loop device, mkfs.ext4)")
            return False
        place = self.place
        place.look(["engine", "init"])
        if "cannot encrypt" in self.lock().err:
            print("  skipped: this kernel encrypts no folders")
            self.unmount()
            return False
        place.clear()
        return True

    @property
    def place(self):
        return self.lab.place(os.path.basename(self.path) + "/place")

    def mount(self, image):
        return self.sh("mount", "-o", "loop,commit=1", image, self.path)

    def unmount(self):
        """Unmounts it, and not lazily: what an image holds is to be on it."""
        end = time.monotonic() + 60
        while not self.sh("umount", self.path):
            if time.monotonic() > end:
                raise SystemExit(f"error: {self.path} cannot be unmounted")
            time.sleep(0.02)

    def lock(self, **tampering):
        """Locks the diary on a terminal; where a key is shown, its end is typed."""
        place = self.place
        more = {**place.tampering(**tampering), **self.age} if tampering else self.age
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(place.path)
            os.execve(self.lab.program, [self.lab.program, "lock"], place.environment(more))
        screen, typed = b"", False
        while select.select([terminal], [], [], 60)[0]:
            try:
                screen += os.read(terminal, 1 << 16)
            except OSError:  # nobody has it open any more
                break
            key = re.findall(rb"(?:[0-9A-F]{4} ){7}[0-9A-F]{4}", screen)
            if b"six characters" in screen and len(key) == 4 and not typed:
                os.write(terminal, key[3].replace(b" ", b"")[-6:] + b"\n")
                typed = True
        else:
            os.kill(pid, signal.SIGKILL)
            screen += b" (hangs)"
        os.close(terminal)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return Outcome(code, b"", screen.decode("utf-8", "replace"), 0)

    def unlock(self):
        return self.place.look(["unlock"], more=self.age)

    @property
    def age(self):
        return {"PATH": self.tools + ":/usr/bin:/bin"}

    def beside(self):
        """What lies where the diary does."""
        return sorted(os.listdir(os.path.dirname(self.place.diary)))


def one(lab, disk, number, before):
    """Kills the first lock at a call; returns whether it left a folder beside the diary."""
    place, what = disk.place, f"lock, killed at call {number}"
    place.restore("clear")
    outcome = disk.lock(do="kill", n=number)
    if outcome.code != -signal.SIGKILL:
        lab.lie(f"{what}: was not killed: {outcome}")
    is_left = ".diary.changing" in disk.beside()
    if place.look(["list"]).code == 7:
        disk.unlock()
    if place.log() != before or place.proof():
        lab.lie(f"{what}: not the diary of before: {place.proof()}")
    added = place.look(["add", "and life goes on"])
    after = place.log()
    if added.code or not after.startswith(before) or ".diary.changing" in disk.beside():
        lab.lie(f"{what}: the next add leaves {disk.beside()}: {added}")
    again = disk.lock()
    if again.code or disk.beside() != ["diary", "diary.key.age"]:
        lab.lie(f"{what}: the same again leaves {disk.beside()}: {again}")
    if place.look(["list"]).code != 7:
        lab.lie(f"{what}: the same again does not lock it")
    if disk.unlock().code or place.log() != after or place.proof():
        lab.lie(f"{what}: unlocked, it is not the diary of before")
    return is_left


def run(lab):
    disk = LockableDisk(lab, "lockable")
    if not disk.make():
        return "not tried"
    try:
        place = disk.place
        lay_out(place, "attached")
        place.save("clear")
        before = place.log()
        counters = os.path.join(lab.folder, "counters")
        first = disk.lock(do="count", file=counters)
        if first.code:
            raise SystemExit(f"error: lock fails by itself: {first}")
        with open(counters, "rb") as file:
            data = file.read()
        calls = sum(int.from_bytes(data[at:at + 8], "little") for at in range(0, len(data), 8))
        numbers = range(1, calls + 1)
        if lab.short or lab.scale < 1:
            numbers = sorted(lab.chance("locks").sample(numbers, min(calls, lab.rounds(calls, 12))))
        left = sum(one(lab, disk, number, before) for number in numbers)
    finally:
        disk.unmount()
    return f"{len(numbers)} kills at the {calls} calls of the first lock, {left} of them left a folder"
