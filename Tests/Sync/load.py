"""What a store takes without diaries: small objects, put one after the other by a few threads, each by its own name."""

import http.client
import os
import random
import threading
import time

from bench import percentile

SIZE = 2000


class Load:
    """Puts objects until it is told to end; what was acknowledged, how long each took, and how many were refused."""

    def __init__(self, client, bucket, threads, pause=0.0):
        self.client, self.bucket, self.count, self.pause = client, bucket, threads, pause
        self.acknowledged, self.seconds, self.errors = {}, [], 0
        self.lock, self.threads, self.ends = threading.Lock(), [], threading.Event()

    def __enter__(self):
        self.started = time.monotonic()
        self.threads = [threading.Thread(target=self.put, args=(number,)) for number in range(self.count)]
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        for thread in self.threads:
            thread.join()
        self.lasted = time.monotonic() - self.started

    def put(self, number):
        client, done = self.client.another(), 0
        while not self.ends.wait(self.pause):
            name, data = f"load/{number}/{id(self):x}-{done:08}", os.urandom(SIZE)
            started, done = time.monotonic(), done + 1
            try:
                is_put = client.ask("PUT", f"/{self.bucket}/{name}", data).status == 200
            except (OSError, http.client.HTTPException):
                is_put = False
            took = time.monotonic() - started
            with self.lock:
                if is_put:
                    self.acknowledged[name] = data
                    self.seconds.append(took)
                else:
                    self.errors += 1
            if not is_put:
                time.sleep(0.1)

    def lost(self):
        """What was acknowledged, and is not listed, or has other bytes. Everything is read, `reads` a second."""
        listed = self.client.objects(self.bucket, "load/")
        lost = [name for name in self.acknowledged if listed.get(name) != SIZE]
        started = time.monotonic()
        for name, data in self.acknowledged.items():
            if name in listed and self.client.ask("GET", f"/{self.bucket}/{name}").data != data:
                lost.append(name)
        self.reads = len(self.acknowledged) / (time.monotonic() - started)
        return lost

    def figures(self):
        return (f"{len(self.acknowledged)} puts, {len(self.acknowledged) / self.lasted:.0f}/s, {said(self.seconds)}, "
                f"{self.errors} refused")


def polls(client, bucket, prefixes, threads=8, seconds=5):
    """How many lists of one diary each a store gives in a second."""
    end, counts = time.monotonic() + seconds, [0] * threads

    def ask(number):
        own, chance = client.another(), random.Random(number)
        while time.monotonic() < end:
            own.objects(bucket, chance.choice(prefixes))
            counts[number] += 1

    some = [threading.Thread(target=ask, args=(number,)) for number in range(threads)]
    for thread in some:
        thread.start()
    for thread in some:
        thread.join()
    return sum(counts) / seconds


def said(seconds):
    """The middle, the slowest of a hundred, and the slowest."""
    if not seconds:
        return "none"
    unit, factor = ("ms", 1000) if percentile(seconds, 0.5) < 0.1 else ("s", 1)
    digits = 0 if unit == "ms" else 2
    parts = [("p50", percentile(seconds, 0.5)), ("p99", percentile(seconds, 0.99)), ("worst", max(seconds))]
    return ", ".join(f"{name} {value * factor:.{digits}f} {unit}" for name, value in parts)
