#!/usr/bin/env bash
# All that says whether the service can be trusted, and one table of it: hours, or with --quick half an hour.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared trust
need_packages python3
need_binary
need_bench
python3 Scripts/suites/trust.py "$@"
