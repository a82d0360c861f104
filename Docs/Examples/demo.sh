#!/usr/bin/env bash
# Shows what diarylog does, on a sample diary that is gone when it ends: demo.sh PATH_TO_PROGRAM [ko|en]
set -euo pipefail

program=$(realpath "${1:?usage: demo.sh PATH_TO_PROGRAM [ko|en]}")
examples=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

export DIARYLOG_DIARY="$folder/diary" DIARYLOG_SEED=demo TZ=Asia/Seoul PAGER=
language="${2:-en}_US.UTF-8"
cp "$examples/diary.json" "$folder/"
cd "$folder"

# The day the following commands are run on.
on() { export DIARYLOG_NOW="$1T09:00:00+09:00"; printf '\n# %s\n' "$1"; }
diarylog() { printf '$ diarylog'; printf ' %q' "$@" | sed "s/\\\\\\([^ -~]\\)/\\1/g"; printf '\n'; LC_ALL="$language" "$program" "$@" 2>&1; }
# What a command prints, without showing the command.
quietly() { "$program" --quiet "$@"; }
id() { quietly list --json --limit 50 | tr '{' '\n' | grep -F "\"title\":\"$1\"" | sed 's/.*"id":"\([0-9a-f]\{8\}\).*/\1/' | head -1; }

on 2026-10-21
diarylog import diary.json
diarylog import diary.json
diarylog list --limit 5

on 2026-10-22
diarylog add $'어제 오후 3시: 은행\n\n번호표 48번을 뽑고 한 시간을 기다렸다.' --tag 일상
diarylog add $'Persimmons\n\nThe neighbour left four on the doorstep. No note, as always.' --star

on 2026-10-24
persimmons=$(id Persimmons)
diarylog edit "$persimmons" --text $'Persimmons\n\nThe neighbour left four on the doorstep. No note, as always.\n\nThree left.' --tag neighbours
diarylog show "$persimmons"
printf '\n'
diarylog show "$persimmons@v1"
printf '\n'
diarylog delete "$(id Sore)" --yes
diarylog list --limit 4

printf '\n# The list as it was on the 21st, and what happened since\n'
diarylog list --at 2026-10-21 --limit 4
diarylog log --limit 5
diarylog list --starred --tag 가족
diarylog replay --check

printf '\n# What they say: within words, half typed, a phrase, as it was, in all versions\n'
diarylog search 은행
diarylog search '김ㅂ OR 찌개'
diarylog search '"cats" -bus OR persimmon*' --sort relevance
diarylog search left --at 2026-10-22
diarylog search left --all-versions --json --limit 1
diarylog search '먹었다 title:추석' --count
diarylog search '"열 번' || true

printf '\n# What became of one entry, line by line\n'
diarylog history "$persimmons"
diarylog diff "$persimmons@v1" "$persimmons"

printf '\n# Back, and forward again\n'
diarylog undo
diarylog undo
diarylog redo
diarylog redo

on 2026-10-25
diarylog restore --to 2026-10-21 --yes
diarylog list --limit 4
diarylog undo
diarylog log --operations --limit 6
diarylog stats

printf '\n# Everything but the log can be built again, and the log proves itself\n'
diarylog engine rebuild
diarylog engine snapshot take
diarylog replay --check
diarylog replay --verify
