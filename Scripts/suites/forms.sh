#!/usr/bin/env bash
# Every form of a check's report against the rules of those who read it: SARIF by the schema of the standard, the others as their readers take them.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 python3-pip
need_python jsonschema jsonschema
[ -x "$binary" ] || need_binary
python3 Scripts/suites/forms.py "$binary" "$@"
