/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_REGEX_H
#define CRUMB_HIGHLIGHT_REGEX_H

/* Regular expressions, by PCRE2, of bytes: a character outside of ASCII is
 * several, all of \x80-\xff. (PCRE2's compiled code must not be given broken
 * UTF-8, and blocks of code may be cut anywhere.) `^` and `$` match at lines.
 *
 * A compiled regex is immutable, and any thread may use it. A match needs a
 * matcher too, one for each thread at a time. */

#include "base/memory/arena.h"

struct regex;
struct matcher;

enum { REGEX_GROUPS = 9 };

/* The facts of a pattern that rules need. */
struct regex_facts {
    uint32_t groups;   /* their number */
    bool may_be_empty; /* it can match without a byte */
    bool starts_line;  /* it matches only where a line starts */
    bool starts[256];  /* the bytes that a match can start with */
};

struct regex_mistake {
    str message;
    size_t off; /* in the pattern, in bytes */
};

enum regex_result { REGEX_MATCH, REGEX_NONE, REGEX_TOO_COSTLY };

/* The version of PCRE2 in use. Another version may match differently. */
str regex_library(struct arena *arena);
/* Whether the pattern is a regular expression by itself, so that it closes no
 * group around it; else the mistake. */
bool regex_compiles(str pattern, struct arena *arena,
                    struct regex_mistake *mistake);
/* Reads the facts of a pattern. Returns false, with the mistake, if it is no
 * regular expression within a group or has too many groups. */
bool regex_examine(str pattern, bool caseless, struct arena *arena,
                   struct regex_facts *facts, struct regex_mistake *mistake);
/* The offset of the first (*...) in a pattern that regex_examine accepts: a
 * verb, as (*ACCEPT), or the long name of an assertion. pattern.n: it has none.
 */
size_t regex_find_verb(str pattern);

/* The functions that a regex is compiled for. */
enum regex_use {
    REGEX_USE_MATCH,  /* regex_match */
    REGEX_USE_SEARCH, /* regex_search */
};

/* Compiles alternatives: the first one that matches counts. Groups are
 * numbered in each from 1. With `jit`, to machine code: a match then takes half
 * as long or less, and compiling several times as long. It counts other steps.
 * NULL: PCRE2 does not compile them, for any reason: a mistake in one, or they
 * are too long together. regex_free frees the regex; NULL is harmless. */
struct regex *regex_compile(const str *patterns, size_t n, bool caseless,
                            enum regex_use use, bool jit);
void regex_free(struct regex *regex);

/* In the arena, with memory of PCRE2 that matcher_free frees. */
struct matcher *matcher_new(struct arena *arena);
void matcher_free(struct matcher *matcher);
/* Matches at subject.p[at]; the pattern may look at the bytes before.
 * REGEX_TOO_COSTLY: the match takes more than that many steps of PCRE2, which
 * counts one for each round of a group and each byte that is given back; or
 * PCRE2 gives up for another reason. */
enum regex_result regex_match(const struct regex *regex,
                              struct matcher *matcher, str subject, size_t at,
                              size_t steps);
/* The first match that starts in [at, end). Steps are those of one place. */
enum regex_result regex_search(const struct regex *regex,
                               struct matcher *matcher, str subject, size_t at,
                               size_t end, size_t steps);
/* The number of the alternative that the last match took; only after
 * REGEX_MATCH, as is the next one. A verb in a pattern can make it one that
 * there is not. */
size_t matcher_pattern(const struct matcher *matcher);
/* The part of a group in the last match; group 0 is the whole match. Returns
 * false if the group took no part. */
bool matcher_group(const struct matcher *matcher, size_t group, size_t *from,
                   size_t *to);

#endif
