#!/usr/bin/env bash
# Attacks of a stranger on the same machine: a failure if others have to wait, something is lost, or memory and descriptors stay taken.
# --only NAME,… runs some of them; attacks.py --help lists all.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/attacks.py "$binary" "$@"
