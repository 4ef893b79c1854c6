#!/usr/bin/env bash
# The manual's container file: built by buildah from the package of Scripts/package.sh, whose options it takes, upon a root of debootstrap's, which takes
# the name of the file's base. In the image the program starts as the file's user, refuses without a token, and answers with one.
# Needs root, and a Debian mirror. Without a buildah that works, the file's steps are done in that root instead, and the result says so.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
[ "$(id -u)" -eq 0 ] || {
    echo "container: skipped, only root may make a file system" >&2
    exit 0
}
need_packages debootstrap curl buildah python3
Scripts/package.sh "$@"
folder=$(mktemp -d)
chmod 755 "$folder"
server='' image='' mounted=''
buildah() { command buildah --root "$folder/storage" --runroot "$folder/run" "$@"; }
end() {
    [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
    [ -z "$mounted" ] || umount -l "$mounted" || true
    [ -z "$image" ] || buildah umount --all >/dev/null 2>&1 || true
    rm -rf --one-file-system "$folder"
}
trap end EXIT
sed -n '/^## In a container/,/^## In a build/p' Sources/Manual/installing.md | sed -n '/^```dockerfile$/,/^```$/p' | sed '/^```/d' >"$folder/Containerfile"
base=$(sed -n 's/^FROM //p' "$folder/Containerfile")
user=$(sed -n 's/^USER //p' "$folder/Containerfile")
volume=$(sed -n 's/^VOLUME //p' "$folder/Containerfile")
entry=$(sed -n 's/^ENTRYPOINT //p' "$folder/Containerfile" | python3 -c 'import json, sys; print(" ".join(json.load(sys.stdin)))')
[ -n "$base" ] && [ -n "$user" ] && [ -n "$volume" ] && [ -n "$entry" ]

bare_root bookworm "$folder/root"
if bare=$(buildah from scratch 2>"$folder/log") && buildah copy -q "$bare" "$folder/root" / >/dev/null && buildah commit -q "$bare" "docker.io/library/$base" >/dev/null; then
    # The steps run beside this system, as far as it lets them: its network is theirs.
    buildah build -q --pull=never --isolation chroot -t plumbline -f "$folder/Containerfile" .build/package >"$folder/log" 2>&1 || {
        tail -20 "$folder/log"
        exit 1
    }
    configured=$(buildah inspect --type image plumbline | python3 -c 'import json, sys; c = json.load(sys.stdin)["OCIv1"]["config"]; print(c["User"], *c["Entrypoint"])')
    [ "$configured" = "$user $entry" ]
    image=$(buildah from --pull=never plumbline)
    root=$(buildah mount "$image")
    # A program of Swift's reads its arguments there.
    mount -t proc proc "$root/proc"
    mounted=$root/proc
    builder=buildah
else
    root=$folder/root
    cp .build/package/plumbline_*.deb "$root/tmp/"
    mount -t proc proc "$root/proc"
    mounted=$root/proc
    chroot "$root" sh -ec "$(sed -n 's/^RUN //p' "$folder/Containerfile")" >"$folder/log" 2>&1 || {
        tail -20 "$folder/log"
        exit 1
    }
    builder="chroot, since no builder works here: $(tail -1 "$folder/log")"
fi
[ -z "$(find "$root" -xdev \( -name 'plumbline*.deb' -o -name 'libswift*' \) -print -quit)" ]

if chroot --userspec="$user" "$root" $entry --port 0 >"$folder/told" 2>&1; then
    echo "container: it starts without a token" >&2
    exit 1
fi
grep -q token "$folder/told" || {
    cat "$folder/told"
    exit 1
}
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
PLUMBLINE_TOKEN=a-token-for-this-try-only chroot --userspec="$user" "$root" $entry --port "$port" >"$folder/told" 2>&1 &
server=$!
curl -sf --retry 40 --retry-connrefused --retry-delay 1 "http://127.0.0.1:$port/healthz" >/dev/null
status=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/v1/sessions")
created=$(curl -s -o /dev/null -w '%{http_code}' -H 'Authorization: Bearer a-token-for-this-try-only' -H 'Content-Type: application/json' \
    -d '{"constraints":["a.width == 10"]}' "http://127.0.0.1:$port/v1/sessions")
owner=$(chroot "$root" stat -c '%U %a' "$volume/plumbline.db")
echo "RESULT: built by $builder; without a token $status, with it $created, database of $owner"
[ "$status $created $owner" = "401 201 $user 600" ]
