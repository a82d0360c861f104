"""The commands that the lab torments, one line each, and the diaries that they are run on."""

import json
import os
import shutil

from pages import SIZE, Pages


class Command:
    """A command, the diary it is run on, its standard input, and whether it may change the log."""

    def __init__(self, name, diary, arguments, stdin=b"", changes=True):
        self.name, self.diary, self.arguments, self.stdin, self.changes = name, diary, arguments, stdin, changes
        self.mends = "--into" in arguments
        self.keeps = "--keep" in arguments
        self.exchanges = arguments[0] == "sync"


LARGE = ("a long day, written down at length " * 9000).encode()
ROWS = "".join(json.dumps({"text": f"imported {n}", "date": f"2025-01-{n % 28 + 1:02d}"}) + "\n" for n in range(60))
MANY = "".join(json.dumps({"text": f"{n} " + "much of it " * 80_000, "date": "2025-01-01"}) + "\n" for n in range(7))

COMMANDS = [
    Command("init", "none", ["engine", "init"]),
    Command("add that makes the diary", "none", ["add", "the first entry"]),
    Command("init from events", "exported", ["engine", "init", "--from-events", "log.events"]),
    Command("add", "lived", ["add", "one more day", "--tag", "more"]),
    Command("add that flushes", "full", ["add", "the sixteenth of the tail"]),
    Command("add of 300 KB", "lived", ["add", "-"], LARGE),
    Command("edit", "lived", ["edit", "@1", "--text", "a wholly changed text"]),
    Command("delete", "lived", ["delete", "@2", "--yes", "--expect", "v2"]),
    Command("undo", "lived", ["undo"]),
    Command("redo", "undone", ["redo"]),
    # Of drafts the log says nothing: what is compared has them besides.
    Command("draft edit", "drafting", ["draft", "edit", "d1"], b"typed on, for an hour; " * 40),
    Command("draft commit", "drafting", ["draft", "commit", "d1"]),
    Command("draft discard", "drafting", ["draft", "discard", "d2", "--yes"]),
    Command("attach", "pictured", ["files", "add", "@1", "picture.png", "사진.bin"]),
    Command("add with an attachment", "pictured", ["add", "with its picture", "--attach", "picture.png"]),
    Command("detach", "attached", ["files", "remove", "@1", "picture.png"]),
    Command("compact with attachments", "attached", ["engine", "compact", "--attachments"], changes=False),
    Command("restore", "deleted", ["restore", "DELETED"]),
    Command("import", "lived", ["import", "-"], ROWS.encode()),
    Command("import of 6 MB, in parts", "lived", ["import", "-"], MANY.encode()),
    Command("rebuild", "lived", ["engine", "rebuild"], changes=False),
    Command("verify", "lived", ["verify"], changes=False),
    Command("backup", "lived", ["backup", "copy"], changes=False),
    # Of four backups two stay, so that two are on their way out.
    Command("backup that keeps", "kept", ["backup", "copy", "--keep", "2"], changes=False),
    Command("compact", "lived", ["engine", "compact"], changes=False),
    Command("forget", "lived", ["forget", "NEWEST", "--yes"]),
    Command("snapshot take", "lived", ["engine", "snapshot", "take"], changes=False),
    Command("list", "lived", ["list"], changes=False),
    Command("show", "lived", ["show", "@1"], changes=False),
    Command("search", "lived", ["search", "day"], changes=False),
    Command("today", "lived", ["today"], changes=False),
    Command("calendar", "lived", ["calendar", "2026"], changes=False),
    Command("random", "lived", ["show", "--random"], changes=False),
    Command("tags", "lived", ["tags"], changes=False),
    Command("list at a point", "lived", ["list", "--at", "e20"], changes=False),
    Command("log", "lived", ["log"], changes=False),
    Command("export to a file", "lived", ["export", "--events", "--output", "out.events"], changes=False),
    Command("replay --check", "lived", ["replay", "--check"], changes=False),
    # A mended diary is made where none is; the damaged one beside it must stay as it is.
    Command("repair", "damaged", ["verify", "--diary", "./damaged", "--repair", "donor", "--into", "DIARY"]),
    Command("repair with attachments", "torn", ["verify", "--diary", "./damaged", "--repair", "donor", "--into", "DIARY"]),
    Command("salvage", "broken", ["verify", "--diary", "./damaged", "--salvage", "--repair", "donor.events", "--into",
                                  "DIARY"]),
    Command("sync", "shared", ["sync"]),
]
if not shutil.which("age"):
    print("skipped: age is not installed, so nothing is exchanged")
    COMMANDS = [command for command in COMMANDS if not command.exchanges]


