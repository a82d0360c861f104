#!/usr/bin/env bash
# Measures us and our peers side by side, and writes what came of it into Docs/Performance/Peers.md.
#
#   bench.sh SIZES PEERS PROGRAM [PAGE]    SIZES: events of our diary and SQLite's, as 10000,100000; PEERS: entries that
#                                          other stores and whole programs get; PROGRAM: the static diarylog
#
# CORPUS=FILE has real texts searched as well (JSON Lines: the member text or the longest string, the member date or any
# day); SKIP=STEP,STEP leaves steps out, by the names that the run says. A run that is interrupted goes on where it was.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=.build-bench
export DIARYLOG_BENCHMARKS=1
flags=(--package-path Benchmarks -c release --scratch-path "$scratch" --static-swift-stdlib)
for product in compare sqlite-add grdb; do swift build "${flags[@]}" --product "$product" >&2; done
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
cp "$3" "$scratch/release/sqlite-add" "$scratch/release/grdb" "$programs"
python3 -B Benchmarks/page/bench.py --compare "$scratch/release/compare" --programs "$programs" --sizes "$1" \
    --peers "$2" --skip "${SKIP:-}" --page "${4:-Docs/Performance/Peers.md}"
