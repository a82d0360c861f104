"""Whole processes, from their start to their end: what each command takes, writes, waits for and holds in memory."""

import os
import shutil
import subprocess
import tempfile
import time

from measure import spread, timed, weight, written
from memory import peak
from programs import Git, Jrnl, Ours
from prose import Diary
from sqlite_program import SQLite
from steps import say
from waits import barriers

PROGRAMS = [Ours, SQLite, Jrnl, Git]
LONGEST = 6  # Seconds that a command's rounds may take; what takes longer is run once.
WORDS = {"add": ["a new entry"], "edit": ["other words"], "search": ["커피"]}


def places(options, python):
    """Where each program is; None where it is not."""
    jrnl = os.path.join(os.path.dirname(python), "jrnl")
    return {"diarylog": os.path.join(options.programs, "diarylog"), "sqlite3": shutil.which("sqlite3"),
            "git": shutil.which("git"), "jrnl": jrnl if os.path.exists(jrnl) else shutil.which("jrnl")}


def filled(kind, program, folder, diary):
    """A diary that has been imported, and what that took: nanoseconds an entry, and memory."""
    peer = kind(os.path.join(folder, kind.name), program)
    peer.prepare(diary)
    taken = peak(peer.load(), peer.environment, peer.folder, peer.source)
    if taken:
        took, memory = taken.time, [taken.whole, taken.own]
    else:
        say("the kernel lets no process look at another: there are no figures of memory")
        memory = None
        with open(peer.source) as source:
            took = timed(lambda _: subprocess.run(
                peer.load(), env=peer.environment, cwd=peer.folder, stdin=source, check=True, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL), [0])[0]
    peer.finish(diary)
    return peer, took, memory


def peers(known, kinds, folder, diary):
    for kind in kinds:
        if not known[kind.name]:
            say(f"skipped: {kind.name} is not installed")
            continue
        try:
            yield filled(kind, known[kind.name], folder, diary)
        except (RuntimeError, OSError) as problem:
            say(f"skipped: {kind.name}: {problem}")


def programs(known, size, parent):
    """Each command again and again, in turn, so that a slow moment of the machine is everybody's."""
    diary, found = Diary(size), {}
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        all = []
        for peer, took, memory in peers(known, PROGRAMS, folder, diary):
            all.append(peer)
            found[peer.name] = {"promise": peer.promise, "weight": weight(peer.folder) // size, "import": took // size,
                                "memory": {"import": memory}}
        for name in Ours.everyday:
            rounds(name, all, found, 40 if size <= 2_000 else 12)
        for peer in all:
            row = found[peer.name]
            row["memory"].update(memories(peer))
            row["bytes"] = bytes_of_adds(peer)
            row["barriers"] = barriers(peer.add("the barriers of one add"), peer.environment, peer.folder)
    return found


def rounds(name, all, found, most):
    times, spent = {peer.name: [] for peer in all}, dict.fromkeys((peer.name for peer in all), 0)
    for number in range(most):
        for peer in all:
            make = getattr(peer, name)
            if not make or spent[peer.name] > LONGEST * 1e9:
                continue
            words = make(*([f"a new entry, number {number}"] if name == "add" else WORDS.get(name, [])))
            took = timed(lambda _: peer.run(words), [0])[0]
            times[peer.name].append(took)
            spent[peer.name] += took
    for peer in all:
        found[peer.name][name] = spread(times[peer.name])


def bytes_of_adds(peer):
    """The mean of sixteen, since ours moves the tail of its log with each sixteenth; of fewer where they are slow."""
    before, start = written(), time.monotonic()
    for number in range(16):
        peer.run(peer.add(f"the bytes of an add, number {number}"))
        if time.monotonic() - start > LONGEST:
            break
    return (written() - before) // (number + 1)


def memories(peer):
    """The most memory of each command: all that was resident, and the program's own part; bytes."""
    found = {}
    for name in peer.everyday + peer.more:
        make = getattr(peer, name)
        try:
            taken = make and peak(make(*WORDS.get(name, [])), peer.environment, peer.folder)
        except RuntimeError as problem:
            taken = None
            say(f"{peer.name} cannot {name}: {problem}")
        found[name] = [taken.whole, taken.own] if taken else None
    return found


def large(known, size, parent):
    """Memory alone, of ours and SQLite's, in a diary of many entries."""
    diary, found = Diary(size), {}
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        for peer, took, memory in peers(known, [Ours, SQLite], folder, diary):
            found[peer.name] = {"import": took // size, "memory": dict({"import": memory}, **memories(peer))}
            shutil.rmtree(peer.folder)
    return found
