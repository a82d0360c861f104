"""Five editors on a terminal of their own, and all ways in which that can end: no word that they saved is lost or comes
twice, and what they had not saved is brought back by what diarylog says.

Each editor is tried as Debian gives it, and with its swap files, backups and rescue copies in folders of its own.
"""

import fcntl
import os
import pty
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import termios
import threading
import time

SAVED, MORE = "walked along the river", " and back again"


class Editor:
    """How an editor is typed into: what begins and ends typing, saves, closes without saving."""

    def __init__(self, name, command, begin, end, save, close, settings=None, abort=None, pause=1.5):
        self.name, self.command, self.begin, self.end = name, command, begin, end
        self.save, self.close, self.abort, self.pause = save, close, abort, pause
        self.settings = settings or {}
        self.keeps_elsewhere = any("own" in text for text in self.settings.values())

    def recover(self, terminal, path):
        """Brings back what was not saved, by the command that diarylog named, and saves it."""
        if self.name in ("vim", "nvim"):
            terminal.type("\r")
            terminal.calm(1)
            terminal.type(":w!\r:q!\r")
        elif self.name == "micro":
            terminal.type("r\r")
            terminal.calm(1.5)
            terminal.type("\x13\x11")
        else:
            terminal.type("yes\r")
            terminal.calm(1.5)
            terminal.type("\x18\x13\x18\x03")


VIM = "set directory=~/own// backup backupdir=~/own undofile undodir=~/own\n"
NVIM = "set backup backupdir=~/own undofile undodir=~/own\n"
NANO = "set backup\nset backupdir ~/own\nset locking\n"
EMACS = """(setq native-comp-deferred-compilation nil inhibit-startup-screen t)
(setq auto-save-file-name-transforms '((".*" "~/own/" t))
      backup-directory-alist '(("." . "~/own")) create-lockfiles nil)"""
EDITORS = [
    Editor("vim", "vim", "i", "\x1b", ":w\r", ":q!\r", {}, ":cq\r"),
    Editor("vim", "vim", "i", "\x1b", ":w\r", ":q!\r", {".vimrc": VIM}, ":cq\r"),
    Editor("nvim", "nvim", "i", "\x1b", ":w\r", ":q!\r", {}, ":cq\r"),
    Editor("nvim", "nvim", "i", "\x1b", ":w\r", ":q!\r", {".config/nvim/init.vim": NVIM}, ":cq\r"),
    Editor("nano", "nano", "", "", "\x0f\r", "\x18n"),
    Editor("nano", "nano", "", "", "\x0f\r", "\x18n", {".nanorc": NANO}),
    # Its backups are written every eight seconds.
    Editor("micro", "micro", "", "", "\x13", "\x11n", pause=9.5),
    # It compiles itself at its first start, for minutes.
    Editor("emacs", "emacs -nw", "", "", "\x18\x13", "\x18\x03nyes\r", {".emacs": EMACS.split("\n")[0]}),
    Editor("emacs", "emacs -nw", "", "", "\x18\x13", "\x18\x03nyes\r", {".emacs": EMACS}),
]
ENDS = ["saved and closed", "closed unsaved", "aborted", "hang-up unsaved", "hang-up saved", "hang-up saved and more",
        "hang-up as given", "hang-up unheard", "the editor ended", "the editor killed", "the program ended", "the program killed",
        "nothing closed"]


class Terminal:
    """A program on a terminal of its own."""

    one_at_a_time = threading.Lock()

    def __init__(self, words, environment, folder, is_deaf=False):
        self.screen = b""
        # Where another trial's program has this terminal too, it does not hang up.
        with self.one_at_a_time:
            self.pid, self.master = pty.fork()
            if self.pid:
                os.set_inheritable(self.master, False)
        if self.pid == 0:
            signal.signal(signal.SIGHUP, signal.SIG_IGN if is_deaf else signal.SIG_DFL)
            os.chdir(folder)
            os.execvpe(words[0], words, environment)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))

    def pump(self, seconds=0.05):
        if self.master is None or not select.select([self.master], [], [], seconds)[0]:
            return
        try:
            self.screen += os.read(self.master, 1 << 16)
        except OSError:
            pass

    def calm(self, quiet=0.4, limit=12):
        """Waits until nothing was drawn for so long."""
        end, last, drawn = time.monotonic() + limit, time.monotonic(), len(self.screen)
        while time.monotonic() < end and time.monotonic() - last < quiet:
            self.pump()
            if len(self.screen) != drawn:
                last, drawn = time.monotonic(), len(self.screen)

    def until(self, words, since=0, limit=30):
        """Waits until the letters of something were drawn, other things between them or not; whether they were."""
        end, letters = time.monotonic() + limit, ".*".join(map(re.escape, words.replace(" ", ""))).encode()
        while not re.search(letters, re.sub(rb"\x1b(\[[0-9;?]*[A-Za-z]|\(B)", b"", self.screen[since:]), re.S):
            if time.monotonic() > end:
                return False
            self.pump()
        return True

    def type(self, keys):
        for key in re.findall("\x1bx|\x18.|[^\x1b\x18]+|.", keys, re.S):
            os.write(self.master, key.encode())
            self.pump(0.1)

    def close(self):
        os.close(self.master)
        self.master = None

    def wait(self, limit=30):
        end = time.monotonic() + limit
        while time.monotonic() < end:
            self.pump(0.02)
            if self.master is None:
                time.sleep(0.02)
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                if self.master is not None:
                    self.close()
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def descendants(pid):
    found = children(pid)
    for child in list(found):
        found += descendants(child)
    return found


