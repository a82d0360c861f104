#!/usr/bin/env bash
# The page's modules without a browser: what tsc finds in them, whether they are laid out as its formatter would, and the
# tests of those that have no DOM, under node. Both are Debian's (node-typescript, nodejs); where one is missing, what it
# would do is skipped aloud.
set -euo pipefail
cd "$(dirname "$0")/../.."

if command -v tsc > /dev/null; then
    tsc -p Scripts/page/tsconfig.json
    node Scripts/page/format.cjs "$(command -v tsc)" --check
    echo "tsc finds nothing in the page's modules, and they are laid out"
else
    echo "skipped: tsc on the page's modules (apt install node-typescript)"
fi
if command -v node > /dev/null; then
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    cp Sources/DiaryServer/Page/*.js Tests/PageModules/*.js "$folder"
    echo '{"type": "module"}' > "$folder/package.json"
    (cd "$folder" && TZ=Asia/Seoul node --test > log 2>&1) || { cat "$folder/log"; exit 1; }
    grep -E '^# pass' "$folder/log" | sed 's/^# pass/node: tests of the modules that pass:/'
else
    echo "skipped: the tests of the page's modules (apt install nodejs)"
fi
