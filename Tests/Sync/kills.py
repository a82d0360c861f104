"""A device that forgets an entry, hears that one was forgotten, or joins, killed at calls to the system that are spread
over all that it makes; and one that is ended while it watches. What comes next ends it."""

import collections
import os
import shutil
import signal
import struct
import subprocess
import time

from bench import ROOT, Device, Failure, files_in, objects, opened, read, words_of

TRIES = 200
# Where preload.c counts it.
RENAME = 9
GONE, KEPT = "thelaptopsaidthis", "onlythephonesaidthis"
NEXT = [["sync"], ["add", "what comes next"], ["engine", "compact"], ["backup"], ["draft", "list"]]


def at_calls(bench, words, lay_out):
    """Runs a command again and again, each time on what is laid out anew, and kills it at a call to the system: at each
    that gives something its name, and at others that are spread over all. Gives the number of the try after each. A
    kill that comes when it has ended is no kill, and a failure."""
    preload, counters = bench.path("preload.so"), bench.path("counters")
    if not os.path.exists(preload):
        compiler = shutil.which("cc") or shutil.which("clang")
        source = os.path.join(ROOT, "Lab/preload.c")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", preload, source, "-ldl"], check=True)

    def run(**lab):
        lay_out()
        return bench.spawn([bench.program, *words], more={"LD_PRELOAD": preload} | lab)

    whole = run(LAB_DO="count", LAB_FILE=counters)
    counts = struct.unpack("17Q", read(counters))
    calls, renames = sum(counts), counts[RENAME]
    os.remove(counters)
    if whole.code != 0 or calls < TRIES / 2:
        raise Failure(f"{' '.join(words)} makes {calls} calls, and ends so: {whole}")
    rest = TRIES - renames
    moments = [("rename", call) for call in range(1, renames + 1)]
    moments += [("all", 1 + number * (calls - 1) // (rest - 1)) for number in range(rest)]
    for number, (kind, call) in enumerate(moments):
        killed = run(LAB_DO="kill", LAB_CLASS=kind, LAB_AT=str(call))
        if killed.code != -signal.SIGKILL:
            raise Failure(f"{' '.join(words)} was not killed at call {call} ({kind}) of {calls}: {killed}")
        yield number
    bench.step(f"killed at {renames} renames and {rest} of all {calls} calls")


def replace(folder, by):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(by, folder)


def keep(*folders):
    """Notes what folders are like; gives what makes them so again."""
    for folder in folders:
        replace(folder + "-kept", folder)
    return lambda: [replace(folder, folder + "-kept") for folder in folders]


def holds(folder, word):
    return [path for path in files_in(folder) if word.encode() in read(path)]


def go_on(bench, device, number):
    """The next command, another one each time, and an exchange."""
    words, backup = NEXT[number % len(NEXT)], device.path + "-backup"
    shutil.rmtree(backup, ignore_errors=True)
    device.do(*words, *([backup] if words == ["backup"] else []))
    device.do("sync")


def begin(bench, name):
    """A device that has written thirty entries and put them."""
    bench.spawn([bench.program, "config", "set", "sync.auto", "no"])
    laptop, remote = Device(bench, f"{name}-laptop"), bench.path(f"{name}-remote")
    for number in range(30):
        laptop.add(f"entry {number} " + "words " * 50)
    laptop.do("sync", "init", remote, "--key", bench.key)
    return laptop, remote


def forgetting(bench):
    with bench.case(f"a device is killed {TRIES} times as it forgets an entry"):
        laptop, remote = begin(bench, "forgetting")
        picture = bench.path("forgetting-picture")
        with open(picture, "w") as file:
            file.write(f"A picture of {GONE}.")
        entry = laptop.add(f"The laptop said {GONE}.", "--attach", picture)
        laptop.do("edit", entry, "--text", f"It said {GONE} again.")
        late = laptop.run("edit", entry, "--text", f"Too late: {GONE}.", "--expect", "v1", "--draft")
        bench.check(late.code == 3, "there is a draft of it as well", late)
        laptop.do("sync")
        faults, ends = collections.Counter(), collections.Counter()
        words = ["forget", entry, "--yes", "--diary", laptop.path]
        for number in at_calls(bench, words, keep(laptop.path, remote)):
            go_on(bench, laptop, number)
            begun = GONE not in laptop.do("show", entry).out
            ends[begun] += 1
            if not begun:
                # Bytes of the attached file are proven by verify, before it is forgotten after all.
                faults["it lost what it had not yet forgotten"] += (
                    laptop.do("show", entry).out != f"It said {GONE} again." or laptop.run("verify", "--deep").code != 0
                    or len(laptop.json("draft", "list")["drafts"]) != 1)
                laptop.do("forget", entry, "--yes")
                laptop.do("sync")
            faults["words in a file"] += bool(holds(laptop.path, GONE))
            sealed = b"".join(words_of(opened(bench, path)) for path in objects(remote))
            faults["words on the remote"] += GONE.encode() in sealed or bool(files_in(remote + "/files"))
            faults["not sound"] += laptop.run("verify", "--deep").code != 0
        faults = +faults
        bench.check(not faults, f"all {TRIES} met it, {ends[True]} of them once it was in the log; no word is left in a "
                    "file or on the remote, and what was not forgotten yet is whole", dict(faults))


def hearing(bench):
    with bench.case(f"a device is killed {TRIES} times as it hears that an entry was forgotten"):
        phone, remote, _ = news(bench, "hearing")
        faults = collections.Counter()
        for number in at_calls(bench, ["sync", "--diary", phone.path], keep(phone.path, remote)):
            faults += heard(bench, phone, number)
        bench.check(not faults, f"all {TRIES} met it; no word is left in a file, and what only it had written is in one "
                    "draft", dict(faults))


def watching(bench):
    with bench.case(f"a device is ended {TRIES} times while it watches and hears that an entry was forgotten"):
        phone, remote, arrived = news(bench, "watching")
        replace(remote + ".whole", remote)
        for path in arrived:
            os.remove(path)
        lay_out, faults = keep(phone.path, remote), collections.Counter()
        for number in range(TRIES):
            lay_out()
            phone.start_watching()
            time.sleep(0.5)
            for path in arrived:
                shutil.copyfile(path.replace(remote, remote + ".whole"), path)
            time.sleep(0.3 * number / TRIES)
            phone.stop_watching()
            faults += heard(bench, phone, number)
        bench.check(not faults, "no word is left in a file, and what only it had written is in one draft", dict(faults))


def news(bench, name):
    """A phone that has written of an entry which the laptop forgets; the remote, and what came there with that."""
    laptop, remote = begin(bench, name)
    phone = Device(bench, f"{name}-phone")
    entry = laptop.add(f"The laptop said {GONE}.")
    laptop.do("sync")
    phone.run("sync", "join", remote, phone.path, "--key", bench.key)
    phone.do("edit", entry, "--text", f"Now {KEPT}.")
    before = files_in(remote)
    laptop.do("forget", entry, "--yes")
    laptop.do("sync")
    return phone, remote, [path for path in files_in(remote) if path not in before]


def heard(bench, phone, number):
    """Goes on; what is wrong then."""
    go_on(bench, phone, number)
    texts = [phone.do("draft", "show", draft["draft"]).out for draft in phone.json("draft", "list")["drafts"]]
    return +collections.Counter({
        "words of the laptop in a file": bool(holds(phone.path, GONE)),
        "what only the phone wrote is not in one draft": sum(KEPT in text for text in texts) != 1})


def bringing(bench):
    with bench.case(f"a join that brings a diary in is killed {TRIES} times: nobody sees an empty one, and it goes on"):
        laptop, remote = begin(bench, "bringing")
        tablet = Device(bench, "bringing-tablet")
        tablet.add(f"The tablet said {KEPT}.")
        together = os.path.join(bench.folder, f".{os.path.basename(tablet.path)}.together")
        words = ["sync", "join", remote, "--into", "--key", bench.key, "--diary", tablet.path]
        renewed, faults, refused = keep(tablet.path, laptop.path, remote), collections.Counter(), 0

        def lay_out():
            renewed()
            for folder in [together, tablet.path + ".before"]:
                shutil.rmtree(folder, ignore_errors=True)

        for _ in at_calls(bench, words, lay_out):
            added = tablet.run("add", "what comes next")
            refused += added.code != 0
            faults[f"no way is named: {added}"] += added.code != 0 and "--into ends it" not in added.err
            faults["an empty diary"] += added.code == 0 and KEPT not in tablet.do("list").out
            again = bench.spawn([bench.program, *words])
            faults[f"the same command: {again}"] += again.code != 0
            laptop.do("sync")
            faults["two states"] += laptop.state != tablet.state
            there = laptop.do("list").out
            faults["lost"] += KEPT not in there or added.code == 0 and "what comes next" not in there
            faults["something is left beside it"] += os.path.exists(together)
        faults = +faults
        bench.check(not faults, f"all {TRIES} met it; {refused} adds were refused, with what ends it; both are one diary "
                    "then", dict(faults))


def joining(bench):
    with bench.case(f"a join is killed {TRIES} times, and the same command goes on"):
        laptop, remote = begin(bench, "joining")
        phone = Device(bench, "joining-phone")
        beside = os.path.join(bench.folder, f".{os.path.basename(phone.path)}.joining")
        words = ["sync", "join", remote, phone.path, "--key", bench.key]
        renewed, state, faults = keep(remote), laptop.state, collections.Counter()

        def lay_out():
            renewed()
            for folder in [phone.path, beside]:
                shutil.rmtree(folder, ignore_errors=True)

        for _ in at_calls(bench, words, lay_out):
            again = bench.spawn([bench.program, *words])
            faults[f"the same command: {again}"] += again.code != 0
            faults["the diary takes no part"] += not os.path.exists(f"{phone.path}/sync/remote")
            faults["another state"] += again.code == 0 and phone.state != state
            faults["something is left beside it"] += os.path.exists(beside)
        faults = +faults
        bench.check(not faults, f"all {TRIES} met it; the same command ends it", dict(faults))
