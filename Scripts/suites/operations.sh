#!/usr/bin/env bash
# Start-up, metrics, slow clients, the package's unit and the manual's proxy.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 openssl nginx-light slowhttptest systemd
need_python prometheus_client prometheus-client
[ -x "$binary" ] || need_binary
python3 Scripts/suites/operations.py "$binary" "$@"
