#!/usr/bin/env bash
# What an event costs beside the first request of its session, on layouts of 1,000 views.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared events
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/events.py "$binary" "$shared/workloads/gen.py" "$@"
