#!/usr/bin/env bash
# The checks that need no test run: format, imports that no target declares, the layering, and the words of comments and messages.
set -euo pipefail
source "$(dirname "$0")/lib.sh"
build_packages

echo "== format"
swift format lint --strict --parallel --recursive Package.swift Sources Tests

echo "== imports"
swift build --explicit-target-dependency-import-check error

echo "== layering"
Scripts/suites/layering.py

echo "== language"
Scripts/suites/language.py

echo "== words"
Scripts/suites/words.py
