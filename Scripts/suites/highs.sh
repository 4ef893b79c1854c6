#!/usr/bin/env bash
# The engine's answers on the workloads against HiGHS (sums of violations, ranges) and against the conflicts and ambiguities that were
# planted in them. SIZES=10000 takes minutes; Scripts/bench.sh does it before it measures.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared highs
need_packages python3 python3-pip
need_python numpy numpy
need_python highspy highspy
need_bench
[ -x "$binary" ] || need_binary
Scripts/suites/highs.py "$bench" "$binary" "$shared/workloads" --sizes "${SIZES:-100,1000}" "$@"
