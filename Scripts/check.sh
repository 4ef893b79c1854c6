#!/usr/bin/env bash
# The checks that need no test run: format, imports that no target declares, the layering, and the words of comments and messages.
# With --no-build without the imports, which need a build.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
build_packages

echo "== format"
swift format lint --strict --parallel --recursive Package.swift Sources Tests

if [ "${1:-}" != --no-build ]; then
    echo "== imports"
    swift build --explicit-target-dependency-import-check error
fi

echo "== layering"
Scripts/suites/layering.py

echo "== language"
Scripts/suites/language.py

echo "== words"
Scripts/suites/words.py
