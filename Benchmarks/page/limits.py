"""What the machine itself allows: an append that is synced, bare LMDB, and copying memory."""

import json
import os
import subprocess
import tempfile

from measure import timed

LMDB = """
import json, os, sys
sys.path.insert(0, {here!r})
import lmdb
from measure import timed
base = lmdb.open({folder!r}, map_size=1 << 30)
def put(number):
    with base.begin(write=True) as change:
        change.put(number.to_bytes(8, "big"), b"x" * 600, append=True)
print(json.dumps(timed(put, range(300))))
"""


def found(python, parent):
    rows = {}
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        file = os.open(os.path.join(folder, "log"), os.O_CREAT | os.O_WRONLY | os.O_APPEND)

        def append(_):
            os.write(file, b"x" * 600)
            os.fdatasync(file)

        rows["append of 600 bytes and fdatasync"] = timed(append, range(300))
        os.close(file)
        here = os.path.dirname(os.path.abspath(__file__))
        script = LMDB.format(here=here, folder=os.path.join(folder, "lmdb"))
        run = subprocess.run([python, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if run.returncode == 0:
            rows["bare LMDB, a put of 600 bytes, synced (py-lmdb)"] = json.loads(run.stdout)
    source = bytearray(256 << 20)
    bytes(source)
    rows["copying 256 MiB of memory"] = timed(lambda _: bytes(source), range(5))
    return rows
