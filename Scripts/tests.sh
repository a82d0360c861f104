#!/usr/bin/env bash
# Runs all tests of the debug build, in two processes side by side: those of the program wait for children most of the
# time, and a process of tests has no more threads than the machine has cores. A few tests run at a time: were all begun
# at once, a test that waits would come to its turn behind a thousand others. Ends as the worse of the two.
set -uo pipefail
cd "$(dirname "$0")/.."
bundle=$(swift build --show-bin-path)/diarylogPackageTests.xctest
floors=$(mktemp)
trap 'rm -f "$floors"' EXIT
run() {
    NO_COLOR=1 "$bundle" --testing-library swift-testing --experimental-maximum-parallelization-width 8 "$@"
}

run --skip '^ProgramTests[.]' > "$floors" 2>&1 &
run --filter '^ProgramTests[.]'
program=$?
wait $!
below=$?
cat "$floors"
[ "$program" -eq 0 ] || echo "error: tests of the program failed, further up"
exit $((program > below ? program : below))
