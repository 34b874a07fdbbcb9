/* SPDX-License-Identifier: MIT */
#include "site/view/picture_html.h"

#include "base/hash.h"
#include "base/memory/buf.h"
#include "files/path.h"
#include "site/names/file_names.h"
#include "site/pictures.h"
#include "site/view/question.h"
#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_escape.h"
#include "text/html_token.h"
#include "text/splice.h"
#include "text/url.h"

struct pass {
    const struct view *view;
    const struct site *site;
    struct arena *arena;
    str html;
    struct splices changes;
    bool page;  /* html is a whole page: no other pass follows */
    bool first; /* the first picture of a page is still to come */
    bool ours;  /* the <picture> is not the author's own */
};

/* The path of a file of this site, below its root; p == NULL: it is no such
 * address. */
static str path_of(const struct pass *pass, str src)
{
    str path;
    str tail;
    url_split(html_decode(pass->arena, src), &path, &tail);
    path = picture_below_root(pass->site, path);
    bool rooted = str_starts(path, STR("/")) && !str_starts(path, STR("//"));
    return rooted && !tail.n ? url_decode(pass->arena, str_from_offset(path, 1))
                             : (str){NULL, 0};
}

static struct picture_options options_of(const struct pass *pass,
                                         const struct html_token *img)
{
    struct picture_options options = {
        .width = html_pixels(html_token_value(img, STR("width")))};
    uint32_t column = (uint32_t)pass->site->config.images.width;
    options.width = options.width < column ? options.width : 0;
    picture_options_crop(&options, html_token_value(img, STR("crop")),
                         html_token_value(img, STR("focus")));
    return options;
}

static bool ask(const struct pass *pass, str question, struct picture_set *set)
{
    uint64_t *answer =
        question_open(pass->view->recorder, pass->site, ASK_PICTURE, question);
    struct gate gate = gate_asked(pass->view->recorder, ASK_PICTURE, question);
    bool there = picture_set_make(pass->site, pass->view->shared->files,
                                  question, pass->arena, set);
    if (answer) {
        *answer = there ? picture_set_hash(set) : 0;
    }
    if (there && set->facts->error) {
        atomic_store(&pass->view->shared->doubts.input_changed,
                     &set->facts->file);
    }
    gate_restore(gate);
    return there;
}

bool picture_find(const struct view *view, str address,
                  const struct picture_options *options, struct arena *arena,
                  struct picture_set *set)
{
    struct pass pass = {.view = view, .site = view->site, .arena = arena};
    str path = path_of(&pass, address);
    path = path.n ? path : address;
    return ask(&pass, picture_question(path, options, arena), set);
}

/* --- writing --- */

str picture_srcset(const struct site *site, const struct picture_set *set,
                   struct arena *arena)
{
    struct buf out = {0};
    for (size_t i = 0; i + set->has_source < set->n; i++) {
        struct address address =
            address_make(arena, &site->config, set->forms[i].name);
        buf_printf(&out, "%s%.*s %uw", i > 0 ? ", " : "", STR_ARG(address.url),
                   (unsigned)set->forms[i].width);
    }
    return buf_move(&out, arena);
}

/* On a telephone the column has margins of about a tenth. */
static void put_source(const struct pass *pass, const struct picture_set *set,
                       struct buf *out)
{
    uint32_t shown =
        set->shown < set->crop.width ? set->shown : set->crop.width;
    buf_put(out, STR("<source type=\"image/webp\" srcset=\""));
    html_escape(picture_srcset(pass->site, set, pass->arena), out);
    buf_printf(out, "\" sizes=\"%s(max-width: %upx) 90vw, %upx\">",
               pass->first ? "" : "auto, ", (unsigned)shown, (unsigned)shown);
}

/* Attributes that are written again, or are options. */
static bool is_ours(str name, bool first)
{
    return str_is_word_of(name, STR("src crop focus width height decoding")) ||
           (first && str_eq_nocase(name, STR("loading")));
}

/* The sides that the author chose count, and a part keeps its proportions. */
static void put_size(const struct html_token *img,
                     const struct picture_set *set, bool cropped,
                     struct buf *out)
{
    const struct picture_crop *crop = &set->crop;
    struct picture_crop turned = {.width = crop->height, .height = crop->width};
    str chosen = html_token_value(img, STR("width"));
    uint32_t width = html_pixels(chosen);
    uint32_t height = html_pixels(html_token_value(img, STR("height")));
    if (str_ends(chosen, STR("%"))) {
        buf_printf(out, " width=\"%.*s\"", STR_ARG(chosen));
        return;
    }
    if (!width) {
        width = height ? picture_height(&turned, height) : crop->width;
    }
    if (cropped && width > crop->width) {
        width = crop->width;
    }
    if (cropped || !height) {
        height = picture_height(crop, width);
    }
    buf_printf(out, " width=\"%u\" height=\"%u\"", (unsigned)width,
               (unsigned)height);
}

