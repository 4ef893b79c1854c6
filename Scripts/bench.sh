#!/usr/bin/env bash
# Measures the engine beside its peers (kiwi, HiGHS, z3) on the same workloads, in one run, and writes the table of the manual's figures.
# Takes most of an hour; see Scripts/bench.sh --help for parts of it. Before it measures, it holds the answers at 10,000 views against
# HiGHS (not with --quick, --only or --render).
set -euo pipefail
source "$(dirname "$0")/lib.sh"
case " $* " in
*" --help "* | *" -h "*) exec python3 Scripts/bench.py --help ;;
*" --render "*) exec python3 Scripts/bench.py "$@" ;;
esac
need_shared bench
need_packages git g++ libsimdjson-dev python3 python3-pip
need_python numpy numpy
need_python highspy highspy
need_python z3 z3-solver
need_bench
folder=.build/bench
mkdir -p "$folder"
sh "$shared/workloads/peers/build.sh" "$folder" >/dev/null
case " $* " in
*" --quick "* | *" --only "*) ;;
*) SIZES=10000 Scripts/suites/highs.sh ;;
esac
python3 Scripts/bench.py --bench "$bench" --workloads "$shared/workloads" --folder "$folder" "$@"
