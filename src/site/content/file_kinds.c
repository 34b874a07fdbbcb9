/* SPDX-License-Identifier: MIT */
#include "files/path.h"
#include "site/content/content_pick.h"

/* Kinds of files by their names: markups of other programs, and files that
 * authors who are not trusted may publish. */

/* --- markups --- */

#define PANDOC "with pandoc"
#define ASCIIDOC "with asciidoctor -b docbook and pandoc -f docbook"
#define KNITR "with knitr::knit"
#define NAME "by naming it .md"

static const struct foreign_markup markups[] = {
    {STR_INIT(".ad"), "AsciiDoc", ASCIIDOC},
    {STR_INIT(".adoc"), "AsciiDoc", ASCIIDOC},
    {STR_INIT(".asciidoc"), "AsciiDoc", ASCIIDOC},
    {STR_INIT(".astro"), "a template of Astro", NULL},
    {STR_INIT(".creole"), "Creole", PANDOC},
    {STR_INIT(".dj"), "Djot", PANDOC},
    {STR_INIT(".djot"), "Djot", PANDOC},
    {STR_INIT(".ejs"), "a template of EJS", NULL},
    {STR_INIT(".erb"), "a template of ERB", NULL},
    {STR_INIT(".gotmpl"), "a template of Hugo", NULL},
    {STR_INIT(".haml"), "Haml", NULL},
    {STR_INIT(".hbs"), "a template of Handlebars", NULL},
    {STR_INIT(".ipynb"), "a Jupyter notebook",
     "with jupyter nbconvert --to markdown"},
    {STR_INIT(".jade"), "Pug", NULL},
    {STR_INIT(".liquid"), "a template of Liquid", NULL},
    {STR_INIT(".livemd"), "a notebook of Livebook", NAME},
    {STR_INIT(".lr"), "a record of Lektor", NULL},
    {STR_INIT(".markdoc"), "Markdoc", NAME},
    {STR_INIT(".mdoc"), "Markdoc", NAME},
    {STR_INIT(".mdtext"), "Markdown of another name", NAME},
    {STR_INIT(".mdtxt"), "Markdown of another name", NAME},
    {STR_INIT(".mdx"), "MDX", "by hand, its components as shortcodes"},
    {STR_INIT(".mediawiki"), "MediaWiki's markup", PANDOC},
    {STR_INIT(".mmd"), "MultiMarkdown", NAME},
    {STR_INIT(".mustache"), "a template of Mustache", NULL},
    {STR_INIT(".njk"), "a template of Nunjucks", NULL},
    {STR_INIT(".org"), "Org", PANDOC},
    {STR_INIT(".org_archive"), "Org", PANDOC},
    {STR_INIT(".pandoc"), "Pandoc's Markdown", PANDOC},
    {STR_INIT(".pdc"), "Pandoc's Markdown", PANDOC},
    {STR_INIT(".pug"), "Pug", NULL},
    {STR_INIT(".qmd"), "a Quarto document", "with quarto render --to gfm"},
    {STR_INIT(".rest"), "reStructuredText", PANDOC},
    {STR_INIT(".rmarkdown"), "R Markdown", KNITR},
    {STR_INIT(".rmd"), "R Markdown", KNITR},
    {STR_INIT(".rnw"), "Sweave", KNITR},
    {STR_INIT(".rst"), "reStructuredText", PANDOC},
    {STR_INIT(".slim"), "Slim", NULL},
    {STR_INIT(".svx"), "a template of Svelte", NULL},
    {STR_INIT(".t2t"), "txt2tags", PANDOC},
    {STR_INIT(".textile"), "Textile", PANDOC},
    {STR_INIT(".vue"), "a template of Vue", NULL},
    {STR_INIT(".webc"), "a template of WebC", NULL},
    {STR_INIT(".wiki"), "a wiki's markup", PANDOC},
};

const struct foreign_markup *foreign_markup(str path)
{
    str ext = path_ext(path);
    for (size_t i = 0; i < sizeof markups / sizeof *markups; i++) {
        if (str_eq_nocase(ext, markups[i].ext)) {
            return &markups[i];
        }
    }
    return NULL;
}

/* --- harmless files --- */

/* Pictures, sound and films. SVG is a document with scripts. */
static const str media = STR_INIT(
    ".apng .avif .bmp .gif .heic .heif .jfif .jpe .jpeg .jpg .jxl .png "
    ".tif .tiff .webp .aac .flac .m4a .mid .midi .mp3 .oga .ogg .opus "
    ".wav .avi .m4v .mkv .mov .mp4 .ogv .webm");

/* Text that is shown as text, and downloads. Files with XML inside (.xml, .gpx,
 * .kml) may be XHTML with scripts to a browser. */
static const str documents =
    STR_INIT(".bib .csv .diff .ics .json .log .patch .srt .toml .tsv .txt .vtt "
             ".yaml .yml .docx .epub .odp .ods .odt .pdf .pptx .xlsx .7z .tar "
             ".tgz .zip");

/* index.html.gz is what nginx sends in the place of index.html. */
static const str packed = STR_INIT(".bz2 .gz .xz .zst");

/* Apache looks at each ending of a name: x.php.jpg is run. These are
 * beginnings, which cover .php5 and .html. */
static const str run[] = {
    STR_INIT(".asp"), STR_INIT(".cgi"),  STR_INIT(".fcgi"), STR_INIT(".htm"),
    STR_INIT(".jsp"), STR_INIT(".ph"),   STR_INIT(".pl"),   STR_INIT(".py"),
    STR_INIT(".rb"),  STR_INIT(".shtm"), STR_INIT(".sh"),   STR_INIT(".svg"),
    STR_INIT(".xht"), STR_INIT(".xml"),  STR_INIT(".js"),   STR_INIT(".mjs"),
    STR_INIT(".var"), STR_INIT(".lua"),
};

static bool begins_run(str ext)
{
    for (size_t i = 0; i < sizeof run / sizeof *run; i++) {
        if (str_eq_nocase(str_sub(ext, 0, run[i].n), run[i])) {
            return true;
        }
    }
    return false;
}

bool harmless_media(str path)
{
    return str_is_word_of(path_ext(path), media);
}

bool harmless_file(str path)
{
    str base = path_base(path);
    str ext = path_ext(base);
    /* Below .well-known, and in robots.txt and ads.txt at the top, a site
     * speaks for itself. */
    if (str_starts(path, STR(".")) || str_find(path, STR("/.")) != STR_NONE) {
        return false;
    }
    for (str rest = path_stem(base); path_ext(rest).n; rest = path_stem(rest)) {
        if (begins_run(path_ext(rest))) {
            return false;
        }
    }
    if (str_is_word_of(ext, packed)) {
        return str_eq_nocase(path_ext(path_stem(base)), STR(".tar"));
    }
    bool top = path_dir(path).n == 0;
    return harmless_media(path) || (!top && str_is_word_of(ext, documents));
}
