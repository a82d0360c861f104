"""Diaries kept by whole programs: what one command takes from its start to its end."""

import json
import os
import subprocess


class Program:
    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        os.makedirs(folder)
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "TZ": "UTC"}

    def run(self, words, stdin=None, out=subprocess.DEVNULL):
        return subprocess.run(words, env=self.environment, cwd=self.folder, input=stdin, stdout=out,
                              stderr=subprocess.DEVNULL, check=True).stdout


class Ours(Program):
    name = "diarylog"
    promise = "on the disk before it says so; every version and moment, undo; finds within words, Korean too"

    def fill(self, diary):
        rows = "".join(json.dumps({"text": text, "date": stamp(diary.date(number))}) + "\n"
                       for number, text in enumerate(diary.texts))
        self.environment["DIARYLOG_DIARY"] = os.path.join(self.folder, "diary")
        self.run([self.program, "import", "-"], rows.encode())
        self.middle = f"e{len(diary.texts) // 2}"

    def add(self, text):
        return [self.program, "add", text]

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


class Jrnl(Program):
    name = "jrnl"
    promise = "rewrites its whole file, not synced; no past; finds parts of words by reading all"

    def fill(self, diary):
        with open(os.path.join(self.folder, "journal.txt"), "w") as file:
            for number, text in enumerate(diary.texts):
                file.write(f"[{stamp(diary.date(number))[:16].replace('T', ' ')}] {text}\n\n")
        os.makedirs(os.path.join(self.folder, ".config/jrnl"))
        with open(os.path.join(self.folder, ".config/jrnl/jrnl.yaml"), "w") as file:
            file.write(
                "colors: {body: none, date: none, tags: none, title: none}\ndefault_hour: 9\ndefault_minute: 0\n"
                f"editor: ''\nencrypt: false\nhighlight: true\nindent_character: '|'\njournals:\n"
                f"  default: {{journal: '{self.folder}/journal.txt'}}\nlinewrap: 79\ntagsymbols: '#@'\n"
                "template: false\ntimeformat: '%Y-%m-%d %H:%M'\nversion: '4.6'\n")

    def add(self, text):
        return [self.program, text]

    def list(self):
        return [self.program, "-n", "20", "--short"]

    def show(self):
        return [self.program, "-n", "1"]

    def search(self, word):
        return [self.program, "-contains", word, "-n", "10", "--short"]

    history = then = None


class Git(Program):
    """A file an entry, a commit a change, with every object synced."""

    name = "git"
    promise = "on the disk with core.fsync=all; every version and moment; finds parts of words by reading all"

    def fill(self, diary):
        self.run([self.program, "init", "-q", "-b", "main"])
        for name, value in (("user.name", "diary"), ("user.email", "diary@localhost"), ("core.fsync", "all"),
                            ("core.quotepath", "false"), ("gc.auto", "0")):
            self.run([self.program, "config", name, value])
        stream = []
        for number, text in enumerate(diary.texts):
            data = text.encode()
            stream += [b"commit refs/heads/main\n", f"committer diary <diary@localhost> {diary.date(number)} +0000\n".encode(),
                       b"data 3\nadd\n", f"M 100644 inline {number:06}.md\ndata {len(data)}\n".encode(), data, b"\n"]
        self.run([self.program, "fast-import", "--quiet"], b"".join(stream))
        self.run([self.program, "checkout", "-q", "-f", "main"])
        self.count, self.last = len(diary.texts), f"{len(diary.texts) - 1:06}.md"

    def add(self, text):
        self.count += 1
        return ["sh", "-c", 'printf %s "$1" >"$2" && "$0" add "$2" && "$0" commit -q -m add', self.program, text,
                f"{self.count:06}.md"]

    def list(self):
        return [self.program, "log", "-n", "20", "--format=%h %ad %s", "--name-only"]

    def show(self):
        return [self.program, "show", f"HEAD:{self.last}"]

    def search(self, word):
        return [self.program, "grep", "-l", "-m", "1", word]

    def history(self):
        return [self.program, "log", "--format=%h %ad", "--", self.last]

    def then(self):
        return [self.program, "ls-tree", "--name-only", f"HEAD~{self.count // 2 - 1}"]


def stamp(seconds):
    import datetime

    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


PROGRAMS = [Ours, Jrnl, Git]
