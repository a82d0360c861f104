#!/usr/bin/env bash
# A package of somebody else's depends on this one, by the lines that README.md and Docs/EventStore.md show, has targets
# of its own with the names of our floors' folders, and runs a few lines on a diary and on a store.
#
#   check.sh [SCRATCH]    SCRATCH: where it is built, .build-dependent if not given
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=$(realpath -m "${1:-.build-dependent}")
# What was here before is gone, but for what was built of it.
rm -rf "$scratch/diarylog"
mkdir -p "$scratch/diarylog"
# A clone, with what is not committed yet.
git ls-files -z --cached --others --exclude-standard -- Package.swift Sources Benchmarks Docs/Examples Tests/TestSupport |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar --null --files-from=- -cf - | tar -C "$scratch/diarylog" -xf -

package() { # name, lines of the manifest from a page, the program
    local home="$scratch/$1" others=""
    for other in Sources/*/; do
        other=$(basename "$other")
        case "$other" in C* | diarylog* | EventStore* | Diary* | Interchange) continue ;; esac
        mkdir -p "$home/Sources/$other"
        echo "public let name = \"$other\"" > "$home/Sources/$other/Name.swift"
        others="$others, .target(name: \"$other\")"
    done
    mkdir -p "$home/Sources/mine"
    printf '%s\n' "$3" > "$home/Sources/mine/main.swift"
    {
        echo "// swift-tools-version: 6.0"
        echo "import PackageDescription"
        echo "let package = Package(name: \"$1\","
        printf '%s\n' "$2"
        echo ")"
        echo "package.targets += [${others#, }]"
    } > "$home/Package.swift"
    swift build --package-path "$home" --scratch-path "$scratch/build-$1" > "$home/build.log" 2>&1 || {
        cat "$home/build.log" >&2
        exit 1
    }
    "$scratch/build-$1/debug/mine" "$(mktemp -d "$scratch/run-XXXXXX")/new"
}

manifest() { # page: its first indented lines that begin with `dependencies:`
    awk '/^    dependencies: \[\.package/ { on = 1 } on && !/^    / { exit } on { print }' "$1"
}

said=$(package other "$(manifest Docs/EventStore.md)" 'import EventStore
import EventStoreCodable

struct Said: CodableEvent {
    static let kind = EventKind(1, beginsStream: true)
    var text: String
}
struct Sayings: CodableApplication {
    let name = "sayings"
    let events: [any CodableEvent.Type] = [Said.self]
    func state(after event: StoredEvent, from state: String?) throws -> String { try event.decode(Said.self).text }
}
let store = try Store.create(at: CommandLine.arguments[1], for: Sayings())
let stream = StreamID.random()
try store.append(Said(text: "말"), to: stream, expecting: .noStream)
print(try store.stream(stream)?.decode(String.self) ?? "nothing")
do {
    try store.append(Said(text: "말"), to: stream, expecting: .noStream)
} catch EventStoreError.conflict(stream, _, let actual) {
    print("conflict", actual ?? 0)
}')
echo "$said"
grep -qx '말' <<< "$said" && grep -qx 'conflict 1' <<< "$said"
said=$(package diaries "$(manifest README.md)" 'import DiaryEngine

let diary = try Diary.create(at: CommandLine.arguments[1])
try diary.add("오늘은 맑다.")
for entry in try diary.list().entries { print(entry.text) }')
echo "$said"
grep -qx '오늘은 맑다.' <<< "$said"
rm -rf "$scratch"/run-*
