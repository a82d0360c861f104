"""Writes what a run found into Docs/Performance.md, between two marks, and its plots beside it. Rows where a peer is
ahead come first, each with its reason."""

import os
import platform

from plot import plot
from reasons import REASONS

BEGIN, END = "<!-- make bench writes from here -->", "<!-- to here -->"
COLD = {"the same, file forgotten by the kernel": "open and list of 20, file forgotten by the kernel",
        "the same, as of 1 %": "the same, as of 1 %"}
WORDS = {
    "add": "durable add", "edit": "durable edit", "show": "show", "history": "history of an entry",
    "version": "first version of an entry", "list": "list of 20", "then": "list of 20 as of the past",
    "replay": "replay, an event", "search": "search of a word",
}
OURS = {"add": "durable add", "edit": "durable edit", "show": "show", "history": "history of an entry",
        "list": "list of 20, now", "then": "list of 20, as of 50 %", "replay": "replay, an event",
        "search": "noun, with text and snippet"}


def time(nanoseconds):
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= size:
            value = nanoseconds / size
            return f"{value:.0f} {unit}" if value >= 100 else f"{value:.1f} {unit}"
    return f"{nanoseconds:.0f} ns"


def cell(spread):
    return " / ".join(time(value) for value in spread) if spread else "–"


def number(value):
    return "–" if value is None else f"{value:,}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def reason(name):
    return REASONS.get(name, REASONS.get(name.removesuffix(", after changes"), ""))


def beside_sqlite(rows, where):
    """One line each; the slower ones first, with the reason."""
    behind, ahead = [], []
    for name, row in rows.items():
        if not row["theirs"]:
            continue
        ratio = row["ours"][0] / max(row["theirs"][0], 1)
        line = [name, cell(row["ours"]), cell(row["theirs"]), f"{ratio:.2f}", reason(name) if ratio > 1 else ""]
        (behind if ratio > 1 else ahead).append((ratio, line))
    lines = [line for _, line in sorted(behind, reverse=True)] + [line for _, line in sorted(ahead, reverse=True)]
    return table([where, "diarylog", "SQLite, C API", "ratio", "why"], lines)


def alone(rows):
    return table(["of ours alone", "p50 / p99 / worst"],
                 [[COLD.get(name, name), cell(row["ours"])] for name, row in rows.items() if not row["theirs"]])


def kinds_of_index(indexes):
    """What other ways of indexing the same texts find, weigh and take."""
    lines = [[row["name"], f"{100 * row['recall']:.1f} %", number(row["excess"]), f"{row['share']:.2f}",
              time(row["import"]), cell(row["noun"])] for row in indexes]
    return table(["index", "found of the texts that hold a noun", "found without it", "bytes for a byte of text",
                  "import of all", "the newest ten with a noun: p50 / p99 / worst"], lines)


def beside_libraries(libraries, ours):
    names = list(libraries)
    lines = []
    for row in ("add", "edit", "show", "history", "version", "list", "then", "search", "replay"):
        mine = ours.get(OURS.get(row, ""), {}).get("ours")
        cells = [libraries[name][2].get(row) for name in names]
        if any(cells):
            first = any(other and mine and other[0] < mine[0] for other in cells)
            lines.append((not first, [WORDS[row], cell(mine)] + [cell(other) for other in cells]))
    lines = [line for _, line in sorted(lines, key=lambda one: one[0])]
    lines += [["bytes written by an add", ""] + [number(libraries[name][2].get("bytes")) for name in names],
              ["bytes on the disk, an event", ""] + [number(libraries[name][2]["weight"]) for name in names]]
    return table(["p50 / p99 / worst", "diarylog (Swift)"] + [libraries[name][0] for name in names], lines)


def beside_programs(programs, size):
    names = list(programs)
    lines = []
    for row in ("add", "list", "show", "search", "history", "then"):
        cells = [programs[name].get(row) for name in names]
        behind = any(other and cells[0] and other[0] < cells[0][0] for other in cells[1:])
        lines.append((not behind, [WORDS[row] + (": " + REASONS["process " + row] if behind and "process " + row in REASONS else "")]
                      + [cell(one) for one in cells]))
    lines = [line for _, line in sorted(lines, key=lambda one: one[0])]
    for row, word in (("bytes", "bytes written by an add"), ("barriers", "waits for the disk of an add"),
                      ("weight", "bytes on the disk, an entry")):
        lines.append([word] + [number(programs[name].get(row)) for name in names])
    return table([f"{size:,} entries, p50 / p99 / worst"] + names, lines)


