#!/usr/bin/env bash
# Everything that must hold before a change lands: format, layering, unit and end-to-end tests, and the suites against the
# release build. Installs what is missing. A suite that fails does not stop the others.
set -uo pipefail
source "$(dirname "$0")/lib.sh"
build_packages
need_packages git python3 python3-pip librsvg2-bin

passed=0
failures=()
# Of this run alone: another one may be under way.
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# record NAME COMMAND…: runs it; what it prints goes to a log, too, and its outcome with the seconds it took beside that.
record() {
    local log=$logs/${1// /-} begun=$SECONDS
    "${@:2}" 2>&1 | tee "$log.log"
    echo "${PIPESTATUS[0]} $((SECONDS - begun))" >"$log.outcome"
}

# conclude NAME: how a recorded step ended.
conclude() {
    local status seconds
    read -r status seconds <"$logs/${1// /-}.outcome"
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "=== $1: passed in $seconds s"
    else
        failures+=("$1")
        echo "=== $1: FAILED"
    fi
}

step() {
    echo "=== $1"
    record "$@"
    conclude "$1"
}

# await NAME PROCESS: waits for a step that ran beside others, and shows what it printed.
await() {
    wait "$2"
    echo "=== $1"
    cat "$logs/${1// /-}.log"
    conclude "$1"
}

# recap NAME: the lines of a failed step that say why, or its last ones. A long run's failure is told where it ends.
recap() {
    local log=$logs/${1// /-}.log
    echo "=== $1 FAILED:"
    grep -aE '✘|error:|FAIL|Traceback|Error:' "$log" | cut -c1-400 | head -30
    tail -n 8 "$log" | cut -c1-400
}

# run_tests: builds and runs all tests. Those of the command line mostly wait for programs that they start, so they run beside the others.
run_tests() {
    swift build --build-tests || return 1
    local program beside status=0
    program=$(swift build --show-bin-path)/plumblinePackageTests.xctest
    "$program" --testing-library swift-testing --filter '^CommandTests\.' >"$logs/command-tests" 2>&1 &
    beside=$!
    "$program" --testing-library swift-testing --skip '^CommandTests\.' || status=1
    wait "$beside" || status=1
    cat "$logs/command-tests"
    return "$status"
}

# No step keeps all processors busy all the time, so two go side by side. The fuzzers have a build of their own, and run one at a time here.
record fuzz env JOBS=1 Scripts/suites/fuzz.sh quick >/dev/null &
fuzz=$!
step check Scripts/check.sh
step "swift test" run_tests
step "release build" swift build -c release --product plumbline
record browser Scripts/suites/browser.sh >/dev/null &
browser=$!
for suite in forms oracle counts highs logs diagnoses breaking scan-log interface-builder capture http faults hostile; do
    step "$suite" "Scripts/suites/$suite.sh"
done
step package Scripts/suites/package.sh --quick
step load Scripts/suites/load.sh --only mixed --mixed 60
await browser "$browser"
await fuzz "$fuzz"

for name in ${failures[@]+"${failures[@]}"}; do recap "$name"; done
echo "$passed passed, ${#failures[@]} failed${failures[*]:+: ${failures[*]}}"
[ ${#failures[@]} -eq 0 ]
