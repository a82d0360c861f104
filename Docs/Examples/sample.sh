#!/usr/bin/env bash
# Makes a sample diary: six weeks in Korean and English, with changes, tags, stars, a deletion and an undo.
#
#   sample.sh PATH_TO_PROGRAM FOLDER
set -euo pipefail
program=$(realpath "${1:?usage: sample.sh PATH_TO_PROGRAM FOLDER}")
export DIARYLOG_DIARY="${2:?usage: sample.sh PATH_TO_PROGRAM FOLDER}" DIARYLOG_SEED=sample TZ=Asia/Seoul PAGER=
examples=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# What is said goes to the log of whoever asked; the folder need not exist.
[ ! -e "$DIARYLOG_DIARY" ] || { echo "error: $DIARYLOG_DIARY exists" >&2; exit 3; }

# The moment the following commands are run at.
on() { export DIARYLOG_NOW="$1+09:00"; }
diary() { "$program" --quiet "$@" > /dev/null; }
id() { "$program" list --json --limit 50 | tr '{' '\n' | grep -F "\"title\":\"$1\"" | sed 's/.*"id":"\([0-9a-f]\{8\}\).*/\1/' | head -1; }

on 2026-10-21T09:00:00
diary import "$examples/diary.json"
on 2026-10-22T20:10:00
diary add $'어제 오후 3시: 은행\n\n번호표 48번을 뽑고 한 시간을 기다렸다.' --tag 일상
diary add $'Persimmons\n\nThe neighbour left four on the doorstep. No note, as always.' --star
on 2026-10-24T08:30:00
persimmons=$(id Persimmons)
diary edit "$persimmons" --text $'Persimmons\n\nThe neighbour left four on the doorstep. No note, as always.\n\nThree left.' --tag neighbours
diary delete "$(id Sore)" --yes
on 2026-10-25T22:40:00
diary edit "$(id 김치찌개)" --text $'김치찌개\n\n묵은지가 이제 딱 좋다. 이번에는 두부를 맨 나중에 넣었다. 하나도 안 부서졌다.\n\n다음엔 돼지고기를 한 줌 더.'
on 2026-10-28T07:15:00
diary add $'First frost on the roof\n\nThe pots went inside last night. The basil did not make it.' --tag garden
on 2026-11-01T19:00:00
diary add $'십일월\n\n달력을 한 장 넘겼다. 남은 게 두 장뿐이라니.' --tag 일상
diary edit "$persimmons" --text $'Persimmons\n\nThe neighbour left four on the doorstep. No note, as always.\n\nOne left. It is for her.' --tag neighbours
on 2026-11-04T21:30:00
diary add $'도서관\n\n『작별하지 않는다』를 빌렸다. 반납은 2026-11-18까지.\n예약은 02-123-4567, https://lib.example/ 에서도 된다고.' --tag 책
on 2026-11-07T10:00:00
diary add $'Repair\n\nThe bicycle man wants photos: fix@velo.example or +44 20 7946 0958.\nParts are listed at https://velo.example/parts?wheel=28' --tag 일상
on 2026-11-11T23:05:00
diary add $'빼빼로데이\n\n책상 위에 다섯 개. 🥢 누가 두고 갔는지는 끝내 못 밝혔다.' --tag work --star
on 2026-11-14T18:20:00
diary add $'수능 끝\n\n조카가 전화했다. "삼촌, 다 끝났어." 목소리가 두 살은 더 먹었다.' --tag 가족
on 2026-11-15T09:10:00
diary add $'A mistake\n\nThis should not have been written down.'
diary undo
on 2026-11-17T07:50:00
diary add $'Walking to work\n\nForty minutes along the stream. Two herons, one cormorant, and the same grey cat on the same wall.\n\nI should do this every day. I say so every time.' --tag seoul --tag work
on 2026-11-19T22:15:00
diary edit "$(id 도서관)" --text $'도서관\n\n『작별하지 않는다』를 빌렸다. 반납은 2026-11-18까지.\n예약은 02-123-4567, https://lib.example/ 에서도 된다고.\n\n하루 늦게 반납했다. 연체료는 백 원.'
on 2026-11-21T21:00:00
diary add $'김장\n\n배추 열두 포기. 허리가 끊어질 것 같지만 겉절이에 수육이면 다 괜찮다.\n엄마 손이 작년보다 느려졌다.' --tag 가족 --tag 부엌 --star
