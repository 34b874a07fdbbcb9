/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_FRONTMATTER_HOLDING_H
#define CRUMB_SITE_FRONTMATTER_HOLDING_H

/* The keys of front matter that say whether a page is public: those of crumb
 * and those of other generators. If one of them says that a page is not public,
 * crumb holds the page back. Any thread. */

#include "data/value.h"

/* The numbers of crumb's own keys, which get no warning. Keys of other
 * generators have higher numbers. */
enum { HOLDING_DRAFT, HOLDING_PUBLISHED, HOLDING_PUBLISH, HOLDING_FOREIGN };
#define HOLDING_NONE ((size_t)-1)

/* Returns the number of the key, which is below 64; HOLDING_NONE: it is no such
 * key. Case, "_" and "-" make no difference. */
size_t holding_find(str name);

enum holding_says {
    HOLDING_SAYS_NOTHING, /* the value is about something else */
    HOLDING_SAYS_PUBLIC,
    HOLDING_SAYS_HELD,
};

/* Returns what the value of a key says. `text` is a scalar as it is written. */
enum holding_says holding_says(size_t key, value v, str text);
/* Returns what to write instead of a key of another generator. */
const char *holding_cure(size_t key, str text);
/* Whether one of these keys (bits) holds a page back as `draft` does. Others
 * are about lists, or about that page alone. */
bool holding_is_private(uint64_t holds);

#endif
