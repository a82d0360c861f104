"""The most memory a command takes, by ptrace: each of its processes is halted as it ends, and the kernel asked what it
had at most. Nothing else of it is followed, so it runs at its own speed.

Two numbers, in bytes: all that was resident at most, which counts pages of mapped files that the kernel can take back
at any time; and the anonymous part, which is the program's own. The kernel keeps no record of the most of the second:
it is looked at each few milliseconds and at the end."""

import ctypes
import os
import signal
import sys
import time

TRACEME, CONT, SETOPTIONS, GETEVENTMSG = 0, 7, 0x4200, 0x4201
FORK_EVENT, VFORK_EVENT, EXIT_EVENT = 1, 2, 6
OPTIONS = 1 << 1 | 1 << 2 | 1 << 4 | 1 << EXIT_EVENT | 1 << 20  # fork, vfork, exec, exit; nothing outlives us
ALL = 0x40000000  # __WALL
PAUSE = 0.002

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


class Peak:
    """What a command took: `whole` and `own` in bytes, `time` in nanoseconds, its exit code. None where the kernel does
    not let one process look at another."""

    def __init__(self):
        self.whole = self.own = self.time = 0
        self.code = None

    def look(self, process):
        try:
            with open(f"/proc/{process}/status") as file:
                sizes = {line.split(":")[0]: line.split()[1] for line in file if line.startswith(("VmHWM", "RssAnon"))}
        except OSError:
            return
        self.whole = max(self.whole, int(sizes.get("VmHWM", 0)) << 10)
        self.own = max(self.own, int(sizes.get("RssAnon", 0)) << 10)


def child(words, environment, folder, source):
    try:
        os.chdir(folder)
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(os.open(source or os.devnull, os.O_RDONLY), 0)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        if libc.ptrace(TRACEME, 0, None, None) == 0:
            os.execvpe(words[0], words, environment)
    finally:
        os._exit(127)


def peak(words, environment, folder, source=None):
    """Runs a command to its end; its input is a file. Raises if it fails."""
    found, start = Peak(), time.monotonic_ns()
    first = os.fork()
    if first == 0:
        child(words, environment, folder, source)
    _, status = os.waitpid(first, ALL)
    if not os.WIFSTOPPED(status):
        return None
    libc.ptrace(SETOPTIONS, first, None, OPTIONS)
    libc.ptrace(CONT, first, None, None)
    alive, unborn = {first}, set()
    while alive:
        process, status = os.waitpid(-1, ALL | os.WNOHANG)
        if process == 0:
            for one in alive:
                found.look(one)
            time.sleep(PAUSE)
        elif not os.WIFSTOPPED(status):
            alive.discard(process)
            if process == first:
                found.code, found.time = os.waitstatus_to_exitcode(status), time.monotonic_ns() - start
        else:
            event, reason = status >> 16, os.WSTOPSIG(status)
            if event == EXIT_EVENT:
                found.look(process)
            if event in (FORK_EVENT, VFORK_EVENT):
                new = ctypes.c_ulong()
                libc.ptrace(GETEVENTMSG, process, None, ctypes.byref(new))
                if new.value not in alive:
                    alive.add(new.value)
                    unborn.add(new.value)
            # A new process is halted once, before it begins; that may be told before its parent's event is, or after.
            isBirth = reason == signal.SIGSTOP and (process in unborn or process not in alive)
            alive.add(process)
            unborn.discard(process)
            passed = 0 if event or isBirth or reason == signal.SIGTRAP else reason
            libc.ptrace(CONT, process, None, passed)
    if found.code:
        raise RuntimeError(f"{' '.join(words)} ended with {found.code}")
    return found


if __name__ == "__main__":
    one = peak(sys.argv[1:], dict(os.environ), ".")
    print("cannot be looked at" if one is None else
          f"{one.whole >> 10} KiB, {one.own >> 10} of its own, {one.time / 1e6:.1f} ms")
