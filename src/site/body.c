/* SPDX-License-Identifier: MIT */
#include "site/body.h"

#include "base/path.h"
#include "site/link_spaces.h"
#include "site/links.h"
#include "site/post.h"
#include "site/shortcodes.h"
#include "site/view.h"
#include "site/words.h"
#include "text/html.h"
#include "text/markdown.h"

/* --- what a body may read of others --- */

static bool known_already(void *host, str name, span at)
{
    const struct shortcodes *shortcodes = host;
    const struct view *view = shortcodes->eval->host;
    (void)at;
    return view->shortcodes.has(view->shortcodes.host, name);
}

static str nothing(void *host, const struct shortcode_call *call,
                   struct arena *arena)
{
    (void)host, (void)call, (void)arena;
    return STR("");
}

/* Bodies that show each other would never end. */
static void refuse(const struct post *post, struct eval *eval)
{
    const struct view *view = eval->host;
    struct diag *diag = diag_error(
        eval->diags, view->calling, "body-in-body",
        "a shortcode can't show the text or summary of %.*s: that text may "
        "show this one",
        STR_ARG(post->source->name));
    diag_hint(diag, "show its title, description or words, and link to it");
}

/* --- rendering --- */

/* Of footnotes, unique among the posts of the site: the address, with what is
 * no part of a plain id as '_'. */
static str id_prefix(const struct post *post, struct arena *arena)
{
    str path = path_dir(post->address.file);
    char *p = ARENA_ARRAY(arena, char, path.n + 1);
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        bool plain = is_alnum(c) || c == '-' || (unsigned char)c >= 0x80;
        p[i] = c;
        if (!plain) {
            p[i] = '_';
        }
    }
    p[path.n] = '-';
    return (str){p, path.n + 1};
}

static bool render(const struct post *post, struct eval *eval,
                   struct markdown *out)
{
    struct view *view = eval->host;
    struct source *source = ARENA_NEW(eval->arena, struct source);
    size_t body;
    if (!post_read_body(post, eval->arena, eval->diags, source, &body)) {
        return false;
    }
    struct links links = {view->site, post, eval->diags, &view->links};
    struct shortcodes shortcodes = {.links = &links, .eval = eval};
    const struct config *config = &view->site->config;
    struct markdown_options options = {
        .smart = config->markdown.smart,
        .raw_html = config->markdown.raw_html,
        .mark = config->markdown.mark,
        .scripts = config->markdown.scripts,
        .emoji = config->markdown.emoji,
        .definition_lists = config->markdown.definition_lists,
        .words = words_markdown(view->site->words, post->lang),
        .demote_headings = true, /* the title is the page's <h1> */
        .id_prefix = id_prefix(post, eval->arena),
        .resolver = {links_resolve, links_image_size, links_html, &links},
        .shortcodes = {shortcodes_known, shortcodes_raw, shortcodes_render,
                       &shortcodes},
    };
    if (view->computing) {
        struct diags quiet;
        diags_init(&quiet, eval->arena);
        links.diags = &quiet;
        links.log = NULL;
        options.shortcodes.known = known_already;
        options.shortcodes.render = nothing;
        return markdown_render(source, body, &options, eval->arena, &quiet,
                               out);
    }
    /* A shortcode sees the site as the post is in it, on whatever page. */
    const struct site *outside = view->site;
    view->site = post->site ? post->site : outside;
    links.site = view->site;
    view->computing = post;
    bool done =
        markdown_render(source, body, &options, eval->arena, eval->diags, out);
    view->computing = NULL;
    view->site = outside;
    link_spaces_check(source, body, out->html, eval->arena, eval->diags);
    return done;
}

