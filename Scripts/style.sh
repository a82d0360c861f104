#!/usr/bin/env bash
# What the formatter does not look at: names that say nothing, files without one subject, promises left open, what is
# declared and never used, comments and pages whose lines run on.
#
#   style.sh              checks the project and says every breach
#   style.sh --self-test  shows that it can fail: plants breaches in a copy and wants each of them named
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8

check() { # folder
    local breaches=0 file lines
    say() {
        echo "style: $*"
        breaches=$((breaches + 1))
    }
    local places=()
    for file in "$1/Sources" "$1/Tests"; do
        [ ! -d "$file" ] || places+=("$file")
    done
    while IFS= read -r file; do
        lines=$(wc -l < "$file")
        [ "$lines" -le 500 ] || say "$file has $lines lines: more than one subject?"
        case "$(basename "$file")" in
            *Util* | *Helper* | *Manager* | *Common* | *Misc*) say "$file: a name that says nothing" ;;
        esac
    done < <(find "${places[@]}" -name '*.swift')
    while IFS= read -r file; do say "$file: a promise, or a trap"; done \
        < <(grep -rnE 'try!|as!|fatalError\(|TODO|FIXME' "$1/Sources" --include='*.swift' 2> /dev/null || true)
    while IFS= read -r file; do say "$file: Foundation belongs to the upper floors"; done \
        < <(grep -rnE '^(.* )?import Foundation$' "$1/Sources" --include='*.swift' 2> /dev/null || true)
    # Drawings of layouts, four spaces in, may be wider.
    while IFS= read -r file; do say "$file: a comment of more than 120 characters"; done \
        < <(grep -rnE '^.{121,}$' "${places[@]}" --include='*.swift' 2> /dev/null \
            | grep -E '^[^:]*:[0-9]+: *//+ ' | grep -vE '^[^:]*:[0-9]+: *//+     ' || true)
    while IFS= read -r file; do say "$file: a line of more than 120 characters"; done \
        < <(grep -rnE '^.{121,}$' "$1" --include='*.md' --exclude-dir='.build*' --exclude-dir=docs-out 2> /dev/null \
            | grep -vE '^[^:]*:[0-9]+:(\||    )' || true)
    while IFS= read -r file; do say "$file: a line of more than 120 characters"; done \
        < <(grep -rnE '^.{121,}$' "$1/Sources" --include='*.js' --include='*.css' --include='*.html' 2> /dev/null || true)
    # The page's suites are within one that has it. A file that has tests of a suite declared elsewhere begins so, too.
    while IFS= read -r file; do say "$file: its suite lacks the trait .timed"; done \
        < <(find "$1/Tests" -name '*Tests.swift' -not -path '*/PageTests/*' -print0 2> /dev/null \
            | xargs -0 -r grep -lE '^    @Test' | xargs -r grep -LE '\.timed|^extension ' || true)
    while IFS= read -r name; do say "$name is declared and never used"; done < <(unused "$1")
    return "$((breaches > 0))"
}

# Names that Sources declare for themselves, and that no line of Swift says a second time. Not those of diarylog-web:
# its handlers have names that SwiftNIO calls.
unused() { # folder
    local declared
    declared='(func|var|let|case|struct|enum|class|actor|protocol|typealias) +`?[A-Za-z_][A-Za-z0-9_]*'
    comm -12 \
        <(find "$1/Sources" -name '*.swift' -not -path '*/diarylog-web/*' -exec cat {} + | grep -v 'public ' | grep -oE "\\b$declared" \
            | awk '{ print $2 }' | tr -d '`' | grep -vE '^[A-Z][A-Z_0-9]+$' | sort -u) \
        <(find "$1/Sources" "$1/Tests" "$1/Benchmarks" "$1/Docs" -name '*.swift' -exec cat {} + 2> /dev/null \
            | sed -E 's@//.*@@' | grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort | uniq -u)
}

self_test() {
    local scratch long output
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' RETURN
    long=$(printf 'word %.0s' {1..30})
    plant() { # file text wanted
        rm -rf "${scratch:?}"/*
        mkdir -p "$scratch/Sources" "$scratch/Tests" "$(dirname "$scratch/$1")"
        printf '%s\n' "$2" > "$scratch/$1"
        if output=$(check "$scratch"); then
            echo "style.sh did not see: $2 (in $1)"
            return 1
        fi
        case "$output" in
            *"$3"*) ;;
            *)
                echo "style.sh said something else: $output"
                return 1
                ;;
        esac
    }
    plant Sources/A/FileHelper.swift "let a = 1" "says nothing"
    plant Sources/A/B.swift "let a = try! b()" "a trap"
    plant Sources/A/B.swift "// TODO: later" "a promise"
    plant Sources/A/B.swift "internal import Foundation" "upper floors"
    plant Sources/A/B.swift "/// $long" "comment of more"
    plant Docs/A.md "$long" "line of more"
    plant Sources/A/a.js "// $long" "line of more"
    plant Sources/A/B.swift "func lonely() {}" "never used"
    plant Tests/A/B.swift "/// $long" "comment of more"
    plant Tests/A/BTests.swift "$(printf '@Suite struct BTests {\n    @Test func b() {}\n}')" "lacks the trait"
    plant Sources/A/B.swift "$(printf 'let a = 1\n%.0s' {1..501})" "more than one subject"
    rm -rf "${scratch:?}"/*
    mkdir -p "$scratch/Sources" "$scratch/Docs"
    echo "let a = 1; print(a)" > "$scratch/Sources/B.swift"
    echo "| $long |" > "$scratch/Docs/A.md"
    check "$scratch" || { echo "style.sh sees what is not there"; return 1; }
    echo "style.sh names each planted breach"
}

if [ "${1:-}" = --self-test ]; then self_test; else check .; fi
