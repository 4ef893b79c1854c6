#!/usr/bin/env bash
# The manual's container file without a container: its build here, and its second stage as a file system of its own, made by debootstrap with the packages
# that the file names; there the program starts as the file's user, refuses without a token, and answers with one. Needs root, and a Debian mirror.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
build_packages
need_packages debootstrap curl
[ "$(id -u)" -eq 0 ] || {
    echo "container: skipped, only root may make a file system" >&2
    exit 0
}
steps=$(sed -n '/^## In a container/,/^## Behind/p' Sources/Manual/operation.md)
read -r _ build < <(grep -o 'swift build .*' <<<"$steps")
packages=$(grep -o 'no-install-recommends [^&]*' <<<"$steps" | tail -1 | cut -d' ' -f2- | xargs | tr ' ' ,)
user=$(grep -o 'RUN useradd .*' <<<"$steps" | cut -d' ' -f2-)
entry=$(sed -n 's/^ENTRYPOINT //p' <<<"$steps" | python3 -c 'import json, sys; print(" ".join(json.load(sys.stdin)))')
[ -n "$packages" ] && [ -n "$user" ] && [ -n "$entry" ]

# In a place of its own: the file's build begins with nothing, and would replace the one that is here.
# shellcheck disable=SC2086
swift ${build//--package-path \/source/--scratch-path .build/container}
root=$(mktemp -d)
chmod 755 "$root"
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; umount -l "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase --include="$packages" bookworm "$root" >"$root.log" 2>&1 || {
    tail -5 "$root.log"
    exit 1
}
rm -f "$root.log"
cp .build/container/release/plumbline "$root/usr/local/bin/"
mount -t proc proc "$root/proc"
chroot "$root" $user
if chroot --userspec=plumbline "$root" $entry --port 0 >"$root/tmp/told" 2>&1; then
    echo "container: it starts without a token" >&2
    exit 1
fi
grep -q token "$root/tmp/told" || {
    cat "$root/tmp/told"
    exit 1
}
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
PLUMBLINE_TOKEN=a-token-for-this-try-only chroot --userspec=plumbline "$root" $entry --port "$port" >"$root/tmp/told" 2>&1 &
server=$!
curl -sf --retry 40 --retry-connrefused --retry-delay 1 "http://127.0.0.1:$port/healthz" >/dev/null
status=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/v1/sessions")
created=$(curl -s -o /dev/null -w '%{http_code}' -H 'Authorization: Bearer a-token-for-this-try-only' -H 'Content-Type: application/json' \
    -d '{"constraints":["a.width == 10"]}' "http://127.0.0.1:$port/v1/sessions")
owner=$(chroot "$root" stat -c '%U %a' /var/lib/plumbline/plumbline.db)
echo "RESULT: without a token $status, with it $created, database of $owner"
[ "$status $created $owner" = "401 201 plumbline 600" ]
