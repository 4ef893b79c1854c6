#!/usr/bin/env bash
# Size and speed of a database of a million sessions (about ten minutes and 8 GB); --sessions 50000 for a look.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 sqlite3
[ -x "$binary" ] || need_binary
[ -x "$bench" ] || need_bench
python3 Scripts/suites/store.py "$binary" "$bench" "$@"
