/* SPDX-License-Identifier: MIT */
#include "base/memory/map.h"
#include "files/path.h"
#include "plan/plan_parts.h"
#include "site/content/post.h"

/* An alias that a post wants; another post may get it. */
struct wanted {
    struct site *site;
    const struct post *post;
    const struct text_item *alias;
    struct address *address;
    str file; /* of the address, folded */
};

struct wanted_list {
    VEC(struct wanted) all;
    struct map first; /* by file: the alias that gets it */
};

/* /old.php as a file would be sent as one: as a folder's page it works in
 * browsers, which are led to /old.php/. */
str plan_alias_path(str alias, struct arena *arena)
{
    str path = address_collapse(arena, alias);
    str ext = path_ext(path_base(path));
    bool done = path.n == 0 || str_ends(path, STR("/")) ||
                str_eq_nocase(ext, STR(".html")) ||
                str_eq_nocase(ext, STR(".htm"));
    return done ? path : arena_concat(arena, path, STR("/"));
}

static void collect_of(struct site *site, const struct post *post,
                       struct arena *work, struct wanted_list *list)
{
    size_t n = post && post->address.url.n ? post->front->aliases.n : 0;
    for (size_t a = 0; a < n; a++) {
        const struct text_item *alias = &post->front->aliases.p[a];
        struct address *address =
            plan_address(site, plan_alias_path(alias->text, site->arena));
        *VEC_PUSH(&list->all, work) = (struct wanted){
            site, post, alias, address, address_fold(work, address->file)};
    }
}

static void collect(struct site *site, const struct posts *posts,
                    struct arena *work, struct wanted_list *list)
{
    for (size_t i = 0; i < posts->n; i++) {
        collect_of(site, posts->p[i], work, list);
    }
}

/* A list has the aliases of its _index.md. */
static void collect_lists(struct site *site, struct arena *work,
                          struct wanted_list *list)
{
    collect_of(site, site->index, work, list);
    for (size_t i = 0; i < site->sections.n; i++) {
        collect_of(site, site->sections.p[i]->as.index, work, list);
    }
    for (size_t i = 0; i < site->taxonomies.n; i++) {
        const struct taxonomy *taxonomy = site->taxonomies.p[i];
        collect_of(site, taxonomy->as.index, work, list);
        for (size_t t = 0; t < taxonomy->terms.n; t++) {
            collect_of(site, taxonomy->terms.p[t]->as.index, work, list);
        }
    }
}

/* In the order of paths: these stay when another post is added, so that an old
 * address never leads elsewhere because of that. */
static void find_first(struct wanted_list *list, struct arena *work)
{
    map_reserve(&list->first, work, list->all.n);
    for (size_t i = 0; i < list->all.n; i++) {
        struct wanted *one = &list->all.p[i];
        void **place = map_put(&list->first, work, one->file);
        const struct wanted *other = *place;
        if (!other ||
            str_cmp(one->post->file->path, other->post->file->path) < 0) {
            *place = one;
        }
    }
}

static void report_second(const struct wanted *second,
                          const struct wanted *first, struct diags *diags)
{
    struct diag *diag = diag_warning(
        diags, second->alias->at, "duplicate-alias",
        "%.*s has this alias too, and gets it: \"%.*s\" is passed over",
        STR_ARG(first->post->source->name), STR_ARG(second->alias->text));
    diag_hint(diag, "take it out of one of the two: an old address leads to "
                    "one post");
}

void plan_aliases(struct site *site, struct plan *plan, struct diags *diags)
{
    struct arena work = {0};
    struct wanted_list list = {0};
    for (size_t i = 0; i < site->languages.n; i++) {
        struct site *one = site->languages.p[i];
        collect(one, &one->posts, &work, &list);
        collect(one, &one->pages, &work, &list);
        collect(one, &one->unlisted, &work, &list);
        collect_lists(one, &work, &list);
    }
    find_first(&list, &work);
    for (size_t i = 0; i < list.all.n; i++) {
        const struct wanted *one = &list.all.p[i];
        const struct wanted *first = map_get(&list.first, one->file);
        if (one != first) {
            report_second(one, first, diags);
            continue;
        }
        struct output *output =
            plan_add(one->site, plan, OUTPUT_ALIAS, one->address);
        output->post = post_copied(one->post); /* its page shows the title */
        output->at = one->alias->at;
        output->from = one->post->source->name;
    }
    arena_free(&work);
}
