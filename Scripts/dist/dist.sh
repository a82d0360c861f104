#!/usr/bin/env bash
# Packs what is built: a tarball, a Debian package, and their SHA-256. The same commit gives the same bytes.
#
#   dist.sh FOLDER    where they are put; what lies there of another build stays
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$(realpath -m "$1")
program=${PROGRAM:-.build-static/release/diarylog}
version=$("$program" --version | awk '{ print $2 }')
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
umask 022
mkdir -p "$out"
same_times() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

name=diarylog-$version-linux-$(uname -m)
PREFIX_IN=/usr/local bash Scripts/install.sh install "$stage/$name"
cp README.md LICENSE "$stage/$name"
same_times "$stage/$name"
tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$name" | gzip -9n > "$out/$name.tar.gz"

command -v dpkg-deb > /dev/null || { echo "no dpkg-deb here: only the tarball was made" >&2; exit 0; }
architecture=$(dpkg --print-architecture)
root=$stage/deb
mkdir -p "$root/DEBIAN"
PREFIX_IN=/usr bash Scripts/install.sh install "$root/usr"
maintainer="the founders of diarylog <diarylog@localhost>"
gzip -9n > "$root/usr/share/doc/diarylog/changelog.gz" << CHANGES
diarylog (${version/-/\~}) unstable; urgency=medium

  * CHANGELOG.md says what has changed.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
CHANGES
mkdir -p "$root/usr/share/lintian/overrides"
cp Scripts/dist/lintian-overrides "$root/usr/share/lintian/overrides/diarylog"
cat > "$root/DEBIAN/control" << CONTROL
Package: diarylog
Version: ${version/-/\~}
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Recommends: tzdata, curl
Suggests: chromium, age, rclone
Section: text
Priority: optional
Description: diary for the terminal that forgets nothing unless you say so
 Every change is an event in a log, so that every list, entry and search can be
 asked as of any moment, and every change can be undone. It speaks Korean and
 English, shows itself as a page in the browser, and takes the diaries of other
 programs over.
CONTROL
cat > "$root/DEBIAN/postinst" << 'SCRIPT'
#!/bin/sh
# The short name, where nothing else has it.
set -e
if [ "$1" = configure ] && ! command -v dl > /dev/null; then
    ln -s diarylog /usr/bin/dl
    ln -sf diarylog /usr/share/bash-completion/completions/dl
fi
SCRIPT
cat > "$root/DEBIAN/prerm" << 'SCRIPT'
#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
for link in /usr/bin/dl /usr/share/bash-completion/completions/dl; do
    [ "$(readlink "$link")" != diarylog ] || rm -f "$link"
done
SCRIPT
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
same_times "$root"
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/diarylog_${version/-/\~}_$architecture.deb" > /dev/null
(cd "$out" && sha256sum -- *.tar.gz *.deb > SHA256SUMS)
ls -l "$out"
