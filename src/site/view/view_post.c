/* SPDX-License-Identifier: MIT */
/* Posts and pages, as templates see them. */
#include <string.h>

#include "base/memory/buf.h"
#include "markdown/markdown.h"
#include "site/entry.h"
#include "site/view/body.h"
#include "site/view/links.h"
#include "site/view/question.h"
#include "site/view/value_hash.h"
#include "site/view/view_class.h"
#include "site/view/view_shared.h"
#include "text/url.h"

#define SELF ((const struct post *)self)

static value text(str s)
{
    return value_string(s);
}

static value post_kind(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->kind == PAGE_POST  ? STR("post")
                : SELF->kind == PAGE_404 ? STR("404")
                                         : STR("page"));
}

static value post_title(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->title);
}

static value post_url(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address.url);
}

static value post_permalink(const struct object *self,
                            struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->address.permalink);
}

static value post_lang(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->lang);
}

static value post_description(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->front->description);
}

static value post_noindex(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return value_bool(SELF->front->noindex);
}

static value post_path(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->file->path);
}

/* Every byte that an address could take for something else. */
static void put_encoded(str path, struct buf *out)
{
    for (size_t i = 0; i < path.n; i++) {
        char c = path.p[i];
        if (is_alnum(c) || (c && strchr("/-._~", c))) {
            buf_putc(out, c);
        } else {
            buf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
        }
    }
}

/* params.edit_url with the post's path in place of {path}. */
static value post_edit_url(const struct object *self,
                           struct render_context *ctx)
{
    const struct config *config = &view_of(ctx)->site->config;
    const value *pattern =
        dict_get_str(config->params.as.dict, STR("edit_url"));
    if (!pattern || pattern->kind != VALUE_STRING) {
        return text(STR(""));
    }
    str hole = STR("{path}");
    str rest = value_str(*pattern);
    struct buf out = {0};
    for (size_t i = str_find(rest, hole); i != STR_NONE;
         i = str_find(rest, hole)) {
        buf_put(&out, str_sub(rest, 0, i));
        put_encoded(SELF->file->path, &out);
        rest = str_from_offset(rest, i + hole.n);
    }
    buf_put(&out, rest);
    value v = text(arena_str(ctx->arena, buf_str(&out)));
    buf_free(&out);
    return v;
}

static value post_slug(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return text(SELF->slug);
}

static value post_date(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return SELF->has_date ? value_date(SELF->date) : value_undefined();
}

static value post_updated(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return SELF->front->has_updated ? value_date(SELF->front->updated)
                                    : value_undefined();
}

static value post_draft(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return value_bool(SELF->front->draft);
}

static value post_unlisted(const struct object *self,
                           struct render_context *ctx)
{
    (void)ctx;
    return value_bool(SELF->front->unlisted);
}

static value post_pinned(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return value_bool(SELF->front->pinned);
}

static value post_section(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return view_section_or_undefined(SELF->section);
}

static value terms_of(const struct post *post, str taxonomy,
                      struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < post->terms.n; i++) {
        const struct term *term = post->terms.p[i];
        if (str_eq(term->taxonomy->as.name, taxonomy)) {
            list_push(list.as.list, ctx->arena, value_object(&term->as.object));
        }
    }
    return list;
}

static value post_tags(const struct object *self, struct render_context *ctx)
{
    return terms_of(SELF, STR("tags"), ctx);
}

static value post_categories(const struct object *self,
                             struct render_context *ctx)
{
    return terms_of(SELF, STR("categories"), ctx);
}

static value post_series(const struct object *self, struct render_context *ctx)
{
    return terms_of(SELF, STR("series"), ctx);
}

static value texts(const struct text_list *list, struct render_context *ctx)
{
    value v = value_list(ctx->arena);
    for (size_t i = 0; i < list->n; i++) {
        list_push(v.as.list, ctx->arena, text(list->p[i].text));
    }
    return v;
}

/* The first term of the series, or NULL: a post is in one. */
static const struct term *series_of(const struct post *post)
{
    for (size_t i = 0; i < post->terms.n && post->series_part; i++) {
        const struct term *term = post->terms.p[i];
        if (str_eq(term->taxonomy->as.name, STR("series"))) {
            return term;
        }
    }
    return NULL;
}

static value post_series_part(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return SELF->series_part ? value_int((int64_t)SELF->series_part)
                             : value_undefined();
}

static value post_series_posts(const struct object *self,
                               struct render_context *ctx)
{
    const struct term *term = series_of(SELF);
    return term ? view_posts(&term->parts) : value_list(ctx->arena);
}

