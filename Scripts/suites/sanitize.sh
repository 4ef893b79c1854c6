#!/usr/bin/env bash
# sanitize.sh [thread|address]…: the tests of what runs on several threads or touches raw memory, and a service under mixed load, built with a sanitizer.
# Both where none is named; each build takes minutes.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared sanitize
build_packages
need_packages python3
# A finding is told by the sanitizer; the runtime's own backtrace would hang over it.
export SWIFT_BACKTRACE=enable=no
suppressions=$PWD/Scripts/suites/sanitize.suppressions
status=0
[ $# -gt 0 ] || set -- thread address
for sanitizer in "$@"; do
    scratch=.build/$sanitizer
    reports=$(mktemp -d)
    export TSAN_OPTIONS="halt_on_error=0:suppressions=$suppressions:log_path=$reports/tests" ASAN_OPTIONS="detect_leaks=0:log_path=$reports/tests"
    swift build --sanitize="$sanitizer" --scratch-path "$scratch" --build-tests
    swift test --skip-build --sanitize="$sanitizer" --scratch-path "$scratch" \
        --filter 'HTTPTests|SocketServerTests|SQLiteTests|SessionStoreTests|ZstandardTests|DigestTests|JSONTests|XMLTests|LayoutServiceTests' || status=1
    export TSAN_OPTIONS="halt_on_error=0:suppressions=$suppressions:log_path=$reports/service" ASAN_OPTIONS="detect_leaks=0:log_path=$reports/service"
    python3 Scripts/suites/load.py "$scratch/debug/plumbline" none "$shared/workloads/gen.py" --only mixed --sanitized --mixed "${MIXED:-30}" || status=1
    if compgen -G "$reports/*" >/dev/null; then
        echo "$sanitizer: FOUND"
        cat "$reports"/* | head -100
        status=1
    else
        echo "$sanitizer: nothing found"
    fi
    rm -rf "$reports"
done
exit $status
