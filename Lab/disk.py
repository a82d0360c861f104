"""A disk as a power cut leaves it, from a record of what a program wrote, synced and renamed.

A write that was not synced is kept or lost sector by sector (512 bytes), each by itself and whatever came before it:
of several writes to one sector any may be the one that stands, or none. Names obey one of two rules:

  ext4    names are a journal: they last in their order, up to some point; a sync of any file or folder makes all
          earlier ones last; the size of a file lasts with its data, or later
  strict  nothing but POSIX: a name lasts by a sync of its folder alone, and of those that were not synced any may last
"""

import os
import struct

SECTOR = 512
HEAD = struct.Struct("<BQqII")


def records(data):
    """The records of preload.c: (what, inode, offset, path, bytes)."""
    place, found = 0, []
    while place + HEAD.size <= len(data):
        op, inode, offset, first, second = HEAD.unpack_from(data, place)
        place += HEAD.size
        path = data[place:place + first].decode()
        place += first
        found.append((chr(op), inode, offset, path, data[place:place + second]))
        place += second
    return found


class File:
    """A file or folder: what lasts of it, and what is only in memory."""

    def __init__(self, is_folder=False):
        self.is_folder = is_folder
        self.lasting = bytearray()
        self.size = 0  # in memory
        self.pending = {}  # sector -> the contents that may stand there, oldest first
        self.sizes = []  # the sizes that may stand, besides the lasting one
        self.memory = bytearray()

    def write(self, offset, data):
        end = offset + len(data)
        if len(self.memory) < end:
            self.memory.extend(bytes(end - len(self.memory)))
        self.memory[offset:end] = data
        if end > self.size:
            self.size = end
            self.sizes.append(end)
        for sector in range(offset // SECTOR, (end + SECTOR - 1) // SECTOR):
            piece = bytes(self.memory[sector * SECTOR:(sector + 1) * SECTOR]).ljust(SECTOR, b"\0")
            self.pending.setdefault(sector, []).append(piece)

    def truncate(self, size):
        if size < len(self.memory):
            del self.memory[size:]
            for sector in [sector for sector in self.pending if sector * SECTOR >= size]:
                del self.pending[sector]
        else:
            self.memory.extend(bytes(size - len(self.memory)))
        self.size = size
        self.sizes.append(size)

    def sync(self):
        self.lasting = bytearray(self.memory)
        self.pending, self.sizes = {}, []

    def sync_range(self, offset, length):
        """What one write through O_DSYNC makes last: its own sectors, and nothing else."""
        end = offset + length
        if len(self.lasting) < end:
            self.lasting.extend(bytes(end - len(self.lasting)))
        for sector in range(offset // SECTOR, (end + SECTOR - 1) // SECTOR):
            start = sector * SECTOR
            piece = self.memory[start:start + SECTOR]
            self.lasting[start:start + len(piece)] = piece
            self.pending.pop(sector, None)

    def after_cut(self, chance, mood):
        """The bytes that are there after a cut; the mood is the share of pending sectors that are kept."""
        content = bytearray(self.lasting)
        size = len(content)
        if self.sizes and chance.random() < mood:
            size = chance.choice(self.sizes)
        content.extend(bytes(max(0, max(self.sizes, default=0) - len(content))))
        for sector, pieces in self.pending.items():
            if chance.random() < mood:
                start = sector * SECTOR
                piece = chance.choice(pieces) if mood < 1 else pieces[-1]
                if len(content) < start + len(piece):
                    content.extend(bytes(start + len(piece) - len(content)))
                content[start:start + len(piece)] = piece
        del content[max(size, 0):]
        return bytes(content)


class Disk:
    """The whole tree below one folder, played from records."""

    def __init__(self, root, rule):
        self.root, self.rule = root, rule
        self.files = {}  # inode -> File
        self.names = {}  # path -> File, in memory
        self.lasting_names = {}
        self.changes = []  # (folder, [(path, File or None)]): changes of names that may not last yet

    def inside(self, path):
        return path.startswith(self.root + "/")

    def rename_all(self, names, old, new, file):
        """What a rename changes: the name itself, though the old one may never have lasted, and every name below."""
        moved = [path for path in names if path == old or path.startswith(old + "/")]
        gone = [path for path in names if path == new or path.startswith(new + "/")]
        taken = {new + path[len(old):]: names.pop(path) for path in moved}
        for path in gone:
            names.pop(path, None)
        names.update(taken)
        names[new] = file

    def exchange_all(self, names, one, other):
        """Two names, and every name below them, change places."""
        def below(name):
            return {path[len(name):]: names.pop(path) for path in
                    [path for path in names if path == name or path.startswith(name + "/")]}
        first, second = below(one), below(other)
        names.update({other + rest: file for rest, file in first.items()})
        names.update({one + rest: file for rest, file in second.items()})

    def change(self, kind, path, other=None, file=None):
        self.apply(self.names, kind, path, other, file)
        self.changes.append((kind, path, other, file))

    def apply(self, names, kind, path, other, file):
        if kind == "make":
            names[path] = file
        elif kind == "remove":
            names.pop(path, None)
        elif kind == "rename":
            self.rename_all(names, path, other, file)
        elif kind == "exchange":
            self.exchange_all(names, path, other)

    def play(self, record):
        op, inode, offset, path, data = record
        if op in "CM":
            if op == "M" or path == "" or self.inside(path):
                file = self.files[inode] = File(op == "M")
                file.path = path
                if path:
                    self.change("make", path, file=file)
        elif op == "L" and self.inside(path):
            self.change("make", path, file=self.files.get(inode, File()))
        elif op == "U" and self.inside(path):
            self.change("remove", path)
        elif op == "R" and self.inside(path):
            if path in self.names:
                self.change("rename", path, data.decode(), self.names[path])
        elif op == "X" and self.inside(path):
            self.change("exchange", path, data.decode())
        elif op == "W" and inode in self.files:
            self.files[inode].write(offset, data)
        elif op == "D" and inode in self.files:
            self.files[inode].write(offset, data)
            self.files[inode].sync_range(offset, len(data))
        elif op == "T" and inode in self.files:
            self.files[inode].truncate(offset)
        elif op == "Y":
            self.sync(inode)

    def sync(self, inode):
        file = self.files.get(inode)
        if file and not file.is_folder:
            file.sync()
        if self.rule == "ext4":
            self.last(lambda change: True)
            return
        # The folder's own path, by whatever name it has now; the root of the tree is known by no record.
        folders = [path for path, each in self.names.items() if each is file] if file else [self.root]
        if file is None or file.is_folder:
            self.last(lambda change: any(os.path.dirname(change[2] or change[1]) == folder for folder in folders))

    def last(self, which):
        rest = []
        for change in self.changes:
            if which(change):
                self.apply(self.lasting_names, *change)
            else:
                rest.append(change)
        self.changes = rest

    def after_cut(self, chance):
        """{path: bytes, or None for a folder} as one cut leaves it."""
        names = dict(self.lasting_names)
        mood = chance.choice([0, 0, 0.2, 0.5, 0.5, 0.8, 1])
        if self.rule == "ext4":
            kept = self.changes[:chance.randint(0, len(self.changes))]
        else:
            share = chance.choice([0, 0.5, 1])
            kept = [change for change in self.changes if chance.random() < share]
        for change in kept:
            self.apply(names, *change)
        image = {}
        for path, file in sorted(names.items()):
            above = os.path.dirname(path)
            if above != self.root and above not in image:
                continue  # its folder is not there: nobody can reach it
            image[path] = None if file.is_folder else file.after_cut(chance, mood)
        return image