/* The part before or behind it in its series. */
static value series_neighbour(const struct post *post, bool next)
{
    const struct term *term = series_of(post);
    size_t at = post->series_part - 1;
    bool there = term && (next ? at + 1 < term->parts.n : at > 0);
    return view_post_or_undefined(there ? term->parts.p[next ? at + 1 : at - 1]
                                        : NULL);
}

static value post_series_prev(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return series_neighbour(SELF, false);
}

static value post_series_next(const struct object *self,
                              struct render_context *ctx)
{
    (void)ctx;
    return series_neighbour(SELF, true);
}

static value post_authors(const struct object *self, struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < SELF->front->authors.n; i++) {
        list_push(list.as.list, ctx->arena,
                  view_author(ctx, SELF->front->authors.p[i].text));
    }
    return list;
}

static value post_aliases(const struct object *self, struct render_context *ctx)
{
    return texts(&SELF->front->aliases, ctx);
}

/* Addresses of the files of the post's bundle. */
static value post_assets(const struct object *self, struct render_context *ctx)
{
    const struct site *site = view_of(ctx)->site;
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < site->assets.n; i++) {
        if (site->assets.p[i].post == SELF) {
            list_push(list.as.list, ctx->arena,
                      text(site->assets.p[i].address.url));
        }
    }
    return list;
}

static void set(value dict, const char *name, str s, struct arena *arena)
{
    dict_set(dict.as.dict, arena, text(str_from(name)), text(s));
}

/* An address of the front matter. What is said of it stands at a line of the
 * post's file or of an _index.md, which any change of that file may move. */
static str own_address(const struct post *post, str dest, bool image, span at,
                       struct render_context *ctx)
{
    const struct view *view = view_of(ctx);
    struct links links = {view->site, post, ctx->diags, NULL, view};
    size_t before = ctx->diags->list.n;
    str address = links_resolve(&links, dest, image, at, ctx->arena);
    if (ctx->diags->list.n > before && at.source) {
        str content = STR("content/");
        question_ask(view, view->site, ASK_TEXT,
                     str_from_offset(at.source->name, content.n));
    }
    return url_encode(ctx->arena, address);
}

static value post_cover(const struct object *self, struct render_context *ctx)
{
    const struct frontmatter_cover *cover =
        &frontmatter_rare(SELF->front)->cover;
    if (!cover->image.n) {
        return value_undefined();
    }
    const struct site *site = view_of(ctx)->site;
    if (!site->config.markdown.raw_html &&
        markdown_is_dangerous(cover->image, true)) {
        return value_undefined();
    }
    value v = value_dict(ctx->arena);
    set(v, "image", own_address(SELF, cover->image, true, cover->at, ctx),
        ctx->arena);
    set(v, "alt", cover->alt, ctx->arena);
    set(v, "caption", cover->caption, ctx->arena);
    return v;
}

static value post_link(const struct object *self, struct render_context *ctx)
{
    const struct site *site = view_of(ctx)->site;
    str link = frontmatter_rare(SELF->front)->link;
    bool trusted = site->config.markdown.raw_html;
    if (link.n == 0 || (!trusted && markdown_is_dangerous(link, false))) {
        return text(STR(""));
    }
    return text(own_address(SELF, link, false,
                            frontmatter_rare(SELF->front)->link_at, ctx));
}

static value post_summary(const struct object *self, struct render_context *ctx)
{
    return value_markup(body_derive(SELF, ctx)->summary);
}

static value post_content(const struct object *self, struct render_context *ctx)
{
    if (view_of(ctx)->hashing) {
        return value_int((int64_t)body_derive(SELF, ctx)->content_hash);
    }
    return value_markup(body_content(SELF, ctx));
}

static value heading_value(const struct heading *heading, value children,
                           struct arena *arena)
{
    value v = value_dict(arena);
    struct dict *dict = v.as.dict;
    dict_set(dict, arena, text(STR("id")), text(heading->id));
    dict_set(dict, arena, text(STR("title")), text(heading->title));
    dict_set(dict, arena, text(STR("level")), value_int(heading->level));
    dict_set(dict, arena, text(STR("children")), children);
    return v;
}

static const struct derived_parts *measured_parts(const struct post *post,
                                                  struct render_context *ctx)
{
    return body_parts(body_measure(post, ctx), ctx->arena);
}

