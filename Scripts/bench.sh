#!/usr/bin/env bash
# Measures us and SQLite side by side, in memory and on the disk.
#
#   bench.sh EVENTS PROGRAM     PROGRAM is the static diarylog, whose whole process is compared as well
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=.build-bench
flags=(--package-path Benchmarks -c release --scratch-path "$scratch" --static-swift-stdlib)
swift build "${flags[@]}" --product compare
swift build "${flags[@]}" --product sqlite-add
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
cp "$2" "$scratch/release/sqlite-add" "$programs"
grep -m1 "model name" /proc/cpuinfo || true
nproc
for folder in /dev/shm "${TMPDIR:-/tmp}"; do
    [ -d "$folder" ] && [ -w "$folder" ] || continue
    echo
    "$scratch/release/compare" "$1" "$folder" "$programs"
done