/* Of the first picture, unless its author gave it one. */
static str priority(const struct html_token *img)
{
    return html_token_attr(img, STR("fetchpriority"))
               ? STR("")
               : STR(" fetchpriority=\"high\"");
}

static void put_picture(const struct pass *pass, const struct html_token *img,
                        const struct picture_set *set, bool cropped,
                        struct buf *out)
{
    bool first = pass->first;
    buf_put(out, STR("<picture>"));
    put_source(pass, set, out);
    buf_put(out, STR("<img "));
    if (set->has_source) {
        str name = set->forms[set->n - 1].name;
        buf_put(out, STR("src=\""));
        html_escape(address_make(pass->arena, &pass->site->config, name).url,
                    out);
        buf_putc(out, '"');
    } else {
        buf_put(out, html_token_attr(img, STR("src"))->whole);
    }
    bool lazy = false;
    for (size_t i = 0; i < img->nattrs; i++) {
        if (!is_ours(img->attrs[i].name, first)) {
            buf_putc(out, ' ');
            buf_put(out, img->attrs[i].whole);
            lazy = lazy || str_eq_nocase(img->attrs[i].name, STR("loading"));
        }
    }
    put_size(img, set, cropped, out);
    buf_put(out, first  ? priority(img)
                 : lazy ? STR("")
                        : STR(" loading=\"lazy\""));
    buf_put(out, STR("></picture>"));
}

/* The attributes of an image that keeps its file. `original` is for the last
 * pass. */
static void drop_options(struct pass *pass, const struct html_token *img)
{
    for (size_t i = 0; i < img->nattrs; i++) {
        const struct html_attr *attr = &img->attrs[i];
        if (str_is_word_of(attr->name, STR("crop focus")) ||
            (pass->page && str_eq_nocase(attr->name, STR("original")))) {
            size_t at = (size_t)(attr->whole.p - pass->html.p);
            size_t space = at > 0 && is_space(pass->html.p[at - 1]);
            splice_add(&pass->changes, pass->arena, at - space,
                       attr->whole.n + space, STR(""));
        }
    }
}

static void take_image(struct pass *pass, const struct html_token *img)
{
    struct picture_set set;
    str path = path_of(pass, html_token_value(img, STR("src")));
    size_t dot = path.n - path_ext(path).n;
    if (!path.n || !picture_ending(path, dot) ||
        html_token_attr(img, STR("srcset")) ||
        html_token_attr(img, STR("original"))) {
        drop_options(pass, img);
        return;
    }
    struct picture_options options = options_of(pass, img);
    str question = picture_question(path, &options, pass->arena);
    if (ask(pass, question, &set) && set.n) {
        struct buf out = {0};
        put_picture(pass, img, &set, options.crop_x && options.crop_y, &out);
        splice_add(&pass->changes, pass->arena, img->at - img->body.n,
                   img->body.n, buf_move(&out, pass->arena));
        pass->first = false;
    } else {
        drop_options(pass, img);
    }
}

/* --- pictures that are made already: the first of a page is loaded at once ---
 */

static bool replace(struct pass *pass, const struct html_token *token, str what,
                    str instead)
{
    size_t at = str_find(token->body, what);
    if (at != STR_NONE) {
        splice_add(&pass->changes, pass->arena, token->at - token->body.n + at,
                   what.n, instead);
    }
    return at != STR_NONE;
}

static void hasten(struct pass *pass, const struct html_token *token)
{
    if (html_token_is(token, STR("source"))) {
        pass->ours =
            replace(pass, token, STR("sizes=\"auto, ("), STR("sizes=\"("));
    } else if (html_token_is(token, STR("img"))) {
        pass->first = false;
        if (pass->ours) {
            replace(pass, token, STR(" loading=\"lazy\""), priority(token));
        }
    }
}

str picture_html(const struct view *view, const struct site *site, str html,
                 bool page, struct arena *arena)
{
    struct pass pass = {.view = view,
                        .site = site,
                        .arena = arena,
                        .html = html,
                        .page = page,
                        .first = page};
    struct html_token token;
    size_t deep = 0;
    if (!site->options.pictures || (str_find(html, STR("<img")) == STR_NONE &&
                                    str_find(html, STR("<IMG")) == STR_NONE)) {
        return html;
    }
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        bool picture = html_token_is(&token, STR("picture"));
        if (token.kind == HTML_END && picture && deep) {
            deep--;
        }
        if (token.kind != HTML_START) {
            continue;
        }
        deep += picture;
        if (deep && pass.first) {
            hasten(&pass, &token);
        } else if (!deep && html_token_is(&token, STR("img"))) {
            take_image(&pass, &token);
        }
    }
    if (pass.changes.list.n) {
        splice_apply(&pass.changes, html, arena, &html);
    }
    return html;
}
