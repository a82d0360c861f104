"""Writes what a run found into Docs/Performance/Peers.md, between two marks, and its plots beside it. Rows where a peer
is ahead come first, each with its reason.

    page.py .build-bench/release/bench.json Docs/Performance/Peers.md     writes it once more from what a run found"""

import json
import os
import platform
import sys

import tables_cost
import tables_search
from cells import cell, megabytes, number, table, time
from plot import plot
from reasons import REASONS

BEGIN, END = "<!-- make bench writes from here -->", "<!-- to here -->"
COLD = {"the same, file forgotten by the kernel": "open and list of 20, file forgotten by the kernel",
        "the same, as of 1 %": "the same, as of 1 %"}
WORDS = {
    "add": "durable add", "edit": "durable edit", "show": "show", "history": "history of an entry",
    "version": "first version of an entry", "list": "list of 20", "then": "list of 20 as of the past",
    "replay": "replay, an event", "search": "search of a word", "import": "import of all, an entry, once",
}
OURS = {"add": "durable add", "edit": "durable edit", "show": "show", "history": "history of an entry",
        "list": "list of 20, now", "then": "list of 20, as of 50 %", "replay": "replay, an event",
        "search": "noun, with text and snippet"}


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


def beside_libraries(libraries, ours, commits, weight):
    names = list(libraries)
    lines = []
    add = next((row for row in commits if row["name"] == "durable add"), {"bytes": [None], "waits": [None]})
    for row in ("add", "edit", "show", "history", "version", "list", "then", "search", "replay"):
        mine = ours.get(OURS.get(row, ""), {}).get("ours")
        cells = [libraries[name][2].get(row) for name in names]
        if any(cells):
            first = any(other and mine and other[0] < mine[0] for other in cells)
            lines.append((not first, [WORDS[row], cell(mine)] + [cell(other) for other in cells]))
    lines = [line for _, line in sorted(lines, key=lambda one: one[0])]
    for name, word, mine in (("bytes", "bytes written by an add", add["bytes"][0]),
                             ("barriers", "waits for the disk of an add", add["waits"][0]),
                             ("weight", "bytes on the disk, an event", weight),
                             ("entries", "stopped behind so many entries", None)):
        cells = [libraries[one][2].get(name) for one in names]
        if any(cells):
            lines.append([word, number(mine)] + [number(one) for one in cells])
    return table(["p50 / p99 / worst", "diarylog (Swift)"] + [libraries[name][0] for name in names], lines)


def beside_programs(programs, size):
    names = list(programs)
    lines = []
    for row in ("add", "list", "show", "search", "history", "then", "import"):
        cells = [(lambda one: [one] if row == "import" and one else one)(programs[name].get(row)) for name in names]
        behind = any(other and cells[0] and other[0] < cells[0][0] for other in cells[1:])
        why = REASONS.get("process " + row) if behind else None
        lines.append((not behind, [WORDS[row] + (": " + why if why else "")] + [cell(one) for one in cells]))
    lines = [line for _, line in sorted(lines, key=lambda one: one[0])]
    for row, word in (("bytes", "bytes written by an add"), ("barriers", "waits for the disk of an add"),
                      ("weight", "bytes on the disk, an entry")):
        lines.append([word] + [number(programs[name].get(row)) for name in names])
    return table([f"{size:,} entries, p50 / p99 / worst"] + names, lines)


def promises(found):
    programs = {name: row for one in found["programs"].values() for name, row in one.items()}
    rows = [["diarylog", programs.get("diarylog", {}).get("promise", "")],
            ["SQLite", "durable (WAL, synchronous=FULL); events kept, but no moment of the past, no undo"]]
    rows += tables_search.promises(found.get("tantivy"))
    rows += [[one[0], one[1]] for one in found["libraries"].values()]
    rows += [[name, row["promise"]] for name, row in programs.items() if name != "diarylog"]
    return table(["who", "what it promises"], rows)


# The pictures of what grows with the diary: name, title, what grows, and the rows that each shows.
GROWTH = [
    ("search", "What a search takes as the texts grow more, in memory", "texts",
     ["noun of two syllables", "two words", "phrase", "noun, by relevance", "frequent word, by relevance"]),
    ("write", "What writing takes as the diary grows, in memory", "events",
     ["durable add", "durable edit", "durable add, with the index", "1,000 adds at once, each",
      "import of all, an entry"]),
    ("read", "What reading takes as the diary grows, in memory", "events",
     ["list of 20, now", "list of 20, as of 1 %", "list of 20, as of 50 %", "show", "history of an entry",
      "replay, an event"]),
    ("open", "What opening takes as the diary grows, in memory", "events", ["open", "open and list of 20"]),
]


