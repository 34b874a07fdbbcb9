/* SPDX-License-Identifier: MIT */
#include "site/organise/page_address.h"

#include "base/memory/buf.h"
#include "site/config/schema.h"
#include "site/content/post.h"
#include "text/slug.h"

/* "baking/rye-bread": each as part of an address. */
static void put_categories(struct arena *arena, const struct post *post,
                           struct buf *out)
{
    const struct text_list *categories = &post->front->categories;
    for (size_t i = 0; i < categories->n; i++) {
        buf_put(out, i ? STR("/") : STR(""));
        buf_put(out, slug_make(arena, categories->p[i].text));
    }
}

/* A text or number of the author's own, else the slug. */
static void put_extra(struct arena *arena, const struct post *post, str key,
                      struct buf *out)
{
    const struct dict *extra = post->front->extra.as.dict;
    str text = STR("");
    for (size_t i = 0; i < extra->entries.n; i++) {
        value v = extra->entries.p[i].val;
        if ((value_is(v, VALUE_STRING) || value_is(v, VALUE_INT)) &&
            str_eq(schema_key_text(extra, i), key)) {
            text = schema_text(v, dict_value_span(extra, i));
        }
    }
    text = slug_make(arena, text);
    buf_put(out, text.n ? text : post->slug);
}

static void put_field(struct arena *arena, const struct post *post, str field,
                      struct buf *out)
{
    struct civil day = date_civil(post->date);
    if (str_eq(field, STR("section"))) {
        str folder = address_folder(arena, post->file->folder);
        buf_put(out, str_sub(folder, 0, folder.n ? folder.n - 1 : 0));
    } else if (str_eq(field, STR("slug"))) {
        buf_put(out, post->slug);
    } else if (str_eq(field, STR("categories"))) {
        put_categories(arena, post, out);
    } else if (str_eq(field, STR("title"))) {
        buf_put(out, slug_make(arena, post_copied(post)->title));
    } else if (str_eq(field, STR("name"))) {
        buf_put(out, post->file->name);
    } else if (str_starts(field, PERMALINK_EXTRA)) {
        put_extra(arena, post, str_from_offset(field, PERMALINK_EXTRA.n), out);
    } else if (!post->has_date) {
        buf_put(out, STR("undated"));
    } else if (str_eq(field, STR("year"))) {
        buf_printf(out, "%04d", day.year);
    } else if (str_eq(field, STR("month"))) {
        buf_printf(out, "%02d", day.month);
    } else {
        buf_printf(out, "%02d", day.day);
    }
}

static str expand(struct arena *arena, const struct post *post, str pattern)
{
    struct buf out = {0};
    while (pattern.n) {
        size_t open = str_find_char(pattern, '{');
        size_t close =
            open == STR_NONE ? STR_NONE : str_find_char(pattern, '}');
        if (close == STR_NONE || close < open) {
            buf_put(&out, pattern);
            break;
        }
        buf_put(&out, str_sub(pattern, 0, open));
        put_field(arena, post, str_sub(pattern, open + 1, close - open - 1),
                  &out);
        pattern = str_from_offset(pattern, close + 1);
    }
    return buf_move(&out, arena);
}

str address_pattern(const struct config *config, const struct post *post)
{
    const struct permalink *permalink = &config->permalink;
    if (post->kind == PAGE_PAGE) {
        return permalink->pages;
    }
    const struct permalink_rule *rule =
        permalink_rule(permalink, post->file->folder);
    return rule ? rule->pattern : permalink->posts;
}

/* The path, which ends with a slash, as the site's pages end. */
static str with_ending(const struct config *config, str path,
                       struct arena *arena)
{
    switch (config->permalink.style) {
    case PERMALINK_SLASH: break;
    case PERMALINK_BARE: return str_sub(path, 0, path.n - 1);
    case PERMALINK_UGLY:
        return arena_concat(arena, str_sub(path, 0, path.n - 1), STR(".html"));
    }
    return path;
}

str address_path(struct arena *arena, const struct config *config,
                 const struct post *post)
{
    str url = frontmatter_uncommon(post->front)->url;
    bool named = url.n && url.p[0] != '/' && !address_is_file(url);
    if (named && !str_ends(url, STR("/"))) { /* `url: x` is a page as others */
        url = arena_concat(arena, url, STR("/"));
        return with_ending(config, address_collapse(arena, url), arena);
    }
    if (url.n) {
        return address_collapse(arena, url);
    }
    bool page = post->kind == PAGE_PAGE;
    if (page && str_eq(post->slug, STR("404"))) {
        return arena_concat(arena, post->file->at.prefix, ADDRESS_MISSING);
    }
    str pattern = address_pattern(config, post);
    str path = expand(arena, post, pattern);
    path = arena_concat(arena, post->file->at.prefix, path);
    if (!str_ends(pattern, STR("/")) || pattern.n == 1) {
        return address_collapse(arena, path);
    }
    return with_ending(config, address_collapse(arena, path), arena);
}
