"""What a thing takes that is done again and again: median, 99th percentile, worst, in nanoseconds."""

import os
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
