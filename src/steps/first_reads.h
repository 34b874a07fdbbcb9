/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_STEPS_FIRST_READS_H
#define CRUMB_STEPS_FIRST_READS_H

/* Facts that steps of this revision are the first to read. The engine has no
 * hash of them, and without one the dirty check can't tell whether they change.
 *
 *     struct first_reads reads = first_reads_begin(facts, &work);
 *     first_reads_add(&reads, step->trace);
 *     first_reads_end(&reads);
 *
 * The cost grows with the length of the traces, not with the site, as that of
 * steps/live.h does. One thread. */

#include "steps/site_facts.h"

struct first_reads {
    struct site_facts *facts;
    struct arena *arena;
    VEC(struct key_bits) found; /* a key may occur several times */
    VEC(uint32_t) fragments;    /* their traces were added */
};

/* The arena is needed until first_reads_end. */
struct first_reads first_reads_begin(struct site_facts *facts,
                                     struct arena *arena);
/* Adds the reads of a step, and of the fragments that it shows. */
void first_reads_add(struct first_reads *reads, struct trace trace);
/* Gives the engine their hashes. */
void first_reads_end(struct first_reads *reads);

#endif
