#!/usr/bin/env bash
# Random documents through `plumbline analyze`, every report verified by the independent oracle in exact arithmetic:
# 300 from seed 1, and 100 seeded by the commit; and KNOTS (20) of few views with far too many required rows, for which z3 takes its time.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_shared oracle
need_packages python3 python3-pip
need_python z3 z3-solver
[ -x "$binary" ] || need_binary
python3 "$shared/oracle/fuzz.py" "$binary" --count "${COUNT:-300}" --seed 1
# Other documents with each commit; the seed is the commit's first seven hex digits.
commit=$(git rev-parse HEAD 2>/dev/null || echo 0000001)
seed=${SEED:-$((16#${commit:0:7}))}
echo "seed by the commit: $seed"
python3 "$shared/oracle/fuzz.py" "$binary" --count 100 --seed "$seed"
python3 Scripts/suites/knots.py "$binary" "$shared/oracle" --count "${KNOTS:-20}" --seed 1
