#!/usr/bin/env bash
# The public console logs: each gets a verdict, `conflicting` with a proof or `incomplete` with what is missing, and nothing
# is left unproven. Prints how many of each there are.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared logs
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/logs.py "$binary" "$shared/corpus/logs/logs.jsonl"
