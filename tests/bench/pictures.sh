#!/bin/sh
# SPDX-License-Identifier: MIT
# pictures.sh: pictures of 12 megapixels in five widths of WebP and one JPEG,
# beside sharp at equal settings, as a Markdown table. Started by `make bench`,
# from the top of the repository.
#
#   CRUMB     the program (build/crumb)
#   PICTURES  how many (20); the first of them counts for sizes and likeness
#   JOBS      threads of both (1)
#   NODE, NPM the programs of sharp
#
# SSIM is computed over blocks of 8 by 8 pixels of grey, against sharp's own
# reduction of the picture.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
CRUMB=${CRUMB:-build/crumb}
CRUMB=$(cd "$(dirname "$CRUMB")" && pwd)/$(basename "$CRUMB")
PICTURES=${PICTURES:-20}
JOBS=${JOBS:-1}
NODE=${NODE:-node}
NPM=${NPM:-npm}
modules=$here/../../build/bench/sharp
work=$(mktemp -d "${TMPDIR:-/tmp}/crumb-pictures.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if ! command -v "$NODE" >/dev/null || ! command -v "$NPM" >/dev/null; then
    echo "pictures.sh: no node, so no sharp: left out"
    exit 0
fi
if [ ! -d "$modules/node_modules/sharp" ]; then
    mkdir -p "$modules"
    "$NPM" install --silent --prefix "$modules" sharp >/dev/null 2>&1 || {
        echo "pictures.sh: sharp can't be installed: left out"
        exit 0
    }
fi
modules=$(cd "$modules" && pwd)
cp "$here/pictures_peer.mjs" "$modules/peer.mjs"
mkdir -p "$work/site/content/trip"
echo 'title: Pictures' >"$work/site/site.yaml"
"$NODE" "$modules/peer.mjs" make "$work/site/content/trip" "$PICTURES"
{
    printf -- '---\ntitle: A trip\n---\n'
    for picture in "$work"/site/content/trip/*.jpg; do
        printf '![A picture](%s)\n\n' "$(basename "$picture")"
    done
} >"$work/site/content/trip/index.md"

seconds() { # COMMAND...: user and system time, and the peak of memory
    /usr/bin/env time -f '%U %S %M' -o "$work/time" "$@" >/dev/null
    awk '{ printf "%.2f %d\n", $1 + $2, $3 / 1024 }' "$work/time"
}
ours=$(seconds "$CRUMB" -C "$work/site" build --jobs "$JOBS")
again=$(rm -rf "$work/site/public" &&
    seconds "$CRUMB" -C "$work/site" build --clean --jobs "$JOBS")
theirs=$(seconds "$NODE" "$modules/peer.mjs" resize "$work/site/content/trip" \
    "$work/sharp" "$JOBS")
echo "| $PICTURES pictures, $JOBS thread(s) | processor, s | memory, MB |"
echo '|---|--:|--:|'
echo "| crumb | ${ours% *} | ${ours#* } |"
echo "| crumb, with .crumb/pictures/ | ${again% *} | ${again#* } |"
echo "| sharp | ${theirs% *} | ${theirs#* } |"
echo
"$NODE" "$modules/peer.mjs" compare "$work/site/content/trip" \
    "$work/site/public/trip" "$work/sharp"
