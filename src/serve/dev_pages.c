/* SPDX-License-Identifier: MIT */
#include "serve/dev_pages.h"

#include "base/json_string.h"
#include "serve/page_outline.h"
#include "serve/url_file.h"
#include "text/html_escape.h"
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
               "margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}"
               "pre{overflow:auto}td,th{text-align:start;padding:.25rem 1rem "
               ".25rem 0;vertical-align:top}dt{font-weight:600}"
               "dd{margin:0 0 .5rem}</style>\n"
               "</head>\n<body>\n<main>\n<h1>%s</h1>\n",
               title, title);
}

static void put_foot(struct buf *out)
{
    buf_put(out, STR("</main>\n</body>\n</html>\n"));
}

static void put_link(str url, str text, struct buf *out)
{
    buf_put(out, STR("<td><a href=\""));
    html_escape(url, out);
    buf_put(out, STR("\">"));
    html_escape(text, out);
    buf_put(out, STR("</a></td>"));
}

static void put_drafts(const struct preview_report *site, struct buf *out)
{
    if (!site || !site->drafts.n) {
        buf_put(out, STR("<p>All posts are as readers see them.</p>\n"));
        return;
    }
    buf_put(out, STR("<table>\n<thead><tr><th scope=\"col\">Post</th>"
                     "<th scope=\"col\">File</th><th scope=\"col\">Why</th>"
                     "</tr></thead>\n<tbody>\n"));
    for (size_t i = 0; i < site->drafts.n; i++) {
        const struct report_draft *draft = &site->drafts.p[i];
        buf_put(out, STR("<tr>"));
        put_link(draft->url, draft->title, out);
        buf_put(out, STR("<td>"));
        html_escape(draft->path, out);
        buf_put(out, STR("</td><td>"));
        buf_put(out, draft->draft ? STR("draft") : STR("goes live "));
        buf_put(out, draft->draft ? STR("") : draft->live);
        buf_put(out, STR("</td></tr>\n"));
    }
    buf_put(out, STR("</tbody>\n</table>\n"));
}

/* A page that is open in two tabs is listed once. */
static void put_open(const struct pages *pages, struct buf *out)
{
    buf_put(out, STR("<table>\n<thead><tr><th scope=\"col\">Page</th>"
                     "<th scope=\"col\">What it is made of</th></tr></thead>\n"
                     "<tbody>\n"));
    for (size_t i = 0; i < pages->nopen; i++) {
        bool own = str_starts(pages->open[i], STR("/__crumb/"));
        if (!own && !str_is_among(pages->open[i], pages->open, i)) {
            struct arena arena = {0};
            const str parts[] = {STR("/__crumb/outline?path="),
                                 url_encode_path(&arena, pages->open[i])};
            buf_put(out, STR("<tr>"));
            put_link(pages->open[i], url_decode(&arena, pages->open[i]), out);
            put_link(arena_join(&arena, parts, 2), STR("outline"), out);
            buf_put(out, STR("</tr>\n"));
            arena_free(&arena);
        }
    }
    buf_put(out, STR("</tbody>\n</table>\n"));
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

str pages_outlined(str query, str root, struct arena *arena)
{
    return address_file(path_of(query, arena), root, arena);
}

bool pages_put(const struct pages *pages, str path, struct buf *out)
{
    bool found = true;
    if (str_eq(path, STR("drafts"))) {
        put_head("Drafts", out);
        put_drafts(pages->site, out);
    } else if (str_eq(path, STR("outline"))) {
        put_head("Outline", out);
        outline_put(pages->ledger, pages->file, pages->html, out);
    } else if (!path.n) {
        put_head("Preview", out);
        buf_put(out, STR("<h2>Open pages</h2>\n"));
        put_open(pages, out);
        buf_put(out, STR("<h2>Drafts</h2>\n"));
        put_drafts(pages->site, out);
    } else {
        found = false;
    }
    if (found) {
        put_foot(out);
    }
    return found;
}

void pages_not_yet(str problems, struct buf *out)
{
    put_head("Not yet", out);
    buf_put(out, STR("<p>The site is being built, or has errors: this page "
                     "becomes the site when it is there.</p>\n"));
    if (problems.n) {
        buf_put(out, STR("<pre>"));
        html_escape(problems, out);
        buf_put(out, STR("</pre>\n"));
    }
    put_foot(out);
}

/* `scheduled` are those that are no drafts. */
static void put_urls(const struct preview_report *site, const char *name,
                     bool draft, struct buf *out)
{
    bool first = true;
    buf_printf(out, "\"%s\":[", name);
    for (size_t i = 0; site && i < site->drafts.n; i++) {
        const struct report_draft *post = &site->drafts.p[i];
        if (post->draft == draft) {
            buf_put(out, first ? STR("") : STR(","));
            json_put_string(out, post->url);
            first = false;
        }
    }
    buf_put(out, STR("],"));
}

void pages_hello(const struct preview_report *site, str problems,
                 uint64_t build, struct buf *out)
{
    buf_printf(out, "{\"build\":%llu,", (unsigned long long)build);
    put_urls(site, "drafts", true, out);
    put_urls(site, "scheduled", false, out);
    buf_put(out, STR("\"errors\":"));
    buf_put(out, problems.n ? problems : STR("null"));
    buf_putc(out, '}');
}
