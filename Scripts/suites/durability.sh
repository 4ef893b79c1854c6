#!/usr/bin/env bash
# Failing disks, descriptors and files: refusals with a reason, nothing acknowledged lost, recovery without a restart.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 strace
[ -x "$binary" ] || need_binary
python3 Scripts/suites/durability.py "$binary"
