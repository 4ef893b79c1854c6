#!/usr/bin/env bash
# processes.sh [OPTIONS]: two, then four services and imports on one database, each killed again and again: nothing acknowledged is lost,
# and the file is sound. For a minute each; --seconds N for longer.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3
[ -x "$binary" ] || need_binary
for processes in 2 4; do
    python3 Scripts/suites/processes.py "$binary" --processes "$processes" "$@"
done
