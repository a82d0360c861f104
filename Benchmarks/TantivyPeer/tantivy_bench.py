"""tantivy among the rows of `make bench`: the texts and queries that `compare` wrote into TEXTS.

    tantivy_bench.py TEXTS FOLDER           what each kind of index takes, finds and weighs, as JSON
    tantivy_bench.py TEXTS FOLDER commits   200 texts, one commit each, between marks, for strace

Calls come from Python. So that its share can be seen, a query that finds nothing is timed as well: it costs the call,
and a look into the dictionary. Queries are made beforehand; ours are, too.
"""

import json
import os
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../page"))

import tantivy
from measure import spread, timed, written
from stores import mark
from tantivy_index import KINDS, Words
from tantivy_peer import write

ROUNDS = 20
COMMITS = 200


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Bench:
    def __init__(self, kind, folder, texts):
        self.kind, self.folder = kind, os.path.join(folder, kind.name.split()[0])
        os.makedirs(self.folder)
        self.index, _ = kind.opened(self.folder)
        path = os.path.join(folder, "ordered.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for text in texts:
                file.write(json.dumps({"number": text["number"], "order": text["number"], "text": text["text"]}) + "\n")
        self.took = int(write(kind, self.index, False, path) * 1e9)
        self.index.reload()
        self.searcher = self.index.searcher()
        self.count = len(texts)

    def query(self, text):
        return self.kind.query(self.index.schema, text)

    def ask(self, query, sort):
        if sort == "count":
            return self.searcher.search(query, 1, count=True).count
        if sort == "relevance":
            return self.searcher.search(query, 10, count=False)
        return self.searcher.search(query, 10, count=False, order_by_field="order")

    def numbers(self, query):
        """All that answer, the newest first."""
        hits = self.searcher.search(query, self.count, count=False, order_by_field="order").hits
        return self.searcher.fast_field_values("number", [place for _, place in hits])

    def row(self, asked):
        """The queries of a class: first times, all others, and what was found beside ours."""
        first, times = [], []
        found = {"ours": 0, "shared": 0, "more": 0, "tens": 0, "asked": len(asked)}
        for one in asked:
            query = self.query(one["query"])
            if query is None:
                return None
            for number in range(ROUNDS + 1):
                start = time.perf_counter_ns()
                self.ask(query, one["sort"])
                took = time.perf_counter_ns() - start
                (times if number else first).append(took)
            tell(found, one["ours"], self.numbers(query))
        return {"first": spread(first)[0], "times": spread(times), "found": found}

    def bytes(self):
        return sum(os.path.getsize(os.path.join(self.folder, name)) for name in os.listdir(self.folder))

    def commit(self, texts, count):
        """Durable adds: a commit each, which waits until all is on the disk."""
        writer = self.index.writer(heap_size=50_000_000, num_threads=1)
        times, before = [], written()
        for place in range(count):
            number = self.count + place
            start = time.perf_counter_ns()
            writer.add_document(self.kind.document(number, number, texts[place % len(texts)]["text"]))
            writer.commit()
            times.append(time.perf_counter_ns() - start)
        writer.wait_merging_threads()
        return spread(times), (written() - before) // count


def tell(found, ours, theirs):
    own = set(ours)
    found["ours"] += len(own)
    found["shared"] += len(own.intersection(theirs))
    found["more"] += len(set(theirs) - own)
    found["tens"] += ours[:10] == theirs[:10]


def recall(searches, texts):
    """Of the texts that hold a noun, how many are found; and how many are found that do not hold it."""
    right = held = excess = 0
    for noun, numbers in searches:
        having = {text["number"] for text in texts if noun in text["text"]}
        held += len(having)
        right += len(having.intersection(numbers))
        excess += len(set(numbers) - having)
    return right / max(held, 1), excess


def measured(kind, folder, texts, asked):
    bench = Bench(kind, folder, texts)
    rows = {name: bench.row([one for one in asked if one["kind"] == name]) for name in dict.fromkeys(
        one["kind"] for one in asked)}
    nouns = [one["query"] for one in asked if one["kind"] == "noun of two syllables"]
    share, excess = recall([(noun, bench.numbers(bench.query(noun))) for noun in nouns], texts)
    # A word that no text has: as long as a noun, so that it takes the same way.
    nothing = bench.query("뷁쀍")
    found = {"name": kind.name, "promise": kind.promise, "import": bench.took, "recall": share, "excess": excess,
             "share": bench.bytes() / max(sum(len(text["text"].encode()) for text in texts), 1), "rows": rows,
             "nothing": timed(lambda _: bench.ask(nothing, "newest"), range(1_000))}
    if kind.name == Words.name:
        found["commit"], found["commit bytes"] = bench.commit(texts, COMMITS)
    return found


def main(source, folder, what=None):
    texts = lines(os.path.join(source, "texts.jsonl"))
    if what == "commits":
        bench = Bench(Words(), folder, texts[:10_000])
        mark("add")
        bench.commit(texts, COMMITS)
        return mark("end")
    asked = lines(os.path.join(source, "queries.jsonl"))
    words = {"ours": 0, "shared": 0, "more": 0, "tens": 0}
    fts5 = {}
    for one in asked:
        row = fts5.setdefault(one["kind"], dict(words, asked=0))
        row["asked"] += 1
        tell(row, one["ours"], one["words"])
    print(json.dumps({"version": tantivy.__version__.split()[1].strip("v,"), "entries": len(texts), "fts5": fts5,
                      "kinds": [measured(kind(), folder, texts, asked) for kind in KINDS]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
