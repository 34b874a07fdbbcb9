#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints build/libraries.mk: what the compiler and the linker want to know of
# the libraries in $LIBRARIES, or says which is missing. Those of $OPTIONAL may
# be missing. Of libcurl, which crumb loads when it wants it, only the headers
# are needed.
set -eu

for library in $LIBRARIES; do
    pkg-config --exists "$library" || {
        echo "crumb: $library is missing: run make deps" >&2
        exit 1
    }
done
cflags=$(pkg-config --cflags $LIBRARIES)
libs=$(pkg-config --libs $LIBRARIES)
for library in $OPTIONAL; do
    pkg-config --exists "$library" || continue
    cflags="$cflags $(pkg-config --cflags "$library")"
    case $library in
    libcurl) cflags="$cflags -DCRUMB_CURL" ;;
    duktape)
        cflags="$cflags -DCRUMB_DUKTAPE"
        libs="$libs $(pkg-config --libs duktape)"
        ;;
    esac
done
echo "LIBRARY_CFLAGS := $cflags"
echo "LIBRARY_LIBS := $libs -lm -ldl"
