#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what `make deps GOAL...` needs: the packages in $APT (Debian,
# Ubuntu) or $BREW (macOS) that are missing, then those of npm for the folders
# in $NPM. Says which before it starts. COMMAND:PACKAGE is not missing where
# there is such a command, wherever it came from; where the system has no such
# package, what needs it is left out.
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

missing() { # TEST ENTRY...
    test=$1
    shift
    for entry in "$@"; do
        case $entry in
        *:*) ! command -v "${entry%%:*}" >/dev/null || continue ;;
        esac
        "$test" "${entry#*:}" || printf '%s ' "$entry"
    done
}

names() { # ENTRY...
    echo "$@" | sed 's/[^ ]*://g'
}

known_apt() {
    [ -n "$(apt-cache search --names-only "^$1\$")" ]
}

install_apt() { # ENTRY...
    packages=
    as_root apt-get update -qq
    for entry in "$@"; do
        if [ "$entry" = "${entry#*:}" ] || known_apt "${entry#*:}"; then
            packages="$packages ${entry#*:}"
        else
            echo "deps: this system has no package ${entry#*:}:" \
                "what needs it will be skipped"
        fi
    done
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $packages
}

# Exactly what the lockfile says, once.
install_npm() { # FOLDER
    ! cmp -s "$1/package-lock.json" "$1/node_modules/.installed" || return 0
    if ! command -v npm >/dev/null; then
        echo "deps: there is no npm: what needs $1 will be skipped"
        return 0
    fi
    echo "deps: will install the packages of $1/package-lock.json"
    # Without a network it is known soon, and what npm has kept is enough.
    if ! (cd "$1" && npm ci --prefer-offline --no-audit --no-fund \
        --fetch-retries=1 --loglevel=error &&
        cp package-lock.json node_modules/.installed); then
        echo "deps: npm failed: what needs $1 will be skipped"
    fi
}

if command -v apt-get >/dev/null; then
    packages=$(missing installed_apt $APT)
elif command -v brew >/dev/null; then
    packages=$(missing installed_brew $BREW)
else
    echo "deps: neither apt-get nor brew is here. Install, under the names" >&2
    echo "your system gives them: $(names $APT)" >&2
    exit 1
fi

if [ -z "$packages" ]; then
    echo "deps: nothing is missing"
elif command -v apt-get >/dev/null; then
    echo "deps: will install $(names $packages)"
    install_apt $packages
else
    echo "deps: will install $(names $packages)"
    brew install $packages
fi
for folder in $NPM; do
    install_npm "$folder"
done
