/* SPDX-License-Identifier: MIT */
/* Posts and pages, as templates see them. */
#include <stdlib.h>
#include <string.h>

#include "base/memory/buf.h"
#include "files/path.h"
#include "images/picture_store.h"
#include "markdown/markdown.h"
#include "site/entry.h"
#include "site/site_keys.h"
#include "site/view/body.h"
#include "site/view/links.h"
#include "site/view/question.h"
#include "site/view/recipe_facts.h"
#include "site/view/view_class.h"
#include "site/view/view_recipe.h"
#include "text/url.h"

/* FROM_TEXT attributes depend on more than the text, but the body's step covers
 * that: body_input_hash has `summary`, `toc` and the address, and the trace has
 * the rest.
 *
 * FROM_FRONT alone is for attributes that no other file can change. The address
 * and what follows from it is none of these: slug_date_keep compares posts with
 * the same slug, and a folder may have an index.md. */
#define POST(X)                                                                \
    X(post, title, FROM_FRONT, value_string(self->title))                      \
    X(post, url, FROM_FRONT | FROM_ORDER, value_string(self->address.url))     \
    X(post, date, FROM_FRONT,                                                  \
      self->has_date ? value_date(self->date) : value_undefined())             \
    X(post, summary, FROM_TEXT, value_markup(body_derive(self, ctx)->summary)) \
    X(post, content, FROM_TEXT, post_content(self, ctx))                       \
    /* 404 by its address. */                                                  \
    X(post, kind, FROM_FRONT | FROM_ORDER, view_kind(self->kind))              \
    X(post, permalink, FROM_FRONT | FROM_ORDER,                                \
      value_string(self->address.permalink))                                   \
    X(post, lang, FROM_FRONT, value_string(self->lang))                        \
    X(post, description, FROM_FRONT, value_string(self->front->description))   \
    X(post, noindex, FROM_FRONT, value_bool(self->front->noindex))             \
    X(post, path, FROM_FRONT, value_string(self->file->path))                  \
    X(post, edit_url, FROM_FRONT, post_edit_url(self, ctx))                    \
    X(post, slug, FROM_FRONT | FROM_ORDER, value_string(self->slug))           \
    X(post, updated, FROM_FRONT | FROM_GIT,                                    \
      self->front->has_updated ? value_date(self->front->updated)              \
                               : value_undefined())                            \
    /* So may its bundle's index.md and data beside it say; and a page at      \
     * /404.html is unlisted. */                                               \
    X(post, draft, FROM_FRONT | FROM_ORDER, value_bool(self->front->draft))    \
    X(post, unlisted, FROM_FRONT | FROM_ORDER,                                 \
      value_bool(self->front->unlisted))                                       \
    /* Whether the site's search finds it. */                                  \
    X(post, search, FROM_FRONT | FROM_ORDER, value_bool(post_searched(self)))  \
    /* A hash of the words that it has there. */                               \
    X(post, search_words, FROM_TEXT,                                           \
      value_int((int64_t)hash64(body_derive(self, ctx)->search)))              \
    X(post, pinned, FROM_FRONT, value_bool(self->front->pinned))               \
    /* The folder's, unless an index.md makes that a bundle. */                \
    X(post, section, FROM_FRONT | FROM_ORDER,                                  \
      view_section_or_undefined(self->section))                                \
    /* Which terms there are as objects, other posts decide. */                \
    X(post, tags, FROM_FRONT | FROM_ORDER, terms_of(self, STR("tags"), ctx))   \
    X(post, categories, FROM_FRONT | FROM_ORDER,                               \
      terms_of(self, STR("categories"), ctx))                                  \
    X(post, series, FROM_FRONT | FROM_ORDER,                                   \
      terms_of(self, STR("series"), ctx))                                      \
    /* All of them but the series: what a page shows of its terms. */          \
    X(post, terms, FROM_FRONT | FROM_ORDER, post_terms(self, ctx))             \
    X(post, taxonomies, FROM_FRONT | FROM_ORDER, post_taxonomies(self, ctx))   \
    X(post, series_part, FROM_FRONT | FROM_LISTS,                              \
      self->series_part ? value_int((int64_t)self->series_part)                \
                        : value_undefined())                                   \
    X(post, series_posts, FROM_FRONT | FROM_LISTS,                             \
      post_series_posts(self, ctx))                                            \
    X(post, series_prev, FROM_FRONT | FROM_LISTS,                              \
      series_neighbour(self, false))                                           \
    X(post, series_next, FROM_FRONT | FROM_LISTS,                              \
      series_neighbour(self, true))                                            \
    X(post, authors, FROM_FRONT, post_authors(self, ctx))                      \
    /* Without the post's own address. */                                      \
    X(post, aliases, FROM_FRONT | FROM_ORDER, post_aliases(self, ctx))         \
    X(post, assets, FROM_FRONT | FROM_ORDER, post_assets(self, ctx))           \
    X(post, images, FROM_FRONT | FROM_ORDER | FROM_FILES,                      \
      post_images(self, ctx))                                                  \
    /* Addresses of posts and of files in content/. What else is asked on the  \
     * way (static/) makes warnings, not addresses. */                         \
    X(post, cover, FROM_FRONT | FROM_ORDER, post_cover(self, ctx))             \
    /* The address of its card. */                                             \
    X(post, card, FROM_FRONT | FROM_ORDER, post_card(self, ctx))               \
    X(post, link, FROM_FRONT | FROM_ORDER, post_link(self, ctx))               \
    X(post, toc, FROM_TEXT, post_toc(self, ctx))                               \
    X(post, headings, FROM_TEXT, post_headings(self, ctx))                     \
    X(post, has_toc, FROM_TEXT, post_has_toc(self, ctx))                       \
    X(post, has_more, FROM_TEXT, value_bool(body_derive(self, ctx)->has_more)) \
    X(post, has_code, FROM_TEXT, value_bool(body_derive(self, ctx)->has_code)) \
    X(post, word_count, FROM_TEXT,                                             \
      value_int((int64_t)body_measure(self, ctx)->words))                      \
    X(post, reading_time, FROM_TEXT, post_reading_time(self, ctx))             \
    X(post, prev, FROM_LISTS, view_post_or_undefined(self->older))             \
    X(post, next, FROM_LISTS, view_post_or_undefined(self->newer))             \
    X(post, translations, FROM_ORDER, post_translations(self, ctx))            \
    /* The list is always the same one. Its members are compared as a list. */ \
    X(post, backlinks, FROM_LINKS, post_backlinks(self, ctx))                  \
    /* Its terms' lists and the order of all posts. No text. */                \
    X(post, related, FROM_FRONT | FROM_TERMS, post_related(self, ctx))         \
    X(post, weight, FROM_FRONT,                                                \
      value_int(frontmatter_uncommon(self->front)->weight))                    \
    /* The address, or the path and the date. */                               \
    X(post, id, FROM_FRONT | FROM_ORDER,                                       \
      value_string(entry_id(view_of(ctx)->site, self, ctx->arena)))            \
    X(post, recipe, FROM_TEXT, post_recipe(self, ctx))                         \
    X(post, recipe_facts, FROM_FRONT,                                          \
      post_has_recipe(self) ? post_recipe_map(self, ctx->arena)                \
                            : value_undefined())                               \
    X(post, extra, FROM_FRONT, self->front->extra)

