#!/usr/bin/env bash
# Acknowledged sessions survive kill -9: five rounds, each killed at a random moment while documents are still being sent.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared faults
need_packages python3
[ -x "$binary" ] || need_binary
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
python3 "$shared/suites/faults/loadcheck.py" \
    --server "exec $binary serve --port {port} --database {db}" \
    --create '{base}/v1/sessions' --id id --fetch '{base}/v1/sessions/{id}' \
    --body-cmd "sh $shared/suites/faults/document.sh" --compare contains \
    --ready '{base}/readyz' --rounds "${ROUNDS:-5}" --docs 1200 --kill 1.0,2.5 --port "$port" "$@"
