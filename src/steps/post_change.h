/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_POST_CHANGE_H
#define CRUMB_STEPS_POST_CHANGE_H

/* A generation gets one post more, or loses one, where it stands: the site
 * (site/site_change.h), the plan (plan/plan_change.h), keys and facts. What was
 * right before a revision that begins with this is stale if it shows what
 * changed. One thread. */

#include "plan/plan_change.h"
#include "steps/site_facts.h"

/* Whether it is possible; nothing is changed yet. `files` are the outputs by
 * their files. goes: a post that goes before the other one comes, or NULL. What
 * is found lives in the site's arena. */
bool post_may_come(struct generation *built, str path,
                   const struct fs_stat *stat, const struct map *files,
                   const struct post *goes, struct new_post *out);
bool post_may_go(const struct generation *built, const struct post *post,
                 const struct map *files, struct arena *arena);

/* Adds the post, and returns it; or removes it. `out` tells which outputs came
 * and went. */
struct post *post_come(struct generation *built, struct site_facts *facts,
                       const struct new_post *new, const struct map *files,
                       struct plan_change *out);
void post_go(struct generation *built, struct site_facts *facts,
             struct post *post, const struct map *files,
             struct plan_change *out);

#endif
