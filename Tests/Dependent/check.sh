#!/usr/bin/env bash
# A package of somebody else's depends on this one, by the lines that README.md shows, has targets
# of its own with the names of our floors' folders, and runs a few lines on a diary.
#
#   check.sh [SCRATCH]    SCRATCH: where it is built, .build-dependent if not given
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=$(realpath -m "${1:-.build-dependent}")
# What was here before is gone, but for what was built of it.
rm -rf "$scratch/diarylog"
mkdir -p "$scratch/diarylog"
# A clone, with what is not committed yet. The folder may be another user's, as in a container.
git -c safe.directory="$PWD" ls-files -z --cached --others --exclude-standard \
    -- Package.swift Sources Benchmarks Docs/Examples Tests/TestSupport |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar --null --files-from=- -cf - | tar -C "$scratch/diarylog" -xf -

# The lines of a page: its first indented ones that begin with `dependencies:`. One package has the program of each.
lines() { # page, name of the program
    awk '/^    dependencies: \[\.package/ { on = 1 } on && !/^    / { exit } on { print }' "$1" \
        | sed "s/name: \"mine\"/name: \"$2\"/"
}
program() { # name; standard input: what it does
    mkdir -p "$home/Sources/$1"
    cat > "$home/Sources/$1/main.swift"
}

home=$scratch/mine
rm -rf "$home"
others=""
for other in Sources/*/; do
    other=$(basename "$other")
    case "$other" in C* | diarylog* | EventStore* | Diary* | Interchange) continue ;; esac
    mkdir -p "$home/Sources/$other"
    echo "public let name = \"$other\"" > "$home/Sources/$other/Name.swift"
    others="$others, .target(name: \"$other\")"
done
program diaries << 'SWIFT'
import DiaryEngine

let diary = try Diary.create(at: CommandLine.arguments[1])
try diary.add("오늘은 맑다.")
for entry in try diary.list().entries { print(entry.text) }
SWIFT
{
    echo "// swift-tools-version: 6.0"
    echo "import PackageDescription"
    echo "let package = Package(name: \"mine\","
    lines README.md diaries
    echo ")"
    echo "package.targets += [${others#, }]"
} > "$home/Package.swift"
swift build --package-path "$home" --scratch-path "$scratch/build" > "$scratch/build.log" 2>&1 || {
    cat "$scratch/build.log" >&2
    exit 1
}
run() { "$scratch/build/debug/$1" "$(mktemp -d "$scratch/run-XXXXXX")/new"; }
said=$(run diaries)
echo "$said"
grep -qx '오늘은 맑다.' <<< "$said"
rm -rf "$scratch"/run-*
