#!/usr/bin/env bash
# Acknowledged steps survive kill -9, ten rounds, each killed while events are still being posted.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/steps.py "$binary" --rounds "${ROUNDS:-10}"
