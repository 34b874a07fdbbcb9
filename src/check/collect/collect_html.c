/* SPDX-License-Identifier: MIT */
#include "check/collect/collect.h"
#include "check/collect/collect_access.h"
#include "files/path.h"
#include "site/pictures.h"
#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_token.h"
#include "text/url.h"

/* A page, and how many elements of a kind are open. */
struct page {
    struct collector *collector;
    struct html_token token;
    struct access access;
    size_t quoted;   /* code, pre, kbd, samp: examples, not prose */
    size_t links;    /* a: its address is checked, its text need not be */
    size_t template; /* template: not part of the page */
    size_t shown;    /* the pixels of the width at which a picture is shown */
    bool secure;     /* the site is served by https */
};

static struct finding *warn(struct page *page, const char *code, str slice,
                            str key)
{
    return collect_finding(page->collector, DIAG_WARNING, code, slice, key);
}

static str value_of(struct page *page, str name)
{
    const struct html_attr *attr = html_token_attr(&page->token, name);
    return attr ? html_decode(&page->collector->work, attr->value)
                : (str){NULL, 0};
}

/* --- ids --- */

static void report_repeated_id(struct collector *collector, str raw, str first,
                               str id)
{
    struct source source = {.text = collector->text};
    size_t off = (size_t)(first.p - collector->text.p);
    id = arena_str(&collector->keep, id);
    struct finding *finding =
        collect_finding(collector, DIAG_ERROR, "duplicate-id", raw, id);
    finding_say(&collector->findings, finding,
                "the page has the id \"%.*s\" already", STR_ARG(id));
    finding->hint = arena_printf(&collector->keep, "the first is in line %u",
                                 (unsigned)source_position(&source, off).line);
    finding->seek = id;
}

/* The value of an id, or of the name of an <a>, which may be the same. */
struct page_id {
    str slice; /* the id's attribute */
    bool id;
};

static void take_id(struct page *page, const struct html_attr *attr, bool id)
{
    struct collector *collector = page->collector;
    str text = html_decode(&collector->work, attr->value);
    if (page->template || text.n == 0) {
        return;
    }
    void **place = map_put(&collector->ids, &collector->work, text);
    struct page_id *known = *place;
    if (known && known->id && id) {
        report_repeated_id(collector, attr->value, known->slice, text);
        return;
    }
    if (!known) {
        known = ARENA_NEW(&collector->work, struct page_id);
        *place = known;
        *VEC_PUSH(&collector->names, &collector->work) = text;
    }
    if (id) {
        *known = (struct page_id){attr->value, true};
    }
}

/* --- addresses --- */

/* Browsers refuse to load it, or mark the page as not safe. */
static void report_mixed(struct page *page, str raw, str href)
{
    href = arena_str(&page->collector->keep, href);
    struct finding *finding = warn(page, "mixed-content", raw, href);
    finding->seek = href;
    finding->link = true;
    finding_say(&page->collector->findings, finding,
                "loaded over http by a page of https: %.*s", STR_ARG(href));
    finding->hint = STR("write https://, or keep a copy on this site");
    finding->group = url_origin(href);
}

static void take_address(struct page *page, str raw, str address, bool loaded)
{
    bool reader = html_token_is(&page->token, STR("a")) ||
                  html_token_is(&page->token, STR("area"));
    enum target_kind kind = collect_link(page->collector, raw, address, reader);
    address = str_trim(address);
    if (loaded && kind != TARGET_LOCAL && page->secure &&
        str_eq_nocase(str_sub(address, 0, 7), STR("http://"))) {
        report_mixed(page, raw, address);
    }
}

enum attr_use { USE_NONE, USE_LINK, USE_FILE, USE_SET, USE_CSS, USE_ID };

static enum attr_use use_of(const struct page *page, str name)
{
    static const struct {
        str name;
        enum attr_use use;
    } uses[] = {
        {STR_INIT("href"), USE_LINK},       {STR_INIT("src"), USE_FILE},
        {STR_INIT("id"), USE_ID},           {STR_INIT("srcset"), USE_SET},
        {STR_INIT("imagesrcset"), USE_SET}, {STR_INIT("poster"), USE_FILE},
        {STR_INIT("action"), USE_LINK},     {STR_INIT("formaction"), USE_LINK},
        {STR_INIT("cite"), USE_LINK},       {STR_INIT("background"), USE_FILE},
        {STR_INIT("xlink:href"), USE_LINK}, {STR_INIT("style"), USE_CSS},
    };
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        if (str_eq_nocase(name, uses[i].name)) {
            return uses[i].use;
        }
    }
    bool data = str_eq_nocase(name, STR("data"));
    return data && html_token_is(&page->token, STR("object")) ? USE_FILE
                                                              : USE_NONE;
}

