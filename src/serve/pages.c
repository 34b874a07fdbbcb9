/* SPDX-License-Identifier: MIT */
#include "serve/pages.h"

#include "build/why.h"
#include "text/html.h"
#include "text/url.h"

static void put_head(const char *title, struct buf *out)
{
    buf_printf(out,
               "<!doctype html>\n<html lang=\"en\">\n<head>\n"
               "<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width\">\n"
               "<title>%s</title>\n"
               "<style>:root{color-scheme:light dark}"
               "body{font:1rem/1.5 system-ui,sans-serif;max-width:45rem;"
               "margin:2rem auto;padding:0 1rem}"
               "pre{overflow:auto}td,th{text-align:left;padding:.25rem 1rem "
               ".25rem 0;vertical-align:top}</style>\n"
               "</head>\n<body>\n<main>\n<h1>%s</h1>\n",
               title, title);
}

static void put_foot(struct buf *out)
{
    buf_put(out, STR("</main>\n</body>\n</html>\n"));
}

static void put_cell(str text, struct buf *out)
{
    buf_put(out, STR("<td>"));
    html_escape(text, out);
    buf_put(out, STR("</td>"));
}

static void put_why(const struct outcome_draft *draft, struct buf *out)
{
    buf_put(out, STR("<td>"));
    buf_put(out, draft->draft ? STR("draft") : STR("goes live "));
    buf_put(out, draft->draft ? STR("") : draft->live);
    buf_put(out, STR("</td>"));
}

static void put_drafts(const struct outcome *site, struct buf *out)
{
    put_head("Drafts", out);
    if (!site || !site->drafts.n) {
        buf_put(out, STR("<p>All posts are as readers see them.</p>\n"));
        put_foot(out);
        return;
    }
    buf_put(out, STR("<table>\n<thead><tr><th scope=\"col\">Post</th>"
                     "<th scope=\"col\">File</th><th scope=\"col\">Why</th>"
                     "</tr></thead>\n<tbody>\n"));
    for (size_t i = 0; i < site->drafts.n; i++) {
        const struct outcome_draft *draft = &site->drafts.p[i];
        buf_put(out, STR("<tr><td><a href=\""));
        html_escape(draft->url, out);
        buf_put(out, STR("\">"));
        html_escape(draft->title, out);
        buf_put(out, STR("</a></td>"));
        put_cell(draft->path, out);
        put_why(draft, out);
        buf_put(out, STR("</tr>\n"));
    }
    buf_put(out, STR("</tbody>\n</table>\n"));
    put_foot(out);
}

/* The value of `path=` in a query. */
static str path_of(str query, struct arena *arena)
{
    str part;
    while (str_split(&query, '&', &part)) {
        if (str_starts(part, STR("path="))) {
            return url_decode(arena, str_from_offset(part, 5));
        }
    }
    return STR("/");
}

static void put_outline(str output, str query, struct buf *out)
{
    struct arena arena = {0};
    struct why why;
    struct buf text = {0};
    str path = path_of(query, &arena);
    if (why_open(&why, output, STR(".crumb"), &arena) == WHY_OPEN) {
        const struct ledger_output *found = why_find(&why, path);
        if (found) {
            why_output(&why, found, &text);
        }
    }
    put_head("Outline", out);
    if (text.n) {
        buf_put(out, STR("<pre>"));
        html_escape(buf_str(&text), out);
        buf_put(out, STR("</pre>\n"));
    } else {
        buf_put(out, STR("<p>No build has made that page.</p>\n"));
    }
    put_foot(out);
    buf_free(&text);
    why_close(&why);
    arena_free(&arena);
}

bool pages_put(const struct outcome *site, str output, str path, str query,
               struct buf *out)
{
    if (!path.n || str_eq(path, STR("drafts"))) {
        put_drafts(site, out);
        return true;
    }
    if (str_eq(path, STR("outline"))) {
        put_outline(output, query, out);
        return true;
    }
    return false;
}

void pages_no_site(struct buf *out)
{
    put_head("Not yet", out);
    buf_put(out, STR("<p>The site is being built, or has errors: this page "
                     "becomes the site when it is there.</p>\n"));
    put_foot(out);
}

/* `scheduled` are those that are no drafts. */
static void put_urls(const struct outcome *site, const char *name, bool draft,
                     struct buf *out)
{
    bool first = true;
    buf_printf(out, "\"%s\":[", name);
    for (size_t i = 0; site && i < site->drafts.n; i++) {
        const struct outcome_draft *post = &site->drafts.p[i];
        if (post->draft == draft) {
            buf_put(out, first ? STR("") : STR(","));
            buf_put_json(out, post->url);
            first = false;
        }
    }
    buf_put(out, STR("],"));
}

void pages_hello(const struct outcome *site, const struct outcome *bad,
                 uint64_t build, struct buf *out)
{
    buf_printf(out, "{\"build\":%llu,", (unsigned long long)build);
    put_urls(site, "drafts", true, out);
    put_urls(site, "scheduled", false, out);
    buf_put(out, STR("\"errors\":"));
    buf_put(out, bad ? bad->errors_json : STR("null"));
    buf_putc(out, '}');
}
