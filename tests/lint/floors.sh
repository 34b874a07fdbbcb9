#!/bin/sh
# SPDX-License-Identifier: MIT
# The floors of src/: a file includes headers of its own floor or a lower
# one, with their folder in the name. The table is that of docs/architecture.md.
cd "$(dirname "$0")/../.." || exit 2
find src -name '*.[ch]' | sort | xargs awk '
BEGIN {
    floors[0] = "base"
    floors[1] = "files"
    floors[2] = "dates math text"
    floors[3] = "data images"
    floors[4] = "drawing highlight recipe search secrets"
    floors[5] = "markdown jinja engine publish"
    floors[6] = "site"
    floors[7] = "plan"
    floors[8] = "steps"
    floors[9] = "builder"
    floors[10] = "edit check serve"
    floors[11] = "cli"
    for (i = 0; i <= 11; i++) {
        n = split(floors[i], rooms, " ")
        for (k = 1; k <= n; k++) floor[rooms[k]] = i
    }
}
function complain(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    bad = 1
}
FNR == 1 {
    split(FILENAME, parts, "/")
    room = parts[2]
    if (!(room in floor)) complain("no floor is known for " room "/")
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\"")
    split(quoted[2], parts, "/")
    if (!(parts[1] in floor))
        complain("include \"" quoted[2] "\" with its folder in src/")
    else if (floor[parts[1]] > floor[room])
        complain(room "/ is below " parts[1] "/: no " quoted[2] " here")
    else if (floor[parts[1]] == floor[room] && parts[1] != room)
        complain(room "/ and " parts[1] "/ are neighbours: no " \
                 quoted[2] " here")
}
END { exit bad }'