enum { POST(VIEW_BIT) };

/* params.edit_url with the post's path in place of {path}. */
static value post_edit_url(const struct post *self, struct render_context *ctx)
{
    const struct config *config = &view_of(ctx)->site->config;
    const value *pattern =
        dict_get_str(config->params.as.dict, STR("edit_url"));
    if (!pattern || pattern->kind != VALUE_STRING) {
        return value_string(STR(""));
    }
    str hole = STR("{path}");
    str rest = value_str(*pattern);
    struct buf out = {0};
    for (size_t i = str_find(rest, hole); i != STR_NONE;
         i = str_find(rest, hole)) {
        buf_put(&out, str_sub(rest, 0, i));
        url_put_encoded(self->file->path, "/-._~", &out);
        rest = str_from_offset(rest, i + hole.n);
    }
    buf_put(&out, rest);
    return value_string(buf_move(&out, ctx->arena));
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

static const str built_in[] = {STR_INIT("categories"), STR_INIT("tags"),
                               STR_INIT("series")};
enum { BUILT_IN = sizeof built_in / sizeof *built_in };

/* Categories, tags, then those of the site's own taxonomies in place of the
 * series. */
static value post_terms(const struct post *self, struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t which = 0; which < BUILT_IN; which++) {
        for (size_t i = 0; i < self->terms.n; i++) {
            const struct term *term = self->terms.p[i];
            str name = term->taxonomy->as.name;
            bool shown = which < BUILT_IN - 1
                             ? str_eq(name, built_in[which])
                             : !str_is_one_of(name, built_in, BUILT_IN);
            if (shown) {
                list_push(list.as.list, ctx->arena,
                          value_object(&term->as.object));
            }
        }
    }
    return list;
}

/* A list for each taxonomy, an empty one too. */
static value post_taxonomies(const struct post *self,
                             struct render_context *ctx)
{
    value lists = value_dict(ctx->arena);
    const struct config *config = &view_of(ctx)->site->config;
    for (size_t i = 0; i < config->taxonomies.n + BUILT_IN; i++) {
        str name =
            i < BUILT_IN ? built_in[i] : config->taxonomies.p[i - BUILT_IN];
        if (!dict_get_str(lists.as.dict, name)) {
            dict_set(lists.as.dict, ctx->arena, value_string(name),
                     terms_of(self, name, ctx));
        }
    }
    return lists;
}

