#!/usr/bin/env bash
# Installs the package of a folder in fresh systems, uses it as a person does, upgrades and removes it.
#
#   test.sh FOLDER [SUITE…]    Debian 12 and 13 if no suite is named; root, debootstrap and Debian's archive are needed
set -euo pipefail
cd "$(dirname "$0")/../.."
deb=$(realpath "$1"/*.deb)
shift
[ $# -gt 0 ] || set -- bookworm trixie
command -v debootstrap > /dev/null || {
    echo "error: no debootstrap on this machine" >&2
    echo "hint: apt-get install debootstrap" >&2
    exit 1
}
scratch=$(mktemp -d)
mounted=()
leave() {
    for place in "${mounted[@]}"; do umount -l "$place" 2> /dev/null || true; done
    rm -rf --one-file-system "$scratch"
}
trap leave EXIT

# What the person does; run inside as a user who is not root.
cat > "$scratch/use.sh" << 'USE'
set -eu
export LC_ALL=C.UTF-8 HOME=/home/person
fail() { echo "FAILED: $*" >&2; exit 1; }
cd "$HOME"
diarylog --version | grep -q 'format 1' || fail version
diarylog add "오늘은 비가 왔다." > /dev/null || fail add
diarylog list | grep -q '비가' || fail list
diarylog search 비 | grep -q '비가' || fail search
diarylog add 'yesterday: walked.' > /dev/null 2>&1 || fail 'add with a date'
diarylog list | wc -l | grep -qx 2 || fail 'two entries'
diarylog verify > /dev/null 2>&1 || fail verify
dl list | grep -q '비가' || fail dl
[ -s /usr/share/man/ko/man1/diarylog.1.gz ] || fail 'the Korean manual'
diarylog help --man | head -1 | grep -q '^.TH DIARYLOG' || fail man
for page in diarylog diarylog-web; do [ -s /usr/share/man/man1/$page.1.gz ] || fail "$page.1"; done
diarylog serve --socket "$HOME/page" > serve.out 2>&1 &
server=$!
for _ in $(seq 1200); do [ -S "$HOME/page" ] && break; sleep 0.1; done
[ -S "$HOME/page" ] || { cat serve.out; fail serve; }
kill "$server"
bash -c '. /usr/share/bash-completion/completions/diarylog; complete -p diarylog' > /dev/null || fail completions
# Without time zones: reading goes on, writing says what it does not know.
if [ ! -d /usr/share/zoneinfo/Asia ]; then
    TZ=Asia/Seoul diarylog list 2> said | grep -q '비가' || fail 'list without zones'
    TZ=Asia/Seoul diarylog add "zoneless" > /dev/null 2> said || fail 'add without zones'
    grep -q 'no time zones' said || { cat said; fail 'a word about zones'; }
fi
echo used
USE

for suite in "$@"; do
    root=$scratch/$suite
    debootstrap --variant=minbase --include=bash "$suite" "$root" http://deb.debian.org/debian > "$scratch/log" 2>&1 || {
        tail -5 "$scratch/log"
        exit 1
    }
    cp "$deb" "$root/diarylog.deb"
    cp "$scratch/use.sh" "$root/use.sh"
    # With nothing of this machine's environment.
    clean=(env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
    inside() { "${clean[@]}" chroot "$root" "$@"; }
    as_person() { "${clean[@]}" chroot --userspec=1000:1000 "$root" "$@"; }
    inside useradd -m -u 1000 person
    rm -rf "$root/usr/share/zoneinfo"
    before=$(inside find / -xdev \( -path /proc -o -path /var \) -prune -o -print | sort)
    inside dpkg -i /diarylog.deb > /dev/null 2>&1
    # At first without /proc, as in a jail.
    as_person diarylog --version
    mount -t proc none "$root/proc"
    mounted+=("$root/proc")
    as_person bash /use.sh
    # A home that cannot be written: reading goes on, and writing says so.
    mount --bind "$root/home" "$root/home"
    mounted+=("$root/home")
    mount -o remount,ro,bind "$root/home"
    as_person env HOME=/home/person LC_ALL=C.UTF-8 diarylog list | grep -q '비가'
    if as_person env HOME=/home/person LC_ALL=C.UTF-8 diarylog add no 2> "$scratch/said"; then
        echo "FAILED: added to a diary that cannot be written" >&2
        exit 1
    fi
    grep -q . "$scratch/said"
    umount "$root/home"
    inside dpkg -i /diarylog.deb > /dev/null 2>&1
    inside dpkg --verify diarylog
    inside dpkg --purge diarylog > /dev/null 2>&1
    umount "$root/proc"
    after=$(inside find / -xdev \( -path /proc -o -path /var -o -path /home \) -prune -o -print | sort)
    left=$(comm -13 <(printf '%s\n' "$before") <(printf '%s\n' "$after"))
    [ -z "$left" ] || {
        echo "left behind in $suite:" "$left"
        exit 1
    }
    echo "$suite: installed, used, upgraded and removed"
done
