/* SPDX-License-Identifier: MIT */
#include "edit/archetype.h"

#include <string.h>

#include "base/memory/buf.h"
#include "data/yaml.h"
#include "edit/front_edit.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "site/config/theme_files.h"
#include "site/view/shortcode_table.h"
#include "site/view/view.h"
#include "steps/asset_hash.h"
#include "steps/functions.h"
#include "steps/template_host.h"

/* A token in the place of a title that YAML would read as something else. */
#define TITLE_TOKEN STR("crumbtitlegoeshere")

struct archetype_ctx {
    const struct archetype *archetype;
    struct arena *arena;
    struct diags *diags;
    struct theme_files theme;
    struct jinja *jinja;
    const struct jinja_template *compiled;
};

/* --- the template --- */

/* The language of the new post. A language's folder uses the archetypes of the
 * main language, and the site in its own. */
static struct language_place language_of(const struct archetype *archetype,
                                         struct arena *arena)
{
    str path = str_from_offset(archetype->file, strlen("content/"));
    return language_place(&archetype->site->content.languages, path,
                          tree_post_ext(path_base(path)), arena);
}

static const struct site *site_of(const struct archetype *archetype,
                                  struct arena *arena)
{
    const struct site *site = archetype->site;
    size_t language = language_of(archetype, arena).language;
    for (size_t i = 0; i < archetype->site->languages.n; i++) {
        if (archetype->site->languages.p[i]->language == language) {
            site = archetype->site->languages.p[i];
        }
    }
    return site;
}

static str find_name(struct archetype_ctx *ctx)
{
    const struct archetype *archetype = ctx->archetype;
    str section = archetype->section;
    if (language_of(archetype, ctx->arena).folder) {
        size_t slash = str_find_char(section, '/');
        section =
            str_from_offset(section, slash == STR_NONE ? section.n : slash + 1);
    }
    for (; section.n; section = path_dir(section)) {
        str name =
            arena_printf(ctx->arena, "archetypes/%.*s.md", STR_ARG(section));
        if (jinja_has(ctx->jinja, name)) {
            return name;
        }
    }
    return STR("archetypes/default.md");
}

static bool render(struct archetype_ctx *ctx, str title, str *text)
{
    const struct archetype *archetype = ctx->archetype;
    struct arena *arena = ctx->arena;
    const struct site *site = site_of(archetype, arena);
    struct dict *context = value_dict(arena).as.dict;
    const struct shortcode_table none = {0};
    struct view_shared shared = {.files = &archetype->plan->files,
                                 .feeds = archetype->plan->home_feeds,
                                 .shortcodes = &none};
    struct template_host host = {.fingerprints = fingerprints_new(
                                     site, archetype->plan, &shared.doubts)};
    view_init(&host.view, site, &shared, arena);
    host.view.lang = site->config.language;
    struct render_context render = {
        .arena = arena, .diags = ctx->diags, .host = &host};
    struct buf out = {0};
    dict_put(context, arena, "title", value_string(title));
    dict_put(context, arena, "slug", value_string(archetype->slug));
    dict_put(context, arena, "date", value_date(archetype->date));
    dict_put(context, arena, "section", value_string(archetype->section));
    dict_put(context, arena, "site", value_object(&site->object));
    bool done = jinja_render(ctx->jinja, ctx->compiled, context, &render, &out);
    if (done && out.n && out.p[out.n - 1] != '\n') {
        buf_putc(&out, '\n');
    }
    *text = buf_move(&out, arena);
    return done;
}

/* --- the title --- */

static str replaced(struct arena *arena, str text, str title)
{
    struct buf out = {0};
    size_t at;
    while ((at = str_find(text, TITLE_TOKEN)) != STR_NONE) {
        buf_put(&out, str_sub(text, 0, at));
        buf_put(&out, title);
        text = str_from_offset(text, at + TITLE_TOKEN.n);
    }
    buf_put(&out, text);
    return buf_move(&out, arena);
}

/* Puts the title in the place of its token: quoted in front matter, unchanged
 * in the text. Returns false if the token is anywhere else in front matter. */
