/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_FINDINGS_H
#define CRUMB_CHECK_FINDINGS_H

/* Collects mistakes in the output and reports each once. A mistake in a
 * template shows on many pages; one in a post shows on its page, in lists and
 * in a feed. So findings with the same code and key are reported once for each
 * post whose source has the mistake; if no source has it, once, with the number
 * of other pages. */

#include "base/diag/diag.h"
#include "base/memory/map.h"

struct post;

/* A place in a file, which need not stay in memory. */
struct spot {
    str name;                /* in messages: public/index.html */
    str real;                /* the file that holds the bytes */
    const struct post *post; /* if it is the page of one, or NULL */
    size_t off;
    size_t len;
};

struct finding {
    enum severity severity;
    const char *code;
    struct spot at;
    str key; /* equal for findings of the same mistake */
    str message;
    str hint;
    str group; /* see diag_group; may be empty */
    str group_hint;
    str secret;    /* the text of a secret, or empty */
    str seek;      /* the text to find in the post's source, or empty */
    bool link;     /* `seek` is an address, which sources abbreviate */
    bool image;    /* ... in an <img> that has no text */
    bool wordless; /* ... in ![](x), if it is: else not reported */
    bool leak;     /* it shows readers a draft or a secret */
};

struct findings {
    struct arena *arena;
    VEC(struct finding *) list;
};

/* Adds a finding. `code` is a literal; `key` and the texts of `at` are borrowed
 * as long as the diagnostics of findings_report are used. */
struct finding *finding_add(struct findings *findings, enum severity severity,
                            const char *code, struct spot at, str key);
/* Sets the finding's message. */
void finding_say(struct findings *findings, struct finding *finding,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Adds the error that a file can't be read, and so was not checked. `name` is
 * borrowed; `error` is an errno value. */
void finding_unreadable(struct findings *findings, str name, int error);

/* Adds the findings as diagnostics, leaks to `leaks` and all others to `out`.
 * Adds the diagnostics of the build to `out`, without those that a finding
 * repeats. None is sorted. Sorts and changes the findings: call it once. */
void findings_report(struct findings *findings, const struct diags *build,
                     struct arena *arena, struct diags *leaks,
                     struct diags *out);

#endif
