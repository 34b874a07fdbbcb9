/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_SITE_FACTS_H
#define CRUMB_STEPS_SITE_FACTS_H

/* Brings the engine's facts up to date with the site: each fact that a trace
 * names is hashed again if one of its sources may have changed
 * (site/view/fact_source.h). */

#include "steps/changed_sources.h"

struct generation;
struct fingerprints;

/* One of each per job. */
struct workers {
    struct render_context *contexts; /* to render with: reads are recorded */
    struct render_context
        *hashing;        /* to hash facts with: nothing is recorded */
    struct arena *facts; /* for the facts that the engine keeps */
    size_t jobs;
};

/* Attributes of a key. */
struct key_bits {
    uint32_t key;
    uint64_t bits;
};

struct site_facts {
    const struct site *site;
    const struct objects *objects;
    struct engine *engine;
    const struct workers *workers;
    const struct generation *built;
    const struct view_shared *shared;
    uint64_t body_bits; /* attributes of posts that are FROM_TEXT */
    struct changed_sources changed;
    atomic_bool lists_changed; /* a list other than backlinks */
    bool all;                  /* every fact is hashed */
    struct cause unexplained;  /* if `all`: a fact that changed though its
                                  sources did not */
};

void site_facts_init(struct site_facts *facts, struct generation *built,
                     const struct workers *workers);

/* Hashes the facts that may have changed since the last build, except those
 * made from bodies. */
void site_facts_update(struct site_facts *facts, const struct last_build *last);
/* Hashes the lists again, when backlinks are known. */
void site_facts_of_lists(struct site_facts *facts);
/* Hashes the facts of a body that was made again. One thread. */
void site_facts_of_body(struct site_facts *facts, const struct post *post);
/* Checks the facts of a body that was not made again, for site_facts_report.
 * Does nothing unless all facts are hashed. */
void site_facts_check_body(struct site_facts *facts, const struct post *post);
/* Reports an error if a fact changed and none of its sources did. */
void site_facts_report(struct site_facts *facts, struct diags *diags);
/* Hashes the facts of a post's front matter. One thread. */
void site_facts_of_front(struct site_facts *facts, const struct post *post);
/* Hashes the answers to all questions that have one of these sources (enum
 * fact_source). One thread. */
void site_facts_answer(struct site_facts *facts, unsigned sources);
/* Hashes those of these facts that the engine has no hash of; each key once. */
void site_facts_add(struct site_facts *facts, const struct key_bits *some,
                    size_t n);
#endif
