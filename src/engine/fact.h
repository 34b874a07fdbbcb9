/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_FACT_H
#define CRUMB_ENGINE_FACT_H

/* Facts: what can be learnt of a key, as a hash, and when that last changed.
 *
 *   of an object    its attributes, each of them a bit
 *   of a question   its answer: the bit DEP_WHOLE
 *   of a list       its members, which are keys
 *
 * The table holds facts that some trace names, and no others: its size is that
 * of what was read, not of the site.
 *
 * Time is counted in revisions. What a ledger says is revision 1; each update
 * of the site is one more. A step that was right in a revision still is if none
 * of the facts in its trace changed in a later one. So it is the fact that is
 * compared and not the file (early cut-off), and the question is the same for a
 * build after another and for a preview that has seen a hundred saves.
 *
 * Hashes have 64 bits: each is compared with one other value only, what it was
 * before. A change goes unseen once in 2^64 changes.
 *
 * Functions that change a row may be called by any thread if no two have the
 * same key, with an arena of the thread's own that lives as long as the table.
 * Nothing else may run then. */

#include "engine/trace.h"

/* What became of a list in a revision. */
struct list_change {
    uint32_t revision;
    uint32_t first; /* the first member that is another one */
    uint64_t bits;  /* DEP_EMPTY, DEP_LENGTH */
};

struct fact_list {
    const uint32_t *members;
    size_t n;
    VEC(struct list_change) changes;
    struct column *columns; /* that were looked at: engine/dirty.c */
};

struct fact_row {
    uint64_t bits;     /* of which there is a hash */
    uint64_t *hashes;  /* lowest bit first */
    uint32_t *changed; /* the revision in which each became what it is; NULL:
                          the first */
    uint32_t gone;     /* the revision in which the key went, or 0 */
    struct fact_list *list; /* of a list; NULL: nothing is known of it */
};

struct fact_table {
    VEC(struct fact_row) rows; /* by key */
    uint32_t revision;         /* of what the rows say */
};

/* Room for all keys below `keys`. One thread. */
void facts_grow(struct fact_table *facts, size_t keys, struct arena *arena);

/* The hash of one that has one. */
uint64_t fact_hash(const struct fact_row *row, unsigned bit);
/* Hashes of attributes that had none, lowest bit first. */
void fact_add(struct fact_table *facts, uint32_t key, uint64_t bits,
              const uint64_t *hashes, struct arena *arena);
/* What it is now: if it was something else it changed in this revision. */
void fact_set(struct fact_table *facts, uint32_t key, unsigned bit,
              uint64_t hash, struct arena *arena);
/* The members of a list as they are now; they are copied. */
void fact_set_list(struct fact_table *facts, uint32_t key,
                   const uint32_t *members, size_t n, struct arena *arena);
/* There is no such thing any more: all that was known of it changed. */
void fact_set_gone(struct fact_table *facts, uint32_t key);
/* There is one again. */
void fact_set_back(struct fact_table *facts, uint32_t key, struct arena *arena);

/* Which of these attributes have changed after that revision; those that have
 * no hash count as changed. */
uint64_t fact_changed(const struct fact_table *facts, uint32_t key,
                      uint64_t bits, uint32_t since);
/* Has it hashes of all these attributes, and has nothing of it ever changed?
 * False says nothing; one look at the row tells. */
static inline bool fact_is_untouched(const struct fact_row *row, uint64_t bits)
{
    return row->bits && !(bits & ~row->bits) && !row->changed && !row->gone &&
           !row->list;
}

/* Has what the set says of this key changed after that revision? It is no
 * column. *bits: which attributes did. */
bool fact_dep_changed(const struct fact_table *facts, uint32_t key,
                      const struct dep_set *set, uint32_t since,
                      uint64_t *bits);
/* Has the list another member, or fewer? */
bool fact_list_changed(const struct fact_table *facts, uint32_t list,
                       uint32_t since);

#endif
