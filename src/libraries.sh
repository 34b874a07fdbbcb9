#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints build/libraries.mk: what the compiler and the linker want to know of
# the libraries in $LIBRARIES, or says which is missing. Those of $OPTIONAL may
# be missing; those of $PICTURES are of use together. Of libcurl, libheif and
# FreeType, which crumb loads when it wants them, only the headers are needed.
set -eu

for library in $LIBRARIES; do
    pkg-config --exists "$library" || {
        echo "crumb: $library is missing: run make deps" >&2
        exit 1
    }
done
cflags=$(pkg-config --cflags $LIBRARIES)
libs=$(pkg-config --libs $LIBRARIES)
pictures=1
for library in $PICTURES; do
    pkg-config --exists "$library" || pictures=
done
# libstemmer has no file for pkg-config.
has_stemmer() {
    printf '#include <libstemmer.h>\nint main(void) { return !sb_stemmer_list(); }\n' |
        ${CC:-cc} -x c - -lstemmer -o /dev/null 2>/dev/null
}
for library in $OPTIONAL; do
    if [ "$library" = libstemmer ]; then
        if has_stemmer; then
            cflags="$cflags -DCRUMB_STEMMER"
            libs="$libs -lstemmer"
        fi
        continue
    fi
    pkg-config --exists "$library" || continue
    case " $PICTURES libheif " in
    *" $library "*) [ "$pictures" ] || continue ;;
    esac
    cflags="$cflags $(pkg-config --cflags "$library")"
    case $library in
    libcurl) cflags="$cflags -DCRUMB_CURL" ;;
    duktape)
        cflags="$cflags -DCRUMB_DUKTAPE"
        libs="$libs $(pkg-config --libs duktape)"
        ;;
    libheif) cflags="$cflags -DCRUMB_HEIF" ;;
    freetype2) cflags="$cflags -DCRUMB_FREETYPE" ;;
    *) libs="$libs $(pkg-config --libs "$library")" ;;
    esac
done
[ -z "$pictures" ] || cflags="$cflags -DCRUMB_PICTURES"
echo "LIBRARY_CFLAGS := $cflags"
echo "LIBRARY_LIBS := $libs -lm -ldl"
