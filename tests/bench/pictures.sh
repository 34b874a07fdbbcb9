#!/bin/sh
# SPDX-License-Identifier: MIT
# pictures.sh: pictures of 12 megapixels in five widths of WebP and one JPEG,
# beside sharp, eleventy-img and Hugo at equal settings, as a Markdown table.
# Started by `make bench`, from the top of the repository.
#
#   CRUMB     the program (build/crumb)
#   PHOTOS    how many (200); the first twelve count for sizes and likeness.
#             20 take about three minutes of a processor, most of them Hugo's
#   JOBS      threads of each (1)
#   NODE, NPM the programs of sharp
#   HUGO      the program (hugo), of the extended edition; left out if missing
#
# SSIM is that of the package ssim.js, against sharp's own reductions of the
# picture.
set -eu

. "$(dirname "$0")/paths.sh"
PHOTOS=${PHOTOS:-200}
JOBS=${JOBS:-1}
NODE=${NODE:-node}
NPM=${NPM:-npm}
HUGO=${HUGO:-hugo}
modules=$here/../../build/bench/sharp
work=$(mktemp -d "${TMPDIR:-/tmp}/crumb-pictures.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if ! command -v "$NODE" >/dev/null || ! command -v "$NPM" >/dev/null; then
    echo "pictures.sh: no node, so no sharp: left out"
    exit 0
fi
if [ ! -d "$modules/node_modules/@11ty" ]; then
    mkdir -p "$modules"
    "$NPM" install --silent --prefix "$modules" sharp ssim.js \
        @11ty/eleventy-img >/dev/null 2>&1 || {
        echo "pictures.sh: sharp can't be installed: left out"
        exit 0
    }
fi
modules=$(cd "$modules" && pwd)
cp "$here/pictures_peer.mjs" "$modules/peer.mjs"
mkdir -p "$work/site/content/trip"
echo 'title: Pictures' >"$work/site/site.yaml"
"$NODE" "$modules/peer.mjs" make "$work/site/content/trip" "$PHOTOS"
{
    printf -- '---\ntitle: A trip\n---\n'
    for picture in "$work"/site/content/trip/*.jpg; do
        printf '![A picture](%s)\n\n' "$(basename "$picture")"
    done
} >"$work/site/content/trip/index.md"

# Hugo's default filter is the box; the template lists the forms.
mkdir -p "$work/hugo/content/trip" "$work/hugo/layouts/_default"
echo 'disableKinds: [home, taxonomy, term, RSS, sitemap, section]' >"$work/hugo/config.yaml"
cp "$work"/site/content/trip/*.jpg "$work/hugo/content/trip"
printf -- '---\ntitle: A trip\n---\n' >"$work/hugo/content/trip/index.md"
cat >"$work/hugo/layouts/_default/single.html" <<'END'
{{ range .Resources.ByType "image" }}{{ $picture := . }}{{ $stem := strings.TrimSuffix ".jpg" .Name }}
{{ range slice 400 640 720 960 1280 }}
{{ with $picture.Resize (printf "%dx webp q75 Lanczos" .) }}{{ $stem }}-{{ .Width }}.webp {{ .RelPermalink }}
{{ end }}{{ end }}
{{ with .Resize "1200x jpg q75 Lanczos" }}{{ $stem }}-1200.jpg {{ .RelPermalink }}{{ end }}
{{ end }}
END

seconds() { # COMMAND...: user and system time, and the peak of memory
    /usr/bin/env time -f '%U %S %M' -o "$work/time" "$@" >/dev/null
    awk '{ printf "%.2f %d\n", $1 + $2, $3 / 1024 }' "$work/time"
}
# The forms of Hugo have hashes for names; its page says which is which.
name_forms() {
    grep -E '^p[0-9]+-' "$work/hugo/public/trip/index.html" | while read -r name path; do
        cp "$work/hugo/public$path" "$work/hugo/forms/$name"
    done
}
ours=$(seconds "$CRUMB" -C "$work/site" build --jobs "$JOBS")
again=$(rm -rf "$work/site/public" &&
    seconds "$CRUMB" -C "$work/site" build --clean --jobs "$JOBS")
theirs=$(seconds "$NODE" "$modules/peer.mjs" resize "$work/site/content/trip" \
    "$work/sharp" "$JOBS")
row() { # NAME, SECONDS MEMORY
    awk -v name="$1" -v ours="${ours% *}" -v t="${2% *}" -v m="${2#* }" \
        'BEGIN { printf "| %s | %s | %.2f | %s |\n", name, t, t / ours, m }'
}
eleventy=$(seconds "$NODE" "$modules/peer.mjs" eleventy "$work/site/content/trip" \
    "$work/eleventy" "$JOBS")
echo "| $PHOTOS pictures of 12 megapixels, $JOBS thread(s) | processor, s | to crumb | memory, MB |"
echo '|---|--:|--:|--:|'
row crumb "$ours"
row 'crumb, with .crumb/pictures/' "$again"
row sharp "$theirs"
row eleventy-img "$eleventy"
set -- "crumb=$work/site/public/trip" "sharp=$work/sharp" "eleventy-img=$work/eleventy"
if "$HUGO" version 2>/dev/null | grep -q extended; then
    hugo=$(GOMAXPROCS=$JOBS seconds "$HUGO" --quiet -s "$work/hugo")
    row Hugo "$hugo"
    mkdir "$work/hugo/forms"
    name_forms
    set -- "$@" "Hugo=$work/hugo/forms"
fi
echo
"$NODE" "$modules/peer.mjs" compare "$work/site/content/trip" "$@"
