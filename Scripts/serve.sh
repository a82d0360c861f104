#!/usr/bin/env bash
# Opens the page of a diary in the browser: of a sample diary that is gone when this ends, or of a folder.
#
#   serve.sh PATH_TO_PROGRAM PATH_TO_DIARYLOG_WEB [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:?usage: serve.sh PROGRAM WEB [FOLDER]}
web=${2:?usage: serve.sh PROGRAM WEB [FOLDER]}
diary=${3:-}
folder=
if [ -z "$diary" ]; then
    folder=$(mktemp -d)
    diary=$folder/sample
    export XDG_STATE_HOME=$folder/state
    bash Docs/Examples/sample.sh "$program" "$diary"
    echo "This is a sample diary; what you write in it is gone when you press ^C. make serve DIARY=FOLDER opens yours."
fi
"$web" --diary "$diary" --open &
server=$!
# ^C reaches both; the server ends within a second, and the sample with it.
trap 'kill "$server" 2> /dev/null || true' INT TERM
while kill -0 "$server" 2> /dev/null; do wait "$server" || true; done
[ -z "$folder" ] || rm -rf "$folder"
