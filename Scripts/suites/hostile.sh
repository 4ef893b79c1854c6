#!/usr/bin/env bash
# Hostile JSON documents through the command line and through the service: an answer in time, bounded memory, no crash.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared hostile
need_packages python3
[ -x "$binary" ] || need_binary
documents=$(mktemp -d)
python3 "$shared/suites/hostile/gen_xml_attacks.py" "$documents" >/dev/null
start_server
trap 'kill "$server_pid" 2>/dev/null; wait "$server_pid" 2>/dev/null; rm -rf "$server_folder" "$documents"' EXIT
status=0
python3 "$shared/suites/hostile/attack_run.py" "$documents" --cmd "$binary analyze -" --kind json || status=1
python3 "$shared/suites/hostile/attack_run.py" "$documents" --url "http://127.0.0.1:$server_port/v1/check" --type application/json || status=1
exit $status
