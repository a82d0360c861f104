"""What goes wrong on the way: servers that refuse, stall and cut, a copy that is killed; and age by hand."""

import gzip
import hashlib
import os
import signal
import subprocess
import time

import servers
from bench import Device, Failure, files_in, objects, opened, read, size_in_name, wait_until
from proxy import Misdeed, Proxy
from story import Carrier, begin, exchange, forget, join, laws, write

LARGE = 400_000


def pair(bench, carrier):
    """Two devices that have written, exchanged, and forgotten."""
    laptop, phone = Device(bench, f"{carrier.name}-laptop"), Device(bench, f"{carrier.name}-phone")
    entries = begin(bench, carrier, laptop)
    join(bench, carrier, laptop, phone)
    write(bench, carrier, laptop, phone, entries)
    forget(bench, carrier, laptop, phone, entries)
    return laptop, phone, entries


# MARK: A server that misbehaves

REFUSALS = [Misdeed(f"answers {status}", status=status) for status in [401, 403, 429, 507]]
REFUSALS += [
    Misdeed("answers 403 to writing alone", ["PUT", "MKCOL", "DELETE"], status=403),
    Misdeed("answers 507 to writing alone, as a full disk", ["PUT"], status=507),
    Misdeed("cuts what is put in the middle", ["PUT"], cuts=True),
]


def proxy(bench):
    if bench.lacks("proxy", "rclone"):
        return
    with bench.case("a server that refuses, is slow, and cuts in the middle"):
        with servers.rclone_webdav(bench, "proxied") as (_, root, port), Proxy(port) as between:
            bench.remote_of("hard", type="webdav", url=f"http://127.0.0.1:{between.port}", vendor="other")
            carrier = Carrier("hard", "rclone:hard:diary", root)
            laptop, phone, entries = pair(bench, carrier)
            for misdeed in REFUSALS:
                refused(bench, carrier, between, misdeed, laptop, phone)
            cut_down(bench, between, laptop, phone)
            slow(bench, between, laptop, phone)
            undeletable(bench, carrier, between, laptop, phone)
            laws(bench, carrier, [laptop, phone], ", after all of that")


def refused(bench, carrier, between, misdeed, laptop, phone):
    """One side writes while the server misbehaves: 7, nothing lost, and the next exchange brings it."""
    text = f"쓰는 동안 서버가 {misdeed.name}"
    laptop.add(text)
    before = laptop.state
    between.misdeed, between.met = misdeed, 0
    hit = laptop.run("sync")
    between.misdeed = None
    waits = any(words in hit.err for words in ["to be sent", "not sent yet"])
    bench.check(hit.code == 7 and between.met, f"a server that {misdeed.name}: exit 7 after {hit.seconds:.1f} s", hit)
    bench.check(waits, "and it is said what waits to be sent", hit)
    bench.check(laptop.state == before and laptop.unsent > 0, "nothing of it is lost, and it counts as unsent",
                laptop.unsent)
    goes_on(bench, laptop, phone, text)


def goes_on(bench, laptop, phone, text):
    outcomes = [device.run("sync") for device in [laptop, phone]]
    bench.check(all(outcome.code == 0 for outcome in outcomes) and text in phone.do("list").out
                and laptop.state == phone.state, "the next exchange goes on", outcomes)


def cut_down(bench, between, laptop, phone):
    """What is fetched is cut in the middle."""
    text = "A letter that is torn on its way down. " + noise("down", 20_000)
    laptop.add(text)
    laptop.do("sync")
    before = phone.state
    between.misdeed, between.met = Misdeed("cuts what is fetched", ["GET"], cuts=True), 0
    hit = phone.run("sync")
    between.misdeed = None
    bench.check(between.met and phone.state == before and hit.code == 7,
                "what is fetched is cut in the middle: exit 7, and nothing of it is taken", hit)
    goes_on(bench, laptop, phone, text[:38])


def slow(bench, between, laptop, phone):
    text = "A letter by a slow server."
    laptop.add(text)
    between.misdeed, between.met = Misdeed("is slow", seconds=1.5), 0
    hit = laptop.run("sync")
    between.misdeed = None
    bench.check(hit.code == 0 and between.met, f"a server that takes 1.5 s for each answer is waited for: "
                f"{hit.seconds:.1f} s", hit)
    goes_on(bench, laptop, phone, text)


def undeletable(bench, carrier, between, laptop, phone):
    """A server that lets nobody delete keeps the words of a forgotten entry: that is said, and ends once it does."""
    words = "잠시만숨긴말"
    entry = phone.add(f"{words} for a while")
    for device in [phone, laptop]:
        device.do("sync")
    phone.do("forget", entry, "--yes")
    between.misdeed = Misdeed("deletes nothing", ["DELETE"], status=403)
    counts = []
    for _ in range(3):
        hit = phone.run("sync")
        counts.append(len(objects(carrier.folder_to_look_at())))
    between.misdeed = None
    bench.check(hit.code == 7, "a server that deletes nothing, while forgotten words lie there: exit 7", hit)
    bench.check(counts[2] <= counts[1] <= counts[0] + 1, f"and it does not fill with copies: {counts} objects", counts)
    for device in [phone, laptop, phone]:
        device.do("sync")
    left = [path for path in objects(carrier.folder_to_look_at())
            if words.encode() in b"".join(repr(line).encode() for line in opened(bench, path))]
    bench.check(not left, "once it deletes, the words are gone", left)


# MARK: A copy that is killed midway

