/* SPDX-License-Identifier: MIT */
#include "site/view/body.h"

#include <string.h>

#include "base/memory/buf.h"
#include "markdown/markdown.h"

/* --- which language --- */

/* Shared by several: {% if %}, {{ page.title }}. */
static const char several[] = "Liquid or Jinja";

static const char no_program[] = "take it out, and write its result";

/* Tags that only one language has, and what to write instead. */
static const struct {
    str name;
    const char *language;
    const char *cure;
} known[] = {
    {STR_INIT("include"), "Liquid",
     "write its file in templates/shortcodes/, and it works"},
    {STR_INIT("highlight"), "Liquid", "write a fence: ```language"},
    {STR_INIT("assign"), "Liquid", no_program},
    {STR_INIT("capture"), "Liquid", no_program},
    {STR_INIT("unless"), "Liquid", no_program},
    {STR_INIT("case"), "Liquid", no_program},
    {STR_INIT("if"), several, no_program},
    {STR_INIT("for"), several, no_program},
    {STR_INIT("set"), "Jinja", no_program},
    {STR_INIT("raw"), several, "take it out: nothing needs protection here"},
    {STR_INIT("codeblock"), "Hexo", "write a fence: ```language"},
    {STR_INIT("post_link"), "Hexo", "write the path of the post's file"},
    {STR_INIT("asset_img"), "Hexo", "write ![what it shows](picture.jpg)"},
    {STR_INIT("img"), "Hexo", "write ![what it shows](picture.jpg)"},
    {STR_INIT("image"), several, "write ![what it shows](picture.jpg)"},
};
enum { KNOWN = sizeof known / sizeof *known };

/* KNOWN: it is none of them. */
static size_t known_index(const struct foreign_use *use)
{
    size_t i = 0;
    while (i < KNOWN &&
           !(use->kind == FOREIGN_BLOCK && str_eq(use->name, known[i].name))) {
        i++;
    }
    return i;
}

static const char *language_of(const struct foreign_use *use)
{
    size_t i = known_index(use);
    bool go = use->name.n && (use->name.p[0] == '.' || use->name.p[0] == '$');
    switch (use->kind) {
    case FOREIGN_HUGO: return "Hugo";
    case FOREIGN_KRAMDOWN: return "kramdown";
    case FOREIGN_BOX: return "Python-Markdown";
    case FOREIGN_COMMENT:
        return str_eq(use->name, STR("%%"))       ? "Obsidian"
               : str_eq(use->name, STR("{#"))     ? "Jinja"
               : str_starts(use->name, STR("{/")) ? "MDX"
                                                  : "Hugo";
    case FOREIGN_BLOCK:
        return i < KNOWN ? known[i].language : use->call ? "Zola" : several;
    case FOREIGN_VALUE:
        return go                                    ? "Hugo"
               : use->call                           ? "Zola"
               : str_starts(use->name, STR("site.")) ? "Liquid"
                                                     : several;
    case FOREIGN_FILTER: break;
    }
    return several;
}

/* --- one post --- */

/* The language whose own tags the post has. */
static const char *main_language(const struct markdown *markdown)
{
    const char *language = several;
    for (size_t i = 0; i < markdown->foreign.n && language == several; i++) {
        const struct foreign_use *use = markdown->foreign.p[i];
        bool template = use->kind == FOREIGN_BLOCK ||
                        use->kind == FOREIGN_VALUE ||
                        use->kind == FOREIGN_FILTER;
        language = template ? language_of(use) : several;
    }
    return language;
}

static void hint(const struct foreign_use *use, struct diag *diag)
{
    size_t i = known_index(use);
    if (use->kind == FOREIGN_COMMENT) {
        bool obsidian = str_eq(use->name, STR("%%"));
        diag_hint(diag, obsidian ? "take it out: readers see it; or set "
                                   "markdown: {comments: true}"
                                 : "take it out: readers see it");
    } else if (use->kind == FOREIGN_BOX) {
        bool tab = str_starts(use->name, STR("="));
        diag_hint(diag, tab ? "write a heading, and take the blanks in front "
                              "of its text out"
                            : "write > [!NOTE], and > before each line of its "
                              "text");
    } else if (i < KNOWN && known[i].cure) {
        diag_hint(diag, "%s", known[i].cure);
    } else if (use->kind == FOREIGN_HUGO || use->call ||
               use->kind == FOREIGN_BLOCK) {
        diag_hint(diag, "write templates/shortcodes/%.*s.html, and it works",
                  STR_ARG(use->name));
    } else if (use->kind == FOREIGN_KRAMDOWN) {
        bool toc = str_eq(use->name, STR("toc"));
        bool list = use->name.n == 0;
        diag_hint(diag, toc    ? "put it on the line below the list"
                        : list ? "put it directly below its block, or after "
                                 "its link, picture or code"
                               : "take it out");
    } else {
        diag_hint(diag, "write its result: a path, the words");
    }
}

void foreign_tags_warn(const struct markdown *markdown, struct diags *diags)
{
    const char *main = main_language(markdown);
    for (size_t i = 0; i < markdown->foreign.n; i++) {
        const struct foreign_use *use = markdown->foreign.p[i];
        const char *language = language_of(use);
        bool comment = use->kind == FOREIGN_COMMENT;
        struct diag *diag = diag_warning(
            diags, use->at, "foreign-tag", "%s%s text here: \"%.*s\"",
            language == several ? main : language,
            comment ? "'s comments are" : " is", STR_ARG(use->shown));
        hint(use, diag);
        diag_group(diag, use->shown, STR(""));
    }
}
