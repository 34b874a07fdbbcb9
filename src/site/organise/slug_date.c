/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "site/content/post.h"
#include "site/organise/page_address.h"
#include "text/slug.h"

static bool has_field(str pattern, const char *field)
{
    return str_find(pattern, str_from(field)) != STR_NONE;
}

/* The pattern puts the file's own date into the address. */
static bool has_date(str pattern, const struct post *post)
{
    struct date named;
    if (!has_field(pattern, "{year}") || !has_field(pattern, "{month}") ||
        !has_field(pattern, "{day}") || !post->has_date ||
        date_parse(post->file->date, NULL, &named) != DATE_OK) {
        return false;
    }
    struct civil a = date_civil(named);
    struct civil b = date_civil(post->date);
    return a.year == b.year && a.month == b.month && a.day == b.day;
}

/* Its slug is the file's name without the date in front, and with it would
 * make another address. */
static bool is_shortened(const struct site *site, const struct post *post)
{
    str pattern = address_pattern(&site->config, post);
    return post->file->date.n && !post->front->slug.n &&
           !frontmatter_uncommon(post->front)->url.n &&
           has_field(pattern, "{slug}") && !has_date(pattern, post);
}

/* Another post of that address in that folder, or NULL. The first of each
 * folder and address is in the map. */
static struct post *twin_of(const struct site *site, struct map *seen,
                            struct post *post, struct arena *work)
{
    str path = address_path(work, &site->config, post);
    str key = arena_printf(work, "%.*s\n%.*s", STR_ARG(post->file->folder),
                           STR_ARG(path));
    void **first = map_put(seen, work, key);
    if (!*first) {
        *first = post;
    }
    return *first == post ? NULL : *first;
}

static void keep_date(struct site *site, struct post *post,
                      const struct post *twin, struct diags *diags)
{
    str name = arena_printf(site->arena, "%.*s-%.*s", STR_ARG(post->file->date),
                            STR_ARG(post->file->name));
    struct diag *diag = diag_warning(
        diags, post_span(post), "slug-date",
        "without its date it would have the address of %.*s: the date stays",
        STR_ARG(twin->source->name));
    diag_hint(diag, "rename one of them, or give one a slug");
    post->slug = slug_make(site->arena, name);
}

void slug_date_keep(struct site *site, struct diags *diags)
{
    bool any = false;
    for (size_t i = 0; i < site->nall && !any; i++) {
        any = is_shortened(site, &site->all[i]);
    }
    if (!any) {
        return;
    }
    struct arena work = {0};
    struct map seen = {0};
    struct post **twins =
        arena_zalloc(&work, site->nall, sizeof(struct post *));
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        struct post *twin = twin_of(site, &seen, post, &work);
        if (twin) {
            twins[i] = twin;
            twins[twin - site->all] = post;
        }
    }
    for (size_t i = 0; i < site->nall; i++) {
        if (twins[i] && is_shortened(site, &site->all[i])) {
            keep_date(site, &site->all[i], twins[i], diags);
        }
    }
    arena_free(&work);
}
