#!/bin/sh
# Demands that each misuse beside this script is refused by the compiler, for the reason and at the line it names,
# and that Proper.swift is not. It takes about a second a file.
#
#   check.sh FOLDER    FOLDER: what `swift build` made, .build/debug
set -u
cd "$(dirname "$0")/../.." || exit 2
modules=$1/Modules
[ -e "$modules/DiarylogLMDB.swiftmodule" ] || { echo "error: LMDB is not built"; echo "hint: swift build"; exit 2; }

compile() {
    # Ownership is checked after the types, so the compiler must go as far as its intermediate language.
    swiftc -emit-sil -o /dev/null -swift-version 6 -package-name "$package" -I "$modules" -I Sources/CCrypto \
        -Xcc -fmodule-map-file="$modules/../DiarylogCHost.build/module.modulemap" \
        -Xcc -fmodule-map-file="$modules/../DiarylogCLMDB.build/module.modulemap" \
        -enable-experimental-feature Lifetimes -enable-upcoming-feature InternalImportsByDefault "$1" 2>&1
}

# The name SwiftPM gives to the package that `package` access is bounded by: the manifest's folder, in lower case.
package=$(basename "$PWD" | tr 'A-Z-' 'a-z_')
failures=0
said=$(compile Tests/Misuse/Proper.swift) || { echo "$said"; echo "error: Proper.swift does not compile"; failures=1; }

for file in Tests/Misuse/*.swift; do
    [ "${file##*/}" = Proper.swift ] && continue
    if said=$(compile "$file"); then
        echo "error: ${file##*/} compiles"
        failures=$((failures + 1))
        continue
    fi
    lines=$(grep -n '// expect: ' "$file")
    while IFS= read -r line; do
        number=${line%%:*}
        reason=${line##*// expect: }
        if ! printf '%s\n' "$said" | grep -E "^[^ ]*${file##*/}:$number:[0-9]+: error: .*($reason)" > /dev/null; then
            printf '%s\n' "$said"
            echo "error: ${file##*/}:$number is not refused for the reason it names: $reason"
            failures=$((failures + 1))
        fi
    done <<LINES
$lines
LINES
done
[ "$failures" -eq 0 ] && echo "Every misuse is refused."
exit "$((failures > 0))"
