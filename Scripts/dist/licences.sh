#!/usr/bin/env bash
# Prints our licence and those of everything that is linked into the programs, as this machine has them: all of them, or
# nothing, so that a text cut short is never taken for the whole.
set -euo pipefail
cd "$(dirname "$0")/../.."
whole=$(mktemp)
trap 'rm -f "$whole"' EXIT
exec 3>&1 > "$whole"
say() { printf '\n%s\n%s\n\n' "$1" "$(sed 's/./=/g' <<< "$1")"; }
say "diarylog"
cat LICENSE
command -v swift > /dev/null || {
    echo "error: swift, which has the licence of its runtime beside it, is not on the PATH" >&2
    exit 1
}
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
licence=$toolchain/share/swift/LICENSE.txt
[ -e "$licence" ] || {
    echo "error: the toolchain has no licence at $licence" >&2
    exit 1
}
say "The Swift runtime and standard library (with LLVM's parts)"
cat "$licence"
for checkout in .build-static/checkouts/*/; do
    name=$(basename "$checkout")
    case "$name" in swift-nio | swift-atomics | swift-collections | swift-system) ;; *) continue ;; esac
    say "$name"
    cat "$checkout"LICENSE*
    [ ! -e "$checkout/NOTICE.txt" ] || cat "$checkout/NOTICE.txt"
done
runtime=$(dpkg-query -W -f '${Package}\n' 'libstdc++-*-dev' | tail -1)
for package in liblmdb-dev zlib1g-dev libssl-dev libyaml-dev libcmark-gfm-dev libc6-dev "$runtime"; do
    found=/usr/share/doc/$package/copyright
    [ -e "$found" ] || {
        echo "error: the licence of ${package:-libstdc++} is not at $found" >&2
        exit 1
    }
    say "${package%-dev}"
    cat "$found"
done
cat "$whole" >&3
