#!/bin/sh
# SPDX-License-Identifier: MIT
# jinja.sh: the template engine side by side with Jinja2 and nunjucks, as a
# Markdown table. Started by `make bench`, from the top of the repository.
#
#   TOOLS   where the program `jinja` is, made of jinja.c
#   ROUNDS  how often each engine is measured (5); they take turns, and a ratio
#           is the median of the rounds' ratios
#   PYTHON, NODE, NPM  the programs of the other engines
#   NODE_PATH          where nunjucks is, if it is installed
#
# The templates are in jinja/: a big table, a post with inheritance and macros, a
# list of posts with filters. All engines must print the same bytes. A missing
# engine is reported and left out.
set -eu

. "$(dirname "$0")/paths.sh"
ROUNDS=${ROUNDS:-5}
PYTHON=${PYTHON:-python3}
NODE=${NODE:-node}
NPM=${NPM:-npm}
build=$here/../../build/bench
work=$(mktemp -d "${TMPDIR:-/tmp}/crumb-jinja.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

has() {
    command -v "$1" >/dev/null 2>&1
}

# run ENGINE ACTION TEMPLATE
run() {
    set -- "$1" "$2" "$here/jinja" "$work/$3.json" "$3.html"
    case $1 in
    crumb) shift && "$TOOLS/jinja" "$@" ;;
    Jinja2) shift && "$PYTHON" "$here/jinja_peer.py" "$@" ;;
    nunjucks) shift && "$NODE" "$here/jinja_peer.js" "$@" ;;
    esac
}

# Into the build folder, once; the machine's own settings say from where.
install_nunjucks() {
    [ -z "${NODE_PATH:-}" ] || return 0
    export NODE_PATH="$build/node_modules"
    [ -d "$NODE_PATH/nunjucks" ] && return
    has "$NPM" || return
    mkdir -p "$build"
    "$NPM" install --prefix "$build" --no-save --no-audit --no-fund \
        nunjucks >"$work/npm.log" 2>&1
}

find_peers() {
    peers=
    if has "$PYTHON" && run Jinja2 version table >"$work/version" 2>&1; then
        peers="$peers Jinja2"
        cat "$work/version"
    else
        echo "Jinja2 is left out: there is no $PYTHON with jinja2."
    fi
    if has "$NODE" && install_nunjucks &&
        run nunjucks version table >"$work/version" 2>&1; then
        peers="$peers nunjucks"
        cat "$work/version"
    else
        echo "nunjucks is left out: there is no $NODE, or it can't be installed."
    fi
}

# agree TEMPLATE: which of the peers print what crumb does
agree() {
    run crumb text "$1" >"$work/crumb.out"
    for peer in $peers; do
        run "$peer" text "$1" >"$work/peer.out" 2>&1 || true
        if cmp -s "$work/crumb.out" "$work/peer.out"; then
            echo "$1: $peer prints the same $(wc -c <"$work/crumb.out") bytes"
        else
            echo "$1: $peer DIFFERS:"
            diff "$work/crumb.out" "$work/peer.out" | sed -n 1,6p
        fi
    done
}

# Lines "ENGINE compile render" for each round; engines take turns.
measure() {
    round=0
    while [ "$round" -lt "$ROUNDS" ]; do
        for engine in crumb $peers; do
            echo "$engine $(run "$engine" time "$1")"
        done
        round=$((round + 1))
    done
}

# rows TEMPLATE: of what measure printed, one row an engine
rows() {
    awk -v name="$1" -v engines="crumb$peers" '
    function sort(values, n,    i, j, v) {
        for (i = 2; i <= n; i++) {
            v = values[i]
            for (j = i - 1; j > 0 && values[j] > v; j--) {
                values[j + 1] = values[j]
            }
            values[j + 1] = v
        }
    }
    # of the rounds: median of column `what`, or of its ratio to ours
    function median(engine, what, ratio,    i, values) {
        for (i = 1; i <= rounds; i++) {
            values[i] = time[engine, what, i]
            if (ratio) {
                values[i] /= time["crumb", what, i]
            }
        }
        sort(values, rounds)
        return values[int((rounds + 1) / 2)]
    }
    {
        rounds = $1 == "crumb" ? rounds + 1 : rounds
        time[$1, 1, rounds] = $2
        time[$1, 2, rounds] = $3
    }
    END {
        n = split(engines, list, " ")
        for (i = 1; i <= n; i++) {
            printf "| %s | %s |", name, list[i]
            for (what = 1; what <= 2; what++) {
                printf " %.1f | %s |", median(list[i], what, 0) / 1000, i == 1 \
                    ? "" : sprintf("%.0f x", median(list[i], what, 1))
            }
            printf "\n"
        }
    }'
}

for name in table post list; do
    awk -v what=$name -f "$here/jinja/contexts.awk" >"$work/$name.json"
done
printf '\n### Templates\n\n'
find_peers
for name in table post list; do
    agree $name
done
echo
echo '| | | compile us | | render us | |'
echo '|---|---|--:|--:|--:|--:|'
for name in table post list; do
    measure $name | rows $name
done
cp "$work/post.json" "$work/small.json"
run crumb memory small | awk '{
    printf "\nPeak memory after a thousand renders %d kB, after a million %d kB.\n",
        $1, $2
}'
