"""make bench: us and our peers side by side, in one run, and the page that tells of it.

    bench.py --compare COMPARE --programs FOLDER [--sizes 10000,100000] [--peers 1000,10000] [--skip STEP,STEP]
             [--page Docs/Performance/Peers.md]

COMPARE is the built `compare` (we and SQLite in one process), FOLDER has `diarylog`, `sqlite-add` and `grdb`. Peers of
PyPI get a virtual environment beside COMPARE; one that cannot be had is left out, and that is said. What was found is
kept in `bench.json` beside COMPARE; a run that is interrupted goes on behind its last step. A step is named by its
first word, or by all of its name, as the run says them.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import limits
import page
import stores
import whole
from steps import Steps, say
from waits import traced

PACKAGES = ["eventsourcing", "doltlite", "salamander-db", "jrnl>=4.6,<5", "lmdb", "tantivy"]
# At a million texts indexes of other kinds would take minutes each; what they find does not change.
MOST_TEXTS = 200_000
# Ten million texts and two indexes of them need more than 24 GiB of memory.
MOST_SEARCHED = 1_000_000


def environment(folder):
    """The Python that has the peers; what cannot be installed is left out."""
    python = os.path.join(folder, "peers/bin/python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.join(folder, "peers")], check=True)
    for package in PACKAGES:
        name = re.split("[<>=]", package)[0]
        look = f"import importlib.metadata; importlib.metadata.version({name!r})"
        if not subprocess.run([python, "-c", look], stderr=subprocess.DEVNULL).returncode:
            continue
        say(f"installing {package} from PyPI …")
        run = subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--retries", "1",
                              "--timeout", "20", package], stderr=subprocess.PIPE)
        if run.returncode:
            say(f"skipped: {package} cannot be installed: {run.stderr.decode().strip().splitlines()[-1:]}")
    return python


def compare(options, size, parent, part, *words, **more):
    """The rows of a part that `compare` reports; what it prints besides is for whoever watches."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report, tempfile.TemporaryDirectory(dir=parent) as folder:
        variables = dict(os.environ, REPORT=report.name, COMPARE_ONLY=part, **more)
        subprocess.run([options.compare, str(size), folder, *words], env=variables, stdout=sys.stderr, check=True)
        return json.load(report) if os.path.getsize(report.name) else []


def compared(options, size, parent, part):
    """What `compare` says of a diary of so many events, or as many texts: its rows by name, and its indexes."""
    # Whole processes are the same at each size, but for the largest ones.
    large = max((one for one in options.sizes if one <= MOST_SEARCHED), default=0)
    rows = compare(options, size, parent, part, *([options.programs] if size >= large else []))
    return {"rows": {row["name"]: row for row in rows if row["part"] != "indexes"},
            "indexes": [row for row in rows if row["part"] == "indexes"]}


def commits(options, size, folder):
    """Bytes and waits for the disk of each kind of commit: of ours, of SQLite, of SQLite with FTS5."""
    rows = compare(options, size, folder, "commits")
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        variables = dict(os.environ, COMPARE_ONLY="commits", REPORT=report.name)
        waits = traced([options.compare, str(size), folder], variables, folder)
    for row in rows:
        row["waits"] = [waits and round(waits.get(f"{engine}: {row['name']}", 0) / row["rounds"], 2)
                        for engine in ("ours", "plain", "words")]
    return rows


