#!/usr/bin/env bash
# What the formatter does not look at: names that say nothing, files without one subject, promises left open.
set -euo pipefail
cd "$(dirname "$0")/.."
breaches=0
say() {
    echo "style: $*"
    breaches=$((breaches + 1))
}
while IFS= read -r file; do
    lines=$(wc -l < "$file")
    [ "$lines" -le 500 ] || say "$file has $lines lines: more than one subject?"
    case "$(basename "$file")" in
        *Util* | *Helper* | *Manager* | *Common* | *Misc*) say "$file: a name that says nothing" ;;
    esac
done < <(find Sources Tests -name '*.swift')
while IFS= read -r line; do say "$line"; done < <(grep -rnE 'try!|as!|fatalError\(|TODO|FIXME' Sources --include='*.swift' || true)
while IFS= read -r line; do say "$line: Foundation belongs to the upper floors"; done \
    < <(grep -rnE '^(.* )?import Foundation$' Sources --include='*.swift' || true)
[ "$breaches" = 0 ]
