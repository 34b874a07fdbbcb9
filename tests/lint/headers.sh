#!/bin/sh
# SPDX-License-Identifier: MIT
# Every header compiles alone and has a guard of its own name. Not meant:
# tables that are included several times, each time with another macro.
cd "$(dirname "$0")/../.." || exit 2
CC=${CC:-cc}
flags=$(pkg-config --cflags libcmark-gfm yaml-0.1 libutf8proc 2>/dev/null)
status=0
headers=$(find src tests -name '*.h' ! -name opcodes.h | sort)
for header in $headers; do
    guard=CRUMB_$(echo "${header#src/}" | tr 'a-z/.-' 'A-Z___')
    grep -q "^#ifndef $guard\$" "$header" || {
        echo "$header: no guard $guard"
        status=1
    }
done
# One run of the compiler for all: a header that lacks an include of its own
# would only be found by luck, so each gets a file, on one command line.
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
for header in $headers; do
    echo "#include \"${header#src/}\"" \
        >"$work/$(echo "$header" | tr '/' '-').c"
done
# shellcheck disable=SC2086
$CC -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -I src -I . \
    -fsyntax-only -Wall -Wextra -Werror $flags "$work"/*.c || status=1
exit $status
