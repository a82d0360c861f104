#!/usr/bin/env python3
"""Many diaries on one object store: Ceph on loopback, the real program, and what breaks in the middle.

    lab.py [PROGRAM] [--diaries N] [--seconds N] [--workers N] [--seed N] [--without drills|diaries]

Each diary has two devices and lies at rclone:OWNER:BUCKET/OWNER/DIARY, four diaries an owner; each owner has an account
that reaches his own prefix alone. While devices write and exchange, a storage daemon is killed and comes back empty,
the gateway is killed and comes back, and one owner has no network. Then every pair must be one, with all that it
acknowledged. Besides, the lines of Docs/Operators.md are run as they stand.

It skips aloud where Ceph is not installed. Docs/Reliability.md has what comes of it.
"""

import argparse
import concurrent.futures
import contextlib
import os
import signal
import sys
import time

import costs
import drills
import owners
from bench import ROOT, Bench, Device, wait_until
from ceph import PROGRAMS, STORES, Ceph
from load import Load, polls, said
from pairs import Account, Pair, Writers
from wire import Wire

OWNED = 4
LATE = 10
LOAD = "load"


class Lab:
    """One run: the store, the owners, the pairs, and what became of them."""

    def __init__(self, bench, ceph, words):
        self.bench, self.ceph, self.words = bench, ceph, words
        self.names = [f"owner{number:04}" for number in range(-(-words.diaries // OWNED))]
        self.pairs = [Pair(bench, number, self.names[number // OWNED]) for number in range(words.diaries)]
        self.account, self.cut_account, self.failures = Account(), Account(), []

    def each(self, what, work, pairs=None):
        """Does something with every pair, some at a time; says how long it took."""
        started = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(self.words.workers) as pool:
            found = list(pool.map(work, self.pairs if pairs is None else pairs))
        self.bench.step(f"{what}: {time.monotonic() - started:.0f} s")
        return found

    def run(self):
        with self.bench.case(f"{len(self.pairs)} diaries of two devices, {len(self.names)} owners"), \
                Wire(self.ceph.gateway_port) as wire:
            self.bench.spawn([self.bench.program, "config", "set", "sync.auto", "no"])
            owners.make(self.bench, self.ceph, self.names, {self.names[0]: wire.port})
            # In a bucket of its own: what is no diary's would be named by scrub.
            owners.expect(self.ceph.operator.ask("PUT", f"/{LOAD}"))
            with Load(self.ceph.operator, LOAD, threads=8) as alone:
                time.sleep(10)
            self.bench.step(f"the store by itself, {alone.figures()}")
            self.each("made, put and joined", Pair.begin)
            with Load(self.ceph.operator, LOAD, threads=1, pause=0.05) as beside:
                self.write(wire, beside)
            self.bench.step(f"puts beside the devices, {beside.figures()}")
            self.kept(alone, beside)
            self.one()
            self.scrub()
            self.polls = polls(self.ceph.operator, owners.BUCKET, [f"{pair.owner}/{pair.name}/" for pair in self.pairs])
            self.figures(alone, beside)

    # MARK: Two minutes

    def write(self, wire, beside):
        """Devices write; what fails meanwhile is said as it happens."""
        offline = [pair for pair in self.pairs if pair.owner == self.names[0]]
        others = [pair for pair in self.pairs if pair.owner != self.names[0]]
        writers = [Writers(offline, 1, self.cut_account, f"{self.words.seed} cut", self.failures)]
        if others:
            writers.append(Writers(others, self.words.workers, self.account, self.words.seed, self.failures))
        self.calls = len(self.bench.read_calls())
        started = time.monotonic()

        def kill_gateway():
            # Until here nobody but the one without a network may have been refused anything.
            unserved.append((beside.errors, self.account.codes.total() - self.account.codes[0]))
            self.ceph.kill("gateway")

        unserved = []
        for some in writers:
            some.start(self.words.seconds)
        plan = [
            (0.15, "the network of one owner is cut", wire.cut),
            (0.25, "a storage daemon is killed", lambda: self.ceph.kill("store1")),
            (0.45, "it starts again, and has nothing", lambda: self.ceph.start_store(1)),
            (0.60, "the gateway is killed", kill_gateway),
            (0.70, "it starts again", self.ceph.start_gateway),
            (0.80, "the owner has the network again", wire.mend),
        ]
        for when, words, act in plan:
            time.sleep(max(0, started + when * self.words.seconds - time.monotonic()))
            act()
            self.bench.step(f"{time.monotonic() - started:.0f} s: {words}")
        for some in writers:
            some.wait()
        self.lasted = time.monotonic() - started
        self.calls = len(self.bench.read_calls()) - self.calls
        self.bench.check(not self.failures, "no edit failed on a device, whatever the store did", self.failures[:3])
        self.bench.check(unserved == [(0, 0)], "a storage daemon dies and comes back empty, and nobody sees an error",
                         unserved)
        self.bench.check(self.cut_account.codes[7] > 0 and set(self.cut_account.codes) <= {0, 7},
                         f"without a network, sync ends with 7: {dict(self.cut_account.codes)}",
                         self.cut_account.words.most_common(3))
        self.bench.check(set(self.account.codes) <= {0, 7}, f"the others' ended with {dict(self.account.codes)}",
                         self.account.words.most_common(3))

    # MARK: What must hold

    def kept(self, *loads):
        """Before anything is put again: what the store acknowledged, it has."""
        back = wait_until(lambda: self.ceph.up() == STORES, 60, 1)
        self.bench.check(back, "all storage daemons are up again", self.ceph.up())
        lost = [name for load in loads for name in load.lost()]
        self.acknowledged = sum(len(load.acknowledged) for load in loads)
        self.bench.check(not lost, f"of {self.acknowledged} puts that were acknowledged, every byte is there", lost[:3])
        self.bench.step(f"read by one client, {loads[0].reads:.0f}/s")
        listed = self.ceph.operator.objects(owners.BUCKET)
        proven = set().union(*(pair.proven() for pair in self.pairs))
        gone = [name for name in proven if name not in listed]
        self.bench.check(proven and not gone, f"of {len(proven)} objects that devices read back, all are there",
                         gone[:3])

    def one(self):
        """Every pair is one, and has what its devices said they had written; so has who joins from the store alone."""
        turns = self.each("exchanged until both are one", Pair.settle)
        apart = [pair.name for pair, turn in zip(self.pairs, turns) if turn is None]
        self.bench.check(not apart, f"every pair has one state hash and nothing unsent, after {max(turns, default=0)} "
                         "exchanges of each at most" if not apart else "every pair is one", apart[:5])
        missing = self.each("looked for what was acknowledged",
                            lambda pair: [name for device in pair.devices for name in pair.missing(device)])
        self.texts = sum(len(pair.texts) for pair in self.pairs)
        self.bench.check(not any(missing), f"{self.texts} entries acknowledged, all of them on both devices",
                         [names for names in missing if names][:3])

        def joins(pair):
            late = Device(self.bench, f"{pair.owner}-{pair.name}-late")
            pair.join(late)
            return late.state == pair.devices[0].state and not pair.missing(late)

        step = max(1, len(self.pairs) // LATE)
        joined = self.each("joined from the store alone", joins, self.pairs[::step])
        self.bench.check(all(joined), f"{len(joined)} devices that join now have the same", joined)

    def scrub(self):
        """What the operator can know without a key, where the program has it."""
        help_ = self.bench.spawn([self.bench.program, "sync", "scrub", "--help"])
        if help_.code != 0 or "scrub" not in help_.out:
            self.bench.skip("sync scrub", "this program does not know it")
            return
        operator = self.ceph.operator
        self.bench.remote_of("operator", **owners.remote(operator.port, operator.access, operator.secret))
        found = self.bench.spawn([self.bench.program, "sync", "scrub", f"rclone:operator:{owners.BUCKET}"])
        self.bench.check(found.code == 0, "scrub finds nothing wrong in the bucket", found)

    def figures(self, alone, beside):
        """What Docs/Reliability.md publishes; nothing of a run that failed."""
        if self.bench.failed:
            return
        listed = self.ceph.operator.objects(owners.BUCKET)
        accounts = [self.account, self.cut_account]
        codes = dict(self.account.codes + self.cut_account.codes)
        edits = sum(one.edits for one in accounts)
        for line in [
            f"Ceph ready after {self.ceph.ready:.0f} s, {self.ceph.memory() / 1e6:.0f} MB at the end",
            f"the store alone: {alone.figures()}; {alone.reads:.0f} gets/s by one client; {self.polls:.0f} polls/s",
            f"{len(self.pairs)} diaries: {edits} edits in {self.lasted:.0f} s, {self.calls / self.lasted:.1f} calls of "
            f"rclone a second; exchanges by exit code: {codes}; {said(self.account.seconds)}",
            f"puts beside: {beside.figures()}",
            f"kept: {self.acknowledged} of {self.acknowledged} puts, {self.texts} of {self.texts} entries; "
            f"{len(listed)} objects of diaries, {sum(listed.values()) / 1e6:.1f} MB",
        ]:
            print(f"FIGURES: {line}", flush=True)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("program", nargs="?", default=os.path.join(ROOT, ".build-tests/release/diarylog"))
    words.add_argument("--diaries", type=int, default=200)
    words.add_argument("--seconds", type=int, default=120)
    words.add_argument("--workers", type=int, default=4, help="devices that write at a time")
    words.add_argument("--seed", type=int, default=2026)
    words.add_argument("--without", choices=["drills", "diaries"])
    words = words.parse_args()
    if not os.path.exists(words.program):
        sys.exit(f"error: no program at {words.program}; hint: swift build --product diarylog")
    # Asked to end, it ends what it started as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    bench = Bench(words.program)
    with contextlib.ExitStack() as stack:
        stack.callback(bench.clean)
        if not bench.lacks("the lab", "age", "rclone", *PROGRAMS):
            ceph = stack.enter_context(Ceph(bench))
            bench.step(f"Ceph is ready after {ceph.ready:.1f} s: a monitor, {STORES} storage daemons, a gateway")
            if words.without != "drills":
                drills.run(bench, ceph)
                costs.run(bench, ceph)
            if words.without != "diaries":
                Lab(bench, ceph, words).run()
    print(f"{bench.passed} passed, {bench.failed} failed, {bench.skipped} skipped")
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
