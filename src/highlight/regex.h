/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_REGEX_H
#define CRUMB_HIGHLIGHT_REGEX_H

/* Regular expressions, by PCRE2, of bytes: a character outside of ASCII is
 * several, all of \x80-\xff. (PCRE2's compiled code must not be given broken
 * UTF-8, and blocks of code may be cut anywhere.) `^` and `$` match at lines.
 *
 * A compiled regex is immutable, and any thread may use it. What a match needs
 * beside it is a matcher, one for each thread at a time. */

#include "base/memory/arena.h"

struct regex;
struct matcher;

enum { REGEX_GROUPS = 9 };

/* What a rule's pattern is like. */
struct regex_facts {
    uint32_t groups;   /* the number of them */
    bool may_be_empty; /* it can match without a byte */
    bool starts_line;  /* it matches only where a line starts */
    bool starts[256];  /* the bytes that a match can start with */
};

/* What is wrong with a pattern. */
struct regex_mistake {
    str message;
    size_t off; /* in the pattern, in bytes */
};

enum regex_result { REGEX_MATCH, REGEX_NONE, REGEX_TOO_COSTLY };

/* The version of PCRE2 in use. */
str regex_library(struct arena *arena);
/* Reads a pattern for what it is like. False: it is none. */
bool regex_examine(str pattern, bool caseless, struct arena *arena,
                   struct regex_facts *facts, struct regex_mistake *mistake);
/* What a regex is for. */
enum regex_use {
    REGEX_USE_MATCH,  /* of what stands at a place: regex_match; see
                         regex_fast */
    REGEX_USE_GLANCE, /* regex_glance */
    REGEX_USE_SEARCH, /* regex_search */
    REGEX_USE_ONCE,   /* the same, used once */
};

/* Compiles patterns of which the first that matches counts. Groups are numbered
 * in each from 1. NULL: they are too long together. regex_free frees it. */
struct regex *regex_compile(const str *patterns, size_t n, bool caseless,
                            enum regex_use use);
/* A copy of one for REGEX_USE_MATCH that takes half as long for a match, and as
 * long as some hundred matches to be made. */
struct regex *regex_fast(const struct regex *regex);
void regex_free(struct regex *regex);

/* In the arena, with memory of PCRE2 that matcher_free frees. */
struct matcher *matcher_new(struct arena *arena);
void matcher_free(struct matcher *matcher);
/* Matches at subject.p[at], and sees what is in front of it. REGEX_TOO_COSTLY:
 * the match takes more than that many steps of PCRE2, which counts one for each
 * round of a group and each byte that is given back. */
enum regex_result regex_match(const struct regex *regex,
                              struct matcher *matcher, str subject, size_t at,
                              size_t steps);
/* The same, but REGEX_TOO_COSTLY if it matters what follows the subject. */
enum regex_result regex_glance(const struct regex *regex,
                               struct matcher *matcher, str subject, size_t at,
                               size_t steps);
/* The first match that starts in [at, end). Steps are those of one place. */
enum regex_result regex_search(const struct regex *regex,
                               struct matcher *matcher, str subject, size_t at,
                               size_t end, size_t steps);
/* Of the last match: the number of the pattern; the part of a group, 0 for the
 * whole. False: the group took no part. */
size_t matcher_pattern(const struct matcher *matcher);
bool matcher_group(const struct matcher *matcher, size_t group, size_t *from,
                   size_t *to);

#endif
