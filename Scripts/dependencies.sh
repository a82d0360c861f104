#!/usr/bin/env bash
# Installs the Debian packages a build needs, if they are missing: plain apt, with sudo where not root. Those that are
# named are wanted besides, for tests; where they cannot be had, the tests that need them say so and are skipped.
set -euo pipefail
for package in "$@"; do
    command -v "$package" >/dev/null && continue
    run=()
    [ "$(id -u)" = 0 ] || run=(sudo -n)
    "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" \
        >/dev/null 2>&1 || echo "There is no $package: some tests will be skipped."
done
missing=()
for package in liblmdb-dev zlib1g-dev libssl-dev libyaml-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libsqlite3-dev pkg-config curl python3 tzdata xz-utils; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    run=()
    [ "$(id -u)" = 0 ] || run=(sudo)
    echo "Installing ${missing[*]}"
    "${run[@]}" apt-get update -qq
    "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
fi
command -v swift >/dev/null || {
    echo "error: no swift on the PATH" >&2
    echo "hint: install Swift 6.3 or later from https://www.swift.org/install/linux/" >&2
    exit 1
}
