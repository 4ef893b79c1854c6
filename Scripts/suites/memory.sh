#!/usr/bin/env bash
# Long sessions and long names within --max-memory: every route that reads them, imports and their verification, with a bound on the peak.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/memory.py "$binary" "$@"