static value post_headings(const struct object *self,
                           struct render_context *ctx)
{
    const struct derived_parts *parts = measured_parts(SELF, ctx);
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < parts->nheadings; i++) {
        list_push(list.as.list, ctx->arena,
                  heading_value(&parts->headings[i], value_list(ctx->arena),
                                ctx->arena));
    }
    return list;
}

/* A heading's parent is the nearest one before it of a lower level: the open
 * ones form a stack. */
static value post_toc(const struct object *self, struct render_context *ctx)
{
    const struct derived_parts *parts = measured_parts(SELF, ctx);
    value top = value_list(ctx->arena);
    struct {
        int level;
        struct list *children;
    } open[8] = {{0, top.as.list}};
    size_t depth = 0;
    for (size_t i = 0; i < parts->nheadings; i++) {
        const struct heading *heading = &parts->headings[i];
        while (open[depth].level >= heading->level) {
            depth--;
        }
        value children = value_list(ctx->arena);
        list_push(open[depth].children, ctx->arena,
                  heading_value(heading, children, ctx->arena));
        depth++;
        open[depth].level = heading->level;
        open[depth].children = children.as.list;
    }
    return top;
}

/* Whether the contents are worth showing, unless the author says so. */
static value post_has_toc(const struct object *self, struct render_context *ctx)
{
    enum { FEW = 3 };
    if (SELF->front->has_toc) {
        return value_bool(SELF->front->toc);
    }
    return value_bool(measured_parts(SELF, ctx)->nheadings > FEW);
}

static value post_has_more(const struct object *self,
                           struct render_context *ctx)
{
    return value_bool(body_derive(SELF, ctx)->has_more);
}

static value post_has_code(const struct object *self,
                           struct render_context *ctx)
{
    return value_bool(body_derive(SELF, ctx)->has_code);
}

static value post_word_count(const struct object *self,
                             struct render_context *ctx)
{
    return value_int((int64_t)body_measure(SELF, ctx)->words);
}

static value post_reading_time(const struct object *self,
                               struct render_context *ctx)
{
    size_t minutes = body_measure(SELF, ctx)->minutes;
    return value_int(minutes ? (int64_t)minutes : 1);
}

static value post_next(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return view_post_or_undefined(SELF->newer);
}

static value post_prev(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return view_post_or_undefined(SELF->older);
}

static value post_backlinks(const struct object *self,
                            struct render_context *ctx)
{
    if (view_of(ctx)->computing) {
        body_refuse(SELF, ctx);
        return value_list(ctx->arena);
    }
    struct view_doubts *doubts = &view_of(ctx)->shared->doubts;
    if (!doubts->has_backlinks) { /* the page will be made again */
        atomic_store(&doubts->wants_backlinks, true);
        return value_list(ctx->arena);
    }
    return view_posts(&SELF->backlinks);
}

/* The same post in the other languages. */
static value post_translations(const struct object *self,
                               struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    const struct posts *all = SELF->translations;
    for (size_t i = 0; all && i < all->n; i++) {
        if (all->p[i] != SELF) {
            list_push(list.as.list, ctx->arena,
                      value_object(&all->p[i]->object));
        }
    }
    return list;
}

/* Who finds them goes through the lists of several terms: a page that shows
 * them gives their hash too. */
static void hash_related(const struct object *self, const struct view *view,
                         value related)
{
    if (view->recorder && !view->hashing && self->number) {
        uint64_t bit = fact_bit(self, STR("related"));
        recorder_hash(view->recorder, self->number,
                      (unsigned)__builtin_ctzll(bit),
                      value_hash(related, view->site->objects));
    }
}

/* Made for the page that shows it: most templates do not ask. */
static value post_related(const struct object *self, struct render_context *ctx)
{
    struct view *view = ctx->host;
    const struct post *found[RELATED_SHOWN];
    size_t n = related_find(&view->related, SELF->site, SELF, RELATED_SHOWN,
                            found, view->keep);
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < n; i++) {
        list_push(list.as.list, ctx->arena, value_object(&found[i]->object));
    }
    hash_related(self, view, list);
    return list;
}

static value post_weight(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return value_int(frontmatter_rare(SELF->front)->weight);
}

static value post_id(const struct object *self, struct render_context *ctx)
{
    return text(entry_id(view_of(ctx)->site, SELF, ctx->arena));
}

static value post_recipe(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return frontmatter_rare(SELF->front)->recipe;
}

static value post_extra(const struct object *self, struct render_context *ctx)
{
    (void)ctx;
    return SELF->front->extra;
}

