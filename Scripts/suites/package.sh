#!/usr/bin/env bash
# The package, the tarball, the action and the template, as one who installs them meets them.
#   --quick   what needs no other file system, with the release build that is there: under two minutes, part of Scripts/test.sh
#   without   also builds the program that needs no Swift (a release build from nothing), installs it in bare Debian roots, starts the service
#             there as its unit says, purges it, and builds the manual's container: too long for every CI run
# Roots need root and a Debian mirror; without them it says "package: skipped" and why. Made once, they are in .build/roots.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
build_packages
need_packages git python3 python3-pip man-db systemd lintian
need_python yaml pyyaml
if [ "${1:-}" = --quick ]; then
    [ -x "$binary" ] || need_binary
    exec python3 Scripts/suites/package.py --quick "$binary"
fi
need_packages zsh fish curl debootstrap buildah
Scripts/package.sh
python3 Scripts/suites/package.py .build/static/release/plumbline
