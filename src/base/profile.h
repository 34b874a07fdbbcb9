/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_PROFILE_H
#define CRUMB_BASE_PROFILE_H

/* Where time goes: what runs is entered and left, and whatever it enters in
 * between is its own no more. One thread each; profile_merge makes one of
 * several. All functions are for those who have a profile: where there is
 * none, they are not called. */

#include "base/diag/source.h"
#include "base/map.h"
#include "base/vec.h"

enum profile_kind {
    PROFILE_TEMPLATE,
    PROFILE_BLOCK,
    PROFILE_MACRO,
    PROFILE_FILTER,
    PROFILE_TEST,
    PROFILE_FUNCTION,
    PROFILE_TEXT, /* Markdown */
    PROFILE_LOOP, /* not entered: its time is that of what it is in, too */
};

struct profile_row {
    enum profile_kind kind;
    str name;
    str file; /* p == NULL: it is built in */
    uint32_t line;
    uint64_t count;
    uint64_t reused; /* how often its outcome was known already */
    uint64_t rounds; /* of loops */
    int64_t self;    /* ns */
    int64_t total;
    size_t
        depth; /* how often it is entered and not left: it may be in itself */
};

struct profile {
    struct arena *arena;
    struct map by_key;
    VEC(struct profile_row *) rows;
    VEC(const void *) keys; /* of the same */
    struct profile_row *inside;
    struct profile_run *loop; /* the innermost that goes round */
    int64_t clock;            /* until here, all is somebody's */
};

/* One run of something, from its start to its end. */
struct profile_run {
    struct profile_row *row;
    struct profile_row *outside;
    struct profile_run *outer_loop;
    int64_t start;
    int64_t last; /* of loops: when the round under way began */
};

/* The row of `key`, an address that stands for the same all the time; a new
 * one (count == 0, no name) is described with profile_name. */
struct profile_row *profile_row(struct profile *profile, const void *key,
                                enum profile_kind kind);
/* Copies what it needs. */
void profile_name(struct profile *profile, struct profile_row *row, str name,
                  span at);

void profile_enter(struct profile *profile, struct profile_row *row,
                   struct profile_run *run);
void profile_leave(struct profile *profile, const struct profile_run *run);

/* A loop, the rounds of it and its end. Of one that is left in the middle
 * nobody hears: profile_leave ends it where its last round began. */
void profile_loop_begin(struct profile *profile, struct profile_row *row,
                        struct profile_run *run);
void profile_loop_round(struct profile *profile, struct profile_run *run);
void profile_loop_end(struct profile *profile, struct profile_run *run);

/* Adds what `from` has. */
void profile_merge(struct profile *into, const struct profile *from);

#endif
