#!/usr/bin/env bash
# stories.sh [SECONDS [SEED]]: random events on random layouts, each step's report held against that of its document anew.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared stories
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/stories.py "$binary" --generator "$shared/workloads/gen.py" --seconds "${1:-60}" --seed "${2:-1}"