static value post_aliases(const struct post *self, struct render_context *ctx)
{
    const struct text_list *aliases = &self->front->aliases;
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < aliases->n; i++) {
        list_push(list.as.list, ctx->arena, value_string(aliases->p[i].text));
    }
    return list;
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

static value post_series_posts(const struct post *self,
                               struct render_context *ctx)
{
    const struct term *term = series_of(self);
    return term ? view_posts(&term->parts) : value_list(ctx->arena);
}

/* The part before or after it in its series. */
static value series_neighbour(const struct post *post, bool next)
{
    const struct term *term = series_of(post);
    size_t at = post->series_part - 1;
    bool there = term && (next ? at + 1 < term->parts.n : at > 0);
    return view_post_or_undefined(there ? term->parts.p[next ? at + 1 : at - 1]
                                        : NULL);
}

static value post_authors(const struct post *self, struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < self->front->authors.n; i++) {
        list_push(list.as.list, ctx->arena,
                  view_author(ctx, self->front->authors.p[i].text));
    }
    return list;
}

struct asset_picture {
    const struct asset *asset;
    const struct picture_facts *known;
};

/* Addresses of the files of the post's bundle. */
static value post_assets(const struct post *self, struct render_context *ctx)
{
    value list = value_list(ctx->arena);
    for (const struct asset *asset = self->assets; asset; asset = asset->next) {
        list_push(list.as.list, ctx->arena, value_string(asset->address.url));
    }
    return list;
}

static int compare_taken(const void *a, const void *b)
{
    const struct asset_picture *left = a;
    const struct asset_picture *right = b;
    str x = left->known->details.texts[TEXT_TAKEN];
    str y = right->known->details.texts[TEXT_TAKEN];
    int order = x.n && y.n ? str_cmp(x, y) : (int)(y.n > 0) - (int)(x.n > 0);
    return order ? order
                 : str_cmp(left->asset->file->path, right->asset->file->path);
}

static value picture_value(const struct asset_picture *picture, bool with_place,
                           struct arena *arena)
{
    static const char *const names[] = {[TEXT_TAKEN] = "taken",
                                        [TEXT_CAMERA] = "camera",
                                        [TEXT_LENS] = "lens",
                                        [TEXT_CAPTION] = "caption"};
    const struct picture_facts *known = picture->known;
    value v = value_dict(arena);
    struct dict *dict = v.as.dict;
    dict_put(dict, arena, "url", value_string(picture->asset->address.url));
    dict_put(dict, arena, "name",
             value_string(path_base(picture->asset->file->path)));
    dict_put(dict, arena, "width", value_int(known->header.width));
    dict_put(dict, arena, "height", value_int(known->header.height));
    for (size_t i = 0; i < PICTURE_TEXTS; i++) {
        dict_put(dict, arena, names[i], value_string(known->details.texts[i]));
    }
    if (with_place && known->details.has_place) {
        value place = value_dict(arena);
        dict_put(place.as.dict, arena, "lat",
                 value_float(known->details.latitude / 1e6));
        dict_put(place.as.dict, arena, "lon",
                 value_float(known->details.longitude / 1e6));
        dict_put(dict, arena, "place", place);
    }
    return v;
}

/* Pictures of the post's bundle, by the time they were taken, then by name. */
static value post_images(const struct post *self, struct render_context *ctx)
{
    const struct site *site = view_of(ctx)->site;
    struct picture_store *store = site->options.pictures;
    VEC(struct asset_picture) found = {0};
    value list = value_list(ctx->arena);
    for (const struct asset *asset = self->assets; asset && store;
         asset = asset->next) {
        const struct picture_facts *known =
            picture_store_look(store, asset->file->source, &asset->file->stat);
        if (!known->error && known->header.width) {
            *VEC_PUSH(&found, ctx->arena) =
                (struct asset_picture){asset, known};
        }
    }
    VEC_SORT(&found, compare_taken);
    for (size_t i = 0; i < found.n; i++) {
        list_push(
            list.as.list, ctx->arena,
            picture_value(&found.p[i], site->config.images.place, ctx->arena));
    }
    return list;
}

/* An address of the front matter. A warning of it names a line of the post's
 * file or of an _index.md, so it is out of date after any change of that file.
 */
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