/* A host to connect to, not a page of it. */
static bool is_hint_only(struct page *page)
{
    if (!html_token_is(&page->token, STR("link"))) {
        return false;
    }
    str rel = value_of(page, STR("rel"));
    return str_find(rel, STR("preconnect")) != STR_NONE ||
           str_find(rel, STR("dns-prefetch")) != STR_NONE;
}

/* The browser loads the file of an attribute of this element. */
static bool is_loaded(struct page *page)
{
    return str_is_word_of(page->token.name,
                          STR("img script iframe source video audio embed "
                              "track object input")) ||
           (html_token_is(&page->token, STR("link")) &&
            str_find(value_of(page, STR("rel")), STR("stylesheet")) !=
                STR_NONE);
}

static void take_attr(struct page *page, const struct html_attr *attr)
{
    struct arena *work = &page->collector->work;
    enum attr_use use = use_of(page, attr->name);
    if (use == USE_ID) {
        take_id(page, attr, true);
    } else if (use == USE_SET) {
        str rest = attr->value;
        for (str url; html_srcset_next(&rest, &url);) {
            take_address(page, url, html_decode(work, url), true);
        }
    } else if (use == USE_CSS) {
        collect_css(page->collector, attr->value);
    } else if (use == USE_LINK || use == USE_FILE) {
        str text = html_decode(work, attr->value);
        bool empty = str_trim(text).n == 0; /* the page itself */
        if (!empty && !is_hint_only(page)) {
            take_address(page, attr->value, text, is_loaded(page));
        }
    }
}

/* --- elements --- */

/* "5; url=/new/" */
static void take_refresh(struct page *page, const struct html_attr *content)
{
    str rest = content->value;
    size_t at = str_find_char(rest, '=');
    page->collector->redirect = at != STR_NONE;
    if (at != STR_NONE) {
        str raw = str_trim(str_from_offset(rest, at + 1));
        take_address(page, raw, html_decode(&page->collector->work, raw),
                     false);
    }
}

/* Addresses that other sites show: cards of social networks. */
static void take_meta(struct page *page)
{
    static const str names[] = {
        STR_INIT("og:image"),           STR_INIT("og:url"),
        STR_INIT("og:audio"),           STR_INIT("twitter:image"),
        STR_INIT("og:video"),           STR_INIT("og:image:url"),
        STR_INIT("og:image:secure_url")};
    const struct html_attr *content =
        html_token_attr(&page->token, STR("content"));
    str name = value_of(page, STR("property"));
    if (!content || content->value.n == 0) {
        return;
    }
    if (str_eq_nocase(value_of(page, STR("http-equiv")), STR("refresh"))) {
        take_refresh(page, content);
        return;
    }
    name = name.n ? name : value_of(page, STR("name"));
    if (str_is_among(name, names, sizeof names / sizeof *names)) {
        take_address(page, content->value, value_of(page, STR("content")),
                     false);
    }
}

/* alt="" marks an image as decoration. In a theme that is a decision; in a post
 * it is only what ![](x.png) becomes. */
static void take_image(struct page *page)
{
    struct findings *findings = &page->collector->findings;
    const struct html_attr *alt = html_token_attr(&page->token, STR("alt"));
    page->collector->counts.images++;
    if (access_needs_no_alt(&page->access, &page->token) ||
        (alt && str_trim(alt->value).n)) {
        return;
    }
    struct arena *keep = &page->collector->keep;
    str src = value_of(page, STR("src"));
    str set = value_of(page, STR("srcset"));
    if (!src.n && set.n) {
        html_srcset_next(&set, &src);
    }
    str original = picture_form_stem(src);
    str name = path_base(original.n ? original : src);
    src = original.n ? arena_concat(keep, original, STR("."))
                     : arena_str(keep, src);
    /* A picture may have an empty text on one page, and none on another. */
    str key = alt ? arena_printf(keep, "\"\" %.*s", STR_ARG(src)) : src;
    struct finding *finding = warn(page, "missing-alt", page->token.body, key);
    finding_say(findings, finding, "the image %.*s has no alternative text",
                STR_ARG(name));
    finding->hint = STR("say what it shows: ![A loaf, cut open](loaf.jpg)");
    finding->group = STR("pictures");
    finding->seek = src;
    finding->link = true;
    finding->image = !alt;
    finding->wordless = alt && !alt->value.n;
}

