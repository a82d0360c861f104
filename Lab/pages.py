"""The pages of an LMDB 0.9 file, and what each of them holds: enough to damage one table and no other."""

import struct

SIZE = 4096
BRANCH, LEAF, OVERFLOW = 1, 2, 4
INVALID = 0xFFFFFFFFFFFFFFFF


class Pages:
    """Which page belongs to which table, and where the values of a table lie."""

    def __init__(self, data):
        self.data = data
        self.of = {0: "LMDB meta", 1: "LMDB meta"}
        self.values = {}  # table -> [(key, offset of the value, length)]
        newest = max((0, 1), key=lambda number: struct.unpack_from("<Q", data, number * SIZE + 16 + 8 + 16 + 96 + 8)[0])
        # magic u32, version u32, address u64, map size u64, two tables of 48 bytes, last page u64, transaction u64
        start = newest * SIZE + 16 + 24
        self.walk(struct.unpack_from("<Q", data, start + 40)[0], "free list")
        self.walk(struct.unpack_from("<Q", data, start + 48 + 40)[0], "main")

    def walk(self, page, table):
        if page == INVALID or (page + 1) * SIZE > len(self.data):
            return
        start = page * SIZE
        flags, lower = struct.unpack_from("<HH", self.data, start + 10)
        self.of[page] = table + (": branches" if flags & BRANCH else "")
        for slot in range((lower - 16) // 2):
            node = start + struct.unpack_from("<H", self.data, start + 16 + 2 * slot)[0]
            low, high, kind, length = struct.unpack_from("<HHHH", self.data, node)
            key = self.data[node + 8:node + 8 + length]
            if flags & BRANCH:
                self.walk(low | high << 16 | kind << 32, table)
            elif flags & LEAF:
                self.leaf(table, key, node + 8 + length, low | high << 16, kind)

    def leaf(self, table, key, at, size, kind):
        if kind & 2:  # a table of its own: depth, pages, rows, root
            self.walk(struct.unpack_from("<Q", self.data, at + 40)[0], key.decode("latin1"))
            return
        if kind & 1:  # the value is too long for the leaf: it lies on pages of its own
            first = struct.unpack_from("<Q", self.data, at)[0]
            for page in range(first, first + (size + 16 + SIZE - 1) // SIZE):
                self.of[page] = table + ": long values"
            at = first * SIZE + 16
        name = table
        if table == "main":
            name = "meta record" if key == b"M" else "tail"
        self.values.setdefault(name, []).append((key, at, size))
