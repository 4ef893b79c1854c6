#!/usr/bin/env bash
# Makes a Debian package and a tarball below .build/package, with a program that needs no Swift on its machine:
#   plumbline_ARCH.deb               for this release of Debian; C libraries are dependencies
#   plumbline-linux-MACHINE.tar.gz   for any Linux with this glibc or a newer one; C libraries are in it
#   SHA256SUMS
# The release build is linked once more, with Swift's static libraries. The same program at the same commit gives the same files.
#
# Options: --program FILE   packs this program instead of building one
#          --output FOLDER  instead of .build/package
set -euo pipefail
source "$(dirname "$0")/lib.sh"

program='' output=.build/package
while [ $# -gt 0 ]; do
    case $1 in
    --program) program=$2 && shift 2 ;;
    --output) output=$2 && shift 2 ;;
    *)
        echo "package: unknown option '$1'; Scripts/package.sh [--program FILE] [--output FOLDER]" >&2
        exit 2
        ;;
    esac
done

# link_static OBJECTS PROGRAM: links the program with the static forms of Swift's libraries.
link_static() {
    local library swift=()
    for library in Foundation FoundationInternationalization FoundationEssentials CoreFoundation _FoundationICU _FoundationCShims \
        _FoundationCollections swiftDispatch dispatch BlocksRuntime swiftSynchronization; do
        swift+=("-l$library")
    done
    [ -f "$1" ] && swiftc -static-stdlib -module-name plumbline -emit-executable -o "$2" "@$1" "${swift[@]}" \
        -lzstd -lsqlite3 -lexpat -lgmp -lcrypto -lz -lstdc++ -lsimdjson -lm \
        -Xlinker --gc-sections -Xlinker --defsym -Xlinker main=plumbline_main -Xlinker -z -Xlinker now 2>"$2.log" || {
        [ ! -f "$2.log" ] || tail -3 "$2.log" >&2
        return 1
    }
}

need_packages dpkg-dev patchelf binutils xz-utils
if [ -z "$program" ]; then
    build_packages
    need_binary
    program=.build/package.program
    # What SwiftPM links. As it does not promise the list of objects, there is the way that takes a build from nothing, too.
    link_static "$build/release/plumbline.product/Objects.LinkFileList" "$program" || {
        echo "package: the release build cannot be linked again; builds from nothing in .build/static" >&2
        swift build -c release --product plumbline --static-swift-stdlib -Xlinker -z -Xlinker now --scratch-path .build/static
        program=.build/static/release/plumbline
    }
fi

export LC_ALL=C.UTF-8 TZ=UTC
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Where sources come without git, the files say no commit, and have the time of the engine's file.
commit=$(git log -1 --format=%h --abbrev=12 2>/dev/null || true)
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Sources/LayoutModel/EngineVersion.swift)}"
export SOURCE_DATE_EPOCH
author=$(git log -1 --format='%an <%ae>' 2>/dev/null || true)
version=$(engine_version)
if [ -z "$(git tag --points-at HEAD "v$version" 2>/dev/null)" ]; then
    version+=+$(date -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S)${commit:+.$commit}
fi
architecture=$(dpkg --print-architecture)
machine=$(uname -m)

[ "$("$program" version)" = "plumbline $(engine_version)" ] || {
    echo "package: $program is $("$program" version), and these sources are plumbline $(engine_version)" >&2
    exit 1
}
install -m 755 "$program" "$work/plumbline"
strip --remove-section=.comment --remove-section=.note "$work/plumbline"
# What a build of SwiftPM's has for libraries beside the program.
patchelf --remove-rpath "$work/plumbline"
needed=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
if grep -q '^libswift' <<<"$needed"; then
    echo "package: $program needs libraries of Swift's; build it with --static-swift-stdlib" >&2
    exit 1
fi

