#!/usr/bin/env python3
"""Real diaries, the real program, real carriers: a folder, Syncthing, and servers that rclone reaches.

    carriers.py [PROGRAM]           all of them; the program is that of swift build if none is named
    carriers.py PROGRAM nginx age   some of them
    carriers.py list                their names

What is not installed is skipped aloud. Docs/Sync.md has what comes of it.
"""

import os
import signal
import sys

import hardship
import histories
import kills
import servers
from bench import ROOT, Bench, files_in, wait_until
from story import Carrier, tell


def folder(bench):
    with bench.case("a plain folder, watched"):
        tell(bench, Carrier("folder", bench.path("cloud"), bench.path("cloud"), watches=True), edits=20)
    with bench.case("a plain folder, by sync alone"):
        tell(bench, Carrier("folder-by-sync", bench.path("cloud2"), bench.path("cloud2")))


class Carried(Carrier):
    """Two folders that Syncthing makes one."""

    def __init__(self, pair):
        super().__init__("syncthing", None, pair[1].folder, watches=True)
        self.pair = pair

    def remote_for(self, device):
        return self.pair[0 if device.name == "syncthing-laptop" else 1].folder

    def settle(self):
        def listing(folder):
            return [(os.path.relpath(path, folder), os.path.getsize(path)) for path in files_in(folder)
                    if "/.st" not in path]

        def is_one():
            try:
                return listing(self.pair[0].folder) == listing(self.pair[1].folder)
            except OSError:
                return False

        # The same twice, some time apart: what was just put may not have been noticed by the carrier.
        wait_until(lambda: is_one() and not wait_until(lambda: not is_one(), 0.5), 60)


def syncthing(bench):
    if bench.lacks("syncthing", "syncthing"):
        return
    with bench.case("a pair of folders that Syncthing carries"):
        one, other = pair = [servers.Syncthing(bench, name) for name in ["one", "other"]]
        one.pair_with([other])
        other.pair_with([one])
        with one.running(), other.running():
            tell(bench, Carried(pair), edits=10)


def through_rclone(name, start, *programs, needs_python=False):
    def run(bench):
        if bench.lacks(name, "rclone", *programs):
            return
        if name == "nginx" and not os.path.exists("/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"):
            bench.skip(name, "its dav_ext is not installed: sudo apt-get install libnginx-mod-http-dav-ext")
            return
        if name == "rclone-s3" and "  s3 " not in bench.rclone("serve", "--help").out:
            bench.skip(name, "this rclone has no serve s3")
            return
        if needs_python and not servers.has_python_packages(bench):
            bench.skip(name, "PyPI or python3-venv cannot be had: sudo apt-get install python3-venv")
            return
        with bench.case(f"rclone to {name}"):
            with start(bench) as (remote, root, _):
                tell(bench, Carrier(name, remote, root, counts=True))
    return run


def rclone_path(bench):
    if bench.lacks("rclone-path", "rclone"):
        return
    with bench.case("rclone to a path"):
        bench.remote_of("here", type="local")
        root = bench.path("rclone-path-root")
        tell(bench, Carrier("rclone-path", f"rclone:here:{root}", root, counts=True))


CASES = {
    "folder": folder,
    "syncthing": syncthing,
    "rclone-path": rclone_path,
    "rclone-sftp": through_rclone("rclone-sftp", servers.rclone_sftp),
    "rclone-webdav": through_rclone("rclone-webdav", servers.rclone_webdav),
    "rclone-s3": through_rclone("rclone-s3", servers.rclone_s3),
    "apache": through_rclone("apache", servers.apache, "apache2"),
    "nginx": through_rclone("nginx", servers.nginx, "nginx"),
    "wsgidav": through_rclone("wsgidav", servers.wsgidav, needs_python=True),
    "moto": through_rclone("moto", servers.moto, needs_python=True),
    "proxy": hardship.proxy,
    "killed": hardship.killed,
    "age": hardship.by_hand,
    "killed-forgetting": kills.forgetting,
    "killed-hearing": kills.hearing,
    "killed-watching": kills.watching,
    "killed-joining": kills.joining,
    "killed-bringing": kills.bringing,
    "histories": histories.histories,
}


def table(rows):
    print("| carrier | first push | idle | an edit seen: median | 95 of 100 | calls: idle, put, take |")
    print("|---|---|---|---|---|---|")
    for name, first, idle, middle, most, calls in rows:
        said = ", ".join(str(count) for count in calls) if calls else "–"
        print(f"| {name} | {first:.2f} s | {idle:.2f} s | {middle:.2f} s | {most:.2f} s | {said} |")


def main():
    words = sys.argv[1:]
    if words == ["list"]:
        print("\n".join(CASES))
        return 0
    program = words[0] if words else os.path.join(ROOT, ".build-tests/release/diarylog")
    names = words[1:] or list(CASES)
    if not os.path.exists(program):
        sys.exit(f"error: no program at {program}; hint: swift build --product diarylog")
    if unknown := [name for name in names if name not in CASES]:
        sys.exit(f"error: no case {', '.join(unknown)}; hint: carriers.py list")
    # Asked to end, it ends what it started as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    bench = Bench(program)
    try:
        if bench.has("age"):
            for name in names:
                CASES[name](bench)
        else:
            for name in names:
                bench.skip(name, "age is not installed: sudo apt-get install age")
        if bench.rows:
            table(bench.rows)
    finally:
        bench.clean()
    print(f"{bench.passed} passed, {bench.failed} failed, {bench.skipped} skipped")
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
