/* SPDX-License-Identifier: MIT */
#include <stdatomic.h>

#include "base/memory/map.h"
#include "base/pool.h"
#include "plan/plan_parts.h"
#include "site/content/post.h"

/* The 404 page gives way to any file of the author's own: address_conflicts.h.
 */
static bool is_first_page(const struct output *output)
{
    return output->kind == OUTPUT_LIST && output->list->number == 1 &&
           output->list->kind != PAGE_404;
}

static void replace(struct site *site, struct plan *plan, struct output *list,
                    const struct post *post)
{
    list->dropped = true;
    *VEC_PUSH(&plan->replaced, site->arena) = (struct replaced_list){
        output_name(list, site->arena), post->source->name, post->address.url};
}

/* The pages of a list follow each other. */
static void take_out(struct plan *plan)
{
    size_t kept = plan->nposts;
    bool replaced = false;
    for (size_t i = kept; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        bool later = output->kind == OUTPUT_LIST && output->list->number > 1;
        replaced = output->dropped || (replaced && later);
        if (!replaced) {
            plan->outputs.p[kept++] = *output;
        }
    }
    plan->outputs.n = kept;
}

struct giving {
    const struct plan *plan;
    const struct map *lists; /* first pages, by their files */
    atomic_bool any;
};

static void look_for_list(void *context, size_t worker, size_t i)
{
    struct giving *giving = context;
    (void)worker;
    if (map_get(giving->lists, giving->plan->outputs.p[i].address->file)) {
        atomic_store(&giving->any, true);
    }
}

/* Hardly any site has such a post. */
static bool any_gives_way(const struct site *site, const struct plan *plan,
                          const struct map *lists)
{
    struct giving giving = {plan, lists, false};
    pool_run(site->options.jobs, plan->nposts, look_for_list, &giving);
    return giving.any;
}

void plan_replace_lists(struct site *site, struct plan *plan)
{
    struct arena work = {0};
    struct map lists = {0};
    for (size_t i = plan->nposts; i < plan->outputs.n; i++) {
        struct output *output = &plan->outputs.p[i];
        if (is_first_page(output)) {
            *map_put(&lists, &work, output->address->file) = output;
        }
    }
    bool any = any_gives_way(site, plan, &lists);
    for (size_t i = 0; any && i < plan->nposts; i++) {
        const struct output *output = &plan->outputs.p[i];
        struct output *list = map_get(&lists, output->address->file);
        if (list && !list->dropped) {
            replace(site, plan, list, output->post);
        }
    }
    if (plan->replaced.n) {
        take_out(plan);
    }
    arena_free(&work);
}
