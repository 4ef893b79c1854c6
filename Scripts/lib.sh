# Shared by the scripts; sourced, not run.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# need_packages NAME…: installs the Debian packages that are not there yet.
need_packages() {
    local missing=() name
    for name in "$@"; do
        dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'install ok installed' || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "installing: ${missing[*]}"
    # Two scripts side by side may both want something: one waits for the other.
    patiently as_root apt-get update -qq -o DPkg::Lock::Timeout=300
    patiently as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o DPkg::Lock::Timeout=300 --no-install-recommends "${missing[@]}" >/dev/null
}

# patiently COMMAND…: three times at most, for what comes over a network.
patiently() {
    local pause
    for pause in 5 20; do
        "$@" && return 0
        sleep "$pause"
    done
    "$@"
}

# need_python MODULE PACKAGE: installs the Python package where the module cannot be imported.
need_python() {
    python3 -c "import $1" 2>/dev/null && return 0
    echo "installing: $2"
    # Debian marks its Python as managed by apt and refuses otherwise; older versions of pip do not know the option.
    local options=()
    if python3 -m pip install --help | grep -e --break-system-packages >/dev/null; then options=(--break-system-packages); fi
    patiently python3 -m pip install --quiet ${options[@]+"${options[@]}"} "$2"
}

build_packages() {
    need_packages g++ pkg-config libsimdjson-dev libsqlite3-dev libgmp-dev libssl-dev zlib1g-dev libexpat1-dev libzstd-dev
    command -v swift >/dev/null || {
        echo "Swift 6.2 or later is needed: see swift.org/install" >&2
        exit 1
    }
}

# Where the shared test suites lie, beside the checkout.
shared=../shared

# need_shared NAME: ends the script where the shared suites are absent; in CI that is a failure.
need_shared() {
    [ -d "$shared" ] && return 0
    if [ "${CI:-}" = true ]; then
        echo "$1: ../shared is absent, and in CI it must be there" >&2
        exit 1
    fi
    echo "$1: skipped, ../shared is absent"
    exit 0
}

# bare_root RELEASE FOLDER: fills the folder with the file system of a bare Debian. Made by debootstrap once, it stays in .build/roots.
bare_root() {
    local stored=.build/roots/$1.tar made
    if [ ! -f "$stored" ]; then
        mkdir -p .build/roots
        made=$(mktemp -d -p .build/roots)
        debootstrap --variant=minbase "$1" "$made" >"$made.log" 2>&1 || {
            tail -5 "$made.log" >&2
            rm -rf --one-file-system "$made" "$made.log"
            return 1
        }
        tar --one-file-system -C "$made" -cf "$made.tar" .
        mv "$made.tar" "$stored"
        rm -rf --one-file-system "$made" "$made.log"
    fi
    mkdir -p "$2"
    tar -C "$2" -xpf "$stored"
    chmod 755 "$2"
    cp /etc/resolv.conf "$2/etc/resolv.conf"
}

# engine_version: as the program says it.
engine_version() {
    sed -n 's/.* number = "\(.*\)"$/\1/p' Sources/LayoutModel/EngineVersion.swift
}

# source_tree: names what the program is built from, as git does; nothing without git, and "changed" with uncommitted changes.
source_tree() {
    local trees
    trees=$(git rev-parse HEAD:Sources HEAD:Package.swift 2>/dev/null | xargs) || return 0
    [ -n "$trees" ] || return 0
    if [ -z "$(git status --porcelain -- Sources Package.swift)" ]; then echo "$trees"; else echo changed; fi
}

# The folder of the optimized build. The one that Scripts/test.sh makes can be tested, too, and serves all suites.
build=${PLUMBLINE_BUILD:-.build}
build_flags=(-c release)
[ "$build" = .build ] || build_flags+=(--scratch-path "$build" -Xswiftc -enable-testing)

binary=$build/release/plumbline

# use_installed: makes `binary` the program that is installed, if it is of this engine and these sources. Says which one is used.
use_installed() {
    local program version sources other
    program=$(command -v plumbline) || return 1
    version=$("$program" version 2>/dev/null || true)
    if [ "$version" != "plumbline $(engine_version)" ]; then
        echo "builds the program: $program is ${version:-no plumbline that runs}, and this is plumbline $(engine_version)" >&2
        return 1
    fi
    sources=$(source_tree)
    other=$(cat "$(dirname "$(readlink -f "$program")")/../share/plumbline/sources" 2>/dev/null || true)
    if [ "$sources" = changed ] || { [ -n "$sources" ] && [ "$sources" != "$other" ]; }; then
        if command -v swift >/dev/null; then
            echo "builds the program: $program is of other sources than this checkout" >&2
            return 1
        fi
        echo "uses $program ($version), which is of other sources than this checkout: there is no Swift to build with" >&2
    else
        echo "uses $program ($version)" >&2
    fi
    binary=$program
}

need_binary() {
    build_packages
    swift build "${build_flags[@]}" --product plumbline
}

bench=$build/release/plumbline-bench

need_bench() {
    build_packages
    swift build "${build_flags[@]}" --product plumbline-bench
}

# start_server: starts the release build on a free port with a database of its own. Sets server_port and server_pid, and
# stops the server and removes the folder when the script ends.
start_server() {
    server_folder=$(mktemp -d)
    # Before the server, which on a busy machine begins later than the loop below.
    : >"$server_folder/log"
    "$binary" serve --port 0 --database "$server_folder/plumbline.db" >"$server_folder/log" 2>&1 &
    server_pid=$!
    trap 'kill "$server_pid" 2>/dev/null; wait "$server_pid" 2>/dev/null; rm -rf "$server_folder"' EXIT
    local tries
    for tries in $(seq 100); do
        # It says its port when it listens.
        server_port=$(sed -n 's|.* listens on http://127.0.0.1:\([0-9]*\),.*|\1|p' "$server_folder/log")
        [ -n "$server_port" ] && return 0
        kill -0 "$server_pid" 2>/dev/null || break
        sleep 0.1
    done
    echo "the server did not become ready:" >&2
    cat "$server_folder/log" >&2
    exit 1
}
