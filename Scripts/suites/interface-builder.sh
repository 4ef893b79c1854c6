#!/usr/bin/env bash
# Public storyboards and xibs against what Interface Builder stored in them: frames, ambiguous and misplaced views, by tiers;
# then the same with one constraint deleted or shifted, which must not go unnoticed. Prints the table and every disagreement.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared interface-builder
need_packages python3
[ -x "$binary" ] || need_binary
python3 Scripts/suites/interface-builder.py "$binary" "$shared/corpus/ib" "$shared/corpus/ib-recent" "$@"
