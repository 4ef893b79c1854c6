#!/usr/bin/env bash
# Acknowledged sessions survive a power failure: one round under strace, and the disk as it would be if only what was synced had arrived. Bodies and
# reports stand in the same transaction.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared powerloss
need_packages python3 strace
[ -x "$binary" ] || need_binary
trace=$(mktemp -d)
trap 'rm -rf "$trace"' EXIT
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
python3 "$shared/suites/faults/loadcheck.py" \
    --server "exec $binary serve --port {port} --database {db}" \
    --create '{base}/v1/sessions' --id id --fetch '{base}/v1/sessions/{id}' \
    --body-cmd "sh $shared/suites/faults/document.sh" --compare contains \
    --ready '{base}/readyz' --docs 300 --no-kill --trace "$trace/trace" --port "$port"
python3 "$shared/suites/faults/powerloss.py" "$trace/trace" "$@"
