#!/usr/bin/env bash
# Everything that must hold before a change lands: format, layering, unit and end-to-end tests, and the suites against the
# release build. Installs what is missing. A suite that fails does not stop the others.
set -uo pipefail
source "$(dirname "$0")/lib.sh"
build_packages
need_packages git python3 python3-pip librsvg2-bin

passed=0
failed=0
step() {
    local name=$1
    shift
    echo "=== $name"
    local begun=$SECONDS
    if "$@"; then
        passed=$((passed + 1))
        echo "=== $name: passed in $((SECONDS - begun)) s"
    else
        failed=$((failed + 1))
        echo "=== $name: FAILED"
    fi
}

step check Scripts/check.sh
step "swift test" swift test
step "release build" swift build -c release --product plumbline
for suite in oracle counts highs logs breaking scan-log interface-builder http faults hostile; do
    step "$suite" "Scripts/suites/$suite.sh"
done
step browser Scripts/suites/browser.sh
step fuzz Scripts/suites/fuzz.sh 30

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
