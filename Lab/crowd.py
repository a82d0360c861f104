"""Two writers and eight readers at once; one reader is stopped for a while, one of each is killed again and again."""

import json
import os
import random
import signal
import subprocess
import threading
import time


def run(lab):
    place = lab.place("crowd")
    place.run(["engine", "init"])
    seconds = max(3, lab.rounds(60, 4))
    end = time.monotonic() + seconds
    said, reads, lock = [], [0], threading.Lock()
    file = os.path.join(place.diary, "log-000001.mdb")

    def environment(seed):
        known = place.environment({"DIARYLOG_SEED": seed, "DIARYLOG_PATIENCE": "30000"})
        del known["DIARYLOG_NOW"]
        return known

    def writer(side, chance):
        number = 0
        while time.monotonic() < end:
            number += 1
            text = f"side {side} number {number}"
            process = subprocess.Popen(
                [lab.program, "add", text], env=environment(f"{lab.seed}-{side}-{number}"), stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if side == 1 and chance.random() < 0.3:
                time.sleep(chance.uniform(0, 0.1))
                process.kill()
            out, err = process.communicate()
            with lock:
                if len(out.strip()) == 32:
                    said.append((out.decode().strip(), text))
                elif process.returncode != -signal.SIGKILL:
                    lab.lie(f"a writer failed: {process.returncode} {err}")

    def reader(side, chance):
        seen = 0
        while time.monotonic() < end:
            process = subprocess.Popen(
                [lab.program, "export", "--jsonl"], env=environment("r"), stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if side == 0 and chance.random() < 0.5:
                time.sleep(chance.uniform(0, 0.1))
                process.send_signal(signal.SIGSTOP)
                time.sleep(chance.uniform(0.2, 1.5))
                process.send_signal(signal.SIGCONT)
            if side == 1 and chance.random() < 0.5:
                time.sleep(chance.uniform(0, 0.1))
                process.kill()
            out, err = process.communicate()
            if process.returncode == -signal.SIGKILL:
                continue
            entries = out.count(b"\n")
            with lock:
                reads[0] += 1
                if process.returncode != 0:
                    lab.lie(f"a reader failed: {process.returncode} {err}")
                if entries < seen:
                    lab.lie(f"a reader saw {entries} entries after {seen}")
            seen = entries

    threads = [threading.Thread(target=writer, args=(side, random.Random(f"{lab.seed}w{side}"))) for side in range(2)]
    threads += [threading.Thread(target=reader, args=(side, random.Random(f"{lab.seed}r{side}"))) for side in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    texts = {}
    for line in place.look(["export", "--jsonl"]).out.splitlines():
        entry = json.loads(line)
        texts.setdefault(entry["text"], []).append(entry["id"])
    lost = [text for entry, text in said if entry not in texts.get(text, [])]
    doubled = [text for text, ids in texts.items() if len(ids) > 1]
    for text in lost:
        lab.lie(f"acknowledged and lost: {text}")
    for text in doubled:
        lab.lie(f"doubled: {text}")
    if place.proof():
        lab.lie(f"needs repair: {place.proof()}")
    return f"{seconds} s, {len(said)} entries acknowledged, {reads[0]} whole reads, {len(lost)} lost, " \
        f"{len(doubled)} doubled; {standing(lab, place, file)}"


def standing(lab, place, file):
    """A reader that stands still: how the file grows meanwhile, and what it costs to get over its death."""
    adds = lab.rounds(100, 20)

    def growth(text):
        """Bytes by which the file grows with each add, and the median time of one."""
        size, times = os.path.getsize(file), []
        for number in range(adds):
            outcome = place.run(["add", f"{text} {number}"], more={"DIARYLOG_SEED": f"{text} {number}"})
            times.append(outcome.seconds)
            if outcome.code != 0:
                lab.lie(f"an add beside a standing reader: {outcome}")
        return (os.path.getsize(file) - size) / adds, sorted(times)[adds // 2]

    rows = "".join(json.dumps({"text": f"to be read {n}", "date": "2025-01-01"}) + "\n" for n in range(2000))
    place.run(["import", "-"], rows.encode())
    before, usual = growth("alone")
    reader = stopped(place)
    if not reader:
        return lab.lie("no reader could be stopped while it reads, or verify does not name it")
    beside, _ = growth("beside")
    if f"reader\t{reader.pid}\t{adds}" not in place.look(["verify"]).out.decode():
        lab.lie(f"verify does not say that the reader {reader.pid} is {adds} commits behind")
    reader.kill()
    reader.wait()
    # A reader that was killed holds its place until the next opening looks: the first run after it heals.
    first = place.run(["add", "the first after it"])
    after, _ = growth("after")
    if first.code != 0 or f"reader\t{reader.pid}" in place.look(["verify"]).out.decode():
        lab.lie(f"a dead reader is not forgotten: {first}")
    return f"the file grows by {before / 1024:.1f} KiB an add, beside a standing reader by {beside / 1024:.1f}, after " \
        f"its death by {after / 1024:.1f}; an add takes {usual * 1000:.0f} ms, the first after its death " \
        f"{first.seconds * 1000:.0f}"


def stopped(place):
    """A process that was stopped while it reads, which `verify` then names; None if that never comes about."""
    started = time.monotonic()
    place.look(["verify", "--deep"])
    took = time.monotonic() - started
    for attempt in range(40):
        reader = subprocess.Popen([place.lab.program, "verify", "--deep"], env=place.environment({}),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # All over the time that it takes on this machine, whatever that is.
        time.sleep(took * (attempt * 7 % 40 + 1) / 42)
        reader.send_signal(signal.SIGSTOP)
        if f"reader\t{reader.pid}\t0" in place.look(["verify"]).out.decode():
            return reader
        reader.kill()
        reader.wait()
    return None
