/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_SITE_KEYS_H
#define CRUMB_SITE_SITE_KEYS_H

/* Every object of the site that templates can see has a key (engine/key.h), so
 * that reads of it can be recorded (engine/recorder.h). Its number is the id of
 * the key, which stays the same in the next build. */

#include "engine/engine.h"
#include "site/view/view.h"

/* The kind of an object. The ledger holds these numbers: append only. */
enum object_kind {
    OBJECT_NONE, /* no object has that number */
    OBJECT_SITE,
    OBJECT_AUTHOR,
    OBJECT_MENUS,
    OBJECT_DATA, /* data/ or a folder in it; its reads are questions */
    OBJECT_POST,
    OBJECT_SECTION,
    OBJECT_TAXONOMY,
    OBJECT_TERM,
    OBJECT_LIST_PAGE,
    OBJECT_PAGINATOR,
    OBJECT_FEED,
    OBJECT_ADDRESS,   /* of the sitemap */
    OBJECT_ADDRESSES, /* a list of those */
    OBJECT_POSTS,     /* a list of its owner, by its name */
    OBJECT_LIST,      /* a list of other objects: terms, sections */
};

enum { OBJECT_KINDS = OBJECT_LIST + 1 };

struct objects {
    struct engine *engine;
    VEC(const struct object *) of; /* by number; NULL: gone, or no object */
    VEC(uint8_t) kinds;            /* by number: enum object_kind */
};

/* The object of that number; NULL: it is gone, or the id is not an object's. */
static inline const struct object *objects_get(const struct objects *objects,
                                               uint32_t number)
{
    return number < objects->of.n ? objects->of.p[number] : NULL;
}

/* The kind of the object of that number, even if it is gone; OBJECT_NONE: the
 * id is not an object's. */
static inline enum object_kind objects_kind(const struct objects *objects,
                                            uint32_t number)
{
    return number < objects->kinds.n
               ? (enum object_kind)objects->kinds.p[number]
               : OBJECT_NONE;
}

static inline enum key_class objects_key_class(enum object_kind kind)
{
    bool list =
        kind == OBJECT_POSTS || kind == OBJECT_LIST || kind == OBJECT_ADDRESSES;
    return list ? KEY_LIST : KEY_OBJECT;
}

/* The class of each kind of objects, for the names of attributes; NULL: the
 * names differ between sites, or there are none. */
void objects_classes(struct arena *arena,
                     const struct object_class *classes[OBJECT_KINDS]);

/* Gives numbers to the objects of the site; to lists of backlinks only if there
 * are any. The plan adds its own objects. */
struct objects *objects_new(struct site *site, struct engine *engine,
                            bool backlinks);
void objects_add_list_page(struct objects *objects, struct arena *arena,
                           struct list_page *page);
void objects_add_feed(struct objects *objects, struct arena *arena,
                      struct feed *feed);
void objects_add_entries(struct objects *objects, struct arena *arena,
                         struct page_entries *entries, str name);

/* Hashes of values, to compare facts. A plain value is hashed with all that is
 * in it. An object of the site is hashed by its key alone, as each of its
 * attributes is a fact of its own. objects may be NULL if no object is in the
 * value. */
uint64_t value_hash(value v, const struct objects *objects);
/* Returns the hash of the attribute with that bit. The menus have one fact: the
 * hash of all menus. */
uint64_t value_hash_attribute(const struct object *object, size_t bit,
                              struct render_context *ctx);

/* Makes the trace that is kept, in `keep`, of the reads in `deps`; `work` is
 * for temporary data. A page that sorts ten thousand posts by title reads ten
 * thousand titles. Long traces get columns: if a page has read the same
 * attributes of all members of a list, one entry with the list and the
 * attributes replaces these reads. */
struct trace columns_fold(const struct objects *objects, struct deps deps,
                          struct arena *keep, struct arena *work);

#endif
