/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_HIGHLIGHT_REGEX_H
#define CRUMB_HIGHLIGHT_REGEX_H

/* Regular expressions, by PCRE2, of bytes: a character outside of ASCII is
 * several, all of \x80-\xff. (PCRE2's compiled code must not be given broken
 * UTF-8, and blocks of code may be cut anywhere.) `^` and `$` match at lines.
 *
 * A compiled regex is immutable, and any thread may use it. What a match needs
 * beside it is a matcher, one for each thread at a time. */

#include "base/arena.h"

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
/* Compiles patterns that are tried one after the other at the place of the
 * match. Groups are numbered in each from 1. NULL: they are too long together.
 * regex_free frees it. */
struct regex *regex_compile(const str *patterns, size_t n, bool caseless);
/* Compiles a pattern that is looked for from the place of the match on. `once`:
 * it is used once, and not made fast. */
struct regex *regex_compile_search(str pattern, bool caseless, bool once);
void regex_free(struct regex *regex);

/* In the arena, with memory of PCRE2 that matcher_free frees. */
struct matcher *matcher_new(struct arena *arena);
void matcher_free(struct matcher *matcher);
/* Matches at subject.p[at], or from there on, and sees what is in front of it.
 * REGEX_TOO_COSTLY: the match took more steps than any that is meant to. */
enum regex_result regex_match(const struct regex *regex,
                              struct matcher *matcher, str subject, size_t at);
/* Of the last match: the number of the pattern; the part of a group, 0 for the
 * whole. False: the group took no part. */
size_t matcher_pattern(const struct matcher *matcher);
bool matcher_group(const struct matcher *matcher, size_t group, size_t *from,
                   size_t *to);

#endif