static value post_cover(const struct post *self, struct render_context *ctx)
{
    const struct frontmatter_cover *cover =
        &frontmatter_uncommon(self->front)->cover;
    if (!cover->image.n) {
        return value_undefined();
    }
    const struct site *site = view_of(ctx)->site;
    if (!site->config.markdown.raw_html &&
        markdown_is_dangerous(cover->image, true)) {
        return value_undefined();
    }
    value v = value_dict(ctx->arena);
    str image = own_address(self, cover->image, true, cover->at, ctx);
    dict_put(v.as.dict, ctx->arena, "image", value_string(image));
    dict_put(v.as.dict, ctx->arena, "alt", value_string(cover->alt));
    dict_put(v.as.dict, ctx->arena, "caption", value_string(cover->caption));
    return v;
}

static value post_card(const struct post *self, struct render_context *ctx)
{
    const struct site *site = view_of(ctx)->site;
    if (!post_has_card(site, self)) {
        return value_undefined();
    }
    str path = arena_concat(ctx->arena, path_dir(self->address.file),
                            STR("/" CARD_FILE));
    return value_string(address_make(ctx->arena, &site->config, path).url);
}

static value post_link(const struct post *self, struct render_context *ctx)
{
    const struct site *site = view_of(ctx)->site;
    str link = frontmatter_uncommon(self->front)->link;
    bool trusted = site->config.markdown.raw_html;
    if (link.n == 0 || (!trusted && markdown_is_dangerous(link, false))) {
        return value_string(STR(""));
    }
    return value_string(own_address(
        self, link, false, frontmatter_uncommon(self->front)->link_at, ctx));
}

static value post_content(const struct post *self, struct render_context *ctx)
{
    if (view_of(ctx)->hashing) {
        return value_int((int64_t)body_derive(self, ctx)->content_hash);
    }
    return value_markup(body_content(self, ctx));
}

static value heading_value(const struct heading *heading, value children,
                           struct arena *arena)
{
    value v = value_dict(arena);
    struct dict *dict = v.as.dict;
    dict_put(dict, arena, "id", value_string(heading->id));
    dict_put(dict, arena, "title", value_string(heading->title));
    dict_put(dict, arena, "level", value_int(heading->level));
    dict_put(dict, arena, "children", children);
    return v;
}

static const struct derived_parts *measured_parts(const struct post *post,
                                                  struct render_context *ctx)
{
    return body_parts(NULL, body_measure(post, ctx), ctx->arena);
}

static value post_headings(const struct post *self, struct render_context *ctx)
{
    const struct derived_parts *parts = measured_parts(self, ctx);
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
static value post_toc(const struct post *self, struct render_context *ctx)
{
    const struct derived_parts *parts = measured_parts(self, ctx);
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
static value post_has_toc(const struct post *self, struct render_context *ctx)
{
    enum { FEW = 3 };
    if (self->front->has_toc) {
        body_show(self, ctx);
        return value_bool(self->front->toc);
    }
    return value_bool(measured_parts(self, ctx)->nheadings > FEW);
}

static value post_reading_time(const struct post *self,
                               struct render_context *ctx)
{
    size_t minutes = body_measure(self, ctx)->minutes;
    return value_int(minutes ? (int64_t)minutes : 1);
}

static value post_backlinks(const struct post *self, struct render_context *ctx)
{
    if (view_of(ctx)->computing) {
        body_refuse(self, ctx);
        return value_list(ctx->arena);
    }
    struct view_doubts *doubts = &view_of(ctx)->shared->doubts;
    if (!doubts->has_backlinks) { /* the page will be made again */
        atomic_store(&doubts->wants_backlinks, true);
        return value_list(ctx->arena);
    }
    return view_posts(&self->backlinks);
}

/* The same post in the other languages. */
static value post_translations(const struct post *self,
                               struct render_context *ctx)
{
    const struct posts *all = self->translations;
    return all ? view_objects(ctx, all->p, all->n, self)
               : value_list(ctx->arena);
}

/* Found when a template asks, as most do not. The search reads the lists of
 * several terms, so a page that shows its result has that result's hash too. */
static value post_related(const struct post *self, struct render_context *ctx)
{
    struct view *view = ctx->host;
    const struct post *found[RELATED_SHOWN];
    size_t n = related_find(&view->related, self->site, self, RELATED_SHOWN,
                            found, view->keep);
    value list = view_objects(ctx, found, n, NULL);
    if (view->recorder && !view->hashing && self->object.number) {
        recorder_hash(view->recorder, self->object.number, post_bit_related,
                      value_hash(list, view->site->objects));
    }
    return list;
}

VIEW_CLASS(post, "a page", POST)

struct gate view_read_url(struct recorder *recorder, const struct post *post)
{
    uint64_t url = UINT64_C(1) << post_bit_url;
    recorder_note(recorder, post->object.number, url);
    return gate_read(recorder, post->object.number, url);
}

void view_init_post(struct post *post)
{
    post->object.class = &post_class.base;
    view_init_posts(&post->backlinks);
}
