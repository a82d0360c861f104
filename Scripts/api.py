#!/usr/bin/env python3
"""Writes down what each library promises to other packages: every public declaration, one on a line.

    api.py            compares Docs/PublicAPI.txt with the sources, and shows what differs
    api.py --write    writes it anew
"""
import difflib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = ["EventStore", "DiaryModel", "DiaryEngine"]
TYPE = re.compile(r"\b(?:extension|struct|class|enum|protocol|actor) ([\w.]+)")


def declarations(source):
    """The public declarations of a file, each under the types around it."""
    text = re.sub(r"//.*", "", re.sub(r'"""(.|\n)*?"""', '""', source))
    text = re.sub(r'#?"(\\.|[^"\\\n])*"#?', '""', text)
    around, start, depth = [], 0, 0
    for place, sign in enumerate(text + "\n"):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign in "{}" or sign == "\n" and depth <= 0:
            words = " ".join(text[start:place].split())
            if sign == "\n" and (not words or words.endswith((",", "->", "=", ":")) or words.startswith("@")):
                continue
            inside = around[-1] if around else ("", False)
            if re.search(r"\bpublic\b(?!\()", words) and "import " not in words:
                yield shown(inside[0], words)
            elif inside[1] and re.match(r"(static |mutating |@\w+(\(.*?\))? )*(case|func|var|init|associatedtype)\b", words):
                yield shown(inside[0], words)
            if sign == "{":
                named = TYPE.search(words)
                name = ".".join(filter(None, [inside[0], named.group(1)])) if named else None
                opens = bool(re.search(r"\bpublic (enum|protocol)\b", words))
                around.append((name, opens) if named else (inside[0] + "…", False))
            elif sign == "}" and around:
                around.pop()
            start = place + 1


def shown(around, words):
    words = re.sub(r"\bpublic |\b\w+\(set\) ", "", words)
    if re.match(r"(static )?(let|var)\b", words):
        words = words.split(" = ")[0]
    return f"{around}: {words}" if around else words


def listing():
    lines = []
    for module in MODULES:
        found = set()
        for file in sorted((ROOT / "Sources" / module).rglob("*.swift")):
            found.update(line for line in declarations(file.read_text()) if "…" not in line)
        lines += [f"# {module}", *sorted(found), ""]
    return "\n".join(lines)


def main():
    page = ROOT / "Docs" / "PublicAPI.txt"
    now = listing()
    if sys.argv[1:] == ["--write"]:
        page.write_text(now)
        return 0
    before = page.read_text() if page.exists() else ""
    if now == before:
        return 0
    changes = difflib.unified_diff(before.split("\n"), now.split("\n"), "Docs/PublicAPI.txt", "the sources", n=0)
    print("\n".join(changes))
    print("error: what other packages may call has changed\nhint: python3 Scripts/api.py --write, if that is meant")
    return 1


sys.exit(main())
