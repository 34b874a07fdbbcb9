/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_SITE_FACTS_H
#define CRUMB_STEPS_SITE_FACTS_H

/* The facts of a site, told to the engine: each that some trace names is hashed
 * anew if one of its sources may have changed (site/view/fact_source.h). */

#include "site/site_keys.h"
#include "steps/last_build.h"

struct generation;
struct fingerprints;

/* One of each per job. */
struct workers {
    struct eval *evals;   /* to render with: reads are recorded */
    struct eval *hashing; /* to hash facts with: nothing is recorded */
    struct arena *facts;  /* of what the engine keeps of them */
    size_t jobs;
};

struct site_facts {
    const struct site *site;
    const struct objects *objects;
    struct engine *engine;
    const struct workers *workers;
    const struct generation *built;
    const struct view_shared *shared;
    uint64_t body_bits; /* attributes of posts that are FROM_TEXT */
    uint64_t order;     /* organise_hash */
    unsigned changed;   /* sources that may have changed since the last build */
    atomic_bool lists_changed; /* but for those of backlinks */
    bool all;                  /* whatever they say, each fact is hashed */
    struct cause unexplained;  /* then: one that changed though its sources did
                                  not */
};

void site_facts_init(struct site_facts *facts, struct generation *built,
                     const struct workers *workers);

/* What may have changed since the last build, but for what is made of bodies,
 * in the engine's revision. */
void site_facts_update(struct site_facts *facts, const struct last_build *last);
/* Lists once more: those of backlinks are known late. */
void site_facts_of_lists(struct site_facts *facts);
/* Those of a body that was made again. One thread. */
void site_facts_of_body(struct site_facts *facts, const struct post *post);
/* The same of one that is as it was, if all facts are hashed. */
void site_facts_check_body(struct site_facts *facts, const struct post *post);
/* An error, if a fact changed and none of its sources did. */
void site_facts_report(struct site_facts *facts, struct diags *diags);
/* Those of its front matter. One thread. */
void site_facts_of_front(struct site_facts *facts, const struct post *post);
/* The answers to who asks for a template. One thread. */
void site_facts_of_theme(struct site_facts *facts);
/* The answer to who asks for the text of that post. */
void site_facts_of_text(struct site_facts *facts, const struct post *post);
/* Hashes those of `bits`, by key, that the engine has no hash of: something
 * that was made in this revision was the first to read them. */
void site_facts_add(struct site_facts *facts, const uint64_t *bits);
/* Something was made of the body of that post. */
bool site_facts_saw_body(const struct site_facts *facts,
                         const struct post *post);

#endif
