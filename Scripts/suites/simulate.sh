#!/usr/bin/env bash
# The store and the service against a simulated disk, clock and network, each simulation from a seed of its own (Tests/Simulation/SIMULATION.md).
# --seconds N: how long (an hour); --seed S: only this seed, again; --only store|service; --plant NAME: with a fault that must be found;
# --indexes: SQLite checks the full-text indexes, too; --verbose: each event.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
build_packages
swift build "${build_flags[@]}" --product simulate
exec "$build/release/simulate" "$@"
