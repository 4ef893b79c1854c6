#!/usr/bin/env bash
# What no diagnosis may do, of every public log, Interface Builder file and document; then how often the labelled logs have the
# cause, the owner and the remedy that an expert gave, by source and by confidence.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared diagnoses
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/diagnoses.py "$binary" "$shared" "$@"
