/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_FRONTMATTER_VISIBILITY_H
#define CRUMB_SITE_FRONTMATTER_VISIBILITY_H

/* The keys of front matter that say whether a page is public: those of crumb
 * and those of other generators. If one of them says that a page is not public,
 * crumb holds the page back. Any thread. */

#include "data/value.h"

/* The numbers of crumb's own keys, which get no warning. Keys of other
 * generators have higher numbers. */
enum {
    VISIBILITY_KEY_DRAFT,
    VISIBILITY_KEY_PUBLISHED,
    VISIBILITY_KEY_PUBLISH,
    VISIBILITY_KEY_FOREIGN
};
#define VISIBILITY_KEY_NONE ((size_t)-1)

/* Returns the number of the key, which is below 64; VISIBILITY_KEY_NONE: it is
 * no such key. Case, quotes, marks and invisible characters make no difference.
 * A word in front may say of what it is: isPrivate, post_status. */
size_t visibility_key(str name);

/* Whether the name is `draft` with a letter dropped, doubled, exchanged with
 * the next or for another one (also of another script), or with invisible
 * characters, or `drafts`, `draught` or the word of another language. Other
 * words, as `craft`, are none. */
bool visibility_is_draft_slip(str name);

enum visibility {
    VISIBILITY_UNKNOWN, /* the value is about something else */
    VISIBILITY_PUBLIC,
    VISIBILITY_UNPUBLISHED,
};

/* Returns what the value of a key says. `text` is a scalar as it is written. */
enum visibility visibility_of(size_t key, value v, str text);
/* Returns what to write instead of a key of another generator. */
const char *visibility_cure(size_t key, str text);
/* Whether these keys (bits) are all about lists: `hidden`, `visible`. */
bool visibility_is_hidden(uint64_t holds);
/* Whether one of these keys (bits) holds a page back as `draft` does. Others
 * are about lists, or about that page alone. */
bool visibility_is_private(uint64_t holds);

#endif
