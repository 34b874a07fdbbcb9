/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_TOKENS_H
#define CRUMB_HIGHLIGHT_TOKENS_H

/* Names of tokens: the short classes that Pygments and Chroma write into pages
 * ("k" is a keyword, "s2" a string in double quotes), and a few for what
 * network devices have. A theme's style sheet for either colours crumb's pages.
 */

#include "base/str.h"

/* A token is the number of its name; TOKEN_PLAIN has no span in the page. */

enum { TOKEN_PLAIN = 0, TOKEN_UNKNOWN = 255 };

struct token_name {
    str name;    /* the class */
    str meaning; /* for people */
    str tag;     /* <span class="k">; empty: it has no element */
};

/* All names by number; the first is TOKEN_PLAIN with an empty name. */
extern const struct token_name token_names[];
extern const size_t token_count;

/* TOKEN_UNKNOWN: there is no such name. */
uint8_t token_find(str name);
/* The name that this one is probably a typo of; else empty. */
str token_nearest(str name);

#endif
