#!/usr/bin/env bash
# The web page in a real browser, against the release build: each story clicked and typed through, and again with its script taken away,
# when it must fail; every Preview and Apply pressed (of all shared logs too: browser.sh every-log); accessibility; stored text that must
# stay text; figures. Screenshots are left in .build/browser/. With --quick, as in Scripts/test.sh, a part of the texts and of the taken scripts.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
need_packages python3 python3-pip chromium chromium-driver fonts-dejavu-core
need_python selenium selenium
[ -x "$binary" ] || need_binary
export PYTHONDONTWRITEBYTECODE=1
start_server
if [ "${CI:-}" = true ] && [ ! -d "$shared/suites/text" ]; then
    echo "browser: ../shared/suites/text is absent, and in CI it must be there" >&2
    exit 1
fi
python3 Scripts/suites/browser/main.py "http://127.0.0.1:$server_port" "$binary" "$shared" "$@"
