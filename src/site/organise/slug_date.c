/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "base/memory/buf.h"
#include "site/content/post.h"
#include "site/organise/page_address.h"
#include "text/slug.h"

static bool has_field(str pattern, const char *field)
{
    return str_find(pattern, str_from(field)) != STR_NONE;
}

/* Whether the pattern puts this date into the address. `named`: of the file's
 * name, else empty. */
static bool has_date(str pattern, const struct post *post, str named)
{
    struct date date;
    if (!has_field(pattern, "{year}") || !has_field(pattern, "{month}") ||
        !has_field(pattern, "{day}") || !post->has_date) {
        return false;
    }
    if (!named.n) {
        return true;
    }
    if (date_parse(named, NULL, &date) != DATE_OK) {
        return false;
    }
    struct civil a = date_civil(date);
    struct civil b = date_civil(post->date);
    return a.year == b.year && a.month == b.month && a.day == b.day;
}

/* A date would make another address: the slug is the file's name, without the
 * date in front of it; or posts of all folders share their addresses, and front
 * matter has a date. */
static bool is_shortened(const struct site *site, const struct post *post)
{
    str named = post->file->date;
    if ((!named.n && !(post->has_date && post->kind == PAGE_POST)) ||
        post->front->slug.n || frontmatter_uncommon(post->front)->url.n) {
        return false;
    }
    str pattern = address_pattern(&site->config, post);
    return has_field(pattern, "{slug}") &&
           (named.n || !has_field(pattern, "{section}")) &&
           !has_date(pattern, post, named);
}

/* Without such patterns only dates in names of files count. */
static bool shares_addresses(const struct permalink *permalink)
{
    bool shares = !has_field(permalink->posts, "{section}");
    for (size_t i = 0; i < permalink->rules.n; i++) {
        str pattern = permalink->rules.p[i].pattern;
        shares = shares || !has_field(pattern, "{section}");
    }
    return shares;
}

/* Another post of that address, or NULL. The first of each address is in the
 * map. */
static struct post *twin_of(const struct site *site, struct map *seen,
                            struct post *post, struct arena *work)
{
    str path = address_path(work, &site->config, post);
    void **first = map_put(seen, work, path);
    if (!*first) {
        *first = post;
    }
    return *first == post ? NULL : *first;
}

static void keep_date(struct site *site, struct post *post,
                      const struct post *twin, struct diags *diags)
{
    struct buf day = {0};
    bool named = post->file->date.n;
    date_format(post->date, named ? STR("") : STR("%Y-%m-%d"), &day);
    str date = named ? post->file->date : buf_str(&day);
    str name = arena_printf(site->arena, "%.*s-%.*s", STR_ARG(date),
                            STR_ARG(post->file->name));
    buf_free(&day);
    struct diag *diag = diag_warning(
        diags, post_span(post), "slug-date",
        "without its date it would have the address of %.*s: the date %s",
        STR_ARG(twin->source->name), named ? "stays" : "joins");
    diag_hint(diag, "rename one of them, or give one a slug");
    post->slug = slug_make(site->arena, name);
}

void slug_date_keep(struct site *site, struct diags *diags)
{
    bool any = false;
    bool shares = shares_addresses(&site->config.permalink);
    for (size_t i = 0; i < site->nall && !any; i++) {
        const struct post *post = &site->all[i];
        any = (shares || post->file->date.n) && is_shortened(site, post);
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
