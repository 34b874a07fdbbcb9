/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_KEY_H
#define CRUMB_ENGINE_KEY_H

/* Keys: a small number, its id, for everything of which something can be read.
 *
 * A key is known by its class, its kind, its owner and its name, compared byte
 * for byte. Ids are dense, start at 1, and stay the same from build to build: a
 * table starts with the last ledger's keys under their ids, and what is new
 * gets an id that is free. So what a ledger says of an id is true of the same
 * id now, and a trace that still holds is copied as it is.
 *
 * One thread; engine/engine.h has what several may call. */

#include "base/vec.h"

enum key_class {
    KEY_FREE,     /* no key has this id */
    KEY_OBJECT,   /* has attributes, each of them a bit */
    KEY_LIST,     /* has members, which are keys */
    KEY_QUESTION, /* has an answer */
    KEY_FRAGMENT, /* what several outputs show and was made once: has a step */
    KEY_OUTPUT,   /* a file of the output: has a step */
};

enum { KEY_CLASSES = KEY_OUTPUT + 1 };

struct key {
    uint8_t class;  /* enum key_class */
    uint8_t kind;   /* what sort of object, list or question: the caller's */
    uint32_t owner; /* the id of what it belongs to; 0: nothing */
    str name;       /* in a table: as long as the table */
};

struct key_row {
    struct key key;
    uint64_t hash;
};

struct key_table {
    struct arena *arena;
    VEC(struct key_row) rows; /* by id */
    VEC(uint32_t) unused;     /* ids, the smallest last */
    uint32_t *slots;          /* by hash: ids; 0: none */
    size_t mask;
};

/* `known`: the keys of the last ledger by their ids, from 0 on, which is none;
 * their names outlive the table.
 * Of two equal ones, which only a forged ledger has, the second is never found.
 * n may be 0. Room for `more` is made. */
void key_table_init(struct key_table *keys, struct arena *arena,
                    const struct key *known, size_t n, size_t more);
/* The id of that key; 0: there is none. */
uint32_t key_find(const struct key_table *keys, struct key key);
/* The id of that key, which is added if it is new; then its name is copied. */
uint32_t key_intern(struct key_table *keys, struct key key);

static inline const struct key *key_get(const struct key_table *keys,
                                        uint32_t id)
{
    return &keys->rows.p[id].key;
}

/* All ids are below this. */
static inline size_t key_limit(const struct key_table *keys)
{
    return keys->rows.n;
}

#endif
