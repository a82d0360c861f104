#!/usr/bin/env bash
# Installs the browser and the fonts that the page's tests need, if they are missing: plain apt, with sudo where not
# root. Without them nothing is tested, and that is said.
set -euo pipefail
missing=()
for package in chromium fonts-noto-cjk fonts-noto-color-emoji curl; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    run=()
    [ "$(id -u)" = 0 ] || run=(sudo)
    echo "Installing ${missing[*]}"
    "${run[@]}" apt-get update -qq || true
    "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" || true
fi
command -v "${CHROMIUM:-chromium}" > /dev/null || {
    echo "error: Chromium cannot be installed, so the page was NOT tested" >&2
    echo "hint: install the packages ${missing[*]:-chromium} by hand, or name a Chromium in CHROMIUM" >&2
    exit 1
}
