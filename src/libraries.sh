#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints build/libraries.mk: what the compiler and the linker want to know of
# the libraries in $LIBRARIES, or says which is missing. Of $OPTIONAL, which
# crumb loads when it wants it, only the headers are needed.
set -eu

for library in $LIBRARIES; do
    pkg-config --exists "$library" || {
        echo "crumb: $library is missing: run make deps" >&2
        exit 1
    }
done
if pkg-config --exists "$OPTIONAL"; then
    cflags=$(pkg-config --cflags $LIBRARIES "$OPTIONAL")' -DCRUMB_CURL'
else
    cflags=$(pkg-config --cflags $LIBRARIES)
fi
echo "LIBRARY_CFLAGS := $cflags"
echo "LIBRARY_LIBS := $(pkg-config --libs $LIBRARIES) -lm -ldl"
