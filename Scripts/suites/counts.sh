#!/usr/bin/env bash
# The engine's work on the workloads (pivots, rows touched, allocations, memory), and how it grows with their size, against the
# committed thresholds. With --update these are written anew.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared counts
need_packages python3
need_bench
python3 Scripts/suites/counts.py "$bench" "$shared/workloads/gen.py" Sources/plumbline-bench/thresholds.txt "$@"
