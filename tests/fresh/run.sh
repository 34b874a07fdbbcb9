#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the two commands of README.md in an empty Debian: a root made by
# debootstrap, with git and make and nothing else, in which the sources are a
# clone of the last commit. It needs root, debootstrap and a network.
#
#   ONLY, EXCEPT, ROOM  of `make test` in there
#   SUITE               of Debian (bookworm)
#   MIRROR              where packages are
set -eu

SUITE=${SUITE:-bookworm}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
[ "$(id -u)" = 0 ] || { echo "fresh: run it as root" >&2; exit 1; }
command -v debootstrap >/dev/null || {
    echo "fresh: debootstrap is missing: apt-get install debootstrap" >&2
    exit 1
}

top=$(git rev-parse --show-toplevel)
dir=$(mktemp -d "${TMPDIR:-/var/tmp}/crumb-fresh.XXXXXX")
# One file system: nothing that is mounted in there would go with it.
trap 'rm -rf --one-file-system "$dir"' EXIT
trap 'exit 130' INT TERM

root=$dir/root
debootstrap --variant=minbase --include=git,make,ca-certificates \
    "$SUITE" "$root" "$MIRROR" >"$dir/debootstrap.log" ||
    { tail "$dir/debootstrap.log" >&2; exit 1; }
git clone -q --no-local "$top" "$root/root/crumb"
cp /etc/resolv.conf "$root/etc/resolv.conf"

# Mounts end with the namespace. Of the environment only what a network may need.
unshare --mount --pid --fork sh -eu -c '
    root=$1
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm"
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
        ${http_proxy:+http_proxy="$http_proxy"} \
        ${https_proxy:+https_proxy="$https_proxy"} \
        ${npm_config_registry:+npm_config_registry="$npm_config_registry"} \
        ${ONLY:+ONLY="$ONLY"} ${EXCEPT:+EXCEPT="$EXCEPT"} ${ROOM:+ROOM="$ROOM"} \
        chroot "$root" sh -eu -c "cd /root/crumb
            make deps all
            test -f public/index.html
            make deps test"
' fresh "$root"
echo "fresh: both commands of README.md work in an empty $SUITE"
