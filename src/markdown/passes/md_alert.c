/* SPDX-License-Identifier: MIT */
#include "markdown/md.h"
#include "text/html.h"

/* GitHub's alerts: a quote whose first line is [!NOTE] or one of its four
 * sisters, and nothing else. */

static const struct alert {
    str mark;
    str kind;
    str title;
} alerts[] = {
    {STR_INIT("[!NOTE]"), STR_INIT("note"), STR_INIT("Note")},
    {STR_INIT("[!TIP]"), STR_INIT("tip"), STR_INIT("Tip")},
    {STR_INIT("[!IMPORTANT]"), STR_INIT("important"), STR_INIT("Important")},
    {STR_INIT("[!WARNING]"), STR_INIT("warning"), STR_INIT("Warning")},
    {STR_INIT("[!CAUTION]"), STR_INIT("caution"), STR_INIT("Caution")},
};

enum { ALERTS = sizeof alerts / sizeof *alerts };

static bool ends_marker_line(cmark_node *node)
{
    cmark_node *next = cmark_node_next(node);
    return !next || cmark_node_get_type(next) == CMARK_NODE_SOFTBREAK ||
           cmark_node_get_type(next) == CMARK_NODE_LINEBREAK;
}

str md_alert_kind(cmark_node *quote)
{
    cmark_node *paragraph = cmark_node_first_child(quote);
    if (cmark_node_get_type(quote) != CMARK_NODE_BLOCK_QUOTE || !paragraph ||
        cmark_node_get_type(paragraph) != CMARK_NODE_PARAGRAPH) {
        return (str){0};
    }
    cmark_node *first = cmark_node_first_child(paragraph);
    if (!first || cmark_node_get_type(first) != CMARK_NODE_TEXT ||
        !ends_marker_line(first)) {
        return (str){0};
    }
    str text = str_trim(str_from(cmark_node_get_literal(first)));
    for (size_t i = 0; i < ALERTS; i++) {
        if (str_eq_nocase(text, alerts[i].mark)) {
            return alerts[i].kind;
        }
    }
    return (str){0};
}

void md_alert_enter(struct md *md, str kind)
{
    for (size_t i = 0; i < ALERTS; i++) {
        if (str_eq(kind, alerts[i].kind)) {
            buf_put(&md->out, STR("<div class=\"alert alert-"));
            buf_put(&md->out, kind);
            buf_put(&md->out,
                    STR("\" role=\"note\">\n<p class=\"alert-title\">"));
            const struct markdown_words *words = md->options->words;
            if (words && words->alerts[i].n) {
                html_escape(words->alerts[i], &md->out);
            } else {
                buf_put(&md->out, alerts[i].title);
            }
            buf_put(&md->out, STR("</p>\n"));
        }
    }
}

void md_alert_unmark(struct md *md)
{
    for (size_t i = 2; i < md->pieces.list.n; i++) {
        md_emit(md, md->pieces.list.p[i]);
    }
    md_swap(md);
}
