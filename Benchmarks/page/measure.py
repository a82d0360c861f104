"""What a thing takes that is done again and again: median, 99th percentile, worst, in nanoseconds."""

import os
import re
import subprocess
import time


def spread(times):
    ordered = sorted(times)
    if not ordered:
        return None
    at = lambda share: ordered[min(len(ordered) - 1, int(len(ordered) * share))]
    return [at(0.5), at(0.99), ordered[-1]]


def timed(work, inputs):
    """Does the work with each of the inputs."""
    times = []
    for value in inputs:
        start = time.perf_counter_ns()
        work(value)
        times.append(time.perf_counter_ns() - start)
    return spread(times)


def written():
    """Bytes that this process and the children that it waited for have handed to the system."""
    with open("/proc/self/io") as file:
        return int(next(line for line in file if line.startswith("wchar")).split()[1])


def weight(path):
    """The bytes of a file or folder, as the disk has them."""
    if os.path.isfile(path):
        return os.stat(path).st_blocks * 512
    return sum(os.stat(os.path.join(folder, name)).st_blocks * 512
               for folder, _, names in os.walk(path) for name in names)


def barriers(words, environment, folder):
    """How often a command waits for the disk, by strace: calls that sync, and writes to files that are opened so that
    each write is one. None where there is no strace."""
    try:
        run = subprocess.run(
            ["strace", "-f", "-qq", "-s", "0", "-e", "trace=openat,fsync,fdatasync,msync,pwrite64,pwritev,write,writev"]
            + words, env=environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    except FileNotFoundError:
        return None
    waits, synced = 0, set()
    for line in run.stderr.decode(errors="replace").split("\n"):
        call = re.sub(r"^\[pid +\d+\] ", "", line)
        if call.startswith("openat") and " = " in call:
            file = call.rsplit(" = ", 1)[1].split()[0]
            synced.add(file) if "O_DSYNC" in call or "O_SYNC" in call else synced.discard(file)
        elif re.match(r"(fsync|fdatasync|msync)\(", call):
            waits += 1
        elif (write := re.match(r"p?writev?(?:64)?\((\d+)", call)) and write[1] in synced:
            waits += 1
    return waits
