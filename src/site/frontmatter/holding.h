/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_FRONTMATTER_HOLDING_H
#define CRUMB_SITE_FRONTMATTER_HOLDING_H

/* The keys of front matter that say whether a page is public: crumb's own and
 * those of the generators that people come from. What says there that a page
 * is not public, holds it back here. Any thread. */

#include "data/value.h"

/* crumb's own words, which need no warning; the others follow. */
enum { HOLDING_DRAFT, HOLDING_PUBLISHED, HOLDING_PUBLISH, HOLDING_FOREIGN };
#define HOLDING_NONE ((size_t)-1)

/* The number of the key, below 64; HOLDING_NONE: it is another one. Capitals,
 * "_" and "-" make no difference. */
size_t holding_find(str name);

enum holding_says {
    HOLDING_SAYS_NOTHING, /* it means something else, or nothing */
    HOLDING_SAYS_PUBLIC,
    HOLDING_SAYS_HELD,
};

/* What the value behind the key says; text: a scalar as it is written. */
enum holding_says holding_says(size_t key, value v, str text);
/* What to write instead. */
const char *holding_cure(size_t key, str text);
/* One of the keys, bits, holds back as a draft is held back; others may be
 * about lists, or about that page alone. */
bool holding_is_private(uint64_t holds);

#endif
