"""tantivy beside diarylog: indexes texts, asks queries, writes down what each took.

    tantivy_peer.py INDEX TEXTS QUERIES RESULTS REPEATS

INDEX is a folder; one that holds an index is changed. TEXTS has a JSON object a line with "number", "order" and
"text"; a number that is there already is replaced. QUERIES has lines of class, language and query, with tabs between.
RESULTS gets a line with the seconds that indexing took, the bytes of the index and its segments; then a line for each
query: how many texts answer, and the medians of the repeats in microseconds for the best ten, for the count and for
the newest ten. A query with more grammar than is known here gets "-".

tantivy's own n-grams have no positions. So texts are cut here: words of other scripts as they are, Hangul, Han and
Kana in neighbouring pairs, a character that stands alone by itself. A Korean word is then a phrase of its pairs.
"""

import json
import os
import re
import sys
import time

import tantivy

SYLLABIC = r"\u3040-\u30ff\u3131-\u318e\u4e00-\u9fff\uac00-\ud7a3"
PIECES = re.compile(f"[{SYLLABIC}]+|[^\\W_{SYLLABIC}]+")


def terms(text):
    """The terms of a text, in order."""
    found = []
    for piece in PIECES.findall(text):
        if piece[0] < "\u3040":
            found.append(piece.lower())
        elif len(piece) == 1:
            found.append(piece)
        else:
            found.extend(piece[i:i + 2] for i in range(len(piece) - 1))
    return found


def schema():
    builder = tantivy.SchemaBuilder()
    # Not unsigned: a number of that kind is not found when a document is to be deleted.
    builder.add_integer_field("number", indexed=True)
    builder.add_unsigned_field("order", fast=True)
    builder.add_text_field("text", tokenizer_name="cut", index_option="position")
    return builder.build()


def opened(folder):
    """The index of a folder, and whether it was there already."""
    isOld = tantivy.Index.exists(folder)
    index = tantivy.Index(schema(), path=folder, reuse=True)
    index.register_tokenizer("cut", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    return index, isOld


def write(index, isOld, path):
    """Indexes the texts of a file with one thread and one commit; the seconds that took, cutting included."""
    start = time.perf_counter()
    writer = index.writer(heap_size=256_000_000, num_threads=1)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            text = json.loads(line)
            if isOld:
                writer.delete_documents_by_term("number", text["number"])
            document = tantivy.Document()
            document.add_integer("number", text["number"])
            document.add_unsigned("order", text["order"])
            document.add_text("text", " ".join(terms(text["text"])))
            writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    return time.perf_counter() - start


def parts(query):
    """The terms of each word or phrase of a query and whether its last word is a beginning; None for other grammar."""
    found = []
    for number, piece in enumerate(query.split('"')):
        if number % 2 == 1:
            found.append((terms(piece), False))
            continue
        for word in piece.split():
            if word == "OR" or word[0] == "-" or any(sign in "():" for sign in word):
                return None
            if word != "AND":
                isPrefix = word[-1] == "*" and word[0] < "\u3040"
                found.append((terms(word), isPrefix))
    return found if all(words for words, _ in found) else None


def built(schema, parts):
    """The query for such parts; what begins with something is found by a regular expression, without a score."""
    queries = []
    for words, isPrefix in parts:
        if isPrefix:
            queries.append(tantivy.Query.regex_query(schema, "text", words[-1] + ".*"))
        elif len(words) == 1:
            queries.append(tantivy.Query.term_query(schema, "text", words[0], "freq"))
        else:
            queries.append(tantivy.Query.phrase_query(schema, "text", words))
    if len(queries) == 1:
        return queries[0]
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, query) for query in queries])


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
    index, isOld = opened(folder)
    seconds = write(index, isOld, texts)
    index.reload()
    searcher = index.searcher()
    form = index.schema
    with open(queries, encoding="utf-8") as lines:
        asked = [line.rstrip("\n").split("\t", 2) for line in lines]
    answers = ["-"] * len(asked)
    for group in dict.fromkeys((kind, language) for kind, language, _ in asked):
        known = [(n, parts(q)) for n, (kind, language, q) in enumerate(asked) if (kind, language) == group]
        known = [(n, some) for n, some in known if some is not None]
        some = [parts for _, parts in known]
        best = medians(some, repeats, lambda q: searcher.search(built(form, q), 10, count=False))
        counts = medians(some, repeats, lambda q: searcher.search(built(form, q), 1, count=True).count)
        newest = medians(
            some, repeats, lambda q: searcher.search(built(form, q), 10, count=False, order_by_field="order"))
        for place, (number, query) in enumerate(known):
            count = searcher.search(built(form, query), 1, count=True).count
            answers[number] = f"{count}\t{best[place]:.2f}\t{counts[place]:.2f}\t{newest[place]:.2f}"
    size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
    with open(results, "w", encoding="utf-8") as file:
        file.write(f"{seconds:.2f}\t{size}\t{searcher.num_segments}\n")
        file.writelines(answer + "\n" for answer in answers)


if __name__ == "__main__":
    main(*sys.argv[1:5], int(sys.argv[5]))
