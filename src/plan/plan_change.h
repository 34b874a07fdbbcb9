/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_PLAN_CHANGE_H
#define CRUMB_PLAN_PLAN_CHANGE_H

/* Changes a plan for a site that got one post more, or lost one
 * (site/site_change.h). It comes out as plan_make would make it, but for the
 * order of its outputs: new ones stand at the end, and those that go stay,
 * dropped. `files` are the outputs by their files, without dropped ones. */

#include "plan/plan.h"
#include "site/site_change.h"

/* What has changed, in an arena of the caller. */
struct plan_change {
    struct arena *arena;
    VEC(struct output *) made;
    VEC(struct output *) gone;
    VEC(struct output *) lists; /* pages and feeds of lists with other posts */
};

/* Whether the plan can be changed at all, */
bool plan_may_change(const struct plan *plan);
/* and for a post with that address, so that no two outputs have one address, or
 * can be read for each other. goes: a post that is removed before, or NULL. */
bool plan_may_add(const struct site *site, const struct plan *plan,
                  const struct map *files, const struct address *address,
                  const struct post *goes);
/* Changes it for the post that was added, or for the output `gone` of the one
 * that was removed. Pointers to outputs stay valid. */
void plan_follow_add(struct site *site, struct plan *plan,
                     const struct map *files, const struct post *post,
                     const struct site_change *change, struct plan_change *out);
void plan_follow_remove(struct site *site, struct plan *plan,
                        struct output *gone, const struct site_change *change,
                        struct plan_change *out);

#endif