def promises(found):
    rows = [["diarylog", next(iter(found["programs"].values()))["diarylog"]["promise"]],
            ["SQLite", "durable (WAL, synchronous=FULL); events kept, but no moment of the past, no undo"]]
    rows += [[one[0], one[1]] for one in found["libraries"].values()]
    rows += [[name, row["promise"]] for name, row in next(iter(found["programs"].values())).items() if name != "diarylog"]
    return table(["who", "what it promises"], rows)


def plots(found, folder):
    os.makedirs(folder, exist_ok=True)
    names = ["durable add", "list of 20, now", "list of 20, as of 1 %", "show", "1,000 adds at once, each", "replay, an event"]
    lines = {name: [(int(size), rows[name]["ours"][0]) for size, rows in found["memory"].items() if name in rows]
             for name in names}
    with open(os.path.join(folder, "growth.svg"), "w") as file:
        file.write(plot("What it takes as the diary grows, in memory", "events", lines))
    for row in ("add", "list", "search"):
        lines = {}
        for size, programs in found["programs"].items():
            for name, rows in programs.items():
                if rows.get(row):
                    lines.setdefault(name, []).append((int(size), rows[row][0]))
        with open(os.path.join(folder, f"process-{row}.svg"), "w") as file:
            file.write(plot(WORDS[row] + ", a whole process", "entries", lines))


def text(found):
    size = found["sizes"][-1]
    memory = {int(key): rows for key, rows in found["memory"].items()}[size]
    with open("/proc/cpuinfo") as file:
        processor = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
    lines = [BEGIN, "", f"{processor}, {os.cpu_count()} cores. Each cell: median / 99th percentile / worst.", "",
             "### In one process", "", f"{size:,} events, in memory, each in turn with SQLite. Slower rows first.", ""]
    # What lies in memory cannot be forgotten by the kernel.
    lines += beside_sqlite(memory, "in memory") + alone({name: row for name, row in memory.items() if name not in COLD})
    disk = {name: row for name, row in found["disk"].items() if "add" in name or "durable" in name}
    lines += [f"{found['sizes'][0]:,} events on the disk of the temporary folder:", ""] + beside_sqlite(disk, "on the disk")
    lines += alone({name: row for name, row in found["disk"].items() if name in COLD})
    if found.get("indexes"):
        lines += ["### Indexes of other kinds", "",
                  "The same texts, in memory. FTS5 has no tokenizer for pairs of characters: the application cuts the texts and the",
                  "queries, and keeps no copy in the index. Only ours has the past, places within a text for marks, half-typed",
                  "syllables and first consonants.", ""] + kinds_of_index(found["indexes"])
    lines += ["### Other stores of events and versions", "",
              f"{found['peers'][-1]:,} entries, in memory, by their own interface, one change at a time; ours of the diary above.", ""]
    lines += beside_libraries(found["libraries"], memory)
    lines += ["### Whole programs", "", "From the start of a process to its end, in memory, each in turn.", ""]
    for size, programs in found["programs"].items():
        lines += beside_programs(programs, int(size))
    lines += ["![growth](Performance/growth.svg)", ""]
    lines += [f"![{row}](Performance/process-{row}.svg)" for row in ("add", "list", "search")] + [""]
    lines += ["### What each promises", ""] + promises(found)
    lines += ["### What the machine allows", ""]
    lines += table(["", "p50 / p99 / worst"], [[name, cell(row)] for name, row in found["limits"].items()])
    return "\n".join(lines + [END])


def write(found, path):
    plots(found, os.path.join(os.path.dirname(path), "Performance"))
    with open(path) as file:
        before, _, rest = file.read().partition(BEGIN)
        after = rest.partition(END)[2]
    with open(path, "w") as file:
        file.write(before + text(found) + after)
