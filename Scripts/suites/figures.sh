#!/usr/bin/env bash
# figures.sh [costs|lists]: what sessions and steps cost services and their PostgreSQL server, for 1, 2, 4 and 8 services; and how fast lists and searches
# of a million sessions are, on PostgreSQL and in a file (about fifteen minutes and 6 GB). Not a part of Scripts/test.sh.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared figures
need_packages python3 postgresql
[ -x "$binary" ] || need_binary
export PYTHONDONTWRITEBYTECODE=1
status=0
if [ "${1:-costs}" = costs ]; then
    python3 Scripts/suites/costs.py "$binary" "$shared/workloads/gen.py" || status=1
fi
if [ "${1:-lists}" = lists ]; then
    [ -x "$bench" ] || need_bench
    for engine in postgresql sqlite; do
        python3 Scripts/suites/million.py "$binary" "$bench" --engine "$engine" || status=1
    done
fi
exit "$status"
