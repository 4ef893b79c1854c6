#!/usr/bin/env bash
# Every figure about real files that the manual quotes, in one run: logs (breaking policy, fingerprints, the stream), and Interface Builder files
# (agreement with Apple's engine, mutations). Visual formats are held by tests. Takes some minutes.
set -uo pipefail
failed=0
for suite in logs breaking scan-log interface-builder; do
    echo "== $suite"
    "$(dirname "$0")/$suite.sh" || failed=1
done
exit "$failed"
