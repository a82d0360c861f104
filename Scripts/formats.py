"""Figures of import and export by format: megabytes a second, and the most anonymous memory (RssAnon, every 4 ms).

    make program && python3 Scripts/formats.py .build-static/release/diarylog /dev/shm/formats 20000

Makes so many entries of some 1,170 bytes, Korean and English, in a folder that must not be there, and removes it.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import time

PROGRAM, FOLDER, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])
WORDS = ("한강을 걸었다. 바람이 찼다. 오늘은 비가 왔다. 하루 종일 책을 읽었다. 민수와 저녁을 먹었다. "
         "the sea was cold and clear today; we walked along it, and talked.").split()
FORMATS = {"jsonl": "", "json": "", "jrnl": ".txt", "jrnl-folder": "", "markdown": "", "text": "", "rednotebook": "",
           "icalendar": ".ics", "site": "", "book": ".html"}
chance = random.Random(1)


def entry(number):
    day = number * 20000 // COUNT
    date = f"{1971 + day // 365}-{day % 365 % 12 + 1:02}-{day % 28 + 1:02}"
    title, body = ([chance.choice(WORDS) for _ in range(count)] for count in (8, 150))
    return {"text": " ".join(title) + "\n\n" + " ".join(body), "zone": "Asia/Seoul",
            "date": f"{date}T{number % 24:02}:{number % 60:02}:{number % 59:02}",
            "tags": ["산책"] if number % 3 == 0 else []}


def run(diary, *arguments):
    """Seconds, and the most anonymous memory in megabytes."""
    start, most = time.time(), 0
    settings = dict(os.environ, DIARYLOG_DIARY=diary, TZ="Asia/Seoul", LANG="C.UTF-8")
    child = subprocess.Popen([PROGRAM, *arguments, "--quiet"], env=settings, stdout=subprocess.DEVNULL)
    while child.poll() is None:
        try:
            with open(f"/proc/{child.pid}/status") as status:
                most = max([most] + [int(line.split()[1]) for line in status if line.startswith("RssAnon")])
        except OSError:
            pass
        time.sleep(0.004)
    if child.returncode:
        sys.exit(f"{arguments} ended with {child.returncode}")
    return time.time() - start, most / 1024


def size(path):
    if os.path.isfile(path):
        return os.path.getsize(path) / 1e6
    return sum(os.path.getsize(os.path.join(above, name)) for above, _, names in os.walk(path) for name in names) / 1e6


os.makedirs(FOLDER)
with open(FOLDER + "/in.jsonl", "w") as file:
    for number in range(COUNT):
        file.write(json.dumps(entry(number), ensure_ascii=False) + "\n")
run(FOLDER + "/diary", "import", FOLDER + "/in.jsonl")
print("| format | size, MB | out, MB/s | memory, MB | in, MB/s | memory, MB |\n|---|---|---|---|---|---|")
for name, ending in FORMATS.items():
    path = FOLDER + "/out-" + name + ending
    chosen = [] if name in ("jsonl", "json") else ["--format", name]
    seconds, memory = run(FOLDER + "/diary", "export", "--output", path, *(["--jsonl"] if name == "jsonl" else chosen))
    line = f"| `{name}` | {size(path):.0f} | {size(path) / seconds:.0f} | {memory:.0f} |"
    if name in ("site", "book"):
        line += " | |"
    else:
        seconds, memory = run(FOLDER + "/other", "import", path, *chosen)
        line += f" {size(path) / seconds:.1f} | {memory:.0f} |"
        shutil.rmtree(FOLDER + "/other")
    print(line, flush=True)
shutil.rmtree(FOLDER)