def plots(found, folder):
    """The pictures, and the lines of the page that show them."""
    os.makedirs(folder, exist_ok=True)
    made = []

    def draw(name, title, across, lines, **more):
        lines = {key: line for key, line in lines.items() if line}
        if lines:
            with open(os.path.join(folder, name + ".svg"), "w") as file:
                file.write(plot(title, across, lines, **more))
            made.append(f"![{title}]({name}.svg)")

    for name, title, across, rows in GROWTH:
        draw(f"growth-{name}", title, across, {
            row: [(int(size), one[row]["ours"][0]) for size, one in found["memory"].items() if row in one]
            for row in rows})
    held = {int(size): programs for part in ("programs", "large") for size, programs in found.get(part, {}).items()}
    draw("growth-memory", "The most memory of a process's own", "entries", {
        f"{name}, {command}": [(size, programs[name]["memory"][command][1]) for size, programs in sorted(held.items())
                               if programs.get(name, {}).get("memory", {}).get(command)]
        for name in ("diarylog", "sqlite3") for command in ("import", "list", "search")}, unit=megabytes)
    for row in ("add", "list", "search"):
        draw(f"process-{row}", WORDS[row] + ", a whole process", "entries", {
            name: [(int(size), programs[name][row][0]) for size, programs in found["programs"].items()
                   if programs.get(name, {}).get(row)]
            for name in {name: 0 for programs in found["programs"].values() for name in programs}})
    return made


def whole_programs(found):
    lines = ["### Whole programs", "", "From the start of a process to its end, in memory, each in turn.", ""]
    for size, programs in found["programs"].items():
        lines += beside_programs(programs, int(size))
    held = [tables_cost.memory(programs, int(size)) for part in ("programs", "large")
            for size, programs in list(found.get(part, {}).items())[-1 if part == "programs" else 0:]]
    if any(held):
        lines += ["### Memory of whole programs", "",
                  "The most that was resident, mapped files and the program itself among it, and the process's own part of",
                  "it (looked at each two milliseconds and at the end; of several processes, the largest). Each command once.",
                  ""]
    return lines + [line for one in held for line in one]


def text(found, pictures):
    sizes = {int(key): rows for key, rows in found["memory"].items() if rows}
    searched = [size for size, rows in sizes.items() if "noun of two syllables" in rows]
    size = max(searched or sizes, default=found["sizes"][-1])
    memory = sizes.get(size, {})
    with open("/proc/cpuinfo") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    processor = models[0] if models else platform.machine()
    lines = [BEGIN, "", f"{processor}, {os.cpu_count()} cores. Each cell: median / 99th percentile / worst.", ""]
    if found.get("skipped"):
        lines += [f"Left out, as asked: {', '.join(found['skipped'])}.", ""]
    lines += ["### In one process", "", f"{size:,} events, in memory, each in turn with SQLite. Slower rows first.", ""]
    # What lies in memory cannot be forgotten by the kernel.
    lines += beside_sqlite(memory, "in memory") + alone({name: row for name, row in memory.items() if name not in COLD})
    if found["disk"]:
        disk = {name: row for name, row in found["disk"].items() if "add" in name or "durable" in name}
        lines += [f"{found['sizes'][0]:,} events on the disk of the temporary folder:", ""]
        lines += beside_sqlite(disk, "on the disk")
        lines += alone({name: row for name, row in found["disk"].items() if name in COLD})
    lines += tables_cost.commits(found.get("commits"), found["sizes"][0])
    searched = sizes.get(found["tantivy"]["entries"], {}) if found.get("tantivy") else {}
    if "noun of two syllables" in searched:
        lines += tables_search.beside_tantivy(found, searched)
    if found.get("indexes"):
        lines += ["### Indexes of other kinds", "",
                  "The same texts, in memory. FTS5 has no tokenizer for pairs of characters: the application cuts the texts",
                  "and the queries, and keeps no copy in the index. Only ours has the past, places within a text for marks,",
                  "half-typed syllables and first consonants.", ""]
        lines += tables_search.kinds_of_index(found["indexes"], found.get("tantivy"))
    if found.get("corpus"):
        lines += tables_search.real_texts(found["corpus"]["rows"], found["corpus"]["name"])
    if found["libraries"]:
        weights = [programs["diarylog"]["weight"] for programs in found["programs"].values() if "diarylog" in programs]
        lines += ["### Other stores of events and versions", "",
                  f"{found['peers'][-1]:,} entries, in memory, by their own interface, one change at a time; ours of the",
                  "diary above.", ""]
        weight = weights[-1] if weights else None
        lines += beside_libraries(found["libraries"], memory, found.get("commits") or [], weight)
    if found["programs"]:
        lines += whole_programs(found)
    lines += tables_cost.growth(found["memory"]) + pictures + [""]
    lines += ["### What each promises", ""] + promises(found)
    lines += ["### What the machine allows", ""]
    lines += table(["", "p50 / p99 / worst"], [[name, cell(row)] for name, row in found["limits"].items()])
    return "\n".join(lines + [END])


def write(found, path):
    pictures = plots(found, os.path.dirname(path) or ".")
    with open(path) as file:
        before, _, rest = file.read().partition(BEGIN)
        after = rest.partition(END)[2]
    with open(path, "w") as file:
        file.write(before + text(found, pictures) + after)


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        write(json.load(file), sys.argv[2])
