#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [POSTS...]: measures crumb against the floor and prints Markdown
# tables. Started by `make bench`, from the top of the repository.
#
#   TOOLS   where generate, floor, statwalk and measure are
#   CRUMB   the program (build/crumb)
#   ROUNDS  how often each thing is measured (5)
#   PLACES  folders to build in (/dev/shm, and build/ for a real disk)
#   THEME   templates of the generated blog; THEME= measures the built-in theme
#           (both: tests/bench/templates, then the built-in one)
#   SIZE    a size instead of the usual ones: 100000 takes an hour
#
# A build is set against the floor, a rebuild against a bare stat walk of
# sources and output or against a clean build; the two are run in turn, and the
# ratio is the median of the pairs' ratios. The targets are for 10,000 posts on
# tmpfs and two processors. Two sizes are compared at the end if one is a multiple
# of the other.
set -eu

. "$(dirname "$0")/paths.sh"
ROUNDS=${ROUNDS:-5}
THEMES=${THEME-$here/templates built-in}
[ -n "$THEMES" ] || THEMES=built-in
[ $# -gt 0 ] || set -- ${SIZE:-${SIZES:-10000 40000}}

work=
sizes=$(mktemp)
trap '[ -z "$work" ] || rm -rf "$work"; rm -f "$sizes"' EXIT
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

# keep NAME LINE: the median, for the table of sizes at the end
keep() {
    echo "$posts|$place, $theme|$1|${2%% *}" >>"$sizes"
}

# row NAME LINE RATIO-LINE UNIT TARGET: lines as measure prints them
row() {
    keep "$1" "$2"
    echo "$2 $3" | awk -v name="$1" -v unit="$4" -v target="$5" '{
        ratio = NF > 4 ? sprintf("%.2f %s (%.2f to %.2f)", $5, unit, $6, $7) \
                       : ""
        printf "| %s | %.1f | %.1f | %s | %s | %.1f | %.1f |\n",
            name, $1, $2, ratio, target, $3, $4 / 1024
    }'
}

# pair NAME UNIT TARGET PREPARE COMMAND PREPARE COMMAND: the second command's
# row, with its ratio to the first, whose line is left in $first
pair() {
    name=$1 unit=$2 target=$3
    shift 3
    lines=$(measure "$@")
    first=$(echo "$lines" | sed -n 1p)
    row "$name" "$(echo "$lines" | sed -n 2p)" \
        "$(echo "$lines" | sed -n 3p)" "$unit" "$target"
}

build="$CRUMB build -C site"
afresh='rm -rf site/public site/.crumb'

clean_builds() {
    lines=$(measure "rm -rf floor" "$TOOLS/floor site/content floor" \
        "$afresh" "$build")
    row "floor, one thread" "$(echo "$lines" | sed -n 1p)" "" "" ""
    clean=$(echo "$lines" | sed -n 2p)
    row "clean build" "$clean" "$(echo "$lines" | sed -n 3p)" "floors" \
        "$(of_theme 0.7 1.1) floors"
    pages=$(find site/public -name index.html | wc -l)
    [ "$pages" -gt "$1" ] || fail "crumb wrote $pages pages for $1 posts"
    echo "$clean" | awk -v posts="$1" '{
        target = 24 + posts * 4 / 1024
        printf "| peak memory | | | %.2f of the target | %.1f MB | | %.1f |\n",
            $4 / 1024 / target, target, $4 / 1024
    }'
}

# of_theme OWN BUILT-IN: the target with the theme that is measured
of_theme() {
    if [ "$theme" = own ]; then echo "$1"; else echo "$2"; fi
}

# A day of writing. The edited post is from the middle, in the order of files and
# in that of time: no list shows it first.
rebuilds() {
    post=$(grep -l '^date: 2019' -r site/content | sort |
        sed -n "$(($1 / 20 + 1))p")
    [ -n "$post" ] || fail "no post of 2019"
    walk="$TOOLS/statwalk site/content site/public"
    pair "nothing changed" walks "2 walks" "" "$walk" "" "$build"
    pair "a touched file" walks "1.2 walks" "" "$walk" "touch $post" "$build"
    pair "one body" walks "$(of_theme 1.5 2) walks" "" "$walk" \
        "echo Again. >>$post" "$build"
    pair "one title" walks "2 walks" "" "$walk" \
        "sed 's/^title: \"/&a /' $post >new && cat new >$post" "$build"
    row "stat walk" "$first" "" "" ""
    pair "a tag that others have" "clean builds" "0.15 clean builds" \
        "$afresh" "$build" \
        "if grep -q '^tags: .rye.$' $post; then tags='rye, bgp'; else tags=rye; fi
         sed \"s/^tags: .*/tags: [\$tags]/\" $post >new && cat new >$post" "$build"
    pair "a new tag" "clean builds" "0.15 clean builds" "$afresh" "$build" \
        "sed \"s/^tags: .*/tags: [rye, new-\$\$]/\" $post >new &&
         cat new >$post" "$build"
    new='---\ntitle: New\ndate: 2025-01-02\ntags: [rye]\n---\nText.\n'
    pair "one new newest post" "clean builds" \
        "$(of_theme 0.22 0.15) clean builds" "$afresh" "$build" \
        "printf -- '$new' >site/content/life/new-\$\$.md" "$build"
    pair "base template" "clean builds" "1 clean build" \
        "$afresh" "$build" "$base" "$build"
}

# Each time a change of what every page is made with.
base="[ -f site/templates/base.html ] || (mkdir -p site/templates && cd site &&
    '$CRUMB' eject base.html >/dev/null); echo '<!-- -->' >>site/templates/base.html"

