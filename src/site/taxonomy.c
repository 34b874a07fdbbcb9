/* SPDX-License-Identifier: MIT */
#include "site/taxonomy.h"

#include <stdlib.h>

#include "base/path.h"
#include "site/post.h"
#include "text/slug.h"

/* The first part of a path: "tags" of "tags/evpn". */
static str first_part(str path)
{
    size_t slash = str_find_char(path, '/');
    return slash == STR_NONE ? path : str_sub(path, 0, slash);
}

bool taxonomy_owns(const struct site *site, str folder)
{
    for (size_t i = 0; i < site->config.taxonomies.n; i++) {
        if (str_eq(site->config.taxonomies.p[i], first_part(folder))) {
            return true;
        }
    }
    return false;
}

static struct term *term_of(struct site *site, struct taxonomy *taxonomy,
                            str name, str slug)
{
    struct term *term = map_get(&taxonomy->by_slug, slug);
    if (term) {
        return term;
    }
    term = ARENA_NEW(site->arena, struct term);
    term->taxonomy = taxonomy;
    term->as.name = name;
    term->as.title = name;
    term->as.slug = slug;
    term->as.address =
        address_make(site->arena, &site->config,
                     arena_printf(site->arena, "%.*s/%.*s/",
                                  STR_ARG(taxonomy->as.name), STR_ARG(slug)));
    *map_put(&taxonomy->by_slug, site->arena, slug) = term;
    *VEC_PUSH(&taxonomy->terms, site->arena) = term;
    return term;
}

static bool carries(const struct post *post, const struct term *term)
{
    for (size_t i = 0; i < post->terms.n; i++) {
        if (post->terms.p[i] == term) {
            return true;
        }
    }
    return false;
}

static void add_term(struct site *site, struct taxonomy *taxonomy,
                     struct post *post, const struct text_item *word,
                     struct diags *diags)
{
    str slug = slug_make_term(site->arena, word->text);
    if (slug.n == 0) {
        struct diag *diag =
            diag_error(diags, word->at, "empty-slug",
                       "\"%.*s\" has no letter or digit to make an address of",
                       STR_ARG(word->text));
        diag_hint(diag, "use a word");
        return;
    }
    struct term *term = term_of(site, taxonomy, word->text, slug);
    if (!carries(post, term)) {
        *VEC_PUSH(&post->terms, site->arena) = term;
        posts_add(&term->as.posts, site->arena, post);
    }
}

/* What the post's front matter has for the taxonomy. */
static struct text_list words_of(const struct post *post, str taxonomy,
                                 struct arena *arena)
{
    if (str_eq(taxonomy, STR("tags"))) {
        return post->front.tags;
    }
    if (str_eq(taxonomy, STR("categories"))) {
        return post->front.categories;
    }
    struct text_list one = {0};
    if (str_eq(taxonomy, STR("series")) && post->front.series.n) {
        one.p = ARENA_NEW(arena, struct text_item);
        *one.p = (struct text_item){post->front.series, post->front.series_at};
        one.n = 1;
    }
    return one;
}

static void add_terms(struct site *site, struct taxonomy *taxonomy,
                      struct diags *diags)
{
    for (size_t i = 0; i < site->posts.n; i++) {
        struct post *post = site->posts.p[i];
        struct text_list words = words_of(post, taxonomy->as.name, site->arena);
        for (size_t w = 0; w < words.n; w++) {
            add_term(site, taxonomy, post, &words.p[w], diags);
        }
    }
}

static int compare_terms(const void *a, const void *b)
{
    const struct term *left = *(struct term *const *)a;
    const struct term *right = *(struct term *const *)b;
    str x = left->as.name;
    str y = right->as.name;
    for (size_t i = 0; i < x.n && i < y.n; i++) {
        int order =
            (unsigned char)to_lower(x.p[i]) - (unsigned char)to_lower(y.p[i]);
        if (order) {
            return order;
        }
    }
    return x.n == y.n ? str_cmp(x, y) : x.n < y.n ? -1 : 1;
}

/* content/tags/_index.md and content/tags/TERM/_index.md. */
static void place_words(struct site *site, struct taxonomy *taxonomy)
{
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        str folder = post->file->folder;
        if (post->file->kind != CONTENT_INDEX || post->held != HELD_NOT ||
            !str_eq(first_part(folder), taxonomy->as.name)) {
            continue;
        }
        struct listing *listing = &taxonomy->as;
        if (folder.n > taxonomy->as.name.n) {
            str name = path_base(folder);
            str slug = slug_make_term(site->arena, name);
            struct term *term = map_get(&taxonomy->by_slug, slug);
            listing = term ? &term->as : NULL;
        }
        if (listing) {
            listing->index = post;
            listing->title =
                post->front.title.n ? post->front.title : listing->title;
            post->address = listing->address;
        }
    }
}

void taxonomy_organise(struct site *site, struct diags *diags)
{
    for (size_t i = 0; i < site->config.taxonomies.n; i++) {
        struct taxonomy *taxonomy = ARENA_NEW(site->arena, struct taxonomy);
        str name = site->config.taxonomies.p[i];
        taxonomy->as.name = name;
        taxonomy->as.slug = name;
        taxonomy->as.title = slug_title(site->arena, name);
        taxonomy->as.address =
            address_make(site->arena, &site->config,
                         arena_concat(site->arena, name, STR("/")));
        *VEC_PUSH(&site->taxonomies, site->arena) = taxonomy;
        add_terms(site, taxonomy, diags);
        place_words(site, taxonomy);
        if (taxonomy->terms.n) {
            qsort(taxonomy->terms.p, taxonomy->terms.n, sizeof(struct term *),
                  compare_terms);
        }
    }
}
