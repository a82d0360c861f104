"""Diaries kept by whole programs: the words of each command, as one would type them. SQLite's are in sqlite_program.py.

`everyday` has the commands whose times are compared; `more` those whose memory is looked at, too."""

import datetime
import json
import os
import subprocess


class Program:
    everyday = ("list", "show", "search", "history", "then", "add")
    more = ("edit", "stats", "export", "verify", "replay")
    history = then = edit = stats = export = verify = replay = None

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        os.makedirs(folder)
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "TZ": "UTC"}
        self.source = os.path.join(folder, "source")

    def run(self, words):
        subprocess.run(words, env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    def prepare(self, diary):
        """Makes an empty diary, and in `source` what is to be imported."""

    def finish(self, diary):
        """What is to be done once the import has ended."""
        os.remove(self.source)


class Ours(Program):
    name = "diarylog"
    promise = "on the disk before it says so; every version and moment, undo; finds within words, Korean too"

    def prepare(self, diary):
        with open(self.source, "w") as file:
            for number, text in enumerate(diary.texts):
                file.write(json.dumps({"text": text, "date": stamp(diary.date(number))}) + "\n")
        self.environment["DIARYLOG_DIARY"] = os.path.join(self.folder, "diary")
        self.middle = f"e{len(diary.texts) // 2}"

    def load(self):
        return [self.program, "import", "-"]

    def add(self, text):
        return [self.program, "add", text]

    def edit(self, text):
        return [self.program, "edit", "@2", "--text", text]

    def list(self):
        return [self.program, "list", "--limit", "20"]

    def show(self):
        return [self.program, "show", "@1"]

    def search(self, word):
        return [self.program, "search", word, "--limit", "10"]

    def history(self):
        return [self.program, "history", "@1"]

    def then(self):
        return [self.program, "list", "--limit", "20", "--at", self.middle]

    def stats(self):
        return [self.program, "stats"]

    def export(self):
        return [self.program, "export"]

    def verify(self):
        return [self.program, "verify"]

    def replay(self):
        return [self.program, "replay"]


class Jrnl(Program):
    name = "jrnl"
    promise = "rewrites its whole file, not synced; no past; finds parts of words by reading all"

    def prepare(self, diary):
        with open(self.source, "w") as file:
            for number, text in enumerate(diary.texts):
                file.write(f"[{stamp(diary.date(number))[:16].replace('T', ' ')}] {text}\n\n")
        open(os.path.join(self.folder, "journal.txt"), "w").close()
        os.makedirs(os.path.join(self.folder, ".config/jrnl"))
        with open(os.path.join(self.folder, ".config/jrnl/jrnl.yaml"), "w") as file:
            file.write(
                "colors: {body: none, date: none, tags: none, title: none}\ndefault_hour: 9\ndefault_minute: 0\n"
                f"editor: ''\nencrypt: false\nhighlight: true\nindent_character: '|'\njournals:\n"
                f"  default: {{journal: '{self.folder}/journal.txt'}}\nlinewrap: 79\ntagsymbols: '#@'\n"
                "template: false\ntimeformat: '%Y-%m-%d %H:%M'\nversion: '4.6'\n")

    def load(self):
        return [self.program, "--import", "--file", self.source]

    def add(self, text):
        return [self.program, text]

    def list(self):
        return [self.program, "-n", "20", "--short"]

    def show(self):
        return [self.program, "-n", "1"]

    def search(self, word):
        return [self.program, "-contains", word, "-n", "10", "--short"]

    def export(self):
        return [self.program, "--format", "json"]


class Git(Program):
    """A file an entry, a folder a month, a commit a change, with every object synced."""

    name = "git"
    promise = "on the disk with core.fsync=all; every version and moment; finds parts of words by reading all"

    def prepare(self, diary):
        self.run([self.program, "init", "-q", "-b", "main"])
        for name, value in (("user.name", "diary"), ("user.email", "diary@localhost"), ("core.fsync", "all"),
                            ("core.quotepath", "false"), ("gc.auto", "0")):
            self.run([self.program, "config", name, value])
        with open(self.source, "wb") as file:
            for number, text in enumerate(diary.texts):
                data = text.encode()
                file.write(f"commit refs/heads/main\ncommitter diary <diary@localhost> {diary.date(number)} +0000\n"
                           f"data 3\nadd\nM 100644 inline {self.path(diary.date(number), number)}\ndata {len(data)}\n".encode() + data + b"\n")
        self.count, last = len(diary.texts), len(diary.texts) - 1
        self.date = diary.date(last)
        self.last = self.path(self.date, last)

    @staticmethod
    def path(date, number):
        return f"{stamp(date)[:7].replace('-', '/')}/{number:06}.md"

    def load(self):
        return [self.program, "fast-import", "--quiet"]

    def finish(self, diary):
        super().finish(diary)
        self.run([self.program, "checkout", "-q", "-f", "main"])

    def add(self, text):
        self.count += 1
        return self.written(text, self.path(self.date, self.count))

    def edit(self, text):
        return self.written(text, self.last)

    def written(self, text, name):
        return ["sh", "-c", 'printf %s "$1" >"$2" && "$0" add "$2" && "$0" commit -q -m change', self.program, text, name]

    def list(self):
        return [self.program, "log", "-n", "20", "--format=%h %ad %s", "--name-only"]

    def show(self):
        return [self.program, "show", f"HEAD:{self.last}"]

    def search(self, word):
        return [self.program, "grep", "-l", "-m", "1", word]

    def history(self):
        return [self.program, "log", "--format=%h %ad", "--", self.last]

    def then(self):
        return [self.program, "log", "-n", "20", "--format=%h %ad %s", "--name-only", f"HEAD~{self.count // 2 - 1}"]

    def verify(self):
        return [self.program, "fsck"]


def stamp(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
