/* SPDX-License-Identifier: MIT */
#include "site/content/foreign_markup.h"

#include "files/path.h"

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