# Commands that ask the ledger before they read the site.
commands() {
    life=site/content/life
    quiet="$build >/dev/null 2>&1"
    pair "crumb new" walks "2 walks" "" "$walk" \
        "rm -f $life/brand-new.md; $quiet" "$CRUMB new -C site life brand-new"
    pair "crumb publish" walks "2 walks" "" "$walk" \
        "printf -- '---\ntitle: D\ndraft: true\n---\n' >$life/d.md; $quiet" \
        "$CRUMB publish -C site content/life/d.md"
    pair "crumb mv" walks "5 walks" "" "$walk" \
        "rm -f $life/moved.md; cp $post $life/moves.md; $quiet" \
        "$CRUMB mv -C site content/life/moves.md content/life/moved.md"
    check="$CRUMB check -C site"
    pair "crumb check" "clean builds" "1 clean build" "$afresh" "$build" \
        "$quiet" "$check"
}

# The wait for the disk, if the folder is on one.
waiting() {
    [ "$(stat -f -c %T . 2>/dev/null)" != tmpfs ] || return 0
    pair "clean build, waiting for the disk" "times without" "" \
        "$afresh" "LD_PRELOAD=$TOOLS/nosync.so $build" "$afresh" "$build"
    pair "one body, waiting for the disk" "times without" "" \
        "echo Again. >>$post" "LD_PRELOAD=$TOOLS/nosync.so $build" \
        "echo Again. >>$post" "$build"
}

# A sidebar of tags, archive and newest posts on every page, and the same with
# what it comes to pasted into the template as text.
sidebar() {
    [ "$theme" = own ] || return 0
    rm -rf site/public site/.crumb site/templates
    cp -R "$here/templates" site/templates
    cp "$here/sidebar/sidebar.html" site/templates/partials/footer.html
    cp -R site pasted
    $build >>log 2>&1 || fail "no sidebar"
    {
        echo '{% raw %}'
        sed -n '/^<footer>$/,/^<!-- the end of the sidebar -->$/p' \
            site/public/404.html
        echo '{% endraw %}'
    } >pasted/templates/partials/footer.html
    pair "sidebar on every page" "times as text" "1.15 times" \
        "rm -rf pasted/public pasted/.crumb" "$CRUMB build -C pasted" \
        "$afresh" "$build"
    diff -r -B -q site/public pasted/public >>log ||
        fail "the sidebar as text is another"
    rm -rf pasted
    pair "one new newest post, which every page shows" "clean builds" "" \
        "$afresh" "$build" \
        "printf -- '$new' >site/content/life/again-\$\$.md" "$build"
}

# Two formulas of its own in every fourth post: what KaTeX made of them is kept,
# all else is made afresh.
formulas() {
    [ "$theme" = own ] || return 0
    rm -rf site/templates site/public site/.crumb
    cp -R "$here/templates" site/templates
    cp -R site formulas
    find formulas/content -name '*.md' | sort | awk 'NR % 4 == 0 {
        printf "\nOf $x_{%d}$ and $\\frac{a}{b^%d}$.\n", NR, NR >>$0; close($0)
    }'
    $CRUMB build -C formulas >>log 2>&1 || fail "no formulas"
    [ -s formulas/.crumb/formulas ] || return 0 # KaTeX is not installed
    pair "two formulas in every fourth post" "clean builds" \
        "1.25 clean builds" "$afresh" "$build" \
        "rm -rf formulas/public formulas/.crumb/output-*" \
        "$CRUMB build -C formulas"
    rm -rf formulas
}

# Time by size: n times as many posts may take n times as long plus a twentieth,
# since tables no longer fit in the processor's caches.
compare_sizes() {
    awk -F '|' '
    { median[$2, $3, $1] = $4; seen[$1] = 1
      if (!(($2, $3) in order)) { order[$2, $3] = ++n; place[n] = $2; name[n] = $3 } }
    END {
        for (few in seen)
            for (many in seen)
                if (many > few + 0 && many % few == 0) {
                    printf "\n### %d posts against %d\n\n", many, few
                    print "| | in | times | target |"
                    print "|---|---|--:|--:|"
                    for (i = 1; i <= n; i++) {
                        small = median[place[i], name[i], few]
                        large = median[place[i], name[i], many]
                        if (small > 0 && large > 0)
                            printf "| %s | %s | %.1f | %.1f |\n", name[i],
                                place[i], large / small, many / few * 1.05
                    }
                }
    }' "$sizes"
}

# bench PLACE POSTS THEME
bench() {
    theme=$([ "$3" = built-in ] && echo built-in || echo own)
    if ! has_room "$1" "$2"; then
        printf '\n%s posts in %s: not enough room, left out.\n' "$2" "$1"
        return
    fi
    work=$(mktemp -d "$1/crumb-bench.XXXXXX")
    cd "$work"
    "$TOOLS/generate" site "$2"
    [ "$3" = built-in ] || cp -R "$3" site/templates
    kind=$(df -PT . 2>/dev/null | awk 'NR == 2 { print $2 }')
    printf '\n### %s posts in %s (%s), %s theme\n\n' "$2" "$1" \
        "${kind:-unknown}" "$theme"
    echo '| | median ms | best ms | ratio | target | CPU ms | peak MB |'
    echo '|---|--:|--:|--:|--:|--:|--:|'
    clean_builds "$2"
    rebuilds "$2"
    commands
    waiting
    sidebar
    formulas
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
    "median of $ROUNDS rounds, load $(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null)."
for posts in "$@"; do
    for place in $PLACES; do
        for templates in $THEMES; do
            bench "$place" "$posts" "$templates"
        done
    done
done
compare_sizes
