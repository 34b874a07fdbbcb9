/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_TARGET_H
#define CRUMB_CHECK_TARGET_H

/* Where the addresses of links lead. */

#include <pthread.h>

#include "check/catalog.h"

enum target_kind {
    TARGET_INSIDE,       /* below the site's address */
    TARGET_OUTSIDE_BASE, /* on the same host, but not below it */
    TARGET_EXTERNAL,     /* http or https elsewhere */
    TARGET_LOCAL,        /* on the author's own machine: localhost, file: */
    TARGET_OTHER,        /* mailto:, data:, javascript: */
};

/* An address as pages have it. Pages share those that mean the same. */
struct link_address {
    enum target_kind kind;
    bool has_fragment; /* it names a part of the page `file` */
    bool requestable;  /* over HTTP: TARGET_EXTERNAL, or TARGET_LOCAL */
    str value;         /* character references are decoded */
    str url;           /* of a relative one what it leads to; p == NULL: it
                          means the same on every page */
    struct check_file *file; /* that it leads to; NULL: no file that crumb
                                wrote */
    struct outside *outside; /* for external/: external.c */
};

enum { ADDRESS_SHARDS = 16 };

/* The different addresses of all pages. Any thread may add to it. */
struct addresses {
    struct address_shard {
        pthread_mutex_t lock; /* of the rest */
        struct arena arena;
        struct map by_text;
    } shards[ADDRESS_SHARDS];
};

void addresses_init(struct addresses *addresses);
void addresses_free(struct addresses *addresses);
/* Returns the address, which it adds and resolves if it is new. `text` is its
 * value; of a relative address the value, '\n' and the url. The first `length`
 * bytes are the value. Does not reset `work`. */
struct link_address *addresses_get(struct addresses *addresses,
                                   const struct catalog *catalog, str text,
                                   size_t length, struct arena *work);

/* All that is known of where an address leads. */
struct target {
    str value; /* as in struct link_address */
    str url;   /* resolved */
    enum target_kind kind;
    str path;                /* TARGET_INSIDE: below the root, decoded */
    str fragment;            /* without '#', as it is written */
    struct check_file *file; /* as in struct link_address */
};

/* Whether the address means the same on every page. */
bool target_is_shared(str href);
/* Any thread. */
void target_resolve(const struct catalog *catalog,
                    const struct link_address *address, struct arena *arena,
                    struct target *out);
/* The id that a fragment names, encoded; empty: none. The part from ":~:" on is
 * for the browser (HTML section 7.4.6.4); "top" in any case is that of the top
 * of any page. */
str target_id(str fragment);
/* Whether something else is published there: a redirect of the server, or a
 * file of the output that crumb did not write. One thread. */
bool target_is_elsewhere(struct catalog *catalog, const struct target *target,
                         struct arena *arena);
/* Whether a page of this site has the path of an address that is outside of its
 * base: "/about/" on a site at /blog. */
bool target_lacks_base(const struct catalog *catalog,
                       const struct target *target, struct arena *arena);
/* The post whose page would be there if it was published, or NULL. */
const struct post *target_unpublished(const struct catalog *catalog,
                                      const struct target *target,
                                      struct arena *arena);
/* A hint for a dead link: the address that was probably meant; empty: unknown.
 * One thread. */
str target_hint(struct catalog *catalog, const struct target *target,
                struct arena *arena);

#endif
