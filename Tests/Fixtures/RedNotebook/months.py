"""Makes months.jsonl: months as RedNotebook writes them, by PyYAML, and what is in them. Run with PyYAML installed:

    python3 months.py > months.jsonl
"""
import json
import random

import yaml

chance = random.Random(2026)
WORDS = ["나는", "바다에", "갔다.", "the", "sea", "was:", "cold", "# no", "#tag", "- a", "[x]", "{y}", "👨‍👩‍👧‍👦", "'q'",
         '"dq"', "a: b", "\\n", "*bold*", "&amp;", "!bang", "%", "@민수", "`code`", "|", "> quote", "yes", "null", "~",
         "12", "1.5", "2026-11-01", "10:30", ",", "...", "---", "=", "? a", ": x", "\t", "  ", "e\u0301", "\u3000",
         "\u00a0", "\x07", "a" * 90]


def text():
    words = [chance.choice(WORDS) + chance.choice([" ", " ", " ", "", "\n", "\n\n", "\n  ", " \n"])
             for _ in range(chance.choice([1, 2, 3, 8, 25, 60]))]
    text = "x" + "".join(words)
    return text.strip() if chance.random() < 0.6 else text


def day():
    day = {"text": text()}
    if chance.random() < 0.4:
        day["Tags"] = {tag: None for tag in chance.sample(["산책", "긴 태그 이름", "a/b", "it's", "yes"], 2)}
    for name in chance.sample(["Idea", "할 일", "Cool: Stuff", "TODO"], chance.choice([0, 0, 1, 2])):
        day[name] = {text().strip(): None for _ in range(chance.choice([1, 2]))}
    return day


for _ in range(60):
    month = {number: day() for number in sorted(chance.sample(range(1, 29), chance.choice([1, 2, 5])))}
    flow = chance.choice([None, False, False])
    written = yaml.safe_dump(month, allow_unicode=chance.random() < 0.8, default_flow_style=flow)
    read = yaml.safe_load(written)
    print(json.dumps({"yaml": written, "days": {str(number): read[number] for number in read}}, ensure_ascii=False))
