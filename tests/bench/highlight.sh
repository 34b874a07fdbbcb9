#!/bin/sh
# SPDX-License-Identifier: MIT
# highlight.sh: how fast code is highlighted, beside how fast cmark-gfm parses
# Markdown (this repository's manual), as a Markdown table. Started by `make
# bench`, from the top of the repository. TOOLS is where the program `highlight`
# is.
set -eu

"${TOOLS:-build/release/bench}/highlight" docs/*.md | awk '
NR == 1 {
    parse = $2
    printf "\n## Code\n\ncmark-gfm parses %.0f MB/s.\n\n", parse
    print "| language | MB/s | of cmark-gfm (target: 0.5) |"
    print "|---|--:|--:|"
    next
}
{ printf "| %s | %.0f | %.2f |\n", $1, $2, $2 / parse }'
