#!/usr/bin/env bash
# What the OpenAPI document says, held against the running service, with all checks. SECONDS_LONG for less or more than five minutes. The phase of examples
# spends the time on looking for some and finds them again under coverage.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3
need_python schemathesis schemathesis
[ -x "$binary" ] || need_binary
start_server
configuration=$PWD/Scripts/suites/schemathesis.toml
cd "$server_folder"
schemathesis --config-file "$configuration" run "http://127.0.0.1:$server_port/openapi.json" --checks all --phases coverage,fuzzing,stateful --max-time "${SECONDS_LONG:-300}" --no-color --seed "${SEED:-1}" "$@"
