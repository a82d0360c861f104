"""A story that two devices write through a carrier, what must hold at its end, and what it cost."""

import hashlib
import os
import time

from bench import Device, Failure, digest, files_in, median, objects, opened, percentile, read, wait_until, words_of

KOREAN = "남산에 올라 노을을 보았다. 바람이 차가웠다."
ENGLISH = "Walked along the harbour until the lanterns were lit."
BOTH = "비가 그쳤다. Puddles everywhere.\n\n저녁에는 국수를 삶았다."
SECRET = "아무도모르는이야기 unspeakablewhisper 를 여기에 적는다."
GONE = "Shopping: radishes, 두부, matches."
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes((number * 7919 >> 3) & 255 for number in range(60_000)) + b"picturemarker"
DIGEST = hashlib.sha256(PICTURE).hexdigest()


class Carrier:
    """How what devices put comes to other devices."""

    def __init__(self, name, remote, folder, counts=False, watches=False):
        self.name, self.counts, self.watches = name, counts, watches
        self.remote, self.folder = remote, folder

    def remote_for(self, device):
        """What `sync init` and `sync join` are told."""
        return self.remote

    def folder_to_look_at(self):
        """Where what lies on the remote can be read from the disk."""
        return self.folder() if callable(self.folder) else self.folder

    def settle(self):
        """Waits until the carrier has carried."""


def tell(bench, carrier, edits=5):
    """Two devices write through a carrier; then the laws are checked, and the costs measured."""
    laptop, phone = (Device(bench, f"{carrier.name}-{name}".replace(" ", "-")) for name in ["laptop", "phone"])
    devices = [laptop, phone]
    try:
        entries = begin(bench, carrier, laptop)
        join(bench, carrier, laptop, phone)
        for device in devices:
            if carrier.watches:
                device.start_watching()
        secret = SECRET.split()[0].encode()
        found = [path for path in objects(carrier.folder_to_look_at()) if secret in words_of(opened(bench, path))]
        bench.check(len(found) == 1, "before it is forgotten, the secret is found in one object that age opens",
                    f"in {len(found)}")
        write(bench, carrier, laptop, phone, entries)
        forget(bench, carrier, laptop, phone, entries)
        for device in devices:
            device.stop_watching()
        laws(bench, carrier, devices)
        measure(bench, carrier, laptop, phone, entries, edits)
    finally:
        for device in devices:
            device.stop_watching()
    return devices


def begin(bench, carrier, laptop):
    laptop.do("engine", "init")
    laptop.do("config", "set", "sync.auto", "no")
    picture = bench.path("한강 picture.png")
    with open(picture, "wb") as file:
        file.write(PICTURE)
    entries = {name: laptop.add(text) for name, text in
               [("korean", KOREAN), ("english", ENGLISH), ("both", BOTH), ("secret", SECRET), ("gone", GONE)]}
    laptop.do("files", "add", entries["korean"], picture)
    pushed = laptop.do("sync", "init", carrier.remote_for(laptop), "--key", bench.key)
    carrier.first = pushed.seconds
    carrier.settle()
    bench.check(laptop.unsent == 0, f"the laptop puts five entries and a picture in {pushed.seconds:.2f} s",
                f"unsent: {laptop.unsent}")
    return entries


def join(bench, carrier, laptop, phone):
    joined = bench.spawn([bench.program, "sync", "join", carrier.remote_for(phone), phone.path, "--key", bench.key])
    if joined.code != 0:
        raise Failure(f"join: {joined}")
    bench.check(phone.state == laptop.state, "the phone joins, and has the laptop's state", "another one")


def exchange(carrier, *devices):
    """Each exchanges in turn, or what watches is waited for."""
    if not carrier.watches:
        for device in devices:
            device.do("sync")
            carrier.settle()
        return
    some = list(dict.fromkeys(devices))
    if not wait_until(lambda: len({device.state for device in some}) == 1 and not any(d.unsent for d in some), 60):
        raise Failure("what watches has not become one after a minute")


def write(bench, carrier, laptop, phone, entries):
    laptop.do("edit", entries["korean"], "--text", KOREAN + " 밤에는 별이 떴다.")
    phone.do("edit", entries["english"], "--text", ENGLISH + " Nobody answered.")
    laptop.do("edit", entries["both"], "--text", BOTH.replace("국수", "수제비"))
    phone.do("edit", entries["both"], "--text", BOTH.replace("Puddles", "Mirrors"))
    phone.add("Thunder over the quarry, 번개가 두 번.", "--tag", "storm")
    laptop.add("김치찌개를 끓였다.", "--star")
    phone.do("delete", entries["gone"], "--yes")
    picture = bench.path("second.jpg")
    with open(picture, "wb") as file:
        file.write(PICTURE[::-1])
    phone.do("files", "add", entries["english"], picture)
    exchange(carrier, laptop, phone, laptop, phone)
    bench.check(laptop.state == phone.state, "both wrote, deleted and attached apart, exchanged, and are one",
                f"{laptop.state} {phone.state}")


