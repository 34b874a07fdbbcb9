#!/bin/sh
# SPDX-License-Identifier: MIT
# The functions that docs/architecture.md names with () are in src/.
cd "$(dirname "$0")/../.." || exit 2
find src -name '*.[ch]' | sort | xargs awk '
/^[a-z][^;=]*\(/ {
    text = $0
    sub(/\(.*/, "", text)
    sub(/.*[^a-z_0-9]/, "", text)
    has[text] = 1
}
END {
    page = "docs/architecture.md"
    while ((getline line < page) > 0) {
        while (match(line, /[a-z_0-9]+\(\)/)) {
            name = substr(line, RSTART, RLENGTH - 2)
            line = substr(line, RSTART + RLENGTH)
            if (!(name in has)) {
                printf "%s: src/ has no function %s\n", page, name
                bad = 1
            }
        }
    }
    exit bad
}'
