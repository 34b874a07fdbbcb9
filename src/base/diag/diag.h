/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_DIAG_DIAG_H
#define CRUMB_BASE_DIAG_DIAG_H

/* Errors and warnings, each with its place and its cure:
 *
 *     content/networking/evpn.md:4:7: error[bad-date]: not a date: "yesterday"
 *        4 | date: yesterday
 *          |       ^^^^^^^^^ write 2026-11-21 or 2026-11-21T09:30:00+01:00
 *       in templates/post.html:12:3
 *
 * A struct diags collects them on one thread; nothing is printed here.
 * Codes are stable and listed in docs/diagnostics.md. A diagnostic copies
 * what it shows, so sources may go once it is made. */

#include "base/diag/source.h"
#include "base/vec.h"

struct buf;

enum severity { DIAG_WARNING, DIAG_ERROR };

/* A resolved span. */
struct place {
    str file; /* empty: no place is known */
    uint32_t off;
    uint32_t line; /* 0: only the file is known */
    uint32_t column;
    str text;      /* the line; p == NULL: there is none to show */
    uint32_t mark; /* the part of it to underline, in bytes */
    uint32_t mark_len;
};

struct diag {
    enum severity severity;
    const char *code;
    struct place at;
    str message;
    str hint;       /* what to write instead; may be empty */
    size_t repeats; /* how often else it was said, with another chain */
    VEC(struct place) chain; /* "in FILE:LINE:COL", innermost first */
    struct arena *arena;
};

/* Of the warnings of one code, people are shown so many. */
enum { DIAGS_SHOWN = 20 };

struct diags {
    struct arena *arena; /* holds what is collected */
    VEC(struct diag *) list;
    size_t errors;
    size_t warnings;
};

void diags_init(struct diags *diags, struct arena *arena);
/* `code` is a literal. The result may be given a hint and a chain. */
struct diag *diag_error(struct diags *diags, span at, const char *code,
                        const char *format, ...)
    __attribute__((format(printf, 4, 5)));
struct diag *diag_warning(struct diags *diags, span at, const char *code,
                          const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_hint(struct diag *diag, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "did you mean NAME?", unless name is empty. */
void diag_did_you_mean(struct diag *diag, str name);
/* One more step outwards: which include, macro or page led here. */
void diag_in(struct diag *diag, span at);

/* Adds what `from` holds; `from` stays as it is and must outlive `into`. */
void diags_merge(struct diags *into, const struct diags *from);
/* By file, place, code and message, so that the order does not depend on
 * threads. What is said twice is kept once; what differs in its chain alone (a
 * template's error on each of a thousand pages) is kept once and counted. */
void diags_sort(struct diags *diags);

/* The form shown above, with a final line break. */
void diag_print(const struct diag *diag, bool color, struct buf *out);
/* All errors, and the first `most` warnings of each code (0: all of them); a
 * line at the end counts the others of each code. Sorted before, they are the
 * same in each build. */
void diags_print(const struct diags *diags, bool color, size_t most,
                 struct buf *out);
/* One line of JSON: file, line, column, severity, code, message, hint; source
 * and caret, the two lines shown above, or ""; in, a list of what diag_in said,
 * each as FILE:LINE:COL. */
void diag_print_json(const struct diag *diag, struct buf *out);

#endif
