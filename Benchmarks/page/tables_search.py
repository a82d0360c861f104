"""The page's tables of searches: beside FTS5 and tantivy, what each finds, indexes of other kinds, real texts."""

from cells import cell, number, sorted_by_peers, table, time
from reasons import REASONS

KINDS = "p50 / p99 / worst"


def with_first(first, spread):
    return "–" if not spread else f"{time(first)}; {cell(spread)}"


def beside_tantivy(found, rows):
    """Each class of search, beside FTS5 and each kind of tantivy's indexes; and what each of them found."""
    tantivy = found["tantivy"]
    kinds = tantivy["kinds"]
    nothing = min(kind["nothing"][0] for kind in kinds)
    lines, answers = [], []
    for name, fts5 in tantivy["fts5"].items():
        ours = rows[name]
        theirs = [kind["rows"][name] for kind in kinds]
        first = ours.get("firsts") or [0, 0]
        isBehind = any(row and row["times"][0] < ours["ours"][0] for row in theirs) or ours["theirs"][0] < ours["ours"][0]
        why = REASONS.get("tantivy " + name, "") if isBehind else ""
        lines.append((isBehind, [name, with_first(first[0], ours["ours"]), with_first(first[1], ours["theirs"])]
                      + [with_first(row["first"], row["times"]) if row else "–" for row in theirs] + [why]))
        answers.append([name, number(fts5["ours"]), shares(fts5)] + [shares(row["found"]) if row else "–" for row in theirs])
    names = ["FTS5"] + ["tantivy, " + kind["name"] for kind in kinds]
    out = ["### Searching, beside tantivy", "",
           f"{tantivy['entries']:,} texts, in memory: the first time; then {KINDS} of twenty more. tantivy {tantivy['version']} is",
           f"called from Python, where a search for a word that no text has takes {time(nothing)}: the call, and a look into the",
           "dictionary. Its queries are made beforehand, as ours are. Its indexes hold one state; by relevance, a beginning of a",
           "word has no score there.", ""]
    out += table(["search", "diarylog"] + names + ["why"], sorted_by_peers(lines))
    out += ["What is found: of ours, how much the others find; what they find besides; how many tens of newest are alike.", ""]
    return out + table(["search", "diarylog"] + names, answers)


def shares(found):
    share = 100 * found["shared"] / max(found["ours"], 1)
    more = f", {found['more']:,} besides" if found["more"] else ""
    return f"{share:.1f} %{more}; {found['tens']} of {found['asked']} alike"


def kinds_of_index(indexes, tantivy):
    """What other ways of indexing the same texts find, weigh and take."""
    others = []
    for kind in (tantivy or {}).get("kinds", []):
        others.append({"name": "tantivy, " + kind["name"], "noun": kind["rows"]["noun of two syllables"]["times"],
                       "recall": kind["recall"], "excess": kind["excess"], "share": kind["share"], "import": kind["import"]})
    lines = [[row["name"], f"{100 * row['recall']:.1f} %", number(row["excess"]), f"{row['share']:.2f}",
              time(row["import"]), cell(row["noun"])] for row in indexes + others]
    return table(["index", "found of the texts that hold a noun", "found without it", "bytes for a byte of text",
                  "import of all", "the newest ten with a noun: " + KINDS], lines)


def promises(tantivy):
    if not tantivy:
        return []
    words = tantivy["kinds"][0]
    waits = f", {tantivy['waits']:g} waits for the disk" if tantivy["waits"] else ""
    row = (f"durable once committed: a text and its commit take {cell(words['commit'])}{waits}, {words['commit bytes']:,} bytes; "
           "no past: another version takes the place of the one before; ")
    return [["tantivy", row + "; ".join(f"{kind['name']}: {kind['promise']}" for kind in tantivy["kinds"])]]


def real_texts(rows, name):
    """The texts of `CORPUS`."""
    begin = next(row for row in rows if row["part"] == "import")
    ours, words = begin["times"]
    out = ["### Real texts", "",
           f"{begin['texts']:,} texts of `{name}`, {begin['bytes'] / 1e6:.1f} MB, with queries drawn from them. Import: {time(ours)},"
           f" SQLite with FTS5 {time(words)}.", "The first time; then p50 / p99 / worst over the queries, each the median of seven.", ""]
    for state in (row for row in rows if row["part"] == "state"):
        of = state["state"]
        sizes = [f"{who} {size / max(state['bytes'], 1):.2f}" for who, size in
                 zip(("ours", "FTS5", "tantivy"), state["indexes"])]
        out += [f"Texts {of}; bytes of the index for a byte of text: {', '.join(sizes)}.", ""]
        lines = []
        for row in rows:
            if row["part"] == "times" and row["state"] == of:
                times = [one and (with_first(one[0], one[1:]) if one[0] is not None else cell(one[1:])) for one in row["times"]]
                times += [None] * (3 - len(times))
                ahead = row["times"][0] and any(one and one[1] < row["times"][0][1] for one in row["times"][1:])
                lines.append((bool(ahead), [f"{row['name']}: {row['what']}"] + [one or "–" for one in times]))
        out += table(["search", "diarylog", "FTS5", "tantivy, pairs"], sorted_by_peers(lines))
        lines = [[row["name"]] + [number(count) for count in row["counts"]] + ["–"] * (3 - len(row["counts"]))
                 for row in rows if row["part"] == "found" and row["state"] == of]
        out += table(["found by all queries together", "diarylog", "FTS5", "tantivy, pairs"], lines)
    return out
