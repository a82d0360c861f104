#!/usr/bin/env bash
# Installs the browsers that are named (chromium, firefox-esr) and the fonts that the page's tests need, if they are
# missing: plain apt, with sudo where not root. Without Chromium nothing is tested, without Firefox nothing in Firefox,
# and that is said.
set -euo pipefail
missing=()
for package in "$@" fonts-noto-cjk fonts-noto-color-emoji curl; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
if [ "${#missing[@]}" -gt 0 ]; then
    run=()
    [ "$(id -u)" = 0 ] || run=(sudo)
    echo "Installing ${missing[*]}"
    "${run[@]}" apt-get update -qq || true
    # Each by itself: one that a system has not must not keep the others away.
    for package in "${missing[@]}"; do
        "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" || true
    done
fi
command -v "${CHROMIUM:-chromium}" > /dev/null || {
    echo "error: Chromium cannot be installed, so the page was NOT tested" >&2
    echo "hint: install the packages ${missing[*]:-chromium} by hand, or name a Chromium in CHROMIUM" >&2
    exit 1
}
[[ " $* " != *" firefox-esr "* ]] || command -v "${FIREFOX:-firefox-esr}" > /dev/null || {
    echo "warning: firefox-esr cannot be installed, so the page is tested in Chromium ONLY" >&2
    echo "hint: install it by hand, or name a Firefox in FIREFOX" >&2
}
