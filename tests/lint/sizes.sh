#!/bin/sh
# SPDX-License-Identifier: MIT
# Files of at most 800 lines, functions of at most 80 (the dispatch loop of
# vm.c: 200), lines of at most 80 columns, no tabs, no blanks at the end, and
# the licence in the first line. A function reaches from a line that is "{" to
# the next one that is "}".
cd "$(dirname "$0")/../.." || exit 2
find src tests -name '*.[ch]' | sort | LC_ALL=C xargs awk '
function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    bad = 1
}
# In the C locale length counts bytes; continuation bytes take no column.
function columns(line) {
    gsub(/[\200-\277]/, "", line)
    return length(line)
}
FNR == 1 && !/SPDX-License-Identifier: MIT/ { complain("no licence line") }
FNR == 801 { complain("a file of more than 800 lines") }
columns($0) > 80 { complain("longer than 80 columns") }
/\t/ { complain("a tab") }
/[ \t]$/ { complain("blanks at the end") }
/^\{/ { start = FNR }
/^\}/ && start {
    most = FILENAME == "src/jinja/vm/vm.c" ? 200 : 80
    if (FNR - start - 1 > most)
        complain("a function of " FNR - start - 1 " lines")
    start = 0
}
END { exit bad }'