def forget(bench, carrier, laptop, phone, entries):
    phone.do("forget", entries["secret"], "--yes")
    exchange(carrier, phone, laptop, phone, laptop)
    if carrier.watches:
        wait_until(lambda: laptop.run("show", entries["secret"]).out.find(SECRET.split()[0]) < 0, 20)
        carrier.settle()
    shown = laptop.run("show", entries["secret"])
    bench.check(SECRET.split()[0] not in shown.out, "what the phone forgot, the laptop no longer shows", shown.out)


def laws(bench, carrier, devices, where=""):
    """What holds after every story, and for a device that joins from the remote alone."""
    carrier.settle()
    late = Device(bench, devices[0].path + f"-late{len(os.listdir(bench.folder))}")
    joined = bench.spawn([bench.program, "sync", "join", carrier.remote_for(late), late.path, "--key", bench.key])
    bench.check(joined.code == 0, f"a third device joins from the remote alone{where}", joined)
    every = [*devices, late]
    states = [device.state for device in every]
    bench.check(len(set(states)) == 1, "all have one state hash", states)
    lists = [device.do("list").out for device in every]
    bench.check(len(set(lists)) == 1 and lists[0], "all have one list", [text[:400] for text in lists])
    unsent = [device.unsent for device in every]
    bench.check(not any(unsent), "nothing is unsent anywhere", unsent)
    sound = devices[0].run("sync", "check")
    bench.check(sound.code == 0, "every object there is read and proven", sound)
    picture = any(digest(path) == DIGEST for path in files_in(late.path))
    bench.check(picture, "the picture came to the third one, byte for byte", "it is not there")
    folder = carrier.folder_to_look_at()
    unreadable(bench, folder, every)
    left = [path for path in objects(folder) if any(word.encode() in words_of(opened(bench, path))
                                                    for word in SECRET.split()[:2])]
    bench.check(objects(folder) and not left, "the forgotten words are in no object that age opens", left)
    return late


def unreadable(bench, folder, devices):
    """No word of the texts, and no part of the picture, can be read in what lies there."""
    texts = devices[0].do("export", "--jsonl").out + SECRET + GONE + KOREAN + ENGLISH + BOTH
    known = {word for text in [SECRET, GONE, KOREAN, ENGLISH, BOTH, "김치찌개를", "Thunder quarry"]
             for word in text.replace(".", " ").replace(",", " ").split() if len(word.encode()) >= 6}
    if not any(word in texts for word in known):
        raise Failure("the search for words has no words")
    wanted = [word.encode() for word in known] + [b"picturemarker", PICTURE[1000:1016]]
    found = []
    for path in files_in(folder):
        data = os.path.relpath(path, folder).encode() + b"\n" + read(path)
        found += [(word, path) for word in wanted if word in data]
    count = len(files_in(folder))
    bench.check(not found and count, f"no word can be read in the {count} files that lie there", found[:3])


def measure(bench, carrier, laptop, phone, entries, edits):
    """Seconds for the first push, an idle exchange, an edit to be seen elsewhere; calls of rclone."""
    for device in [laptop, phone, laptop]:
        device.do("sync")
        carrier.settle()
    idle = median([laptop.do("sync").seconds for _ in range(5)])
    calls = None
    if carrier.counts:
        calls = [bench.count_calls(lambda: laptop.do("sync"))]
        laptop.do("edit", entries["korean"], "--text", "세는 글")
        calls.append(bench.count_calls(lambda: laptop.do("sync")))
        calls.append(bench.count_calls(lambda: phone.do("sync")))
        bench.check(calls[0] <= 1, f"an idle exchange calls rclone once at most: {calls[0]}", calls)
        bench.check(calls[1] <= 3, f"one that puts an edit calls rclone three times at most: {calls[1]}", calls)
    if carrier.watches:
        for device in [laptop, phone]:
            device.start_watching()
        # Both watch once an edit has arrived.
        laptop.do("edit", entries["korean"], "--text", "보는 글")
        if not wait_until(lambda: "보는 글" in phone.do("show", entries["korean"]).out, 120):
            raise Failure("the watching phone has not seen an edit after two minutes")
    times = []
    for number in range(edits):
        text = f"보이는 글 {number}"
        laptop.do("edit", entries["korean"], "--text", text)
        started = time.monotonic()
        if not carrier.watches:
            laptop.do("sync")
            carrier.settle()
            phone.do("sync")
        if not wait_until(lambda: text in phone.do("show", entries["korean"]).out, 60, pause=0.01):
            raise Failure(f"edit {number} is not seen on the phone after a minute")
        times.append(time.monotonic() - started)
        time.sleep(0.3 if carrier.watches else 0)
    for device in [laptop, phone]:
        device.stop_watching()
    carrier.times = times
    bench.step(f"first push {carrier.first:.2f} s, idle {idle:.3f} s, an edit seen after {median(times):.2f} s, "
               f"95 of 100 within {percentile(times, 0.95):.2f} s")
    bench.rows.append((carrier.name, carrier.first, idle, median(times), percentile(times, 0.95), calls))
