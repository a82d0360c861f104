"""tantivy beside diarylog: indexes texts, asks queries, writes down what each took.

    tantivy_peer.py INDEX TEXTS QUERIES RESULTS REPEATS

INDEX is a folder; one that holds an index is changed. TEXTS has a JSON object a line with "number", "order" and
"text"; a number that is there already is replaced. QUERIES has lines of class, language and query, with tabs between.
RESULTS gets a line with the seconds that indexing took, the bytes of the index and its segments; then a line for each
query: how many texts answer, and the medians of the repeats in microseconds for the best ten, for the count and for
the newest ten. A query with more grammar than is known here gets "-".

The index is that of pairs, which the application cuts; cutting is part of the time.
"""

import json
import os
import sys
import time

from tantivy_index import Pairs


def write(kind, index, isOld, path):
    """Indexes the texts of a file with one thread and one commit; the seconds that took, cutting included."""
    start = time.perf_counter()
    writer = index.writer(heap_size=256_000_000, num_threads=1)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            text = json.loads(line)
            if isOld:
                writer.delete_documents_by_term("number", text["number"])
            writer.add_document(kind.document(text["number"], text["order"], text["text"]))
    writer.commit()
    writer.wait_merging_threads()
    return time.perf_counter() - start


def medians(asked, repeats, ask):
    """The median time of each query, all of them asked in turn, again and again."""
    times = [[] for _ in asked]
    for _ in range(repeats):
        for number, query in enumerate(asked):
            start = time.perf_counter()
            ask(query)
            times[number].append((time.perf_counter() - start) * 1e6)
    return [sorted(some)[len(some) // 2] for some in times]


def main(folder, texts, queries, results, repeats):
    os.makedirs(folder, exist_ok=True)
    cut = Pairs()
    index, isOld = cut.opened(folder)
    seconds = write(cut, index, isOld, texts)
    index.reload()
    searcher = index.searcher()
    with open(queries, encoding="utf-8") as lines:
        asked = [line.rstrip("\n").split("\t", 2) for line in lines]
    answers = ["-"] * len(asked)
    for group in dict.fromkeys((kind, language) for kind, language, _ in asked):
        # Queries are made beforehand, as ours are.
        made = [(n, cut.query(index.schema, q)) for n, (*of, q) in enumerate(asked) if tuple(of) == group]
        known = [(n, query) for n, query in made if query is not None]
        some = [query for _, query in known]
        best = medians(some, repeats, lambda q: searcher.search(q, 10, count=False))
        counts = medians(some, repeats, lambda q: searcher.search(q, 1, count=True).count)
        newest = medians(some, repeats, lambda q: searcher.search(q, 10, count=False, order_by_field="order"))
        for place, (number, query) in enumerate(known):
            count = searcher.search(query, 1, count=True).count
            answers[number] = f"{count}\t{best[place]:.2f}\t{counts[place]:.2f}\t{newest[place]:.2f}"
    size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
    with open(results, "w", encoding="utf-8") as file:
        file.write(f"{seconds:.2f}\t{size}\t{searcher.num_segments}\n")
        file.writelines(answer + "\n" for answer in answers)


if __name__ == "__main__":
    main(*sys.argv[1:5], int(sys.argv[5]))