def noise(seed, count):
    """Text that no packing makes small."""
    text = ""
    while len(text) < count:
        text += hashlib.sha512(f"{seed}{len(text)}".encode()).hexdigest()
    return text[:count]


def killed(bench):
    if bench.lacks("killed", "rclone"):
        return
    with bench.case("rclone's local backend, killed while it writes in place"):
        bench.remote_of("torn", type="local")
        root = bench.path("torn-root")
        carrier = Carrier("torn", f"rclone:torn:{root}", root)
        laptop, phone, _ = pair(bench, carrier)
        for whom in ["rclone", "both"]:
            torn_up(bench, root, laptop, phone, whom)
        for whom in ["rclone", "both"]:
            torn_down(bench, laptop, phone, whom)
        laws(bench, carrier, [laptop, phone], ", after all of that")


def run_slowly(bench, device):
    """An exchange whose copies go at 40 KiB a second."""
    return subprocess.Popen(
        [bench.program, "sync", "--diary", device.path], env={**bench.environment, "RCLONE_BWLIMIT": "40k"},
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def torn_in(folder):
    """Objects in a folder that are shorter than their names say, and not empty."""
    return [path for path in objects(folder) if 0 < os.path.getsize(path) < size_in_name(path)]


def kill_midway(bench, device, folder, whom):
    """Kills rclone, or the exchange and rclone, while an object is written in place; what is torn then."""
    before = len(bench.read_calls())
    process = run_slowly(bench, device)
    if not wait_until(lambda: torn_in(folder) or process.poll() is not None, 30, pause=0.02) or not torn_in(folder):
        process.kill()
        raise Failure(f"nothing is written in place: {process.communicate()[1]}")
    if whom == "both":
        process.kill()
        process.wait()
    copying = bench.read_calls()[before:][-1]
    os.kill(int(copying.split()[0]), signal.SIGKILL)
    _, err = process.communicate()
    return process.returncode, err


def torn_up(bench, root, laptop, phone, whom):
    text = f"A long letter, {whom}. "
    laptop.add(text + noise(whom, LARGE))
    before = laptop.state
    code, err = kill_midway(bench, laptop, root, whom)
    torn = torn_in(root)
    bench.check(len(torn) == 1, f"{whom} killed at -9: an object lies there torn, "
                f"{sum(map(os.path.getsize, torn))} of {sum(map(size_in_name, torn))} bytes", torn)
    if whom == "rclone":
        bench.check(code == 7 and "not sent yet" in err, "the exchange whose rclone was killed ends with 7", (code, err))
    seen = phone.run("sync", "--json")
    bench.check(seen.code == 0 and '"ignored":1' in seen.out, "another device sees that it is torn, and takes nothing",
                (seen, seen.out))
    bench.check(laptop.state == before and laptop.unsent > 0, "nothing is lost, and it counts as unsent", laptop.unsent)
    goes_on(bench, laptop, phone, text)
    bench.check(not torn_in(root), "the next exchange heals the torn object", torn_in(root))


def torn_down(bench, laptop, phone, whom):
    text = f"A long answer, {whom}. "
    laptop.add(text + noise(whom + "down", LARGE))
    laptop.do("sync")
    before = phone.state
    kill_midway(bench, phone, os.path.join(phone.path, "sync"), whom)
    bench.check(phone.state == before, f"{whom} killed at -9 while an object comes: nothing of it is taken",
                phone.state)
    goes_on(bench, laptop, phone, text)


# MARK: By hand

def by_hand(bench):
    with bench.case("age by hand, both ways"):
        carrier = Carrier("hand", bench.path("hand-remote"), bench.path("hand-remote"))
        laptop, phone, _ = pair(bench, carrier)
        again = Device(bench, "hand-again")
        line = 'for f in events/*; do age -d -i "$KEY" "$f" | gunzip; done | "$PROGRAM" engine init "$AGAIN" --from-events -'
        made = subprocess.run(
            ["bash", "-c", line], cwd=carrier.folder, capture_output=True, text=True,
            env={**bench.environment, "KEY": bench.key, "PROGRAM": bench.program, "AGAIN": again.path})
        bench.check(made.returncode == 0 and again.state == laptop.state,
                    "the line of Docs/Sync.md makes a diary with the same state hash", made.stderr)
        bench.check(again.do("list").out == laptop.do("list").out, "and with the same list", again.do("list").out)
        sealed_by_hand(bench, carrier, laptop, phone)


def sealed_by_hand(bench, carrier, laptop, phone):
    """Opens every object and seals it anew, by age and gzip alone."""
    paths = objects(carrier.folder)
    for path in paths:
        plain = subprocess.run(["age", "-d", "-i", bench.key, path], capture_output=True, check=True).stdout
        packed = gzip.compress(gzip.decompress(plain), 9)
        sealed = subprocess.run(["age", "-e", "-i", bench.key], input=packed, capture_output=True, check=True).stdout
        parts = os.path.basename(path).removesuffix(".age").split("-")
        parts[-2:] = [str(len(sealed)), hashlib.sha256(sealed).hexdigest()[:32]]
        os.remove(path)
        with open(os.path.join(carrier.folder, "events", "-".join(parts) + ".age"), "wb") as file:
            file.write(sealed)
    named = [os.path.basename(path) for path in objects(carrier.folder)]
    for device in [laptop, phone, laptop]:
        device.do("sync")
    kept = [os.path.basename(path) for path in objects(carrier.folder)]
    bench.check(len(named) == len(paths) and kept == named,
                f"{len(named)} objects that were sealed anew by hand are believed: nothing is put again", (named, kept))
    laws(bench, carrier, [laptop, phone], ", of what was sealed by hand")
