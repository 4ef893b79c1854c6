#!/usr/bin/env bash
# What a stranger on the same machine may try: a failure where others would have to wait, something is lost, or memory and descriptors stay taken.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/attacks.py "$binary" "$@"
