/* SPDX-License-Identifier: MIT */
#include "base/memory/map.h"
#include "files/path.h"
#include "plan/plan_parts.h"
#include "site/content/post.h"

/* An alias that a post wants; another post may get it, and an output that is
 * published there keeps its place. */
struct wanted {
    struct site *site;
    const struct post *post;
    const struct text_item *alias;
    struct address *address;
    str file;                /* of the address, folded */
    const struct output *by; /* the output that is there, or NULL */
};

struct wanted_list {
    VEC(struct wanted) all;
    struct map first; /* by file: the alias that gets it */
    struct map dirs;  /* folders that files of aliases need -> the output that
                         is a file of that name, if any: struct needed */
};

struct needed {
    const struct output *by;
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
            site, post, alias, address, address_fold(work, address->file),
            NULL};
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

static void report_taken(const struct wanted *wanted, struct diags *diags)
{
    str name = output_name(wanted->by, wanted->site->arena);
    struct diag *diag =
        diag_warning(diags, wanted->alias->at, "alias-taken",
                     "%.*s is at this address: \"%.*s\" is passed over",
                     STR_ARG(name), STR_ARG(wanted->alias->text));
    diag_hint(diag, "take it out: an address leads to one page");
}

static void find_dirs(struct wanted_list *list, struct arena *work)
{
    for (size_t i = 0; i < list->all.n; i++) {
        str dir = path_dir(list->all.p[i].file);
        for (; dir.n; dir = path_dir(dir)) {
            void **place = map_put(&list->dirs, work, dir);
            if (*place) {
                break; /* it has those above it too */
            }
            *place = ARENA_NEW(work, struct needed);
        }
    }
}

static void take_alias(struct wanted_list *list, str file,
                       const struct output *output)
{
    struct wanted *alias = map_get(&list->first, file);
    if (alias && !alias->by) {
        alias->by = output;
    }
}

/* Gives the output the aliases at its file, and at a name that it needs as a
 * folder, as life.html in life.html/a/index.html. */
static void take_places(struct wanted_list *list, const struct output *output,
                        struct arena *work)
{
    str html = STR(".html");
    str file = address_fold(work, output->address->file);
    struct needed *needed = map_get(&list->dirs, file);
    if (needed) {
        needed->by = output;
    }
    take_alias(list, file, output);
    bool dotted = str_find(file, STR(".htm")) != STR_NONE;
    for (str dir = path_dir(file); dotted && dir.n; dir = path_dir(dir)) {
        take_alias(list, dir, output);
    }
    /* /life/ is for many servers the page /life. It may be its own alias. */
    if (output->kind == OUTPUT_POST && str_ends(file, html) &&
        !str_ends(output->address->url, html)) {
        str folder = str_sub(file, 0, file.n - html.n);
        str index = arena_concat(work, folder, STR("/index.html"));
        const struct wanted *alias = map_get(&list->first, index);
        if (alias && alias->post != output->post) {
            take_alias(list, index, output);
        }
    }
}

static const struct output *taken_by(const struct wanted_list *list,
                                     const struct wanted *alias)
{
    const struct output *by = alias->by;
    for (str dir = path_dir(alias->file); !by && dir.n; dir = path_dir(dir)) {
        by = ((const struct needed *)map_get(&list->dirs, dir))->by;
    }
    return by;
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
    find_dirs(&list, &work);
    for (size_t i = 0; list.all.n && i < plan->outputs.n; i++) {
        take_places(&list, &plan->outputs.p[i], &work);
    }
    for (size_t i = 0; i < list.all.n; i++) {
        struct wanted *one = &list.all.p[i];
        const struct wanted *first = map_get(&list.first, one->file);
        one->by = taken_by(&list, first);
        if (one->by) {
            report_taken(one, diags);
            continue;
        }
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
