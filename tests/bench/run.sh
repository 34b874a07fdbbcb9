#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [POSTS...]: measures crumb against the floor and prints Markdown
# tables. Started by `make bench`, from the top of the repository.
#
#   TOOLS   where generate, floor, statwalk and measure are
#   CRUMB   the program (build/crumb)
#   ROUNDS  how often each thing is measured (5)
#   PLACES  folders to build in (/dev/shm, and build/ for a real disk)
#   THEME   templates of the generated blog (tests/bench/templates);
#           THEME= measures the built-in theme
#
# A build is set against the floor, a rebuild against a bare stat walk of
# sources and output; the two are run in turn, and the ratio is the median of
# the pairs' ratios.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
TOOLS=$(cd "${TOOLS:-build/release/bench}" && pwd)
CRUMB=${CRUMB:-build/crumb}
CRUMB=$(cd "$(dirname "$CRUMB")" && pwd)/$(basename "$CRUMB")
ROUNDS=${ROUNDS:-5}
THEME=${THEME-$here/templates}
[ $# -gt 0 ] || set -- ${SIZES:-1000 10000}

work=
trap '[ -z "$work" ] || rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

fail() {
    echo "bench: $*" >&2
    [ -z "$work" ] || [ ! -s "$work/log" ] || head -n 20 "$work/log" >&2
    exit 1
}

# has_room DIR POSTS: sources, the floor's output and crumb's.
has_room() {
    free=$(df -Pk "$1" | awk 'NR == 2 { print $4 }')
    [ "$free" -gt $(($2 * 80)) ]
}

# measure PREPARE COMMAND [PREPARE COMMAND], in the work folder
measure() {
    (cd "$work" && "$TOOLS/measure" "$ROUNDS" "$@" 2>>"$work/log") ||
        fail "could not measure: $2 ${4:-}"
}

# row NAME LINE RATIO-LINE UNIT: lines as measure prints them
row() {
    echo "$2 $3" | awk -v name="$1" -v unit="$4" '{
        ratio = NF > 4 ? sprintf("%.2f %s (%.2f to %.2f)", $5, unit, $6, $7) \
                       : ""
        printf "| %s | %.1f | %.1f | %s | %.1f | %.1f |\n",
            name, $1, $2, ratio, $3, $4 / 1024
    }'
}

# pair NAME PREPARE: a rebuild after PREPARE, against the stat walk
pair() {
    lines=$(measure "" "$TOOLS/statwalk site/content site/public" \
        "$2" "$CRUMB build -C site")
    row "$1" "$(echo "$lines" | sed -n 2p)" "$(echo "$lines" | sed -n 3p)" \
        "walks"
    walk=$(echo "$lines" | sed -n 1p)
}

clean_builds() {
    lines=$(measure "rm -rf floor" "$TOOLS/floor site/content floor" \
        "rm -rf site/public site/.crumb" "$CRUMB build -C site")
    row "floor, one thread" "$(echo "$lines" | sed -n 1p)" "" ""
    row "clean build" "$(echo "$lines" | sed -n 2p)" \
        "$(echo "$lines" | sed -n 3p)" "floors"
    pages=$(find site/public -name index.html | wc -l)
    [ "$pages" -gt "$1" ] || fail "crumb wrote $pages pages for $1 posts"
}

# What a day of writing does. The edited post is one from the middle.
rebuilds() {
    post=$(find site/content -name '*.md' | sort | sed -n "$(($1 / 2))p")
    pair "nothing changed" ""
    pair "one body" "echo Again. >>$post"
    pair "one title" \
        "sed 's/^title: \"/&a /' $post >new && cat new >$post"
    new='---\ntitle: New\ndate: 2025-01-02\n---\nText.\n'
    pair "one new post" "printf -- '$new' >site/content/life/new-\$\$.md"
    if [ -n "$THEME" ]; then
        pair "base template" "echo '<!-- -->' >>site/templates/base.html"
    fi
    row "stat walk" "$walk" "" ""
}

# bench PLACE POSTS
bench() {
    if ! has_room "$1" "$2"; then
        printf '\n%s posts in %s: not enough room, left out.\n' "$2" "$1"
        return
    fi
    work=$(mktemp -d "$1/crumb-bench.XXXXXX")
    cd "$work"
    "$TOOLS/generate" site "$2"
    if [ -n "$THEME" ]; then
        cp -R "$THEME" site/templates
    fi
    kind=$(df -PT . 2>/dev/null | awk 'NR == 2 { print $2 }')
    printf '\n### %s posts in %s (%s)\n\n' "$2" "$1" "${kind:-unknown}"
    echo '| | median ms | best ms | ratio | CPU ms | peak MB |'
    echo '|---|--:|--:|--:|--:|--:|'
    clean_builds "$2"
    rebuilds "$2"
    cd "$here"
    rm -rf "$work"
    work=
}

[ -x "$CRUMB" ] || fail "no program at $CRUMB: run make"
top=$(cd "$here/../.." && pwd)
if [ -z "${PLACES:-}" ]; then
    mkdir -p "$top/build"
    PLACES=$top/build
    if [ -d /dev/shm ] && [ -w /dev/shm ]; then
        PLACES="/dev/shm $PLACES"
    else
        echo "There is no /dev/shm: everything is on the disk."
    fi
fi
echo "$(getconf _NPROCESSORS_ONLN) processors, $("$CRUMB" --version)," \
    "median of $ROUNDS rounds."
for posts in "$@"; do
    for place in $PLACES; do
        bench "$place" "$posts"
    done
done