/* What all FROM_TEXT attributes hang on beside the text, the body's step knows:
 * body_input_hash has `summary`, `toc` and the address, the trace the rest.
 *
 * Front matter alone makes what no file beside the post can change: not the
 * address and what follows from it, for slug_date_keep looks at posts with the
 * same slug, and folders may hold an index.md. */
#define POST(X)                                                                \
    X(post, title, FROM_FRONT)                                                 \
    X(post, url, FROM_FRONT | FROM_ORDER)                                      \
    X(post, date, FROM_FRONT)                                                  \
    X(post, summary, FROM_TEXT)                                                \
    X(post, content, FROM_TEXT)                                                \
    /* 404 by its address. */                                                  \
    X(post, kind, FROM_FRONT | FROM_ORDER)                                     \
    X(post, permalink, FROM_FRONT | FROM_ORDER)                                \
    X(post, lang, FROM_FRONT)                                                  \
    X(post, description, FROM_FRONT)                                           \
    X(post, noindex, FROM_FRONT)                                               \
    X(post, path, FROM_FRONT)                                                  \
    X(post, edit_url, FROM_FRONT)                                              \
    X(post, slug, FROM_FRONT | FROM_ORDER)                                     \
    X(post, updated, FROM_FRONT | FROM_GIT)                                    \
    /* So may its bundle's index.md and data beside it say; and a page at      \
     * /404.html is unlisted. */                                               \
    X(post, draft, FROM_FRONT | FROM_ORDER)                                    \
    X(post, unlisted, FROM_FRONT | FROM_ORDER)                                 \
    X(post, pinned, FROM_FRONT)                                                \
    /* The folder's, unless an index.md makes that a bundle. */                \
    X(post, section, FROM_FRONT | FROM_ORDER)                                  \
    /* Which terms there are as objects, other posts decide. */                \
    X(post, tags, FROM_FRONT | FROM_ORDER)                                     \
    X(post, categories, FROM_FRONT | FROM_ORDER)                               \
    X(post, series, FROM_FRONT | FROM_ORDER)                                   \
    X(post, series_part, FROM_FRONT | FROM_LISTS)                              \
    X(post, series_posts, FROM_FRONT | FROM_LISTS)                             \
    X(post, series_prev, FROM_FRONT | FROM_LISTS)                              \
    X(post, series_next, FROM_FRONT | FROM_LISTS)                              \
    X(post, authors, FROM_FRONT)                                               \
    /* Without the post's own address. */                                      \
    X(post, aliases, FROM_FRONT | FROM_ORDER)                                  \
    X(post, assets, FROM_FRONT | FROM_ORDER)                                   \
    /* Addresses of posts and of files in content/. What else is asked on the  \
     * way (static/) makes warnings, not addresses. */                         \
    X(post, cover, FROM_FRONT | FROM_ORDER)                                    \
    X(post, link, FROM_FRONT | FROM_ORDER)                                     \
    X(post, toc, FROM_TEXT)                                                    \
    X(post, headings, FROM_TEXT)                                               \
    X(post, has_toc, FROM_TEXT)                                                \
    X(post, has_more, FROM_TEXT)                                               \
    X(post, has_code, FROM_TEXT)                                               \
    X(post, word_count, FROM_TEXT)                                             \
    X(post, reading_time, FROM_TEXT)                                           \
    X(post, prev, FROM_LISTS)                                                  \
    X(post, next, FROM_LISTS)                                                  \
    X(post, translations, FROM_ORDER)                                          \
    /* The list is always the same one. Its members are compared as a list. */ \
    X(post, backlinks, FROM_LINKS)                                             \
    /* Its terms' lists and the order of all posts. No text. */                \
    X(post, related, FROM_FRONT | FROM_TERMS)                                  \
    X(post, weight, FROM_FRONT)                                                \
    /* The address, or the path and the date. */                               \
    X(post, id, FROM_FRONT | FROM_ORDER)                                       \
    X(post, recipe, FROM_FRONT)                                                \
    X(post, extra, FROM_FRONT)
VIEW_CLASS(post, "a page", POST)

struct gate view_read_url(struct recorder *recorder, const struct post *post)
{
    enum { POST(VIEW_BIT) };
    uint64_t url = UINT64_C(1) << post_bit_url;
    recorder_note(recorder, post->object.number, url);
    return gate_read(recorder, post->object.number, url);
}

void view_init_post(struct post *post)
{
    post->object.class = &post_class.base;
    view_init_posts(&post->backlinks);
}
