"""Random histories of three devices, killed at any moment, with new keys, logs that a carrier laid beside others, and
a fourth device whose own diary is brought in: no word that was acknowledged is lost, and none that was forgotten is
left."""

import collections
import os
import random
import shutil
import signal
import subprocess
import time

from bench import Device, Failure, files_in, objects, opened, read, words_of

HISTORIES, STEPS = 12, 60
# One that was killed, refused, in conflict, without its remote: each a person may meet.
EXPECTED = {0, 1, 2, 3, 7, -signal.SIGKILL}


class History:
    """What three devices did, and what was acknowledged: each text is one word, of which nothing else is a part."""

    def __init__(self, bench, number):
        self.bench, self.chance = bench, random.Random(f"history {number}")
        self.folder = f"history-{number}"
        self.devices = [Device(bench, f"{self.folder}-{name}") for name in ["laptop", "desk", "phone"]]
        self.remote = bench.path(f"{self.folder}-remote")
        # The entry, by the word that is its text in some version.
        self.written, self.kills, self.serial, self.number = {}, 0, 0, number

    def word(self):
        self.serial += 1
        return f"word{self.number}x{self.serial}" + "".join(self.chance.choices("bcdfghjklmnpqrstvwxz", k=12))

    def run(self, device, *words, kill=0.0):
        """Runs a command, and kills it and what it started, at times."""
        process = subprocess.Popen(
            [self.bench.program, *words, "--diary", device.path], env=self.bench.environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if self.chance.random() < kill:
            time.sleep(self.chance.random() * (0.1 if words[0] == "sync" else 0.03))
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        out, err = process.communicate(timeout=120)
        self.kills += process.returncode == -signal.SIGKILL
        if process.returncode not in EXPECTED:
            raise Failure(f"{device.name}: {' '.join(words)}: {process.returncode}, {err.decode()}")
        return process.returncode, out.decode()

    def entries(self, device):
        return [line.split("\t")[0] for line in device.do("list").out.splitlines()]

    # MARK: Acts

    def write(self, device):
        word = self.word()
        known = self.entries(device)
        entry = self.chance.choice(known[:4]) if known and self.chance.random() < 0.6 else None
        words = ["edit", entry, "--text", f"{word}."] if entry else ["add", f"{word}."]
        if not entry and self.chance.random() < 0.3:
            path = self.bench.path(f"{self.folder}-file")
            with open(path, "w") as file:
                file.write(word)
            words += ["--attach", path]
        code, out = self.run(device, *words, kill=0.1)
        if code == 0:
            self.written[word] = out.split()[0]

    def change(self, device):
        known = self.entries(device)
        if not known:
            return
        entry = self.chance.choice(known[:4])
        self.run(device, *self.chance.choice([
            ["delete", entry, "--yes"], ["edit", entry, "--star"], ["edit", entry, "--tag", "산책"],
            ["engine", "compact"], ["engine", "rebuild"], ["sync", "check", "--repair"]]), kill=0.2)

    def forget(self, device):
        known = self.entries(device)
        if len(known) < 4:
            return
        self.run(device, "forget", self.chance.choice(known), "--yes", kill=0.3)

    def sync(self, device):
        self.run(device, "sync", kill=0.2)

    def rotate(self, device):
        """Draws a new key; the others are given all that the device has."""
        new, all_keys = self.bench.path(f"{self.folder}-new"), self.bench.path(f"{self.folder}-keys")
        for path in [new, all_keys]:
            if os.path.exists(path):
                os.remove(path)
        self.bench.spawn(["age-keygen", "-o", new])
        self.run(device, "sync", "key", "rotate", "--key", new, kill=0.2)
        with open(all_keys, "w") as file:
            file.write(device.do("sync", "key").out)
        for other in self.devices:
            if other is not device:
                self.run(other, "sync", "key", "fetch", "--key", all_keys)

    def take(self, device):
        """Lays another device's log beside the device's own, as a carrier does, and has it taken in."""
        other = self.chance.choice([other for other in self.devices if other is not device])
        log = max(path for path in files_in(other.path) if path.endswith(".mdb") and "/log-" in path)
        shutil.copyfile(log, f"{device.path}/log-000001 (conflicted copy).mdb")
        self.run(device, "sync", "take", kill=0.3)
        for name in os.listdir(device.path):
            if "conflicted" in name:
                os.remove(f"{device.path}/{name}")

    def bring_in(self):
        """A device that has a diary of its own takes part with it; killed, it does so by the same command."""
        tablet = Device(self.bench, f"{self.folder}-tablet")
        for _ in range(3):
            word = self.word()
            self.written[word] = tablet.add(f"{word}.")
        key = self.bench.path(f"{self.folder}-keys")
        with open(key, "w") as file:
            file.write(self.devices[0].do("sync", "key").out)
        words = ["sync", "join", self.remote, "--into", "--key", key]
        while self.run(tablet, *words, kill=0.5)[0] == -signal.SIGKILL:
            pass
        self.devices.append(tablet)

    # MARK: A history, and its laws

    def play(self):
        laptop = self.devices[0]
        for _ in range(3):
            laptop.add(f"{self.word()}.")
        laptop.do("sync", "init", self.remote, "--key", self.bench.key)
        for device in self.devices[1:]:
            self.bench.spawn([self.bench.program, "sync", "join", self.remote, device.path, "--key", self.bench.key])
        acts = [self.write, self.change, self.forget, self.sync, self.rotate, self.take]
        for step in range(STEPS):
            if step == STEPS // 2:
                self.bring_in()
            self.chance.choices(acts, [12, 4, 1.5, 10, 0.5, 1])[0](self.chance.choice(self.devices))
        for device in self.devices * 3:
            device.do("sync")
        return self.broken()

    def broken(self):
        """Each law that is broken, and where."""
        faults = collections.Counter()
        faults["states differ"] = len({device.state for device in self.devices}) > 1
        faults["lists differ"] = len({device.do("list").out for device in self.devices}) > 1
        laptop = self.devices[0]
        events = laptop.json("log", "--limit", "10000")["events"]
        forgotten = {event["entry"] for event in events if event["kind"] == "entry.forget"}
        drafts = {device: self.drafts(device) for device in self.devices}
        for device in self.devices:
            faults["not sent"] += device.unsent > 0
            faults["not sound"] += device.run("verify", "--deep").code != 0
        held = {device: b"".join(read(path) for path in files_in(device.path)) for device in self.devices}
        keys = self.bench.path(f"{self.folder}-keys")
        with open(keys, "w") as file:
            file.write(laptop.do("sync", "key").out)
        sealed = b"".join(words_of(opened(self.bench, path, keys)) for path in objects(self.remote))
        for word, entry in self.written.items():
            if entry not in forgotten:
                faults[f"lost: {word}"] += word not in laptop.do("history", entry, "--json").out
                continue
            faults[f"left on the remote: {word}"] += word.encode() in sealed
            for other in self.devices:
                faults[f"left on {other.name}: {word}"] += word.encode() in held[other] and word not in drafts[other]
        return {what: count for what, count in faults.items() if count}

    def drafts(self, device):
        return "".join(device.do("draft", "show", draft["draft"]).out for draft in device.json("draft", "list")["drafts"])


def histories(bench):
    with bench.case(f"{HISTORIES} random histories of three devices with kills"):
        bench.spawn([bench.program, "config", "set", "sync.auto", "no"])
        faults, kills, words = {}, 0, 0
        for number in range(HISTORIES):
            history = History(bench, number)
            faults.update({f"{number}: {what}": count for what, count in history.play().items()})
            kills, words = kills + history.kills, words + len(history.written)
        bench.check(not faults, f"{kills} kills met something; of {words} texts none is lost, and no forgotten one is "
                    "left", dict(list(faults.items())[:5]))
