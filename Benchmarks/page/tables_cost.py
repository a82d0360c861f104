"""The page's tables of what a commit writes, what commands hold in memory, and how costs grow."""

import math

from cells import megabytes, number, sorted_by_peers, table, time
from reasons import REASONS

# Own parts that differ by less are the allocators'.
ALIKE = 1 << 18
COMMANDS = {
    "import": "import of all", "add": "durable add", "edit": "durable edit", "list": "list of 20", "show": "show",
    "search": "search of a word", "history": "history of an entry", "then": "list of 20 as of the past", "stats": "statistics",
    "export": "export of all", "verify": "check of all", "replay": "replay",
}
GROWING = ["durable add", "durable edit", "1,000 adds at once, each", "open", "open and list of 20", "list of 20, now", "list of 20, as of 0.1 %",
           "list of 20, as of 1 %", "list of 20, as of 50 %", "show", "history of an entry", "replay, an event",
           "noun of two syllables", "frequent word", "two words", "phrase", "prefix", "noun, by relevance",
           "frequent word, by relevance", "count of a noun", "import of all, an entry", "durable add, with the index"]


def commits(rows, size):
    """Bytes and waits for the disk of each kind of commit."""
    if not rows:
        return []
    lines = []
    for row in rows:
        pairs = list(zip(row["bytes"], row["waits"]))
        isBehind = any(theirs < pairs[0][0] for theirs, _ in pairs[1:])
        lines.append((isBehind, [row["name"], str(row["rounds"])] + [
            f"{bytes:,}; {waits:g}" if waits is not None else f"{bytes:,}" for bytes, waits in pairs]))
    return ["### What a commit writes", "", f"Bytes handed to the system, and waits for the disk (by `strace`: syncs, and writes to a file opened so that each",
            f"is one); the mean of so many commits, in a diary of {size:,} entries. SQLite's checkpoints are among them.", ""] + table(
        ["a commit of", "commits", "diarylog", "SQLite, C API", "SQLite with FTS5"], sorted_by_peers(lines))


def memory(programs, size):
    """The most memory of each command: all that was resident, and the program's own."""
    names = [name for name, row in programs.items() if any(row["memory"].values())]
    if not names:
        return []
    lines = []
    for command, word in COMMANDS.items():
        cells = [programs[name]["memory"].get(command) for name in names]
        if not any(cells):
            continue
        ours = programs.get("diarylog", {}).get("memory", {}).get(command)
        isBehind = bool(ours) and any(one and one[1] + ALIKE < ours[1] for one in cells)
        why = REASONS.get("memory " + command, "") if isBehind else ""
        lines.append((isBehind, [word] + [f"{megabytes(one[0])}, {megabytes(one[1])}" if one else "–" for one in cells] + [why]))
    return table([f"{size:,} entries"] + names + ["why"], sorted_by_peers(lines))


def exponent(points):
    """By which power of the size something grows: the slope of a line through (size, value), both as logarithms."""
    points = [(math.log(size), math.log(value)) for size, value in points if value]
    if len(points) < 2:
        return None
    x, y = (sum(one) / len(points) for one in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def growth(memory):
    """What each thing takes as the diary grows: ours, and SQLite's behind it; and by which power ours grows."""
    sizes = sorted(int(size) for size, rows in memory.items() if rows)
    if len(sizes) < 2:
        return []
    by = {int(size): rows for size, rows in memory.items()}
    lines = []
    for name in GROWING:
        rows = [by[size].get(name) for size in sizes]
        if any(rows):
            power = exponent([(size, row["ours"][0]) for size, row in zip(sizes, rows) if row])
            lines.append([name] + ["–" if not row else time(row["ours"][0]) + (
                f" ({time(row['theirs'][0])})" if row["theirs"] else "") for row in rows]
                + ["–" if power is None else f"{power:.2f}"])
    return ["### As it grows", "",
            "Medians, in memory; SQLite's in brackets, with FTS5 where ours searches. The last column is the power of the",
            "size by which ours grows: 0 stays, 1 grows with the diary.", ""] + table(
        ["events, or texts to search"] + [number(size) for size in sizes] + ["power"], lines)
