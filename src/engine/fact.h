/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_FACT_H
#define CRUMB_ENGINE_FACT_H

/* Facts: what can be read of a key, as a hash, and when it last changed.
 *
 *   of an object    its attributes, each of them a bit
 *   of a question   its answer: the bit DEP_WHOLE
 *   of a list       its members, which are keys
 *
 * The table holds only facts that a trace names, so its size depends on what
 * was read and not on the site.
 *
 * Time is counted in revisions: the ledger is revision 1, and each update of
 * the site adds one. A step that was right in a revision is still right if none
 * of the facts in its trace changed in a later one. So facts are compared and
 * not files (early cut-off), and the check is the same for a second build and
 * for a preview after a hundred saves.
 *
 * Hashes have 64 bits, as each is compared with only one other, its value
 * before. One change in 2^64 goes unseen.
 *
 * Several threads may call functions that change rows, each for other keys and
 * with an arena of its own that lives as long as the table. No other function
 * may run at the same time. */

#include <stdatomic.h>

#include "engine/trace.h"
#include "files/text_store.h"

/* How a list changed in a revision. */
struct list_change {
    uint32_t revision;
    uint32_t first; /* index of the first member that changed */
    uint64_t bits;  /* DEP_EMPTY, DEP_LENGTH */
};

struct fact_list {
    const uint32_t *members;
    size_t n;
    VEC(struct list_change) changes;
    struct column *columns; /* results of the dirty check (engine/dirty.c) */
};

/* When the facts of a key last changed: revisions, or 0. */
struct fact_times {
    uint32_t last;      /* when any of them did */
    uint32_t next;      /* key of the next row that changed then, or 0 */
    uint32_t gone;      /* when the key was removed */
    uint32_t changed[]; /* of the attributes that have a hash, lowest first */
};

struct fact_row {
    uint64_t bits;            /* the attributes that have a hash... */
    const void *hashes;       /* ...of eight bytes each, lowest bit first, not
                                 aligned; they may be the ledger's */
    struct fact_times *times; /* NULL: nothing has changed */
    struct fact_list *list;   /* of a list; NULL: no trace names it */
};

struct fact_table {
    TABLE(struct fact_row) rows; /* by key */
    uint32_t revision;           /* the current one */
    _Atomic uint32_t changed;    /* key of a row that has changed in it, or 0 */
};

static inline struct fact_row *fact_row(const struct fact_table *facts,
                                        uint32_t key)
{
    return TABLE_AT(&facts->rows, key);
}
static inline bool fact_is_gone(const struct fact_row *row)
{
    return row->times && row->times->gone;
}

/* Begins the next revision. One thread. */
void facts_next_revision(struct fact_table *facts);
/* Returns the first key in the list of those whose facts have changed in this
 * revision; 0: the list is empty. One thread. */
static inline uint32_t facts_first_changed(const struct fact_table *facts)
{
    return atomic_load(&facts->changed);
}
/* Returns the key after that one in the list; 0: it is the last. */
static inline uint32_t facts_next_changed(const struct fact_table *facts,
                                          uint32_t key)
{
    return fact_row(facts, key)->times->next;
}

/* Returns the hash of an attribute that has one. */
uint64_t fact_hash(const struct fact_row *row, unsigned bit);
/* Adds hashes of attributes that have none yet, lowest bit first. If texts is
 * not NULL, it keeps them, and must live as long as the table. */
void fact_add(struct fact_table *facts, uint32_t key, uint64_t bits,
              const uint64_t *hashes, struct text_store *texts,
              struct arena *arena);
/* Sets the hash of an attribute; if it differs, the attribute has changed in
 * this revision. */
void fact_set(struct fact_table *facts, uint32_t key, unsigned bit,
              uint64_t hash, struct arena *arena);
/* Sets the members of a list; they are copied. The first call for a list is no
 * change. */
void fact_set_list(struct fact_table *facts, uint32_t key,
                   const uint32_t *members, size_t n, struct arena *arena);
/* Removes a key: all its facts change in this revision. */
void fact_set_gone(struct fact_table *facts, uint32_t key, struct arena *arena);
/* Brings a removed key back. */
void fact_set_back(struct fact_table *facts, uint32_t key, struct arena *arena);

/* Returns which of these attributes have changed after that revision.
 * Attributes without a hash count as changed. */
uint64_t fact_changed(const struct fact_table *facts, uint32_t key,
                      uint64_t bits, uint32_t since);
/* A quick test on the row alone: true if all these attributes have hashes and
 * none has ever changed. False means nothing: call fact_changed. */
static inline bool fact_is_untouched(const struct fact_row *row, uint64_t bits)
{
    return row->bits && !(bits & ~row->bits) && !row->times && !row->list;
}

/* Whether a fact that the dependency (no column) names has changed after that
 * revision. *bits: which attributes; 0 of a list, and of a key that was
 * removed. */
bool fact_dep_changed(const struct fact_table *facts, const struct dep *dep,
                      uint32_t since, uint64_t *bits);
/* Whether the members of the list have changed after that revision. */
bool fact_list_changed(const struct fact_table *facts, uint32_t list,
                       uint32_t since);

#endif
