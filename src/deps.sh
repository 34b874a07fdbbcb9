#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what `make deps GOAL...` needs: the packages in $APT (Debian,
# Ubuntu) or $BREW (macOS) that are missing. Says which before it starts.
set -eu

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "deps: neither root nor sudo; run as root: $*" >&2
        exit 1
    fi
}

installed_apt() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

installed_brew() {
    brew list --versions "$1" >/dev/null 2>&1
}

missing() { # TEST PACKAGE...
    test=$1
    shift
    for package in "$@"; do
        "$test" "$package" || printf '%s ' "$package"
    done
}

if command -v apt-get >/dev/null; then
    packages=$(missing installed_apt $APT)
elif command -v brew >/dev/null; then
    packages=$(missing installed_brew $BREW)
else
    echo "deps: neither apt-get nor brew is here. Install, under the names" >&2
    echo "your system gives them: $APT" >&2
    exit 1
fi

if [ -z "$packages" ]; then
    echo "deps: nothing is missing"
    exit 0
fi
echo "deps: will install $packages"
if command -v apt-get >/dev/null; then
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $packages
else
    brew install $packages
fi
