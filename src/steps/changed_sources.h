/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_CHANGED_SOURCES_H
#define CRUMB_STEPS_CHANGED_SOURCES_H

/* Which sources of facts (site/view/fact_source.h) may have changed since the
 * last build, by what the ledger knows of each file: of all facts, and of those
 * of one object. */

#include "site/site_keys.h"
#include "steps/last_build.h"

struct changed_sources {
    const struct site *site;
    const struct objects *objects;
    struct engine *engine;
    uint64_t order; /* organise_hash and plan_hash */
    unsigned all;   /* sources that may have changed for any object */
    bool *saved;    /* by the key of a term: one of its posts was saved, and may
                       have another place */
    atomic_bool scale; /* related_scale of a language's posts */
};

/* Finds the sources that may have changed since that build. The first three
 * fields and `order` are set; `scale` is set when the lists are compared. */
void changed_sources_find(struct changed_sources *changed,
                          const struct last_build *last);
/* Returns those that may have changed for one object, when the lists have been
 * compared. Any thread. */
unsigned changed_sources_of(const struct changed_sources *changed, uint32_t id);
/* The post with that key; NULL: the key is no post's. */
const struct post *changed_sources_post(const struct changed_sources *changed,
                                        uint32_t id);

#endif
