#!/usr/bin/env bash
# Makes the documentation of what other packages import into docs-out, one folder each, from the comments: what is
# public, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."
graphs=.build-docs/symbol-graphs
# Graphs stay: what need not be built anew writes none.
rm -rf docs-out
mkdir -p "$graphs" docs-out
swift build --product diarylog --scratch-path .build-docs \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$PWD/$graphs" \
    -Xswiftc -symbol-graph-minimum-access-level -Xswiftc public
docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
for floor in EventStore DiaryModel DiaryEngine; do
    mkdir -p "$graphs/$floor"
    cp "$graphs/$floor".symbols.json "$graphs/$floor/"
    catalog=()
    [ ! -d "Sources/$floor/$floor.docc" ] || catalog=("Sources/$floor/$floor.docc")
    "$docc" convert "${catalog[@]}" --warnings-as-errors --fallback-display-name "$floor" \
        --fallback-bundle-identifier "diarylog.$floor" --additional-symbol-graph-dir "$graphs/$floor" \
        --output-path "docs-out/$floor" > "$graphs/docc.log" || {
        cat "$graphs/docc.log"
        exit 1
    }
    echo "docs-out/$floor"
done
