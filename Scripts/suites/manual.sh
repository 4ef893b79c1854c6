#!/usr/bin/env bash
# Writes what the program prints into README and the manual; with --check it only compares.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 curl
need_binary
exec Scripts/suites/manual.py "$binary" "$@"
