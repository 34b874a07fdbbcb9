/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_REACHABLE_H
#define CRUMB_STEPS_REACHABLE_H

/* The part of the engine that a ledger keeps: the steps that are right or were
 * made, and the facts that their traces read. A key that the site does not have
 * and that no trace reads is dropped. One thread. */

#include "engine/dep_walk.h"
#include "plan/plan.h"
#include "steps/site_facts.h"

struct reachable {
    struct engine *engine;
    const struct site *site;
    uint64_t body_bits; /* attributes of posts that are made from bodies */
    size_t nkeys;       /* the size of the tables below */
    uint64_t *bits;     /* by key: the attributes that are read of it */
    uint64_t *columns;  /* by key of a list: the attributes that are read
                           of all its members */
    bool *steps;        /* by key: its step is kept */
    bool *sets;         /* by number of a set: a trace names it */
    struct dep_walk walk;
    /* By number in site->all: an output shows the body, or something made from
     * it. Reads by other bodies (body_measure) do not count: a clean build does
     * not make the body for them. */
    bool *shown;
    struct arena *arena;
};

/* Makes the table of a build whose outputs are all made or right. */
struct reachable *reachable_new(const struct site_facts *facts,
                                const struct plan *plan, struct arena *arena);
/* Makes an empty one, for reachable_add. */
struct reachable *reachable_empty(const struct site_facts *facts,
                                  struct arena *arena);
/* Adds the step of that key, and the fragments that it shows. */
void reachable_add(struct reachable *live, uint32_t key, struct trace trace);
/* Gives the engine the hashes of facts that these steps are the first to read:
 * without them no dirty check can tell whether they change. */
void reachable_hash(const struct reachable *live, struct site_facts *facts);
/* Whether a step that was added reads attributes made from the post's body. */
bool reachable_reads_body(const struct reachable *live,
                          const struct post *post);
/* Whether a step reads that attribute of any post. */
bool reachable_reads(const struct reachable *live, str attribute);
/* Returns the key if it is a question of that kind that a step asks; else NULL.
 */
const struct key *reachable_question(const struct reachable *live, uint32_t id,
                                     char kind);
/* Lists the questions for fingerprints of files that outputs or bodies show,
 * one for each file, and returns their number. The files are also published
 * under the name with the fingerprint. */
size_t reachable_assets(const struct reachable *live, const uint32_t **ids);
/* Adds a file that an answer to the question with that key names; 0: none.
 * kept: it is as the last build left it; else `why` it was made. Returns its
 * step, which depends only on that answer. */
struct step *reachable_add_made(struct reachable *live, str file,
                                uint32_t question, bool kept, str why);

/* A file that the function above added. */
struct derived_file {
    str file;
    str original; /* the published file that it was made from */
    bool is_form; /* of a picture; else a copy */
};

/* Returns these files as the engine's steps tell of them. An output that asks
 * one such question may be among them. Texts are in the arena. */
struct derived_file *reachable_derived(const struct engine *engine,
                                       struct arena *arena, size_t *n);

#endif