/* "auto, (max-width: 300px) 90vw, 300px": the last number of pixels. */
static size_t last_pixels(str sizes)
{
    enum { MOST = 100000 };
    size_t blank = str_rfind_char(sizes, ' ');
    str last = str_from_offset(sizes, blank == STR_NONE ? 0 : blank + 1);
    size_t n = str_take_number(&last, MOST);
    return n <= MOST && str_eq(last, STR("px")) ? n : 0;
}

/* Details that are worth so many pixels can't be seen in so few. */
static void check_shrunk(struct page *page)
{
    enum { MOST = 100000, TENTH = 10 };
    str width = value_of(page, STR("width"));
    size_t n = str_take_number(&width, MOST);
    if (!page->shown || width.n || n > MOST || n < TENTH * page->shown) {
        return;
    }
    str alt = arena_str(&page->collector->keep, value_of(page, STR("alt")));
    struct finding *finding =
        warn(page, "picture-shrunk", page->token.body, alt);
    finding_say(&page->collector->findings, finding,
                "a picture that is %zu pixels wide is shown at %zu: readers "
                "see little of it",
                n, page->shown);
    finding->hint = STR("show a part of it, {crop=3:2 focus=40%,30%}, or all "
                        "of it in a wider place");
    finding->group = STR("shrunk");
    finding->seek = alt;
}

static void count_depth(struct page *page, bool start)
{
    str name = page->token.name;
    size_t *depth = str_is_word_of(name, STR("code pre kbd samp"))
                        ? &page->quoted
                    : str_eq_nocase(name, STR("a"))        ? &page->links
                    : str_eq_nocase(name, STR("template")) ? &page->template
                                                           : NULL;
    if (depth && start) {
        ++*depth;
    } else if (depth && *depth) {
        --*depth;
    }
}

/* The first <base> with an address counts. */
static void take_base(struct page *page)
{
    struct collector *collector = page->collector;
    str href = str_trim(value_of(page, STR("href")));
    if (href.n && !collector->based) {
        collector->base = url_resolve(&collector->work, collector->base, href);
        collector->based = true;
    }
}

static void take_start(struct page *page)
{
    struct html_token *token = &page->token;
    if (html_token_is(token, STR("base"))) {
        take_base(page);
        return;
    }
    for (size_t i = 0; i < token->nattrs; i++) {
        take_attr(page, &token->attrs[i]);
    }
    count_depth(page, true);
    if (html_token_is(token, STR("a"))) {
        const struct html_attr *name = html_token_attr(token, STR("name"));
        if (name) {
            take_id(page, name, false);
        }
    } else if (html_token_is(token, STR("source"))) {
        page->shown = last_pixels(value_of(page, STR("sizes")));
    } else if (html_token_is(token, STR("img"))) {
        take_image(page);
        check_shrunk(page);
        page->shown = 0;
    } else if (html_token_is(token, STR("meta"))) {
        take_meta(page);
    }
}

void collect_html(struct collector *collector)
{
    struct page page = {.collector = collector};
    str site = collector->catalog->origin;
    page.secure = str_starts(site, STR("https://"));
    collector->counts.pages++;
    html_token_init(&page.token, collector->text);
    while (html_token_next(&page.token)) {
        access_take(&page.access, collector, &page.token);
        switch (page.token.kind) {
        case HTML_START: take_start(&page); break;
        case HTML_END: count_depth(&page, false); break;
        case HTML_RAW:
            if (html_token_is(&page.token, STR("style"))) {
                collect_css(collector, page.token.body);
            }
            break;
        case HTML_TEXT:
            if (!page.quoted && !page.links) {
                collect_text(collector, page.token.body);
            }
            break;
        case HTML_COMMENT: break;
        }
    }
    access_end(&page.access, collector);
}
