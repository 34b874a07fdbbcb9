#!/bin/sh
# SPDX-License-Identifier: MIT
# search.sh: the cost of a search, to make it and to ask it, on the generated blog and
# on the manual pages of this machine, beside Pagefind, as Markdown tables. Started by
# `make bench`, from the top of the repository.
#
#   TOOLS    where generate and measure are
#   CRUMB    the program (build/crumb)
#   ROUNDS   how often each build is measured (5)
#   POSTS    how many (10000), and the most manuals
#   PLACE    a folder to build in (/dev/shm)
#   NODE, NPM, CHROMIUM  to ask as a browser does: left out if one is missing,
#            or tests/browser/node_modules (`make deps test`)
#   PEERS    empty: without Pagefind
#
# Manuals become Markdown with mandoc: headings, paragraphs, and the indented lines as
# code. Without it there are none.
set -eu

. "$(dirname "$0")/paths.sh"
ROUNDS=${ROUNDS:-5}
POSTS=${POSTS:-10000}
PLACE=${PLACE:-/dev/shm}
PEERS=${PEERS-pagefind}
NODE=${NODE:-node}
NPM=${NPM:-npm}
CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || true)}
export CHROMIUM
modules=${here%/*/*}/build/bench/pagefind
pagefind=$modules/node_modules/.bin/pagefind

[ -w "$PLACE" ] || PLACE=${TMPDIR:-/tmp}
work=$(mktemp -d "$PLACE/crumb-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if [ -n "$PEERS" ] && [ ! -x "$pagefind" ] && command -v "$NPM" >/dev/null; then
    mkdir -p "$modules"
    "$NPM" install --silent --prefix "$modules" pagefind >/dev/null 2>&1 || true
fi
[ -n "$PEERS" ] && [ -x "$pagefind" ] || pagefind=

# A manual is a post of the section of its number; of names that begin alike 200. One
# of them shows a private key, with which no post is published.
manuals() {
    mkdir -p site/content
    number=0
    find -L /usr/share/man/man[1-9] -type f | sort | awk -F/ -v most="$POSTS" '
        { family = $NF; sub(/[-_:.].*/, "", family) }
        !seen[$NF]++ && each[family]++ < 200 && n++ < most' |
        while read -r file; do
            name=${file##*/} && name=${name%.gz}
            mkdir -p "site/content/${name##*.}"
            {
                printf -- '---\ntitle: "%s"\nslug: %s\ndate: 2024-01-01\n---\n' \
                    "${name%.*}" "$((number += 1))"
                gzip -dcf "$file" | mandoc -T utf8 2>/dev/null | col -bx |
                    sed '1d; $d; s/^[^ ]/## &/; s/^ \{7\}//; s/\(PrivateKey=\).*/\1/' || true
            } >"site/content/${name##*.}/$name.md"
        done
    printf 'title: Manuals\nurl: https://manuals.test\n' >site/site.yaml
}

blog() { "$TOOLS/generate" site "$POSTS"; }

bytes() { find "$@" -type f -exec cat {} + | wc -c; }

# pair NAME PREPARE: the same build without a search and with one
pair() {
    "$TOOLS/measure" "$ROUNDS" "$2" "$CRUMB build -C without" \
        "$(echo "$2" | sed 's/without/with/g')" "$CRUMB build -C with" 2>>log |
        tr '\n' ' ' | awk -v name="$1" '{
            printf "| %s | %.0f | %.0f | %.2f (%.2f to %.2f) | %.2f | %.2f |\n",
                name, $1, $5, $9, $10, $11, $7 / $3, $8 / $4 }'
}

# ask KIND FOLDER: the browser's cells
ask() {
    if [ -x "${CHROMIUM:-/nowhere}" ] && [ -d "$here/../browser/node_modules" ] &&
        command -v "$NODE" >/dev/null; then
        printf '%s\n' "$questions" |
            xargs -d '\n' "$NODE" "$here/search_peer.mjs" "$1" "$2" 2>>log ||
            echo '| | | '
    else
        echo '| | | '
    fi
}

row() { # NAME FILES-FOLDER SECONDS MEMORY CELLS
    echo "| $1 | $(bytes "$2" | awk '{ printf "%.1f", $1 / 1e6 }') |" \
        "$(find "$2" -type f | wc -l) | $3 | $4 | $5 |"
}

seconds() { # COMMAND...: processor time, and the peak of memory in MB
    /usr/bin/env time -f '%U %S %M' -o time "$@" >/dev/null 2>>log
    tail -n 1 time | awk '{ printf "%.1f %.0f", $1 + $2, $3 / 1024 }'
}

measure_corpus() { # NAME
    cd "$work"
    "$1"
    mv site without
    cp -R without with
    echo 'search: true' >>with/site.yaml
    posts=$(find without/content -type f | wc -l)
    text=$(bytes without/content)
    edited=$(find without/content -type f | sort | sed -n "$((posts / 2))p")
    printf '\n### Search: %s, %s posts, %s MB of text\n\n' "$1" "$posts" "$((text / 1000000))"
    echo '| | without, ms | with, ms | times | processor | memory |'
    echo '|---|--:|--:|--:|--:|--:|'
    pair "clean build (1.1, memory 1.15)" 'rm -rf without/public without/.crumb'
    pair "one body (+3 ms)" "echo Again. >>$edited"
    pair "nothing changed" ""
    echo
    echo '| | all files, MB | files | processor, s | memory, MB |' \
        'first search, kB | its excerpts, kB | a further word, kB | answer, ms |'
    echo '|---|--:|--:|--:|--:|--:|--:|--:|--:|'
    rm -rf without/public without/.crumb with/public with/.crumb
    without=$(seconds "$CRUMB" build -C without)
    with=$(seconds "$CRUMB" build -C with)
    row crumb with/public/search \
        "$(echo "$with $without" | awk '{ printf "+%.1f", $1 - $3 }')" \
        "$(echo "$with $without" | awk '{ printf "+%.0f", $2 - $4 }')" \
        "$(ask crumb with/public)"
    bytes with/public/search | awk -v text="$text" \
        '{ printf "| of the text (15 %%) | %.1f %% | | | | | | | |\n", 100 * $1 / text }'
    if [ -n "$pagefind" ]; then
        theirs=$(seconds "$pagefind" --site without/public)
        row "$("$pagefind" --version)" without/public/pagefind "${theirs% *}" \
            "${theirs#* }" "$(ask pagefind without/public)"
    fi
    cd "$here" && rm -rf "$work"/with "$work"/without
}

questions='failover prefix photograph
garden river multicast
call_18 harbour photograph'
measure_corpus blog
if command -v mandoc >/dev/null; then
    questions='git rebase merge
systemd timer unit
tcp socket timeout'
    measure_corpus manuals
fi
