/* SPDX-License-Identifier: MIT */
#include "site/organise/organise.h"

#include "files/path.h"
#include "site/content/post.h"

/* A list; its address becomes NULL once it has given way. */
struct candidate {
    struct site *site;
    struct address *address;
    const struct listing *listing; /* NULL: home, an archive */
    int rank;                      /* of one address the lowest is made */
    struct candidate *next;        /* of the same address */
};

enum { RANK_INDEX, RANK_SECTION, RANK_TERMS, RANK_OTHER };

struct lists {
    struct arena *work;
    struct map by_file;             /* folded -> struct candidate */
    VEC(struct candidate *) shared; /* the first of several of one address */
};

static void add_list(struct lists *lists, struct site *site,
                     struct address *address, const struct listing *listing,
                     int rank)
{
    if (!address->file.n) {
        return;
    }
    struct arena *work = lists->work;
    void **first =
        map_put(&lists->by_file, work, address_fold(work, address->file));
    struct candidate *list = ARENA_NEW(work, struct candidate);
    bool written = listing && listing->index;
    *list = (struct candidate){site, address, listing,
                               written ? RANK_INDEX : rank, *first};
    *first = list;
    if (list->next) {
        *VEC_PUSH(&lists->shared, work) = list;
    }
}

static void add_lists(struct lists *lists, struct site *site)
{
    add_list(lists, site, &site->root, NULL, RANK_OTHER);
    add_list(lists, site, &site->archive, NULL, RANK_OTHER);
    for (size_t i = 0; i < site->periods.n; i++) {
        add_list(lists, site, &site->periods.p[i]->address, NULL, RANK_OTHER);
    }
    for (size_t i = 0; i < site->sections.n; i++) {
        struct listing *section = &site->sections.p[i]->as;
        add_list(lists, site, &section->address, section, RANK_SECTION);
    }
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        struct taxonomy *taxonomy = site->taxonomies.p[i];
        struct listing *all = &taxonomy->as;
        add_list(lists, site, &all->address, all, RANK_TERMS);
        for (size_t t = 0; t < taxonomy->terms.n; t++) {
            struct listing *term = &taxonomy->terms.p[t]->as;
            add_list(lists, site, &term->address, term, RANK_TERMS);
        }
    }
}

/* Links to the list lead to the other page. The home page keeps its address:
 * those of all pages begin with it. */
static void drop_list(struct candidate *list, const struct address *to,
                      str source, bool to_list)
{
    struct site *site = list->site;
    const struct post *index = list->listing ? list->listing->index : NULL;
    if (list->address != &site->root) {
        *list->address = *to;
    }
    if (index) {
        site->all[index - site->all].address = *to;
    }
    *VEC_PUSH(&site->replaced, site->arena) =
        (struct replaced_list){.list = list->address,
                               .source = source,
                               .url = to->url,
                               .by_list = to_list};
    list->address = NULL;
}

/* The lists at the post's address; /baking is that of /baking/ too. */
static struct candidate *lists_at(const struct lists *lists,
                                  const struct address *address)
{
    str html = STR(".html");
    str file = address->file;
    struct candidate *list =
        map_get(&lists->by_file, address_fold(lists->work, file));
    if (list || !str_ends(file, html) || str_ends(address->url, html)) {
        return list;
    }
    file = arena_concat(lists->work, str_sub(file, 0, file.n - html.n),
                        STR("/index.html"));
    return map_get(&lists->by_file, address_fold(lists->work, file));
}

static str source_of(const struct candidate *list)
{
    const struct listing *listing = list->listing;
    return listing->index ? listing->index->source->name
           : list->rank == RANK_SECTION
               ? path_join(list->site->arena, STR("content"), listing->name)
               : arena_concat(list->site->arena, STR("the list of "),
                              listing->name);
}

/* Two of the lowest rank stay: the plan reports them. */
static void yield_to_list(struct candidate *lists)
{
    const struct candidate *best = lists;
    for (const struct candidate *list = lists; list; list = list->next) {
        best = list->rank < best->rank ? list : best;
    }
    for (struct candidate *list = lists; list; list = list->next) {
        if (list->address && list->rank > best->rank) {
            drop_list(list, best->address, source_of(best), true);
        }
    }
}

/* A stranger's post may not replace a list, nor what crawlers and browsers
 * take for the site's own word. */
static void check_stranger(const struct lists *lists, const struct post *post,
                           struct diags *diags)
{
    const struct frontmatter_uncommon *front =
        frontmatter_uncommon(post->front);
    if (front->url.n && (lists_at(lists, &post->address) ||
                         !address_is_readers(post->address.file))) {
        struct diag *diag = diag_error(diags, front->url_at, "bad-url",
                                       "with --untrusted no post takes an "
                                       "address reserved for the site");
        diag_hint(diag,
                  "take it out, or write one that is free, as /2024/a-post/");
    }
}

void lists_drop_conflicts(struct site *site, struct diags *diags)
{
    struct arena work = {0};
    struct lists lists = {.work = &work};
    for (size_t i = 0; i < site->languages.n; i++) {
        add_lists(&lists, site->languages.p[i]);
    }
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        if (post->held != HELD_NOT || post->file->kind == CONTENT_INDEX ||
            !post->address.file.n || post->front->build.linked) {
            continue;
        }
        if (site->options.untrusted) {
            check_stranger(&lists, post, diags);
        }
        struct candidate *list = lists_at(&lists, &post->address);
        for (; list && list->address; list = list->next) {
            drop_list(list, &post->address, post->source->name, false);
        }
    }
    for (size_t i = 0; i < lists.shared.n; i++) {
        if (lists.shared.p[i]->address) {
            yield_to_list(lists.shared.p[i]);
        }
    }
    arena_free(&work);
}
