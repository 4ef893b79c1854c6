#!/usr/bin/env bash
# Everything that must hold before a change lands: format, layering, unit and end-to-end tests, and the suites against the
# release build. Installs what is missing. A suite that fails does not stop the others.
set -uo pipefail
source "$(dirname "$0")/lib.sh"
build_packages
need_packages git python3 python3-pip librsvg2-bin

passed=0
failures=()
logs=.build/test-logs
mkdir -p "$logs"
step() {
    local name=$1 log
    log=$logs/${name// /-}.log
    shift
    echo "=== $name"
    local begun=$SECONDS
    if "$@" 2>&1 | tee "$log"; then
        passed=$((passed + 1))
        echo "=== $name: passed in $((SECONDS - begun)) s"
    else
        failures+=("$name")
        echo "=== $name: FAILED"
    fi
}

# recap NAME: the lines of a failed step that say why, or its last ones. A long run's failure is told where it ends.
recap() {
    local log=$logs/${1// /-}.log
    echo "=== $1 FAILED:"
    grep -aE '✘|error:|FAIL|Traceback|Error:' "$log" | cut -c1-400 | head -30
    tail -n 8 "$log" | cut -c1-400
}

# The release build and that of the fuzzers each keep one processor busy for the most part: both at once take little longer than one.
release_builds() {
    Scripts/suites/fuzz.sh 0 >"$logs/fuzz-build.log" 2>&1 &
    local fuzzers=$! status=0
    swift build -c release --product plumbline || status=1
    # The step of the fuzzers builds again what is missing, and tells why it fails.
    wait "$fuzzers" || true
    return "$status"
}

step check Scripts/check.sh
step "swift test" swift test
step "release build" release_builds
for suite in forms oracle counts highs logs breaking scan-log interface-builder http faults hostile; do
    step "$suite" "Scripts/suites/$suite.sh"
done
step browser Scripts/suites/browser.sh
step fuzz Scripts/suites/fuzz.sh 30

for name in ${failures[@]+"${failures[@]}"}; do recap "$name"; done
echo "$passed passed, ${#failures[@]} failed${failures[*]:+: ${failures[*]}}"
[ ${#failures[@]} -eq 0 ]
