"""Random commands, faults and kills between and in them, held against a model of a diary after each."""

import errno
import json
import signal

from bench import CALLS


class Model:
    """What the diary must hold: the text of each entry, and those that are deleted."""

    def __init__(self):
        self.living, self.deleted, self.done = {}, {}, []

    def copy(self):
        other = Model()
        other.living, other.deleted = dict(self.living), dict(self.deleted)
        return other


def command(chance, model, number):
    """A command, and what it makes of the model; the id of a new entry is not known before."""
    kind = chance.choice(["add", "add", "add", "edit", "delete", "restore"])
    text = f"text {number} " + "and so on " * chance.choice([0, 1, 50, 2000])
    after = model.copy()
    if kind == "edit" and model.living:
        entry = chance.choice(sorted(model.living))
        after.living[entry] = text
        return ["edit", entry, "--text", text], after
    if kind == "delete" and len(model.living) > 3:
        entry = chance.choice(sorted(model.living))
        after.deleted[entry] = after.living.pop(entry)
        return ["delete", entry, "--yes"], after
    if kind == "restore" and model.deleted:
        entry = chance.choice(sorted(model.deleted))
        after.living[entry] = after.deleted.pop(entry)
        return ["restore", entry], after
    after.living["new"] = text
    return ["add", text], after


def held(place):
    outcome = place.look(["export", "--jsonl"])
    if outcome.code != 0:
        return f"{outcome}"
    found = {}
    for line in outcome.out.splitlines():
        entry = json.loads(line)
        found[entry["id"]] = entry["text"]
    return found


def one_diary(lab, place, number, length):
    chance = lab.chance(f"model {number}")
    place.clear()
    place.run(["engine", "init"])
    model, faults = Model(), 0
    for step in range(length):
        arguments, after = command(chance, model, step)
        seed = {"DIARYLOG_SEED": f"{lab.seed}-{number}-{step}"}
        what = f"diary {number} step {step} {arguments[0]}"
        if chance.random() < 0.6:
            faults += 1
            how = dict(LAB_CLASS=chance.choice(CALLS), LAB_AT=str(chance.randint(1, 12)), LAB_DO="fail",
                       LAB_ON=chance.choice("01"), LAB_CODE=str(chance.choice([errno.EIO, errno.ENOSPC])))
            if chance.random() < 0.4:
                how = dict(LAB_DO="kill", LAB_AT=str(chance.randint(1, 90)))
            outcome = place.run(arguments, more={**seed, **how, "LD_PRELOAD": lab.preload})
        else:
            outcome = place.run(arguments, more=seed)
            if outcome.code != 0:
                lab.lie(f"{what}: fails by itself: {outcome}")
        found = held(place)
        if isinstance(found, str):
            lab.lie(f"{what}: {found}")
            return step, faults
        if "new" in after.living:
            fresh = [entry for entry in found if entry not in model.living and entry not in model.deleted]
            text = after.living.pop("new")
            if len(fresh) == 1:
                after.living[fresh[0]] = text
        kept = found == after.living and after.living != model.living
        if not kept and found != model.living:
            lab.lie(f"{what}: neither before nor after: {outcome}")
            return step, faults
        if outcome.code == 0 and not kept and after.living != model.living:
            lab.lie(f"{what}: exit 0, and not written")
        if outcome.died or outcome.hung or (outcome.code == -signal.SIGKILL and "LAB_DO" not in str(outcome) and
                                            outcome.out and not kept):
            lab.lie(f"{what}: {outcome}")
        if kept:
            model = after
    if place.proof():
        lab.lie(f"diary {number}: {place.proof()}")
    return length, faults


def run(lab):
    diaries = lab.rounds(40, 3)
    length = 25 if lab.short else 60
    results = lab.each(range(diaries), lambda place, number: one_diary(lab, place, number, length))
    steps, faults = (sum(column) for column in zip(*results))
    return f"{steps} commands in {diaries} diaries, {faults} of them with a fault or a kill"
