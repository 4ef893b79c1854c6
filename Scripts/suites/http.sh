#!/usr/bin/env bash
# The HTTP/1.1 conformance and local policy cases against the running service.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared http
need_packages python3
[ -x "$binary" ] || need_binary
start_server
PYTHONDONTWRITEBYTECODE=1 python3 "$shared/suites/http/http_conformance.py" 127.0.0.1 "$server_port" /healthz --post-path /v1/check \
    --body '{"constraints":["a.width == 10"]}' --policy --strict "$@"