def lay_out(place, name):
    """Makes one of the diaries: none, lived (flushed events and a tail), full (the next event flushes), undone."""
    clock = [0]

    def run(*arguments, stdin=b""):
        clock[0] += 1
        now = f"2026-02-{clock[0] // 24 % 28 + 1:02d}T{clock[0] % 24:02d}:00:00Z"
        outcome = place.look(list(arguments), stdin=stdin, more={"DIARYLOG_NOW": now})
        if outcome.code != 0:
            raise SystemExit(f"error: the lab's own diary cannot be made: {arguments} {outcome}")
        return outcome

    if name == "none":
        return
    for number in range(24):
        run("add", f"day {number}: walked along the river, cold and clear", "--tag", f"t{number % 3}")
    for number in range(10):
        run("edit", f"@{number + 2}", "--text", f"day, written anew for the {number}. time; 오늘은 비가 왔다")
    run("delete", "@5", "--yes", "--expect", "v2")
    with open(os.path.join(place.path, "NEWEST"), "w") as file:
        file.write(run("list").out.decode().split()[0])
    if name == "exported":
        run("export", "--events", "--output", os.path.join(place.path, "log.events"))
        os.system(f"rm -rf '{place.diary}'")
    elif name == "full":
        fill_tail(place, run)
    elif name in ("damaged", "broken", "torn"):
        if name == "torn":
            attach(place, run)
        run("export", "--events", "--output", os.path.join(place.path, "donor.events"))
        shutil.copytree(place.diary, os.path.join(place.path, "donor"))
        os.rename(place.diary, os.path.join(place.path, "damaged"))
        damage(os.path.join(place.path, "damaged/log-000001.mdb"), trees=name == "broken")
    elif name == "undone":
        run("undo")
    elif name == "drafting":
        # An edit that comes too late leaves its text as a draft, if it is to.
        for number in range(2):
            late = place.look(["edit", "@2", "--text", f"typed too late, {number}", "--expect", "v1", "--draft"])
            if late.code != 3:
                raise SystemExit(f"error: the lab's own draft cannot be made: {late}")
    elif name in ("pictured", "attached"):
        if name == "attached":
            attach(place, run)
        else:
            draw(place)
    elif name == "kept":
        for number in range(4):
            run("backup", "copy", "--keep", "4")
            run("add", f"after the backup {number}")
    elif name == "shared":
        share(place, run)
    elif name == "deleted":
        entry = run("list").out.decode().split()[0]
        run("delete", entry, "--yes")
        with open(os.path.join(place.path, "DELETED"), "w") as file:
            file.write(entry)


def share(place, run):
    """Makes a second device; each has an entry that the other has not heard of."""
    os.makedirs(os.path.join(place.path, ".config/diarylog"))
    with open(os.path.join(place.path, ".config/diarylog/config"), "w") as file:
        file.write("sync.auto = no\n")
    os.system(f"age-keygen > '{place.path}/key' 2> /dev/null")
    run("sync", "init", "cloud", "--key", "key")
    run("sync", "join", "cloud", "other", "--key", "key")
    run("add", "written on the other device", "--diary", "./other")
    run("sync", "--diary", "./other")
    run("add", "written here, and not sent")


def draw(place):
    """Makes two files that can be attached."""
    for number, file in enumerate(("picture.png", "사진.bin")):
        with open(os.path.join(place.path, file), "wb") as made:
            made.write(b"\x89PNG\r\n\x1a\n" + bytes([number]) * 150_000)


def attach(place, run):
    draw(place)
    run("files", "add", "@1", "picture.png", "사진.bin")
    run("files", "add", "@2", "picture.png")


def damage(file, trees):
    """Flips two bits in three events, so that no checksum puts them right; with `trees`, takes the root of the log's tree away as well."""
    with open(file, "r+b") as opened:
        data = bytearray(opened.read())
        pages = Pages(bytes(data))
        events = [(at, size) for _, at, size in pages.values["log"] if size > 100]
        for at, size in events[3::7][:3]:
            data[at + size // 2] ^= 6
        if trees:
            root = next(page for page, table in pages.of.items() if table == "log: branches")
            data[root * SIZE + 10:root * SIZE + 24] = bytes(14)
        opened.seek(0)
        opened.write(data)


def fill_tail(place, run):
    """Adds until the next event would flush the tail: seen by what a commit writes."""
    for number in range(17):
        place.save("probe")
        size = place.counts(["add", "a probe"])
        place.restore("probe")
        if size["pwrite"] + size["writev"] > 3:
            return
        run("add", f"to fill the tail {number}")


class State:
    """What a command finds and what it leaves, when nothing goes wrong, in one place."""

    def __init__(self, place, command):
        self.place, self.command = place, command
        self.name = f"{os.path.basename(place.path)}-{command.diary}"
        if not os.path.exists(os.path.join(place.lab.folder, self.name)):
            place.clear()
            lay_out(place, command.diary)
            place.save(self.name)
        place.restore(self.name)
        self.before = place.log()
        self.donated = place.donated() if command.mends else None
        self.arguments = [self.word(word) for word in command.arguments]
        outcome = place.run(self.arguments, command.stdin)
        if outcome.code != 0:
            raise SystemExit(f"error: {command.name} fails by itself: {outcome}")
        self.output = outcome.out
        self.after = place.log()
        if command.changes and self.after == self.before:
            raise SystemExit(f"error: {command.name} changes nothing")
        place.restore(self.name)
        self.counts = place.counts(self.arguments, command.stdin)
        place.restore(self.name)

    def word(self, word):
        if word == "DIARY":
            return self.place.diary
        if word not in ("DELETED", "NEWEST"):
            return word
        with open(os.path.join(self.place.path, word)) as file:
            return file.read()


def state(place, command):
    """The state of a command in a place; found out once."""
    known = place.__dict__.setdefault("states", {})
    if command.name not in known:
        known[command.name] = State(place, command)
    return known[command.name]
