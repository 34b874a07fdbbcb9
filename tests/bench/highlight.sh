#!/bin/sh
# SPDX-License-Identifier: MIT
# highlight.sh [POSTS]: what code costs, as Markdown tables: each language beside
# how fast cmark-gfm parses Markdown (this repository's manual); what takes it
# longest; then a blog with
# two blocks of 30 lines in each post (code.pl), with its colours and without
# them, and the same posts by Hugo. Started by `make bench`, from the top of the
# repository.
#
#   TOOLS   where generate, measure, highlight and hostile are
#   CRUMB   the program (build/crumb)
#   ROUNDS  how often each thing is measured (5)
#   PLACE   a folder to build in (/dev/shm)
#
# Debian: apt-get install hugo. If it is not there, its row says so.
set -eu

. "$(dirname "$0")/paths.sh"
ROUNDS=${ROUNDS:-5}
PLACE=${PLACE:-/dev/shm}
posts=${1:-10000}

"$TOOLS/highlight" docs/*.md | awk '
NR == 1 {
    parse = $2
    printf "\n## Code\n\ncmark-gfm parses %.0f MB/s.\n\n", parse
    print "| language | MB/s | of cmark-gfm (target: 0.5) |"
    print "|---|--:|--:|"
    next
}
{ printf "| %s | %.0f | %.2f |\n", $1, $2, $2 / parse }'

printf '\n### The slowest of hostile texts\n\n'
echo '| language | 256 KB: ms | 512 KB | 1 MB | highlighted up to | repeated |'
echo '|---|--:|--:|--:|--:|---|'
"$TOOLS/hostile" | sed -n 's/^\([^ ]*\) \([0-9]*\) \([0-9]*\) \([0-9]*\) \([0-9]*\) \(.*\)$/| \1 | \2 | \3 | \4 | \5 % | `\6` |/p'

[ -w "$PLACE" ] || PLACE=${TMPDIR:-/tmp}
work=$(mktemp -d "$PLACE/crumb-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"

# compare NAME TARGET PREPARE COMMAND PREPARE COMMAND: a row for a blog without
# colours and with them. The processor time that they take is left in $colours.
compare() {
    lines=$("$TOOLS/measure" "$ROUNDS" "$3" "$4" "$5" "$6" 2>>log) || {
        echo "| $1 | failed: $(tail -n 1 log) | | | | |"
        return 1
    }
    # shellcheck disable=SC2086
    set -- "$1" "$2" $lines
    colours=$(echo "$9 $5" | awk '{ print $1 - $2 }')
    echo "$*" | awk -v name="$1" -v target="$2" -v colours="$colours" '{
        n = NF
        printf "| %s | %.0f | %.0f | %.2f (%.2f to %.2f) | %s | %.0f |\n",
            name, $(n - 10), $(n - 6), $(n - 2), $(n - 1), $n, target, colours
    }'
}

"$TOOLS/generate" site "$posts"
cp -R "$here/templates" site/templates
perl "$here/code.pl" site/content
cp -R site plain
echo 'markdown: {highlight: false}' >>plain/site.yaml

printf '\n### %s posts with two blocks of code\n\n' "$posts"
echo '| | plain ms | with colours ms | times | target | CPU ms of colours |'
echo '|---|--:|--:|--:|--:|--:|'
compare crumb 1.4 "rm -rf plain/public plain/.crumb" "$CRUMB build -C plain" \
    "rm -rf site/public site/.crumb" "$CRUMB build -C site"
own=$colours
if ! command -v hugo >/dev/null; then
    printf '\nHugo is not installed.\n'
    exit
fi
rm -rf plain site/public
cp -R "$here/peers/hugo" .
mv site/content hugo/content
fences=HUGO_MARKUP_HIGHLIGHT_CODEFENCES
ROUNDS=1
compare "$(hugo version | sed 's/^hugo v\([^+ ]*\).*/hugo \1/')" "" \
    "rm -rf hugo/public hugo/resources" "$fences=false hugo --quiet -s hugo" \
    "rm -rf hugo/public hugo/resources" "$fences=true hugo --quiet -s hugo"
echo "$own $colours" | awk '{
    printf "\nThe colours take Hugo %.0f times what they take crumb (target: 5).\n",
        $2 / $1
}'