# lay ROOT PREFIX: the files that both have.
lay() {
    local root=$1/$2 chapter
    mkdir -p "$root"/{bin,lib/systemd/system} "$root"/share/{man/man1,bash-completion/completions,fish/vendor_completions.d,plumbline} \
        "$root"/share/{zsh/vendor-completions,doc/plumbline/manual}
    install -m 755 "$work/plumbline" "$root/bin/plumbline"
    "$program" help man | gzip -9n >"$root/share/man/man1/plumbline.1.gz"
    "$program" completion bash >"$root/share/bash-completion/completions/plumbline"
    "$program" completion zsh >"$root/share/zsh/vendor-completions/_plumbline"
    "$program" completion fish >"$root/share/fish/vendor_completions.d/plumbline.fish"
    "$program" capture lldb >"$root/share/plumbline/plumbline_lldb.py"
    "$program" capture swift >"$root/share/plumbline/PlumblineCapture.swift"
    # Of which sources the program is: Scripts/serve.sh uses it for the same ones.
    source_tree >"$root/share/plumbline/sources"
    for chapter in $("$program" help manual | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
        "$program" help manual "$chapter" >"$root/share/doc/plumbline/manual/$chapter.md"
    done
    install -m 644 Scripts/package/copyright "$root/share/doc/plumbline/copyright"
    install -m 644 Scripts/package/plumbline.service "$root/lib/systemd/system/plumbline.service"
}

# date_files FOLDER: gives all the commit's time.
date_files() {
    find "$1" -exec touch --no-dereference -d "@$SOURCE_DATE_EPOCH" {} +
}

rm -rf "$output"
mkdir -p "$output"

# The package.
root=$work/deb
lay "$root" usr
documents=$root/usr/share/doc/plumbline
install -m 644 Scripts/package/README.Debian "$documents/README.Debian"
mkdir -p "$root/etc/default" "$root/DEBIAN" "$work/debian"
install -m 644 Scripts/package/default "$root/etc/default/plumbline"
for script in postinst prerm postrm; do install -m 755 "Scripts/package/$script" "$root/DEBIAN/$script"; done
echo /etc/default/plumbline >"$root/DEBIAN/conffiles"
maintainer=${author:-"Plumbline <root@localhost>"}
gzip -9n >"$documents/changelog.gz" <<END
plumbline ($version) stable; urgency=medium

  * ${commit:+Commit $commit. }'plumbline help changes' says what is new.

 -- $maintainer  $(date -R -d "@$SOURCE_DATE_EPOCH")
END
printf 'Source: plumbline\n\nPackage: plumbline\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O plumbline 2>"$work/shlibdeps" | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || {
    cat "$work/shlibdeps" >&2
    exit 1
}
(cd "$root" && find usr etc -type f -print0 | sort -z | xargs -0 md5sum) | grep -v '  etc/' >"$root/DEBIAN/md5sums"
cat >"$root/DEBIAN/control" <<END
Package: plumbline
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k --apparent-size -s "$root/usr" | cut -f1)
Depends: adduser, $depends
Suggests: git, libpq5, librsvg2-bin
Section: devel
Priority: optional
Description: finds and explains faults in Auto Layout constraint sets
 Plumbline reads console logs of UIKit and AppKit, Interface Builder files,
 documents and debugger output. It finds conflicts and ambiguities, proves them,
 and says what to change.
 .
 The package has the command line, which also checks layouts in builds, and an
 HTTP service with a web page that stores sessions. The service is not enabled
 by itself.
END
date_files "$root"
dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$root" "$output/plumbline_$architecture.deb" >/dev/null

# The tarball. Its libraries are those of the package's dependencies, but for the C and C++ libraries of every Linux.
folder=$work/tar/plumbline-$version
lay "$work/tar" "plumbline-$version"
mv "$folder/share/zsh/vendor-completions" "$folder/share/zsh/site-functions"
mkdir -p "$folder/lib/plumbline" "$folder/share/doc/plumbline/licences"
ldd "$program" | sed -n 's/^\s*\(\S*\) => \(\/\S*\) .*/\1 \2/p' | while read -r name file; do
    case $name in
    libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libgcc_s.so.* | libstdc++.so.* | ld-linux*) continue ;;
    esac
    install -m 644 "$file" "$folder/lib/plumbline/$name"
    package=$(dpkg -S "*/$(basename "$(readlink -f "$file")")" 2>/dev/null | head -1 | cut -d: -f1 || true)
    [ -z "$package" ] || install -m 644 "/usr/share/doc/$package/copyright" "$folder/share/doc/plumbline/licences/$package"
done
patchelf --set-rpath "\$ORIGIN/../lib/plumbline" "$folder/bin/plumbline"
# There the service has no user of its own, but one that systemd makes.
sed -i 's|^User=plumbline$|DynamicUser=yes|; s|/usr/bin/|/usr/local/bin/|' "$folder/lib/systemd/system/plumbline.service"
glibc=$(readelf -V "$program" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1 | cut -d_ -f2)
sed "s/GLIBC/$glibc/; s/MACHINE/$machine/" Scripts/package/README >"$folder/README"
date_files "$work/tar"
tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -C "$work/tar" -cf - "plumbline-$version" | gzip -n >"$output/plumbline-linux-$machine.tar.gz"

(cd "$output" && sha256sum -- *.deb *.tar.gz >SHA256SUMS && du -h --apparent-size -- *.deb *.tar.gz | sed "s|\t| $output/|")
echo "package: plumbline $version for $architecture"
