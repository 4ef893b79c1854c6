#!/usr/bin/env bash
# cluster.sh [OPTIONS]: several services on one PostgreSQL database, while services, the database and connections are killed, a standby is
# promoted, and PgBouncer is between: nothing acknowledged is lost, done twice, or answered differently by another service. For half a minute
# each; --seconds N for longer, --quick for the short half.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 postgresql
[ "${1:-}" = --quick ] || need_packages pgbouncer nginx
[ -x "$binary" ] || need_binary
python3 Scripts/suites/cluster.py "$binary" "$@"
