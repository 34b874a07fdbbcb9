/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_ENGINE_KEY_H
#define CRUMB_ENGINE_KEY_H

/* Keys: everything that can be read has a key, and each key has an id, a small
 * number.
 *
 * Two keys are equal if class, kind, owner and name are, byte for byte. Ids are
 * dense, start at 1, and stay the same from build to build: a table starts with
 * the keys of the last ledger under their ids, and a new key gets a free id. So
 * an id in the ledger means the same key today, and traces are copied without
 * translation.
 *
 * One thread; for several, see engine/engine.h. */

#include "base/memory/table.h"
#include "base/memory/vec.h"

enum key_class {
    KEY_FREE,     /* no key has this id */
    KEY_OBJECT,   /* has attributes, each of them a bit */
    KEY_LIST,     /* has members, which are keys */
    KEY_QUESTION, /* has an answer */
    KEY_FRAGMENT, /* made once and shown by several outputs: has a step */
    KEY_OUTPUT,   /* a file of the output: has a step */
};

enum { KEY_CLASSES = KEY_OUTPUT + 1 };

struct key {
    uint8_t class;  /* enum key_class */
    uint8_t kind;   /* the caller's kind of object, list or question */
    uint32_t owner; /* the id of the key that it belongs to; 0: none */
    str name;       /* in a table it lives as long as the table */
};

struct key_slot {
    uint32_t id; /* 0: free */
    uint32_t hash;
};

struct key_table {
    struct arena *arena;
    TABLE(struct key) rows; /* by id */
    VEC(uint32_t) unused;   /* ids, the smallest last */
    struct arena hashed;    /* of the slots */
    struct key_slot *slots; /* by hash */
    size_t mask;
    uint32_t last; /* the id that key_intern returned last */
    bool borrows;  /* names live as long as the table, and are not copied */
};

/* Makes a table without keys: id 0 is none. */
void key_table_init(struct key_table *keys, struct arena *arena);
void key_table_free(struct key_table *keys);
/* Gives the key the next id, so that the keys of the last ledger, KEY_FREE
 * included, get theirs back. The name must outlive the table. After the last
 * one come key_table_free_ids and key_table_index; until then only
 * key_get and key_limit may be called. */
void key_table_restore(struct key_table *keys, struct key key);
/* Finds the ids that new keys may have. */
void key_table_free_ids(struct key_table *keys);
/* Makes the keys findable. If two are equal, as only a forged ledger has them,
 * the second is never found. It may run beside key_get and key_limit. */
void key_table_index(struct key_table *keys);
/* Returns the id of that key; 0: it is not in the table. */
uint32_t key_find(const struct key_table *keys, struct key key);
/* Returns the id of that key. A new key is added, with a copy of its name
 * unless the table borrows. It is quickest for keys in the order of their ids,
 * which is that of the build that added them. */
uint32_t key_intern(struct key_table *keys, struct key key);

static inline const struct key *key_get(const struct key_table *keys,
                                        uint32_t id)
{
    return TABLE_AT(&keys->rows, id);
}

static inline bool key_is_fragment(const struct key_table *keys, uint32_t id)
{
    return key_get(keys, id)->class == KEY_FRAGMENT;
}

/* All ids are below this. */
static inline size_t key_limit(const struct key_table *keys)
{
    return keys->rows.n;
}

#endif
