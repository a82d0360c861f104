"""Diaries of two devices each: what is written on them, what they acknowledged, and what must hold at the end."""

import collections
import json
import os
import random
import threading
import time

from bench import Device, Failure
from owners import BUCKET

TEXTS = ["오늘은 바람이 많이 불었다.", "Walked to the harbour and back.", "저녁에 국수를 삶았다. It was too salty.",
         "비가 그치고 달이 떴다.", "The train was late again.", "김장을 했다. 손이 맵다."]


class Account:
    """What clients saw: seconds, endings, words of what went wrong."""

    def __init__(self):
        self.lock = threading.Lock()
        self.seconds, self.codes, self.words = [], collections.Counter(), collections.Counter()
        self.edits = 0

    def note(self, outcome):
        with self.lock:
            self.codes[outcome.code] += 1
            if outcome.code == 0:
                self.seconds.append(outcome.seconds)
            elif lines := outcome.err.strip().splitlines():
                error = next((line for line in lines if line.startswith("error")), lines[-1])
                self.words[" ".join(word for word in error.split() if not word.startswith("rclone:"))] += 1


class Pair:
    """One diary, its two devices, and what they said they had written: texts by the ids of entries."""

    def __init__(self, bench, number, owner):
        self.bench, self.number, self.owner = bench, number, owner
        self.name = f"diary{number:05}"
        self.devices = [Device(bench, f"{owner}-{self.name}-{name}") for name in ["laptop", "phone"]]
        self.remote = f"rclone:{owner}:{BUCKET}/{owner}/{self.name}"
        self.texts, self.common = {}, None

    def begin(self):
        """The laptop makes the diary and puts it, the phone joins."""
        laptop, phone = self.devices
        laptop.do("engine", "init")
        self.common = laptop.add(f"{self.name}. {TEXTS[self.number % len(TEXTS)]}")
        laptop.do("sync", "init", self.remote, "--key", self.bench.key)
        self.join(phone)

    def join(self, device):
        joined = self.bench.spawn(
            [self.bench.program, "sync", "join", self.remote, device.path, "--key", self.bench.key])
        if joined.code != 0:
            raise Failure(f"{self.name}: join: {joined}")

    def write(self, device, chance):
        """Adds an entry, goes on with one of the device's own, or changes the one that both have."""
        what = chance.random()
        own = [entry for entry, (writer, _) in list(self.texts.items()) if writer is device]
        if what < 0.1:
            device.do("edit", self.common, "--text", f"{self.name}. {chance.choice(TEXTS)}")
            return
        text = f"{chance.getrandbits(64):016x} {chance.choice(TEXTS)}"
        if what < 0.4 and own:
            entry = chance.choice(own)
            device.do("edit", entry, "--text", text)
        else:
            entry = device.add(text)
        self.texts[entry] = (device, text)

    def settle(self):
        """Exchanges until both have one state, four times at most; how often it took."""
        for turn in range(1, 5):
            for device in self.devices:
                device.do("sync")
            if self.is_one():
                return turn
        return None

    def is_one(self):
        return len({device.state for device in self.devices}) == 1 and not any(one.unsent for one in self.devices)

    def missing(self, device):
        """What was acknowledged and is not on a device."""
        lines = device.do("export", "--jsonl").out.splitlines()
        found = {entry["id"]: entry["text"] for entry in map(json.loads, lines)}
        return [entry for entry, (_, text) in self.texts.items() if found.get(entry) != text]

    def proven(self):
        """The objects that its devices read back from the remote, as the bucket names them."""
        found = set()
        for device in self.devices:
            with open(os.path.join(device.path, "sync/state")) as file:
                found |= {f"{self.owner}/{self.name}/{path}" for path in json.load(file)["proven"]}
        return found


class Writers:
    """Threads that write on devices, each device by one at a time, and exchange after each edit."""

    def __init__(self, pairs, count, account, seed, failures):
        self.account, self.failures, self.seed = account, failures, seed
        self.idle = [(pair, device) for pair in pairs for device in pair.devices]
        self.lock, self.count, self.end = threading.Lock(), count, 0
        self.threads = []

    def start(self, seconds):
        self.end = time.monotonic() + seconds
        self.threads = [threading.Thread(target=self.go_on, args=(random.Random(f"{self.seed} {number}"),))
                        for number in range(self.count)]
        for thread in self.threads:
            thread.start()

    def wait(self):
        for thread in self.threads:
            thread.join()

    def go_on(self, chance):
        while time.monotonic() < self.end:
            with self.lock:
                pair, device = one = self.idle.pop(chance.randrange(len(self.idle)))
            try:
                pair.write(device, chance)
                with self.account.lock:
                    self.account.edits += 1
                self.account.note(device.run("sync"))
            except Failure as failure:
                self.failures.append(str(failure))
            with self.lock:
                self.idle.append(one)
