#!/usr/bin/env bash
# Builds what is committed in two folders of different names, and compares what `make dist` packs there.
set -euo pipefail
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for folder in "$scratch/one" "$scratch/a-folder-of-another-name-and-length/two"; do
    git clone -q . "$folder"
    make -C "$folder" dist > "$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
    cp "$folder/dist/SHA256SUMS" "$scratch/$(basename "$folder").sums"
    rm -rf "$folder/.build-static"
done
cat "$scratch/one.sums"
cmp "$scratch/one.sums" "$scratch/two.sums"
echo "both builds are the same bytes"
