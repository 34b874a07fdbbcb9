/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_LIVE_H
#define CRUMB_STEPS_LIVE_H

/* What stays of a build: the steps that are right or were made, what their
 * traces read, and so what the ledger must know. A key of which nothing is
 * read, and that the site does not have, is forgotten. One thread. */

#include "plan/plan.h"
#include "steps/site_facts.h"

struct live {
    struct engine *engine;
    const struct site *site;
    uint64_t body_bits; /* attributes of posts that are made of their bodies */
    size_t nkeys;       /* what follows has room for */
    size_t nsets;
    uint64_t *bits;          /* by key: what is read of it */
    uint64_t *columns;       /* by key of a list: of all that is in it */
    bool *steps;             /* by key: its step stays */
    bool *sets;              /* by number: some trace names it */
    VEC(uint32_t) fragments; /* that are still to be gone through */
    bool *shown;             /* by number in site->all: an output shows the
                                body */
    struct arena *arena;
};

/* Of a build whose outputs are all made or right. */
struct live *live_new(const struct site_facts *facts, const struct plan *plan,
                      struct arena *arena);
/* Of what is added alone. */
struct live *live_empty(const struct site_facts *facts, struct arena *arena);
/* The step of that key stays, and the fragments that it shows. */
void live_add(struct live *live, uint32_t key, struct trace trace);
/* An output shows what was made of site->all[i]'s body. What other bodies may
 * ask of it, its measures, a clean build takes without making it. */
bool live_shows_body(const struct live *live, size_t i);
/* Something that was added shows what was made of the post's body. */
bool live_reads_body(const struct live *live, const struct post *post);
/* Something that was made shows that attribute of some post. */
bool live_reads(const struct live *live, str attribute);
/* The key, if it is a question of that kind that is still asked; else NULL. */
const struct key *live_question(const struct live *live, uint32_t id,
                                char kind);
/* The files whose fingerprint an output or a body took: they are published
 * under that name, and stay while it is so. Each once. */
size_t live_assets(const struct live *live, const str **paths);
/* A copy of the file at `path` that is published as `file`. Its step, which
 * hangs on the fingerprint and on nothing else. */
struct step *live_add_copy(struct live *live, str file, str path);

#endif