def runs(pid, name):
    try:
        with open(f"/proc/{pid}/comm") as file:
            return file.read().startswith(name)
    except OSError:
        return False


class Trial:
    """One editor, one way to end, in a home of its own."""

    def __init__(self, lab, editor, end, edits):
        self.lab, self.editor, self.end, self.edits = lab, editor, end, edits
        own = ", own folders" if editor.keeps_elsewhere else ""
        self.name = f"{editor.name}{own}, {'edit' if edits else 'add'}, {end}"
        self.home = os.path.join(lab.folder, re.sub(r"\W+", "-", self.name))
        os.makedirs(self.home + "/own")
        for name, text in editor.settings.items():
            path = os.path.join(self.home, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": self.home, "TERM": "xterm", "LANG": "C.UTF-8", "TZ": "UTC",
                            "TMPDIR": self.home, "DIARYLOG_DIARY": self.home + "/diary", "EDITOR": editor.command,
                            "SHELL": "/bin/sh"}

    def ask(self, *words):
        done = subprocess.run([self.lab.program, *words], env=self.environment, capture_output=True, text=True,
                              timeout=60)
        return done

    def files(self):
        done = self.ask("draft", "list", "--json")
        return re.findall(r'"file":"([^"]*)"', done.stdout), re.findall(r'"draft":"(d\d+)"', done.stdout)

    def entries(self):
        return self.ask("list", "--full").stdout

    def type_text(self, terminal):
        editor, end = self.editor, self.end
        if end in ("hang-up as given", "nothing closed"):
            return
        drawn = len(terminal.screen)
        terminal.type(editor.begin + SAVED)
        # A machine that is busy draws late: what was never typed cannot be kept.
        if not terminal.until(SAVED, since=drawn):
            self.lab.lie(f"{self.name}: does not show what is typed")
        terminal.calm()
        if editor.end:
            terminal.type(editor.end)
        terminal.calm()
        if "saved" in end.replace("unsaved", "") or end in ("the program killed",):
            terminal.type(editor.save)
            terminal.calm(0.8)
        if end.endswith("more"):
            terminal.type(("a" if editor.begin else "") + MORE)
            terminal.calm()
            if editor.end:
                terminal.type(editor.end)
        # What vim and neovim have not written to a swap file after four seconds, no kill leaves.
        time.sleep(max(editor.pause, 5 if end == "the editor killed" else 0))
        terminal.calm()

    def run(self):
        self.ask("add", "first entry")
        words = ["edit", "@1"] if self.edits else ["add"]
        terminal = Terminal([self.lab.program, *words], self.environment, self.home, self.end == "hang-up unheard")
        terminal.until("entry.md")
        terminal.calm(1)
        self.type_text(terminal)
        editor, end = self.editor, self.end
        below = descendants(terminal.pid)
        if end.startswith("hang-up"):
            terminal.close()
        elif end == "saved and closed" or end == "closed unsaved" or end == "nothing closed":
            terminal.type(editor.close)
        elif end == "aborted":
            terminal.type(editor.abort)
        elif end in ("the editor ended", "the editor killed"):
            for pid in [pid for pid in below if runs(pid, editor.command.split()[0])][-1:]:
                os.kill(pid, signal.SIGTERM if end.endswith("ended") else signal.SIGKILL)
        elif end == "the program ended":
            os.kill(terminal.pid, signal.SIGTERM)
        else:
            os.kill(terminal.pid, signal.SIGKILL)
        if end == "hang-up unheard":
            # micro turns for ever on a terminal that is gone, and often hears nothing: whoever finds it so ends it.
            for harder in (signal.SIGTERM, signal.SIGKILL):
                limit = time.monotonic() + 10
                while any(os.path.exists(f"/proc/{pid}") for pid in below) and time.monotonic() < limit:
                    time.sleep(0.05)
                for pid in (pid for pid in below if runs(pid, editor.command.split()[0])):
                    os.kill(pid, harder)
        if terminal.wait() is None:
            self.lab.lie(f"{self.name}: does not end")
        for pid in below:
            if os.path.exists(f"/proc/{pid}") and end == "the program killed":
                os.kill(pid, signal.SIGHUP)
        limit = time.monotonic() + 20
        while any(os.path.exists(f"/proc/{pid}") for pid in below) and time.monotonic() < limit:
            time.sleep(0.05)
        # An editor that heard nothing of it would turn for ever on a terminal that is gone.
        for pid in (pid for pid in below if os.path.exists(f"/proc/{pid}")):
            os.kill(pid, signal.SIGKILL)
        said = self.judge()
        shutil.rmtree(self.home, ignore_errors=True)
        return said

    def wanted(self):
        """The words that must be had in the end."""
        if self.end in ("closed unsaved", "aborted", "hang-up as given", "nothing closed"):
            return ""
        return SAVED + MORE if self.end.endswith("more") else SAVED

    def judge(self):
        """What became of the words: written, saved in the file, brought back by the editor; nothing, where none were."""
        wanted, lie = self.wanted(), self.lab.lie
        if wanted and wanted in self.entries():
            said = "written"
        else:
            said = self.bring_back(wanted)
        files, drafts = self.files()
        if files or drafts:
            lie(f"{self.name}: {said}, and then {files} {drafts} are listed")
        text = self.entries()
        if wanted and text.count(wanted) != 1:
            lie(f"{self.name}: {said}, and stands {text.count(wanted)} times in the list")
        if text.count("first entry") > 1:
            lie(f"{self.name}: the entry from before stands twice")
        return said

    def bring_back(self, wanted):
        files, drafts = self.files()
        if not wanted and not files and not drafts:
            return "nothing"
        # An editor that is killed has what it had written of itself, and no more.
        if len(files) != 1 or drafts:
            self.lab.lie(f"{self.name}: lost, {files} {drafts} are listed")
            return "LOST"
        file = files[0]
        named = self.ask("add", "next").stderr
        if file not in named:
            self.lab.lie(f"{self.name}: {file} is not named: {named!r}")
        said = "in its file"
        # nano keeps nothing of what is not saved, but where it is told to end; Emacs after half a minute.
        is_never_saved = self.end == "the editor killed" and self.editor.name in ("nano", "emacs")
        if (wanted not in self.ask("draft", "show", file).stdout or not wanted) and not is_never_saved:
            said = self.by_editor(file, named)
        if not wanted:
            self.ask("draft", "discard", file, "--yes")
            return "kept, and nothing"
        shown = self.ask("draft", "show", file).stdout
        if wanted not in shown:
            if is_never_saved:
                self.ask("draft", "discard", file, "--yes")
                self.ask("add", wanted)
                return "never saved"
            self.lab.lie(f"{self.name}: lost: {shown!r}, {named!r}")
            return "LOST"
        done = self.ask("draft", "commit", file)
        if done.returncode:
            self.lab.lie(f"{self.name}: cannot be written: {done.stderr!r}")
        # What lies there besides was looked into.
        for path in self.files()[0]:
            self.ask("draft", "discard", path, "--yes")
        return said

    def by_editor(self, file, named):
        command = re.search(rf"(vim -r|nvim -r|micro|emacs) ({re.escape(file)})( -f \S+)?", named)
        if not command:
            if self.wanted():
                self.lab.lie(f"{self.name}: nothing is said that brings it back: {named!r}")
            return "LOST"
        if not self.wanted():
            return "nothing"
        words = shlex.split(command[0])
        if words[0] == "emacs":
            words.insert(1, "-nw")
        terminal = Terminal(words, self.environment, self.home)
        terminal.calm(1.5)
        self.editor.recover(terminal, file)
        if terminal.wait() is None:
            self.lab.lie(f"{self.name}: {command[0]} does not end: {terminal.screen[-300:]!r}")
        return f"by {words[0]} {words[1] if words[1] == '-r' else ''}".strip()


def run(lab):
    here = [editor for editor in EDITORS if shutil.which(editor.command.split()[0])]
    missing = sorted({editor.name for editor in EDITORS} - {editor.name for editor in here})
    if missing:
        print(f"  skipped: {', '.join(missing)} not installed")
    trials = [(editor, end, edits) for editor in here for end in ENDS for edits in (False, True)
              if end != "aborted" or editor.abort]
    if lab.short:
        trials = [trial for trial in trials if trial[1] == "hang-up saved and more" and not trial[2]]
    elif lab.scale < 1:
        trials = lab.chance("editors").sample(trials, max(1, int(len(trials) * lab.scale)))
    table = {}

    def one(place, trial):
        editor, end, edits = trial
        key = (editor.name + (" (own folders)" if editor.keeps_elsewhere else ""), end)
        table.setdefault(key, set()).add(Trial(lab, editor, end, edits).run())

    lab.each(trials, one)
    if lab.words:
        for (name, end), said in sorted(table.items()):
            print(f"  {name:20} {end:24} {', '.join(sorted(said))}")
    return f"{len(trials)} trials of {len({e.name for e in here})} editors"