def searched(options, python, size, folder):
    """tantivy, with the texts and queries of ours and FTS5's."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../TantivyPeer/tantivy_bench.py")
    if subprocess.run([python, "-c", "import tantivy"], stderr=subprocess.DEVNULL).returncode:
        say("skipped: tantivy is not installed")
        return None
    with tempfile.TemporaryDirectory(dir=folder) as texts, tempfile.TemporaryDirectory(dir=folder) as index:
        compare(options, size, folder, "texts", TEXTS=texts)
        words = [python, "-B", script, texts, index]
        run = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if run.returncode:
            say(f"skipped: tantivy: {run.stderr.decode().strip().splitlines()[-1]}")
            return None
        found = json.loads(run.stdout.splitlines()[-1])
        with tempfile.TemporaryDirectory(dir=folder) as other:
            waits = traced(words[:-1] + [other, "commits"], dict(os.environ), other)
        found["waits"] = waits and round(waits["add"] / stores.COMMITS, 2)
    return found


def searching(options, python, folder):
    """The texts of `CORPUS`, searched by us, FTS5 and tantivy."""
    has = not subprocess.run([python, "-c", "import tantivy"], stderr=subprocess.DEVNULL).returncode
    more = {"TANTIVY_PYTHON": python} if has else {}
    rows = compare(options, 1_000, folder, "corpus", **more)
    return {"name": os.path.basename(os.environ["CORPUS"]), "rows": rows} if rows else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compare", required=True)
    parser.add_argument("--programs", required=True)
    numbers = lambda text: [int(part) for part in text.split(",")]
    parser.add_argument("--sizes", type=numbers, default=[10_000, 100_000])
    parser.add_argument("--peers", type=numbers, default=[1_000, 10_000])
    parser.add_argument("--skip", type=lambda text: [part for part in text.split(",") if part], default=[])
    parser.add_argument("--page", default="Docs/Performance/Peers.md")
    options = parser.parse_args()
    options.compare, options.programs = os.path.abspath(options.compare), os.path.abspath(options.programs)
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()
    disk, kept = tempfile.gettempdir(), os.path.dirname(options.compare)
    python = environment(kept)
    known = whole.places(options, python)
    corpus = os.environ.get("CORPUS")
    if corpus and not os.path.isfile(corpus):
        sys.exit(f"CORPUS: there is no file {corpus}")
    steps = Steps(os.path.join(kept, "bench-steps.json"),
                  [options.compare] + [os.path.join(options.programs, name) for name in ("diarylog", "grdb")]
                  + ([corpus] if corpus else []), options.skip, [options.sizes, options.peers])
    found = run(steps, options, python, known, memory, disk)
    with open(os.path.join(kept, "bench.json"), "w") as file:
        json.dump(found, file, indent=1)
    page.write(found, options.page)
    steps.end()


def run(steps, options, python, known, memory, disk):
    sizes, peers = options.sizes, options.peers
    found = {"sizes": sizes, "peers": peers, "skipped": options.skip}
    found["limits"] = steps.do("limits", "what the machine allows", lambda: limits.found(python, disk), {})
    found["memory"], found["indexes"] = {}, []
    for size in sizes:
        for part, what in (("diary", "events"), ("search", "texts")):
            if part == "search" and size > MOST_SEARCHED:
                say(f"left out: {size:,} texts are more than a machine's memory holds")
                continue
            one = steps.do(f"{part} {size}", f"ours and SQLite, {size:,} {what} in {memory}",
                           lambda: compared(options, size, memory, part), {"rows": {}, "indexes": []})
            found["memory"].setdefault(size, {}).update(one["rows"])
            found["indexes"] = one["indexes"] or found["indexes"]
    onDisk = steps.do("disk", f"ours and SQLite, {sizes[0]:,} events in {disk}",
                      lambda: compared(options, sizes[0], disk, "durable"))
    found["disk"] = onDisk["rows"] if onDisk else {}
    found["commits"] = steps.do("commits", "bytes and waits of commits", lambda: commits(options, sizes[0], memory), [])
    texts = max(size for size in sizes if size <= MOST_TEXTS or size == sizes[0])
    found["tantivy"] = steps.do(
        "tantivy", f"tantivy, {texts:,} texts", lambda: searched(options, python, texts, memory))
    found["libraries"] = {}
    for name in ("GRDB", "EventSourcing", "DoltLite", "Salamander"):
        work = lambda: (stores.grdb(options, peers[-1], memory) if name == "GRDB"
                        else stores.measured(name, python, peers[-1], memory))
        if row := steps.do(f"library {name}", f"{name}, {peers[-1]:,} entries in {memory}", work):
            found["libraries"][name] = row
    found["programs"] = {size: one for size in peers if (one := steps.do(
        f"programs {size}", f"whole programs, {size:,} entries", lambda: whole.programs(known, size, memory)))}
    found["large"] = {size: one for size in sizes if size not in peers and size <= MOST_SEARCHED and (one := steps.do(
        f"large {size}", f"memory of whole programs, {size:,} entries", lambda: whole.large(known, size, memory)))}
    if corpus := os.environ.get("CORPUS"):
        found["corpus"] = steps.do("corpus", f"searching in {corpus}", lambda: searching(options, python, memory))
    found["took"] = steps.took
    return found


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        say("interrupted: the next run goes on behind the last step that said what it took")
        sys.exit(130)
