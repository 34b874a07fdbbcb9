#!/bin/sh
# SPDX-License-Identifier: MIT
# peers.sh [POSTS]: other generators, with the posts of the generated blog and
# themes as like crumb's as they go (peers/NAME). Prints a Markdown table.
# Started by `make bench`, from the top of the repository.
#
#   TOOLS     where generate and measure are
#   CRUMB     the program (build/crumb)
#   ROUNDS    how often each thing is measured (1; one more is not counted)
#   PLACE     a folder to build in (/dev/shm)
#   PEERS     which ("hugo jekyll pelican eleventy")
#   ELEVENTY  its program (eleventy)
#
# Debian: apt-get install hugo jekyll pelican. Eleventy, into a folder of its
# own: npm install @11ty/eleventy@2 && ELEVENTY=node_modules/.bin/eleventy.
# Missing programs are left out. The number of pages is printed beside the times,
# as some make fewer.
set -eu

. "$(dirname "$0")/paths.sh"
ROUNDS=${ROUNDS:-1}
PLACE=${PLACE:-/dev/shm}
PEERS=${PEERS-hugo jekyll pelican eleventy}
ELEVENTY=${ELEVENTY:-eleventy}
posts=${1:-${PEER_POSTS:-1000}}
case $ELEVENTY in */*) ELEVENTY=$(cd "$(dirname "$ELEVENTY")" && pwd)/eleventy ;; esac
export NO_UPDATE_NOTIFIER=1

[ -w "$PLACE" ] || PLACE=${TMPDIR:-/tmp}
work=$(mktemp -d "$PLACE/crumb-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"

"$TOOLS/generate" site "$posts"
cp -R "$here/templates" site/templates
for section in networking baking life; do
    [ -d site/content/$section ] || mkdir site/content/$section
done

# --- each program's site, and how it is built: $build, after $afresh ---

prepare_crumb() {
    version=$("$CRUMB" --version | head -n 1)
    edited=$(find site/content -name '*.md' | sort | sed -n "$((posts / 2))p")
    build="$CRUMB build -C site" again=$build out=site/public
    afresh="rm -rf site/public site/.crumb"
}

prepare_hugo() {
    version=$(hugo version | sed 's/^hugo v\([^+ ]*\).*/hugo \1/')
    cp -R "$here/peers/hugo" .
    cp -R site/content hugo/content
    edited=hugo/${source#site/}
    build="hugo --quiet -s hugo" again=$build out=hugo/public
    afresh="rm -rf hugo/public hugo/resources"
}

# Posts are in SECTION/_posts, with their day in front.
prepare_jekyll() {
    version=$(jekyll --version)
    cp -R "$here/peers/jekyll" .
    for section in networking baking life; do
        mkdir -p jekyll/$section/_posts
        for post in site/content/$section/*.md; do
            day=$(sed -n 's/^date: \(..........\).*/\1/p;/^date/q' "$post")
            cp "$post" "jekyll/$section/_posts/$day-${post##*/}"
        done
    done
    edited=$(find jekyll -name "*-${source##*/}")
    build="jekyll build --quiet --incremental -s jekyll -d jekyll/public"
    again=$build out=jekyll/public
    afresh="rm -rf jekyll/public jekyll/.jekyll-cache jekyll/.jekyll-metadata"
}

# Front matter without YAML's quotes and brackets, and its summary line.
prepare_pelican() {
    version="pelican $(pelican --version)"
    cp -R "$here/peers/pelican" .
    mv pelican/templates pelican/theme-templates
    mkdir -p pelican/theme/static
    mv pelican/theme-templates pelican/theme/templates
    find site/content -name '*.md' | while read -r post; do
        to=pelican/${post#site/}
        mkdir -p "${to%/*}"
        awk '/^---$/ && fences < 2 { if (++fences == 2) print ""; next }
            fences == 1 { gsub(/["\[\]]/, "") }
            { print }' "$post" >"$to"
    done
    edited=pelican/${source#site/}
    build="env -C pelican pelican -q -s pelicanconf.py" again=$build
    out=pelican/public
    afresh="rm -rf pelican/public pelican/cache"
}

prepare_eleventy() {
    version="eleventy $("$ELEVENTY" --version)"
    mkdir eleventy
    cp -R "$here/peers/eleventy/." eleventy
    cp -R site/content eleventy/content
    cp eleventy/lists/* eleventy/content
    for section in networking baking life; do
        echo '{"layout": "post.njk"}' >eleventy/content/$section/$section.json
    done
    edited=eleventy/${source#site/}
    build="env -C eleventy $ELEVENTY --quiet" again=$build out=eleventy/public
    afresh="rm -rf eleventy/public"
}

# --- measuring ---

measure() {
    "$TOOLS/measure" "$ROUNDS" "$@" 2>>log
}

# The name of a peer, or crumb. Its site is removed afterwards.
peer() {
    "prepare_$1" 2>>log || { echo "| $1 | could not be prepared | | | | | |"; return 0; }
    if ! clean=$(measure "$afresh" "$build") ||
        ! body=$(measure "echo Again. >>$edited" "$again"); then
        echo "| $version | failed: $(tail -n 1 log) | | | | | |"
        return 0
    fi
    pages=$(find "$out" -name '*.html' | wc -l)
    [ "$1" = crumb ] && base="$clean $body"
    echo "$clean $body $base" | awk -v name="$version" -v pages="$pages" '{
        printf "| %s | %.0f | %.1f | %.0f | %.1f | %.0f | %d |\n", name,
            $1, $1 / $9, $5, $5 / $13, $4 / 1024, pages
    }'
    [ "$1" = crumb ] || rm -rf "./$1"
}

printf '\n### %s posts, beside other programs\n\n' "$posts"
echo '| | clean ms | times | one body ms | times | peak MB | pages |'
echo '|---|--:|--:|--:|--:|--:|--:|'
source=$(find site/content -name '*.md' | sort | sed -n "$((posts / 2))p")
peer crumb
missing=
for name in $PEERS; do
    program=$name
    [ "$name" != eleventy ] || program=$ELEVENTY
    if command -v "$program" >/dev/null; then
        peer "$name"
    else
        missing="$missing $name"
    fi
done
[ -z "$missing" ] || printf '\nNot installed:%s.\n' "$missing"
