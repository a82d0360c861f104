"""kill -9: at every call to the system that a command makes, and at random moments of many writers."""

import json
import signal
import subprocess
import threading
import time

from commands import COMMANDS, state


def at_every_call(lab):
    """Kills each command before each of its calls; the next command must find the diary before or the one after."""
    first = lab.place("job0")
    tasks = [(command, number) for command in COMMANDS
             for number in range(1, sum(state(first, command).counts.values()) + 1)]
    if lab.short or lab.scale < 1:
        tasks = lab.chance("kills").sample(tasks, 80 if lab.short else max(150, int(len(tasks) * lab.scale)))

    def one(place, task):
        command, number = task
        known = state(place, command)
        what = f"{command.name}, killed at call {number}"
        place.restore(known.name)
        outcome = place.tampered(known.arguments, command.stdin, do="kill", n=number)
        if outcome.code != -signal.SIGKILL:
            return lab.lie(f"{what}: was not killed: {outcome}")
        now = place.log()
        made = known.before is None and now is not None and now.count(b"\n") == 1
        if now not in (known.before, known.after) and not made:
            lab.lie(f"{what}: neither the diary before nor the one after")
        if command.changes and outcome.out and now != known.after:
            lab.lie(f"{what}: said {outcome.out[:80]}, and it is not there")
        problem = place.proof()
        if problem:
            lab.lie(f"{what}: needs repair: {problem}")
        if command.arguments[0] == "backup":
            problem = place.backup_problem(bool(outcome.out), known.before, command.keeps)
            if problem:
                lab.lie(f"{what}: {problem}")
        if command.keeps:
            again = place.look(known.arguments)
            problem = f"{again}" if again.code else place.backup_problem(True, known.before, True)
            if problem or place.backups() != ["copy", "copy.1"]:
                lab.lie(f"{what}: the same again leaves {place.backups()}: {problem}")
        if command.mends:
            if place.donated() != known.donated:
                lab.lie(f"{what}: the damaged diary, or the donor, was written into")
            if now is None:
                again = place.look(known.arguments)
                if again.code != 0 or place.log() != known.after:
                    lab.lie(f"{what}: the same again does not mend it: {again}")
                if place.scratch():
                    lab.lie(f"{what}: {place.scratch()} is left behind")
        if command.exchanges:
            # The next exchange goes on, here and on the other device; then both are one diary.
            ends = [place.look(["sync"]), place.look(["sync", "--diary", "./other"]), place.look(["sync"])]
            hashes = {json.loads(place.look(["replay", "--json"] + words).out)["stateHash"]
                      for words in ([], ["--diary", "./other"])}
            if any(end.code for end in ends) or len(hashes) != 1:
                lab.lie(f"{what}: the next exchanges do not mend it: {ends}")
        again = place.look(["add", "and life goes on"])
        if again.code != 0:
            lab.lie(f"{what}: the next add fails: {again}")
        if place.scratch() and command.diary == "none":
            lab.lie(f"{what}: {place.scratch()} is left behind")

    lab.each(tasks, one)
    return f"{len(tasks)} kills at calls of {len(COMMANDS)} commands"


def at_random(lab):
    """Two writers and a rebuild are killed again and again; what they acknowledged must be there in the end."""
    rounds = lab.rounds(1500, 25)
    chance = lab.chance("moments")
    place = lab.place("moments")
    said, lock, written = [], threading.Lock(), [0]

    def one(number, moment, arguments):
        process = subprocess.Popen(
            [lab.program] + arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=place.environment({"DIARYLOG_SEED": f"{lab.seed}-{number}"}), cwd=place.path)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        out = process.communicate()[0].decode()
        with lock:
            if arguments[0] == "add" and len(out.strip()) == 32:
                said.append((out.strip(), arguments[1]))
            written[0] += process.returncode == 0

    place.run(["engine", "init"])
    usual = place.run(["add", "how long one takes"]).seconds
    for number in range(rounds):
        threads = []
        for side in range(2):
            text = f"round {number} side {side}"
            arguments = ["engine", "rebuild"] if chance.random() < 0.1 else ["add", text]
            threads.append(threading.Thread(
                target=one, args=(f"{number}{side}", chance.uniform(0, 2 * usual), arguments)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if number % 100 == 99 and place.proof():
            lab.lie(f"after round {number}: needs repair: {place.proof()}")
    texts = {}
    outcome = place.look(["export", "--jsonl"])
    for line in outcome.out.decode().splitlines():
        entry = json.loads(line)
        texts.setdefault(entry["id"], []).append(entry["text"])
    for entry, text in said:
        if texts.get(entry) != [text]:
            lab.lie(f"acknowledged and lost, or torn: {entry} {text} {texts.get(entry)}")
    problem = place.proof() or (None if outcome.code == 0 else f"{outcome}")
    if problem:
        lab.lie(f"needs repair: {problem}")
    return f"{rounds * 2} kills at random moments, {len(said)} entries acknowledged, {len(texts)} there"


def run(lab):
    return at_every_call(lab) + "; " + at_random(lab)
