#!/usr/bin/env bash
# The package, the tarball, the action and the template, as one who installs them meets them.
#   --quick   what needs no other file system: a minute or two, part of Scripts/test.sh
#   without   also installs it in bare Debian roots, starts the service there as its unit says, and purges it: some minutes, and a Debian mirror,
#             too much for every CI run
# Roots need root and a Debian mirror; without them it says "package: skipped" and why. Made once, they are in .build/roots.
set -euo pipefail
source "$(dirname "$0")/../lib.sh"
build_packages
need_packages git python3 python3-pip man-db systemd lintian curl
need_python yaml pyyaml
[ "${1:-}" = --quick ] || need_packages zsh fish debootstrap
python3 Scripts/suites/package.py "$@"
