#!/usr/bin/env bash
# The service under load: rates, latencies, memory. Options as load.py has them; --mixed 3600 for the hour.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared load
need_packages python3 wrk nginx-light
[ -x "$binary" ] || need_binary
[ -x "$bench" ] || need_bench
python3 Scripts/suites/load.py "$binary" "$bench" "$shared/workloads/gen.py" "$@"