/* "#part" of the post's own page, where the summary stands on another one. */
static str with_page(str html, str url, struct arena *keep)
{
    str inside = STR("href=\"#");
    size_t at = str_find(html, inside);
    if (at == STR_NONE) {
        return arena_str(keep, html);
    }
    struct buf out = {0};
    for (; at != STR_NONE; at = str_find(html, inside)) {
        buf_put(&out, str_sub(html, 0, at + inside.n - 1));
        html_escape(url, &out);
        html = str_from_offset(html, at + inside.n - 1);
    }
    buf_put(&out, html);
    str whole = arena_str(keep, buf_str(&out));
    buf_free(&out);
    return whole;
}

static str summary_of(const struct post *post, const struct markdown *markdown,
                      struct arena *keep)
{
    if (!post->front.summary.n) {
        return with_page(markdown->summary, post->address.url, keep);
    }
    struct buf out = {0};
    buf_put(&out, STR("<p>"));
    html_escape(post->front.summary, &out);
    buf_put(&out, STR("</p>\n"));
    str summary = arena_str(keep, buf_str(&out));
    buf_free(&out);
    return summary;
}

static const struct heading *keep_headings(const struct markdown *markdown,
                                           struct arena *keep)
{
    struct heading *kept =
        ARENA_ARRAY(keep, struct heading, markdown->headings.n);
    for (size_t i = 0; i < markdown->headings.n; i++) {
        const struct heading *heading = &markdown->headings.p[i];
        kept[i].level = heading->level;
        kept[i].id = arena_str(keep, heading->id);
        kept[i].title = arena_str(keep, heading->title);
        kept[i].html = arena_str(keep, heading->html);
    }
    return kept;
}

static struct derived *make_derived(const struct post *post,
                                    const struct markdown *markdown,
                                    struct arena *keep)
{
    struct derived *derived = ARENA_NEW(keep, struct derived);
    derived->summary = summary_of(post, markdown, keep);
    derived->has_more = markdown->has_more;
    derived->words = markdown->words;
    derived->minutes = markdown->minutes;
    derived->headings = keep_headings(markdown, keep);
    derived->nheadings = markdown->headings.n;
    return derived;
}

static const struct derived *derive(const struct post *post,
                                    const struct markdown *markdown,
                                    struct arena *keep)
{
    struct derived *derived = make_derived(post, markdown, keep);
    if (post->kept) {
        derived->content = arena_str(keep, markdown->html);
    }
    const struct derived *first = NULL;
    if (atomic_compare_exchange_strong(post->derived, &first, derived)) {
        return derived;
    }
    return first;
}

/* Renders the body and publishes what others need of it. */
static const struct derived *render_and_derive(const struct post *post,
                                               struct eval *eval)
{
    struct view *view = eval->host;
    struct markdown markdown = {0};
    render(post, eval, &markdown);
    view->rendered = post;
    view->content = markdown.html;
    const struct derived *derived = atomic_load(post->derived);
    return derived ? derived : derive(post, &markdown, view->keep);
}

str body_content(const struct post *post, struct eval *eval)
{
    const struct view *view = eval->host;
    if (view->computing) {
        refuse(post, eval);
        return (str){NULL, 0};
    }
    if (view->rendered == post) {
        return view->content;
    }
    const struct derived *derived = atomic_load(post->derived);
    if (derived && derived->content.p) {
        return derived->content;
    }
    render_and_derive(post, eval);
    return view->content;
}

static const struct derived none;

const struct derived *body_derive(const struct post *post, struct eval *eval)
{
    const struct view *view = eval->host;
    if (view->computing) {
        refuse(post, eval);
        return &none;
    }
    const struct derived *derived = atomic_load(post->derived);
    return derived ? derived : render_and_derive(post, eval);
}

const struct derived *body_measure(const struct post *post, struct eval *eval)
{
    const struct view *view = eval->host;
    const struct derived *derived = atomic_load(post->derived);
    if (derived || !view->computing) {
        return derived ? derived : render_and_derive(post, eval);
    }
    struct markdown markdown = {0};
    render(post, eval, &markdown);
    return make_derived(post, &markdown, eval->arena);
}
