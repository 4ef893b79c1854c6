#!/usr/bin/env bash
# The files of `plumbline capture` against stand-ins for Apple's frameworks and debugger: what they capture, and what plumbline says of it.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 curl gobjc++ libgnustep-base-dev
[ -x "$binary" ] || need_binary
python3 Scripts/suites/capture.py "$binary" "$@"
