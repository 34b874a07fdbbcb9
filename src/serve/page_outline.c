/* SPDX-License-Identifier: MIT */
#include "serve/page_outline.h"

#include "base/memory/map.h"
#include "steps/why.h"
#include "text/html_entity.h"
#include "text/html_escape.h"
#include "text/html_token.h"
#include "text/url.h"

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

/* --- reading the page --- */

static size_t count_words(str text)
{
    size_t n = 0;
    bool inside = false;
    for (size_t i = 0; i < text.n; i++) {
        bool space = is_space(text.p[i]);
        n += !space && !inside;
        inside = !space;
    }
    return n;
}

static void add_link(struct outline *outline, str href)
{
    void **place = map_put(&outline->by_href, outline->arena, href);
    struct outline_link *link = *place;
    if (!link) {
        link = ARENA_NEW(outline->arena, struct outline_link);
        link->href = href;
        *place = link;
        *VEC_PUSH(&outline->links, outline->arena) = link;
    }
    link->times++;
}

static void look(struct outline *outline, str html)
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

/* --- the outline --- */

static void put_row(const char *name, str text, struct buf *out)
{
    buf_printf(out, "<dt>%s</dt><dd>", name);
    html_escape(text, out);
    buf_put(out, STR("</dd>\n"));
}

static void put_link(const struct outline_link *link, struct buf *out)
{
    buf_put(out, STR("<li><a href=\""));
    html_escape(link->href, out);
    buf_put(out, STR("\">"));
    html_escape(link->href, out);
    buf_put(out, STR("</a>"));
    if (link->times > 1) {
        buf_printf(out, " (%zu times)", link->times);
    }
    buf_put(out, STR("</li>\n"));
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
            put_link(link, out);
            any = true;
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
    buf_put(out, STR("<h2>What it read</h2>\n<pre>"));
    html_escape(buf_str(&text), out);
    buf_put(out, STR("</pre>\n"));
    buf_free(&text);
}

void outline_put(str ledger, str file, str html, struct buf *out)
{
    struct arena arena = {0};
    struct outline outline = {.arena = &arena};
    struct why why;
    const struct step *page =
        why_open_ledger(&why, STR(""), ledger, &arena) == WHY_OPEN
            ? why_find(&why, file)
            : NULL;
    if (page && html.p) {
        look(&outline, html);
        put_page(&why, page, &outline, out);
    } else {
        buf_put(out, STR("<p>No build has made that page.</p>\n"));
    }
    why_close(&why);
    arena_free(&arena);
}
