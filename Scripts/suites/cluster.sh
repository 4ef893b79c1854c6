#!/usr/bin/env bash
# cluster.sh [OPTIONS]: several services on one PostgreSQL database, while services, the database and connections are killed, a standby is
# promoted, PgBouncer is between, connections are cut at their COMMIT, and three servers with Patroni and etcd in network namespaces lose their
# primary, its network or Patroni: nothing acknowledged is lost, done twice, or answered differently by another service. For half a minute
# each, and eight minutes for Patroni; --seconds N for longer, --quick for the short half, --only PHASE,… for some (cluster.py names them).
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 postgresql
if [ "${1:-}" != --quick ]; then
    need_packages pgbouncer nginx patroni python3-etcd etcd-server haproxy iproute2 python3-pip chromium chromium-driver fonts-dejavu-core
    need_python selenium selenium
fi
[ -x "$binary" ] || need_binary
export PYTHONDONTWRITEBYTECODE=1
python3 Scripts/suites/cluster.py "$binary" "$@"
