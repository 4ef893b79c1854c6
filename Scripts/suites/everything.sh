#!/usr/bin/env bash
# Heavy, slow, hostile and honest clients at once, while the service is killed, its disk fills and a backup is restored: 60 minutes, or as many as are
# given first.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3
[ -x "$binary" ] || need_binary
minutes=60
if [[ "${1:-}" =~ ^[0-9.]+$ ]]; then
    minutes=$1
    shift
fi
# The disk that fills is a mount that nobody else sees.
as_root unshare -m python3 Scripts/suites/everything.py "$binary" --minutes "$minutes" "$@"
