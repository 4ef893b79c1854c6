#!/usr/bin/env bash
# fuzz.sh [SECONDS|quick [TARGET]]: libFuzzer over every reader and the engine, each for so many seconds (600; 0 only builds), JOBS at
# once (as many as there are processors). `quick` tries the same 20,000 inputs of a target every time, for at most 20 s: it judges a
# change, and not what a new search happens to find. It builds without optimization, which takes a third of the time. Seeds are in
# Tests/Fuzzing/Seeds. Findings are written to .build/fuzz/found: put each under Tests/Fuzzing/Findings with its fix, and the tests run
# it from then on.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
build_packages
seconds=${1:-600}
only=${2:-}
scratch=.build/fuzz
configuration=release
limits=()
if [ "$seconds" = quick ]; then
    seconds=20
    configuration=debug
    limits=(-seed=1 -runs=20000)
fi
targets=$(sed -n 's/^ *case \(.*\) = "\(.*\)"$/\2/p; s/^ *case \([a-z]*\)$/\1/p' Tests/Fuzzing/Targets/FuzzTarget.swift)
# A crash is told by libFuzzer; the runtime's own backtrace would hang over it.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# DEBUG: the solver checks its invariants.
flags=(-Xswiftc -sanitize=fuzzer,address -Xswiftc -DDEBUG)
# Debug builds optimize what computes, which takes long with these sanitizers.
[ "$configuration" = release ] || flags+=(-Xswiftc -Onone)
swift build -c "$configuration" --scratch-path "$scratch" --product FuzzTargets "${flags[@]}"
library=$(swift build -c "$configuration" --scratch-path "$scratch" --show-bin-path "${flags[@]}")/libFuzzTargets.a
packages=$(pkg-config --libs gmp expat sqlite3 libzstd zlib libcrypto)
# shellcheck disable=SC2086
swiftc -use-ld=lld -sanitize=fuzzer,address -o "$scratch/fuzz" "$library" $packages -lsimdjson -lstdc++ -lm

[ "$seconds" -gt 0 ] || exit 0

fuzz() {
    local target=$1 found="$scratch/found/$1" corpus log
    # The session target has a database there, too, which need not wait for a disk.
    export TMPDIR=/tmp
    [ -d /dev/shm ] && TMPDIR=/dev/shm
    TMPDIR=$(mktemp -d)
    corpus=$TMPDIR/corpus log=$TMPDIR/log
    mkdir "$corpus"
    mkdir -p "$found"
    cp Tests/Fuzzing/Seeds/"$target"/* "$corpus"
    cp Tests/Fuzzing/Findings/"$target"/* "$corpus" 2>/dev/null || true
    local dictionary=Tests/Fuzzing/Dictionaries/$target.dict
    if PLUMBLINE_FUZZ=$target "$scratch/fuzz" -max_total_time="$seconds" ${limits[@]+"${limits[@]}"} -timeout=10 -rss_limit_mb=2048 \
        -max_len=8192 -use_value_profile=1 -print_final_stats=1 -artifact_prefix="$found/" ${dictionary:+-dict="$dictionary"} "$corpus" >"$log" 2>&1; then
        echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, nothing found"
    else
        cp "$log" "$found/log"
        echo "$target: FOUND, see $found"
        grep -aE "Fatal error|ERROR|SUMMARY|Test unit written" "$log" | head -8
        rm -rf "$TMPDIR"
        return 1
    fi
    rm -rf "$TMPDIR"
}

# A fuzzer that does not see which code runs would find next to nothing, and say nothing of that.
if [[ "$(PLUMBLINE_FUZZ=equation "$scratch/fuzz" -runs=1 2>&1)" != *"inline 8-bit counters"* ]]; then
    echo "the fuzzer is built without coverage" >&2
    exit 1
fi

running=() status=0
for target in ${only:-$targets}; do
    if [ ${#running[@]} -ge "${JOBS:-$(nproc)}" ]; then
        wait "${running[0]}" || status=1
        running=("${running[@]:1}")
    fi
    fuzz "$target" &
    running+=($!)
done
for job in "${running[@]}"; do wait "$job" || status=1; done
exit $status
