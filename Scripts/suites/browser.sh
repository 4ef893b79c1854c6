#!/usr/bin/env bash
# The web page in a real browser, against the release build: each story clicked and typed through, and again with its script taken away,
# when it must fail; accessibility; stored text that must stay text; figures. Screenshots are left in .build/browser/.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 python3-pip chromium chromium-driver fonts-dejavu-core
need_python selenium selenium
[ -x "$binary" ] || need_binary
export PYTHONDONTWRITEBYTECODE=1
start_server
status=0
python3 Scripts/suites/browser/main.py "http://127.0.0.1:$server_port" "$binary" "$shared" "$@" || status=1
if [ -d "$shared/suites/text" ] && [ $# -eq 0 ]; then
    echo "== stored text in server-made parts"
    python3 "$shared/suites/text/xss_check.py" --create "http://127.0.0.1:$server_port/v1/sessions" \
        --page "http://127.0.0.1:$server_port/sessions/{id}" --template '{"name":@TEXT@,"constraints":["a.width == 10"]}' || status=1
elif [ "${CI:-}" = true ] && [ ! -d "$shared/suites/text" ]; then
    echo "browser: ../shared/suites/text is absent, and in CI it must be there" >&2
    status=1
fi
exit $status