static bool put_title(const struct archetype_ctx *ctx, str text, str *out)
{
    struct arena *arena = ctx->arena;
    str title = ctx->archetype->title;
    struct source source = {.name = ctx->archetype->file, .text = text};
    struct front_edit edit;
    struct diags ignored = {.arena = arena};
    if (!front_edit_open(&edit, &source, arena, &ignored)) {
        return false;
    }
    for (size_t i = 0; edit.dict && i < edit.dict->entries.n; i++) {
        value v = edit.dict->entries.p[i].val;
        if (value_is(v, VALUE_STRING) &&
            str_find(value_str(v), TITLE_TOKEN) != STR_NONE) {
            str whole = replaced(arena, value_str(v), title);
            front_edit_set(&edit, i, yaml_quote(arena, whole));
        }
    }
    str quoted;
    if (!front_edit_finish(&edit, &quoted)) {
        return false;
    }
    size_t body = quoted.n - (text.n - edit.place.body);
    if (str_find(str_sub(quoted, 0, body), TITLE_TOKEN) != STR_NONE) {
        return false;
    }
    *out = arena_concat(arena, str_sub(quoted, 0, body),
                        replaced(arena, str_from_offset(quoted, body), title));
    return true;
}

/* --- the check of the result --- */

/* Whether the token is left in the text; a filter may have changed its case. */
static bool has_token(str text)
{
    for (size_t i = 0; i + TITLE_TOKEN.n <= text.n; i++) {
        if (str_eq_nocase(str_sub(text, i, TITLE_TOKEN.n), TITLE_TOKEN)) {
            return true;
        }
    }
    return false;
}

static bool read_front(const struct archetype_ctx *ctx,
                       const struct source *source, struct diags *diags,
                       struct frontmatter *front)
{
    struct frontmatter_place place;
    return frontmatter_split(source, diags, &place) &&
           frontmatter_read(source, &place, &ctx->archetype->site->config,
                            ctx->arena, diags, front);
}

/* Whether the front matter has the title. A quoted title is what the archetype
 * wants, even if it differs. */
static bool is_meant(const struct archetype_ctx *ctx,
                     const struct frontmatter *front)
{
    str raw = span_text(front->title_at);
    return !front->title.n || str_starts(raw, STR("\"")) ||
           str_starts(raw, STR("'")) ||
           str_eq(front->title, ctx->archetype->title);
}

/* Whether the text is a post; safe: with any title. */
static bool check_post(const struct archetype_ctx *ctx, str text, bool safe)
{
    struct source source = {.name = ctx->archetype->file, .text = text};
    struct frontmatter front;
    struct diags *diags = ctx->diags;
    size_t before = diags->list.n;
    bool ok = read_front(ctx, &source, diags, &front);
    if (ok && !safe && !is_meant(ctx, &front)) {
        struct diag *diag =
            diag_error(diags, front.title_at, "yaml",
                       "the title came out as \"%.*s\"", STR_ARG(front.title));
        diag_hint(diag, "write title: {{ title | tojson }} in the archetype");
        ok = false;
    }
    for (size_t i = before; i < diags->list.n; i++) {
        diag_in(diags->list.p[i], span_of(jinja_source(ctx->compiled), 0, 0));
    }
    return ok;
}

/* Renders with the token. False: nothing was reported. */
static bool make_quoted(struct archetype_ctx *ctx, str *text)
{
    struct frontmatter front;
    str rendered;
    struct diags ignored = {.arena = ctx->arena};
    struct archetype_ctx quiet = *ctx;
    quiet.diags = &ignored;
    if (!render(&quiet, TITLE_TOKEN, &rendered) ||
        !put_title(ctx, rendered, text) || has_token(*text)) {
        return false;
    }
    struct source source = {.name = ctx->archetype->file, .text = *text};
    return read_front(ctx, &source, &ignored, &front) &&
           (!front.title.n || str_eq(front.title, ctx->archetype->title));
}

bool archetype_render(const struct archetype *archetype, struct arena *arena,
                      struct diags *diags, str *name, str *text)
{
    struct archetype_ctx ctx = {
        .archetype = archetype, .arena = arena, .diags = diags};
    struct jinja_options settings = {.undefined = JINJA_ERROR,
                                     .keep_trailing_newline = true};
    struct source asked = {.name = archetype->file, .text = STR("")};
    theme_files_of_site(&ctx.theme, &archetype->site->config, arena);
    ctx.jinja = jinja_new(arena, settings, theme_files_host(&ctx.theme));
    functions_add(ctx.jinja);
    jinja_add_global(ctx.jinja, STR("data"),
                     value_object(&archetype->site->data->object));
    *name = find_name(&ctx);
    ctx.compiled = jinja_get(ctx.jinja, *name, span_of(&asked, 0, 0), diags);
    str title = archetype->title;
    bool safe = str_eq(yaml_quote(arena, title), title);
    bool done = ctx.compiled &&
                ((!safe && make_quoted(&ctx, text)) ||
                 (render(&ctx, title, text) && check_post(&ctx, *text, safe)));
    jinja_free(ctx.jinja);
    return done;
}
