/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_PROFILE_H
#define CRUMB_JINJA_PROFILE_H

/* Measures how long templates, macros, filters and the like run, in total and
 * without the things that they call (self). Each run is entered and left. A
 * profile belongs to one thread; profile_merge adds up several. Code without a
 * profile calls none of these functions. */

#include "base/diag/source.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"

enum profile_kind {
    PROFILE_TEMPLATE,
    PROFILE_BLOCK,
    PROFILE_MACRO,
    PROFILE_FILTER,
    PROFILE_TEST,
    PROFILE_FUNCTION,
    PROFILE_TEXT, /* Markdown */
    PROFILE_LOOP, /* not entered: its time counts for the code around it too */
};

struct profile_row {
    enum profile_kind kind;
    str name;
    str file; /* p == NULL: built in */
    uint32_t line;
    uint64_t count;
    uint64_t reused; /* how often a known result was used instead */
    uint64_t rounds; /* of loops */
    int64_t self;    /* ns */
    int64_t total;
    size_t depth; /* runs that have not ended: over 1 in a recursion */
};

struct profile {
    struct arena *arena;
    struct map by_key;
    VEC(struct profile_row *) rows;
    VEC(const void *) keys; /* the key of each row */
    struct profile_row *inside;
    struct profile_run *loop; /* the innermost that runs */
    int64_t clock;            /* time up to here is accounted for */
};

/* One run of something, from its start to its end. */
struct profile_run {
    struct profile_row *row;
    struct profile_row *outside;
    struct profile_run *outer_loop;
    int64_t start;
    int64_t last; /* of loops: when the current round began */
};

/* Finds or adds the row of `key`, an address that identifies the thing. A new
 * row (count == 0, no name) needs profile_name. */
struct profile_row *profile_row(struct profile *profile, const void *key,
                                enum profile_kind kind);
/* Gives the row its name, file and line; copies them. */
void profile_name(struct profile *profile, struct profile_row *row, str name,
                  span at);

void profile_enter(struct profile *profile, struct profile_row *row,
                   struct profile_run *run);
void profile_leave(struct profile *profile, const struct profile_run *run);

/* The start, each round and the end of a loop. If an error leaves the loop
 * early, profile_leave ends it at the start of its last round. */
void profile_loop_begin(struct profile *profile, struct profile_row *row,
                        struct profile_run *run);
void profile_loop_round(struct profile *profile, struct profile_run *run);
void profile_loop_end(struct profile *profile, struct profile_run *run);

/* Adds the counts and times of `from`. */
void profile_merge(struct profile *into, const struct profile *from);

#endif
