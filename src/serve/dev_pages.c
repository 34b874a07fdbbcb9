/* SPDX-License-Identifier: MIT */
#include "serve/dev_pages.h"

#include "base/json_string.h"
#include "base/memory/map.h"
#include "steps/why.h"
#include "text/html_entity.h"
#include "text/html_escape.h"
#include "text/html_token.h"
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
    buf_put(out, STR("<a href=\""));
    html_escape(url, out);
    buf_put(out, STR("\">"));
    html_escape(text, out);
    buf_put(out, STR("</a>"));
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
        buf_put(out, STR("<tr><td>"));
        put_link(draft->url, draft->title, out);
        buf_put(out, STR("</td><td>"));
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
                     "<th scope=\"col\">Sources</th></tr></thead>\n"
                     "<tbody>\n"));
    for (size_t i = 0; i < pages->nopen; i++) {
        bool own = str_starts(pages->open[i], STR("/__crumb/"));
        if (!own && !str_is_among(pages->open[i], pages->open, i)) {
            struct arena arena = {0};
            const str parts[] = {STR("/__crumb/outline?path="),
                                 url_encode_path(&arena, pages->open[i])};
            buf_put(out, STR("<tr><td>"));
            put_link(pages->open[i], url_decode(&arena, pages->open[i]), out);
            buf_put(out, STR("</td><td>"));
            put_link(arena_join(&arena, parts, 2), STR("outline"), out);
            buf_put(out, STR("</td></tr>\n"));
            arena_free(&arena);
        }
    }
    buf_put(out, STR("</tbody>\n</table>\n"));
}

/* --- the outline of a page --- */

struct outline_link {
    str href;
    size_t times;
};

/* The contents of the page's <main>. */
struct outline {
    struct arena *arena;
    size_t words;
    VEC(struct outline_link *) links;
    struct map by_href;
};

static size_t count_words(str text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        n += !is_space(text.p[i]) && (i == 0 || is_space(text.p[i - 1]));
    }
    return n;
}

static void add_link(struct outline *outline, str href)
{
    void **link = map_put(&outline->by_href, outline->arena, href);
    if (!*link) {
        *link = ARENA_NEW(outline->arena, struct outline_link);
        *(struct outline_link *)*link = (struct outline_link){.href = href};
        *VEC_PUSH(&outline->links, outline->arena) = *link;
    }
    ((struct outline_link *)*link)->times++;
}

static void read_page(struct outline *outline, str html)
{
    struct html_token *token = ARENA_NEW(outline->arena, struct html_token);
    bool main = false;
    html_token_init(token, html);
    while (html_token_next(token)) {
        if (token->kind == HTML_TEXT) {
            outline->words += main ? count_words(token->body) : 0;
        } else if (html_token_is(token, STR("main"))) {
            main = token->kind == HTML_START;
        } else if (main && token->kind == HTML_START &&
                   html_token_is(token, STR("a"))) {
            const struct html_attr *href = html_token_attr(token, STR("href"));
            if (href && !str_starts(href->value, STR("#"))) {
                add_link(outline, html_decode(outline->arena, href->value));
            }
        }
    }
}

static void put_row(const char *name, str text, struct buf *out)
{
    buf_printf(out, "<dt>%s</dt><dd>", name);
    html_escape(text, out);
    buf_put(out, STR("</dd>\n"));
}

static void put_links(const struct outline *outline, bool away,
                      const char *name, struct buf *out)
{
    bool any = false;
    for (size_t i = 0; i < outline->links.n; i++) {
        const struct outline_link *link = outline->links.p[i];
        if (url_is_absolute(link->href) == away) {
            if (!any) {
                buf_printf(out, "<h2>%s</h2>\n<ul>\n", name);
            }
            any = true;
            buf_put(out, STR("<li>"));
            put_link(link->href, link->href, out);
            if (link->times > 1) {
                buf_printf(out, " (%zu times)", link->times);
            }
            buf_put(out, STR("</li>\n"));
        }
    }
    buf_put(out, any ? STR("</ul>\n") : STR(""));
}

static void put_page(const struct why *why, const struct step *page,
                     const struct outline *outline, struct buf *out)
{
    struct buf text = {0};
    buf_put(out, STR("<dl>\n"));
    put_row("Page", why_name(why, page->key), out);
    if (page->source.n) {
        put_row("Made from", page->source, out);
    }
    why_templates(why, page, &text);
    if (text.n) {
        put_row("Templates", str_trim(buf_str(&text)), out);
    }
    buf_printf(out, "<dt>Words</dt><dd>%zu</dd>\n</dl>\n", outline->words);
    put_links(outline, false, "Links within the site", out);
    put_links(outline, true, "Links out", out);
    buf_clear(&text);
    why_output(why, page, &text);
    buf_put(out, STR("<h2>Reads</h2>\n<pre>"));
    html_escape(buf_str(&text), out);
    buf_put(out, STR("</pre>\n"));
    buf_free(&text);
}

/* The outline of a page: the file and the templates that it is made from, its
 * words, its links, and what it has read. */
static void put_outline(const struct pages *pages, struct buf *out)
{
    struct arena arena = {0};
    struct outline outline = {.arena = &arena};
    struct why why;
    const struct step *page =
        why_open_ledger(&why, STR(""), pages->ledger, &arena) == WHY_OPEN
            ? why_find(&why, pages->file)
            : NULL;
    if (page && pages->html.p) {
        read_page(&outline, pages->html);
        put_page(&why, page, &outline, out);
    } else {
        buf_put(out, STR("<p>No build has made that page.</p>\n"));
    }
    why_close(&why);
    arena_free(&arena);
}

str pages_outlined(str query, str root, struct arena *arena)
{
    str path = url_parameter(query, STR("path"), arena);
    return address_file(path.p ? path : STR("/"), root, arena);
}

/* --- all pages --- */

bool pages_put(const struct pages *pages, str path, struct buf *out)
{
    bool found = true;
    if (str_eq(path, STR("drafts"))) {
        put_head("Drafts", out);
        put_drafts(pages->site, out);
    } else if (str_eq(path, STR("outline"))) {
        put_head("Outline", out);
        put_outline(pages, out);
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
                     "shows the site as soon as it can.</p>\n"));
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

void pages_hello(const struct preview_report *site, str problems, str warnings,
                 uint64_t build, struct buf *out)
{
    buf_printf(out, "{\"build\":%llu,", (unsigned long long)build);
    put_urls(site, "drafts", true, out);
    put_urls(site, "scheduled", false, out);
    buf_put(out, STR("\"warnings\":"));
    buf_put(out, warnings);
    buf_put(out, STR(",\"errors\":"));
    buf_put(out, problems.n ? problems : STR("null"));
    buf_putc(out, '}');
}
