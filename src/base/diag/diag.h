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
 * A struct diags collects them on one thread; only the cli prints them. Codes
 * are stable and listed in docs/diagnostics.md. A diagnostic copies what it
 * shows, so its source may be freed. */

#include <stdarg.h>

#include "base/diag/source.h"
#include "base/memory/vec.h"

struct buf;
struct unpack;

enum severity {
    DIAG_WARNING,
    DIAG_ERROR,
    DIAG_NOTE,   /* a warning that only crumb check reports */
    DIAG_ADVICE, /* a hint: nothing is wrong, but it may be better */
};

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
    const char
        *code; /* a literal, or in the record that it was unpacked from */
    struct place at;
    str message;
    str hint;  /* the cure; may be empty */
    str group; /* see diag_group; may be empty */
    str group_hint;
    size_t repeats; /* further reports of it that differ only in the chain */
    VEC(struct place) chain;       /* "in FILE:LINE:COL", innermost first */
    VEC(const struct diag *) more; /* of its group: see diags_fold */
    struct arena *arena;
};

struct diags {
    struct arena *arena; /* holds the diagnostics */
    VEC(struct diag *) list;
    size_t errors;
    size_t warnings;
    size_t notes;
    size_t advice;
    bool moving; /* an input changed while it was read: the caller may try
                    again */
};

void diags_init(struct diags *diags, struct arena *arena);
/* Nothing was collected. */
extern const struct diags diags_none;
/* Returns a copy that lives as long as the diagnostics; diags_none if there are
 * none. */
const struct diags *diags_keep(const struct diags *diags);
/* Adds a diagnostic. `code` is a literal. The caller may add a hint and a chain
 * to the result. */
struct diag *diag_add(struct diags *diags, enum severity severity, span at,
                      const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
struct diag *diag_vadd(struct diags *diags, enum severity severity, span at,
                       const char *code, const char *format, va_list args)
    __attribute__((format(printf, 5, 0)));
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
/* Puts it into the group of its code that `key` names: many of them have one
 * cause. Then `hint` (may be empty) is their cure. Both are copied. */
void diag_group(struct diag *diag, str key, str hint);
/* Adds a step to the chain: the include, macro or page that led here. */
void diag_in(struct diag *diag, span at);

/* The number of diagnostics with that severity, for who takes some away. */
size_t *diags_count(struct diags *diags, enum severity severity);
/* Adds all of `from`, which does not change and must outlive `into`. */
void diags_merge(struct diags *into, const struct diags *from);
/* Sorts by file, place, code and message, so that the order does not depend on
 * threads. Keeps one of several equal diagnostics, and one of several that
 * differ only in the chain (a template's error on each of a thousand pages);
 * the others are counted in `repeats`. */
void diags_sort(struct diags *diags);

/* Leaves one of each group, its first, after all that are single; the others
 * are in its `more`, and no longer counted. Warnings that say the same without
 * diag_group are a group too. Only more than a few are folded, but of
 * diag_group all that say the same, and those with a "did you mean" are a group
 * by themselves. Notes are left out. Call diags_sort first,
 * and do nothing but print afterwards. */
void diags_fold(struct diags *diags);

/* Appends the form shown above, with a final line break. */
void diag_print(const struct diag *diag, bool color, struct buf *out);
void diags_print(const struct diags *diags, bool color, struct buf *out);
/* Appends one line of JSON: file, line, column, severity, code, message, hint;
 * source and caret, the two lines shown above, or ""; in, the chain, as a list
 * of FILE:LINE:COL; more, the others of its group: file, line, column, message
 * and in of each. */
void diag_print_json(const struct diag *diag, struct buf *out);

/* --- in records (base/pack.h) --- */

/* Packs the diagnostics from number `from` on: a build repeats those of files
 * and pages that it does not make again. */
void diags_pack(const struct diags *diags, size_t from, struct buf *out);
/* Adds those of the record to diags. Their texts point into the record. False:
 * the record is invalid, and nothing was added. */
bool diags_unpack(struct diags *diags, struct unpack *in);
/* Adds copies of `said` to *diags, which need nothing that the others point
 * to. */
void diags_copy(const struct diags *said, struct diags *diags);

#endif
