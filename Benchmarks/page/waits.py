"""How often something waits for the disk, by strace: calls that sync, and writes to files that are opened so that each
write is one."""

import re
import subprocess

CALLS = "openat,close,sync,syncfs,fsync,fdatasync,msync,sync_file_range,pwrite64,pwritev,pwritev2,write,writev"
SYNCS = re.compile(r"(fsync|fdatasync|msync|syncfs|sync|sync_file_range)\(")
WRITES = re.compile(r"p?writev?2?(?:64)?\((\d+)")
OPENS = re.compile(r'openat\([^"]*"(.*?)", (\S+?)[,)].* = (\S+)')


def traced(words, environment, folder, out=subprocess.DEVNULL):
    """The waits of a command behind each mark, a file `mark NAME` that is looked for in vain, and before the first under
    "". None where there is no strace, or where it may not look."""
    try:
        run = subprocess.run(["strace", "-f", "-qq", "-s", "0", "-e", "signal=none", "-e", "trace=" + CALLS] + words,
                             env=environment, cwd=folder, stdout=out, stderr=subprocess.PIPE)
    except FileNotFoundError:
        return None
    lines = run.stderr.decode(errors="replace").split("\n")
    return None if run.returncode else counted(lines)


def counted(lines):
    waits, synced, mark = {"": 0}, set(), ""
    for line in lines:
        call = re.sub(r"^\[pid +\d+\] ", "", line)
        if opened := OPENS.match(call):
            path, flags, file = opened.groups()
            if path.startswith("mark ") and not file.isdigit():
                mark = path[5:]
                waits.setdefault(mark, 0)
            elif "SYNC" in flags:
                synced.add(file)
            else:
                synced.discard(file)
        elif closed := re.match(r"close\((\d+)\)", call):
            synced.discard(closed[1])
        elif SYNCS.match(call):
            waits[mark] += 1
        elif (write := WRITES.match(call)) and write[1] in synced:
            waits[mark] += 1
    return waits


def barriers(words, environment, folder):
    """The waits of a whole command."""
    waits = traced(words, environment, folder)
    return None if waits is None else sum(waits.values())
