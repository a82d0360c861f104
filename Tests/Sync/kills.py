"""A device that is killed at any moment while it hears of a forgetting, one by one or while it watches, or while it
joins: what comes next ends it."""

import collections
import os
import shutil
import signal
import subprocess
import time

from bench import Device, files_in, read

TRIES = 200
GONE, KEPT = "thelaptopsaidthis", "onlythephonesaidthis"
NEXT = [["sync"], ["add", "what comes next"], ["engine", "compact"], ["backup"], ["draft", "list"]]


def killed(bench, device, words, seconds):
    """Runs a command and kills it and its children after a time; whether that met it alive."""
    process = subprocess.Popen(
        [bench.program, *words, "--diary", device.path], env=bench.environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(seconds)
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return process.wait() == -signal.SIGKILL


def replace(folder, by):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(by, folder)


def holds(folder, word):
    return [path for path in files_in(folder) if word.encode() in read(path)]


def begin(bench, name):
    """A device that has written thirty entries and put them."""
    bench.spawn([bench.program, "config", "set", "sync.auto", "no"])
    laptop, remote = Device(bench, f"{name}-laptop"), bench.path(f"{name}-remote")
    for number in range(30):
        laptop.add(f"entry {number} " + "words " * 50)
    laptop.do("sync", "init", remote, "--key", bench.key)
    return laptop, remote


def sync_killed(bench, device, remote, arrived, seconds):
    """Kills an exchange after a time; whether that met it alive."""
    return killed(bench, device, ["sync"], seconds)


def watch_ended(bench, device, remote, arrived, seconds):
    """Ends a device that watches, as a service is stopped, some time after the rest of a remote came to it."""
    device.start_watching()
    time.sleep(0.5)
    for path in arrived:
        shutil.copyfile(path, path.replace(remote + ".whole", remote))
    time.sleep(seconds)
    device.stop_watching()
    return True


def hearing(bench):
    hear(bench, "killed", sync_killed)


def watching(bench):
    hear(bench, "ended while it watches", watch_ended)


def hear(bench, how, end):
    with bench.case(f"a device is {how} {TRIES} times as it hears that an entry was forgotten"):
        name = "hearing-" + how.split()[0]
        laptop, remote = begin(bench, name)
        phone, backup = Device(bench, f"{name}-phone"), bench.path(f"{name}-backup")
        entry = laptop.add(f"The laptop said {GONE}.")
        laptop.do("sync")
        phone.run("sync", "join", remote, phone.path, "--key", bench.key)
        phone.do("edit", entry, "--text", f"Now {KEPT}.")
        replace(remote + ".before", remote)
        laptop.do("forget", entry, "--yes")
        laptop.do("sync")
        replace(remote + ".whole", remote)
        replace(phone.path + ".before", phone.path)
        arrived = [path for path in files_in(remote + ".whole")
                   if not os.path.exists(path.replace(remote + ".whole", remote + ".before"))]
        if end is sync_killed:
            replace(remote + ".before", remote)
        started = time.monotonic()
        phone.do("sync")
        whole = time.monotonic() - started
        hits, faults = 0, collections.Counter()
        for number in range(TRIES):
            for folder in [phone.path, remote]:
                replace(folder, folder + ".before")
            shutil.rmtree(backup, ignore_errors=True)
            hits += end(bench, phone, remote, arrived, whole * 1.1 * number / TRIES)
            words = NEXT[number % len(NEXT)]
            phone.do(*words, *([backup] if words == ["backup"] else []))
            phone.do("sync")
            if holds(phone.path, GONE):
                faults["words of the laptop in a file"] += 1
            drafts = phone.json("draft", "list")["drafts"]
            texts = [phone.do("draft", "show", draft["draft"]).out for draft in drafts]
            if sum(KEPT in text for text in texts) != 1:
                faults["what only the phone wrote is not in one draft"] += 1
        bench.check(not faults, f"{hits} of {TRIES} ends met it; no word is left in a file, and what only it had "
                    "written is in one draft", dict(faults))


def joining(bench):
    with bench.case(f"a join is killed {TRIES} times, and the same command goes on"):
        laptop, remote = begin(bench, "joining")
        phone = Device(bench, "joining-phone")
        words = ["sync", "join", remote, phone.path, "--key", bench.key]
        state = laptop.state
        started = time.monotonic()
        bench.spawn([bench.program, *words])
        whole = time.monotonic() - started
        hits, faults = 0, collections.Counter()
        for number in range(TRIES):
            shutil.rmtree(phone.path, ignore_errors=True)
            process = subprocess.Popen(
                [bench.program, *words], env=bench.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(whole * 1.1 * number / TRIES)
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            hits += process.wait() == -signal.SIGKILL
            again = bench.spawn([bench.program, *words])
            faults[f"the same command: {again}"] += again.code != 0
            faults["the diary takes no part"] += not os.path.exists(f"{phone.path}/sync/remote")
            faults["another state"] += again.code == 0 and phone.state != state
            faults["something is left beside it"] += os.path.exists(
                os.path.join(os.path.dirname(phone.path), f".{os.path.basename(phone.path)}.joining"))
        faults = +faults
        bench.check(not faults, f"{hits} of {TRIES} kills met it; the same command ends it", dict(faults))
