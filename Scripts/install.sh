#!/usr/bin/env bash
# Puts what is built where a system looks for it, or takes it away again. It builds nothing and installs no packages.
#
#   install.sh install|uninstall PREFIX    PREFIX may begin with a DESTDIR; paths in files are those below PREFIX_IN
#
# PREFIX_IN: the prefix as the installed system knows it (PREFIX if not given). PROGRAM and WEB: the two programs.
set -euo pipefail
cd "$(dirname "$0")/.."
what=$1
prefix=$2
inside=${PREFIX_IN:-$prefix}
program=${PROGRAM:-.build-static/release/diarylog}
web=${WEB:-.build-static/release/diarylog-web}
man=$prefix/share/man/man1
doc=$prefix/share/doc/diarylog
# Debian's zsh looks for packages' completions in one folder, and for those of /usr/local in another.
zsh=$prefix/share/zsh/site-functions
[ "$inside" != /usr ] || zsh=$prefix/share/zsh/vendor-completions

files=(
    "$prefix/bin/diarylog" "$prefix/bin/diarylog-web"
    "$man/diarylog.1.gz" "$man/diarylog-web.1.gz" "$prefix/share/man/ko/man1/diarylog.1.gz"
    "$prefix/share/bash-completion/completions/diarylog" "$zsh/_diarylog"
    "$prefix/share/fish/vendor_completions.d/diarylog.fish" "$prefix/lib/systemd/user/diarylog.service"
)

if [ "$what" = uninstall ]; then
    rm -f "${files[@]}"
    for link in "$prefix/bin/dl" "$prefix/share/bash-completion/completions/dl"; do
        [ "$(readlink "$link")" != diarylog ] || rm -f "$link"
    done
    rm -rf "$doc"
    exit 0
fi

for built in "$program" "$web"; do
    [ -x "$built" ] || {
        echo "error: $built is not built" >&2
        echo "hint: make program server" >&2
        exit 1
    }
done
export LC_ALL=C
# What goes wrong goes wrong before anything is laid down. The licences were gathered when the programs were built: who
# installs as root may have no toolchain on the PATH.
copyright=$(dirname "$(dirname "$program")")/copyright
[ -s "$copyright" ] || {
    copyright=$(mktemp)
    trap 'rm -f "$copyright"' EXIT
    bash Scripts/dist/licences.sh > "$copyright" || {
        echo "error: the licences of what is linked cannot be gathered; nothing was installed" >&2
        echo "hint: make program server gathers them" >&2
        exit 1
    }
}
put() { install -D -m "$1" "$2" "$3"; }
into() { # file: standard input into it
    mkdir -p "$(dirname "$1")"
    cat > "$1"
    chmod 644 "$1"
}

date=$("$program" help --man --lang en | awk '/^\.TH/ { print $4; exit }')
put 755 "$program" "${files[0]}"
put 755 "$web" "${files[1]}"
"$program" help --man --lang en | gzip -9n | into "${files[2]}"
bash Scripts/dist/manual.sh diarylog-web "the server of diarylog's page" "$date" < <("$web" --help --lang en) |
    gzip -9n | into "${files[3]}"
"$program" help --man --lang ko | gzip -9n | into "${files[4]}"
"$program" help --completions bash | into "${files[5]}"
"$program" help --completions zsh | into "${files[6]}"
"$program" help --completions fish | into "${files[7]}"
# The short name, where nothing else has it; a package does so when it is installed.
if [ "$inside" = "$prefix" ] && ! command -v dl > /dev/null; then
    ln -s diarylog "$prefix/bin/dl"
    ln -sf diarylog "$prefix/share/bash-completion/completions/dl"
fi
into "${files[8]}" << UNIT
[Unit]
Description=The page of your diary, at a socket that only you may open
Documentation=man:diarylog(1)

[Service]
ExecStart="$inside/bin/diarylog" serve --socket %t/diarylog.socket
Restart=on-failure
RestartSec=2
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
SystemCallArchitectures=native

[Install]
WantedBy=default.target
UNIT
put 644 README.md "$doc/README.md"
put 644 CHANGELOG.md "$doc/CHANGELOG.md"
put 644 "$copyright" "$doc/copyright"
