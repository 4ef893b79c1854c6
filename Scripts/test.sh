#!/usr/bin/env bash
# Everything that must hold before a change lands: format, layering, unit and end-to-end tests, and the suites against an
# optimized build. Installs what is missing. A suite that fails does not stop the others.
set -uo pipefail
# One optimized build serves the tests and the suites: it takes less time than a debug build and one of the program as it is shipped.
# It differs from the latter in that tests can import what is internal.
export PLUMBLINE_BUILD=.build/tests
source "$(dirname "$0")/lib.sh"
build_packages
need_packages git python3 python3-pip librsvg2-bin postgresql

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

# show NAME: what a step printed that ran beside others, and how it ended.
show() {
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

build_all() {
    swift build "${build_flags[@]}" --build-tests --explicit-target-dependency-import-check error
}

# run_tests: runs all tests, which check the solver's invariants. Those of the command line mostly wait for programs that they start, so they
# run beside the others.
run_tests() {
    local -x PLUMBLINE_CHECK_INVARIANTS=1
    # Tests of the scripts are about builds as users make them.
    export -n PLUMBLINE_BUILD
    local program=$build/release/plumblinePackageTests.xctest beside status=0
    "$program" --testing-library swift-testing --filter '^CommandTests\.' >"$logs/command-tests" 2>&1 &
    beside=$!
    "$program" --testing-library swift-testing --skip '^CommandTests\.' || status=1
    wait "$beside" || status=1
    cat "$logs/command-tests"
    return "$status"
}

step check Scripts/check.sh --no-build
step build build_all
step tests run_tests
# Most suites keep one processor busy, so they run in two lanes. What shares names or measures times comes after both.
beside=(browser package interface-builder capture)
run_beside() {
    record browser Scripts/suites/browser.sh --quick
    record package Scripts/suites/package.sh --quick
    record interface-builder Scripts/suites/interface-builder.sh
    record capture Scripts/suites/capture.sh
}
run_beside >/dev/null &
lane=$!
for suite in forms oracle counts highs logs diagnoses breaking scan-log http faults hostile; do
    step "$suite" "Scripts/suites/$suite.sh"
done
wait "$lane"
for suite in "${beside[@]}"; do show "$suite"; done
step cluster Scripts/suites/cluster.sh --quick
step load Scripts/suites/load.sh --only mixed --mixed 60

for name in ${failures[@]+"${failures[@]}"}; do recap "$name"; done
echo "$passed passed, ${#failures[@]} failed${failures[*]:+: ${failures[*]}}"
[ ${#failures[@]} -eq 0 ]
