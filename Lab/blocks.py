"""Power cuts below a diary that is locked for the first time, opened, written to and locked again: on the blocks of a
real ext4.

Below its loop device lies a file system of one file, spoken here (FUSE), which writes down what the disk is told and
where it is told to flush. An image is all that came up to the last flush before the cut, and of what came after it any
part: by sectors, by blocks or by whole writes. ext4 plays its journal when the image is mounted. It takes what
`locks` takes, and /dev/fuse.
"""

import ctypes
import errno
import os
import signal
import stat
import struct
import tempfile
import time

from disk import HEAD, records
from locks import LockableDisk
from power import arguments

LARGEST = 1 << 17
LOOKUP, FORGET, GETATTR, SETATTR, OPEN, READ, WRITE, STATFS, RELEASE, FSYNC, FLUSH, INIT, DESTROY, INTERRUPT, FORGETS = \
    1, 2, 3, 4, 14, 15, 16, 17, 18, 20, 25, 26, 38, 36, 42
LOCK, UNLOCK = ["lock"], ["unlock"]


def attributes(node, size):
    mode, size = (stat.S_IFDIR | 0o700, 0) if node == 1 else (stat.S_IFREG | 0o600, size)
    return struct.pack("<6Q10I", node, size, size // 512, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)


def serve(fuse, image, journal):
    """Answers the kernel until it unmounts: there is one file, `disk`."""
    size = os.fstat(image).st_size
    while True:
        try:
            asked = os.read(fuse, LARGEST + 4096)
        except OSError as problem:
            if problem.errno in (errno.EINTR, errno.ENOENT):
                continue
            return
        (op, unique, node), body = struct.unpack_from("<4xIQQ", asked), asked[40:]
        answer, code = b"", 0
        if op in (FORGET, FORGETS, INTERRUPT):
            continue
        if op == INIT:
            answer = struct.pack("<4I2H2I2HI28x", 7, 31, LARGEST, 1 << 5, 12, 9, LARGEST, 1, 32, 0, 0)
        elif op == LOOKUP and body == b"disk\0":
            answer = struct.pack("<4Q2I", 2, 0, 3600, 3600, 0, 0) + attributes(2, size)
        elif op == LOOKUP:
            code = errno.ENOENT
        elif op in (GETATTR, SETATTR):
            answer = struct.pack("<QII", 3600, 0, 0) + attributes(node, size)
        elif op == OPEN:
            answer = bytes(16)
        elif op == READ:
            offset, count = struct.unpack_from("<8xQI", body)
            answer = os.pread(image, count, offset)
        elif op == WRITE:
            offset, count = struct.unpack_from("<8xQI", body)
            os.pwrite(image, body[40:40 + count], offset)
            os.write(journal, HEAD.pack(ord("W"), 0, offset, 0, count) + body[40:40 + count])
            answer = struct.pack("<II", count, 0)
        elif op == FSYNC:
            os.write(journal, HEAD.pack(ord("Y"), 0, 0, 0, 0))
        elif op == STATFS:
            answer = struct.pack("<5Q4I24x", size // 4096, 0, 0, 1, 0, 4096, 255, 4096, 0)
        elif op not in (RELEASE, FLUSH, DESTROY):
            code = errno.ENOSYS
        os.write(fuse, struct.pack("<IiQ", 16 + len(answer), -code, unique) + answer)


class Recorder:
    """An image as a file that is watched; `finish` ends that."""

    def __init__(self, image, path, journal):
        os.makedirs(path)
        self.path, self.file = path, os.path.join(path, "disk")
        fuse = os.open("/dev/fuse", os.O_RDWR)
        with open(image, "r+b") as file, open(journal, "wb", buffering=0) as out:
            how = f"fd={fuse},rootmode=40000,user_id=0,group_id=0".encode()
            # The one who answers is a process of its own: this one stands still while it starts others.
            if ctypes.CDLL(None, use_errno=True).mount(b"recorder", path.encode(), b"fuse", 0, how) != 0:
                raise OSError(ctypes.get_errno(), "mount")
            self.pid = os.fork()
            if self.pid == 0:
                try:
                    serve(fuse, file.fileno(), out.fileno())
                finally:
                    os._exit(0)
        os.close(fuse)

    def finish(self):
        LockableDisk.sh("umount", self.path) or LockableDisk.sh("umount", "-l", self.path)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def script(short):
    adds = lambda words, count: [["add", f"{words} {number}"] for number in range(count)]
    commands = [["engine", "init"]] + adds("in clear", 3) + [["files", "add", "@1", "picture"], LOCK, UNLOCK]
    commands += adds("day", 4 if short else 18) + [["edit", "@2", "--text", "written anew"], ["undo"], ["long"]]
    if not short:
        commands += [["import"], ["engine", "rebuild"]] + adds("late", 10) + [["files", "add", "@2", "picture"]]
    commands += [["backup", "copy"], ["engine", "compact"]] + adds("after it", 3)
    commands += [["forget"]] + adds("after that", 2) + [LOCK, UNLOCK] + adds("in the end", 2)
    return commands


def record(lab, disk, commands):
    """Runs the commands; returns the disk as it was, its records, the log after each command, and where each ended."""
    with open(disk.image, "rb") as file:
        base = file.read()
    journal = os.path.join(lab.folder, "blocks.journal")
    recorder = Recorder(disk.image, os.path.join(lab.folder, "below"), journal)
    try:
        if not disk.mount(recorder.file):
            raise SystemExit("error: what is recorded cannot be mounted")
        place = disk.place
        os.makedirs(place.path, exist_ok=True)
        with open(os.path.join(place.path, "picture"), "wb") as file:
            file.write(lab.chance("picture").randbytes(30_000))
        disk.sh("sync", "-f", place.path)
        logs, ends, pauses = [None], [os.path.getsize(journal)], lab.chance("pauses")
        for number, command in enumerate(commands):
            words, stdin = arguments(command)
            if command == ["forget"]:
                words = ["forget", place.look(["list", "--limit", "1"]).out.decode().split()[0], "--yes"]
            at = {"DIARYLOG_NOW": f"2026-02-{number // 24 + 1:02d}T{number % 24:02d}:00:00Z"}
            outcome = disk.lock() if command == LOCK else place.run(words, stdin, {**at, **disk.age})
            if outcome.code:
                raise SystemExit(f"error: {command} fails when it is recorded: {outcome}")
            ends.append(os.path.getsize(journal))
            # What ext4 writes by itself comes each second.
            time.sleep(0 if lab.short else pauses.random())
            logs.append(logs[-1] if command == LOCK else place.log())
    finally:
        disk.unmount()
        recorder.finish()
    with open(journal, "rb") as file:
        data = file.read()
    return base, records(data), logs, [len(records(data[:end])) for end in ends]


def cuts(base, recorded, start, chance, count, honest):
    """Yields images with the number of records that came before each, spread over all from `start` on; of the flushes
    only each `honest`-th is one."""
    stable, pending, flushes = bytearray(base), [], 0
    owed, share, seen = 0.0, count / (len(recorded) - start), set()
    for number, (op, _, offset, _, data) in enumerate(recorded):
        if op == "W":
            pending.append((offset, data))
        else:
            flushes += 1
            if flushes % honest == 0:
                for at, part in pending:
                    stable[at:at + len(part)] = part
                pending = []
        owed += share if number >= start else 0
        while owed >= 1:
            owed -= 1
            mood, grain = chance.choice([0, 0.2, 0.5, 0.8, 1]), chance.choice([512, 4096, LARGEST])
            kept = [(at + inner, part[inner:inner + grain]) for at, part in pending
                    for inner in range(0, len(part), grain) if chance.random() < mood]
            mark = (flushes // honest, tuple((at, len(part)) for at, part in kept), len(pending) if kept else 0)
            if mark not in seen:
                seen.add(mark)
                image = bytearray(stable)
                for at, part in kept:
                    image[at:at + len(part)] = part
                yield image, number + 1


def judge(disk, image, allowed, backup, is_locking):
    """What is wrong with an image; None if nothing."""
    # A file of its own: of one that is still mounted elsewhere, in a container say, the kernel would show the old one.
    with tempfile.NamedTemporaryFile(dir=disk.lab.folder) as file:
        file.write(image)
        file.flush()
        if not disk.mount(file.name):
            return "ext4 refuses it"
        try:
            return judge_mounted(disk, allowed, backup, is_locking)
        except OSError as problem:
            # ext4 mounts what it later refuses to read: "Structure needs cleaning".
            return f"a file cannot be read: {problem}"
        finally:
            disk.unmount()


def judge_mounted(disk, allowed, backup, is_locking):
    place, opened = disk.place, disk.unlock()
    if opened.code == 2 and None in allowed:
        return None
    log = place.log() if opened.code == 0 else f"{opened}".encode()
    if log not in allowed:
        said = [(each or b"").count(b"\n") for each in allowed]
        return f"{(log or b'').count(bytes([10]))} events are there, and {said} were said: {(log or b'')[:160]}"
    problem = place.proof() or (place.backup_problem(True, backup) if backup else None)
    if problem:
        return problem
    added = place.look(["add", "and life goes on"])
    if added.code or ".diary.changing" in disk.beside():
        return f"the next add leaves {disk.beside()}: {added}"
    again = disk.lock() if is_locking else None
    return f"the same lock again leaves {disk.beside()}: {again}" if again and again.code else None


def simulate(lab, disk, recording, commands, count, honest=1):
    """How many different images there were, and what was wrong."""
    base, recorded, logs, ends = recording
    copied = commands.index(["backup", "copy"]) + 1
    looked, wrong = 0, []
    for image, number in cuts(base, recorded, ends[0], lab.chance(f"blocks {honest}"), count, honest):
        least = max(index for index, end in enumerate(ends) if end <= number)
        most = next((index for index, end in enumerate(ends) if number < end), len(ends) - 1)
        allowed, backup = logs[least:most + 1], logs[copied] if least >= copied else None
        problem = judge(disk, image, allowed, backup, commands[most - 1] == LOCK)
        looked += 1
        if problem:
            wrong.append(f"cut after record {number}, in {commands[most - 1]}: {problem}")
    return looked, wrong


def run(lab):
    disk = LockableDisk(lab, "blocks")
    if not os.path.exists("/dev/fuse"):
        print("  skipped: there is no /dev/fuse")
        return "not tried"
    if not disk.make():
        return "not tried"
    disk.unmount()
    commands = script(lab.short)
    recording = record(lab, disk, commands)
    looked, wrong = simulate(lab, disk, recording, commands, lab.rounds(400, 24))
    for words in wrong:
        lab.lie(words)
    # The simulator must bite: where most flushes are none, it must find something.
    lost, found = simulate(lab, disk, recording, commands, lab.rounds(60, 6), honest=40)
    if not found:
        lab.lie("the simulator does not bite: of 40 flushes one counted, and no image is wrong")
    flushes = sum(record[0] == "Y" for record in recording[1])
    return f"{looked} images of {len(recording[1]) - flushes} writes and {flushes} flushes, {len(wrong)} red; " \
        f"where each 40th flush counts {len(found)} of {lost} red"
