#!/usr/bin/env bash
# Makes a manual page of a program's help, which comes in on standard input and keeps its lines.
#
#   manual.sh NAME ABSTRACT DATE < HELP
set -euo pipefail
escaped() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"; }
printf '.TH %s 1 %s\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n' "${1^^}" "$3" "$(escaped <<< "$1")" "$(escaped <<< "$2")"
escaped | sed -e 's/^$/.sp/'
printf '.fi\n.SH SEE ALSO\n.BR diarylog (1)\n'
