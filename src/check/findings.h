/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_FINDINGS_H
#define CRUMB_CHECK_FINDINGS_H

/* What is wrong with the output, before it is told. The same mistake is on
 * many pages when a template made it, and on a list, a feed and a page of its
 * own when a post did: so findings of one code and one key are told once for
 * each post whose source has it, or else once, with how many pages more. */

#include "base/diag/diag.h"
#include "base/map.h"

struct post;

/* A place in a file that need not be in memory any more. */
struct spot {
    str name;                /* as users know it: public/index.html */
    str real;                /* the file that holds the bytes */
    const struct post *post; /* whose page it is, or NULL */
    size_t off;
    size_t len;
};

struct finding {
    enum severity severity;
    const char *code;
    struct spot at;
    str key; /* what makes two findings the same mistake */
    str message;
    str hint;
    str seek;            /* what the post's source would have; may be empty */
    bool link;           /* `seek` is an address, which sources abbreviate */
    bool only_in_source; /* not told unless the source has it */
    size_t others;       /* pages more */
};

struct findings {
    struct arena *arena;
    VEC(struct finding *) list;
};

/* `code` is a literal; `key` and what `at` holds are borrowed. */
struct finding *finding_add(struct findings *findings, enum severity severity,
                            const char *code, struct spot at, str key);
void finding_say(struct findings *findings, struct finding *finding,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The file of that name can't be read, so that nothing is known of it. `name`
 * is borrowed. */
void finding_unreadable(struct findings *findings, str name, int error);

/* Turns the findings into diagnostics. `build`: what building said, of which
 * warnings are left out that a finding tells as well. Both end up in `out`,
 * unsorted. */
void findings_report(struct findings *findings, const struct diags *build,
                     struct arena *arena, struct diags *out);

#endif
