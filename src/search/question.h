/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SEARCH_QUESTION_H
#define CRUMB_SEARCH_QUESTION_H

/* A question as terms:
 *
 *     bgp timers        words; an answer has some of them
 *     "show bgp"        words that it has all, one after the other
 *     tag:evpn section:networking
 *     -cisco -"as 1" -tag:evpn    what it has not
 */

#include "search/search_parts.h"

enum { MOST_TERMS = 32 };

enum term_kind {
    TERM_WORD,
    TERM_REQUIRED, /* of a phrase */
    TERM_FILTER,
    TERM_EXCLUDED,
};

struct term {
    enum term_kind kind;
    bool weak;    /* set by ranking: it says little */
    str forms[3]; /* the most exact one first: --dry-run, dry-run */
    size_t nforms;
    str parts[MOST_FORMS]; /* if no document has one of these: dry, run */
    size_t nparts;
};

struct phrase {
    str text; /* phrase_of */
    bool excluded;
};

struct terms {
    VEC(struct term) all; /* MOST_TERMS at most */
    VEC(struct phrase) phrases;
};

void question_read(str words, struct arena *arena, struct terms *terms);
/* Appends the letters and digits of a text in lower case, without accents, and
 * a space for all that is between, at both ends, and around each character of a
 * dense script, so that parts of its sentences are found. */
void phrase_of(str lower, struct buf *out);

#endif
