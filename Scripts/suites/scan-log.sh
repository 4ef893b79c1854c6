#!/usr/bin/env bash
# A long test run through `plumbline scan-log`: every message found, the output passed through as it is, in constant memory.
# MEGABYTES=20 takes a shorter one.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared scan-log
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/scan-log.py "$binary" "$shared/corpus/logs/logs.jsonl" "${MEGABYTES:-200}"
