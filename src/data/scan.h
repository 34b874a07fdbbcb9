/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DATA_SCAN_H
#define CRUMB_DATA_SCAN_H

/* The parts that the parsers of this room share: a place in a text, errors at
 * it, texts in quotes, and digits. */

#include "base/diag/diag.h"
#include "base/memory/buf.h"
#include "data/value.h"

/* The state of a parser of JSON or TOML. */
struct scan {
    const struct source *source;
    str text; /* ends where the document ends; offsets are the source's */
    size_t at;
    const char *code; /* of the errors */
    struct arena *arena;
    struct diags *diags;
    size_t depth;       /* of the container that is being filled */
    size_t brackets;    /* TOML: arrays and inline tables that are open */
    struct buf scratch; /* texts that are no slices are put together here */
    size_t from;        /* of the bytes of a text not in scratch yet */
    bool copied;        /* scratch has the start of the text */
};

/* Returns false, after reporting "not-utf8" with the hint, if the text is not
 * UTF-8, or begins as UTF-16 does: with its mark, or with a NUL among two
 * bytes. hint == NULL: the command that converts the file. */
bool scan_utf8(span text, struct diags *diags, const char *hint);
/* Begins to read the region. A byte order mark in front is skipped. Returns
 * false after reporting that the region is not UTF-8. The caller frees
 * scan->scratch in any case. */
bool scan_begin(struct scan *scan, span region, const char *code,
                struct arena *arena, struct diags *diags);

/* The byte to be read next; NUL at the end, and NUL is valid nowhere. */
static inline char scan_peek(const struct scan *scan)
{
    return str_at(scan->text, scan->at);
}

static inline str scan_rest(const struct scan *scan)
{
    return str_from_offset(scan->text, scan->at);
}

/* Reports text[from, to). The hint may be NULL. Returns false. */
bool scan_fail(const struct scan *scan, size_t from, size_t to,
               const char *message, const char *hint);
/* Where the part that began at `start` is written. */
struct locus scan_locus(const struct scan *scan, size_t start);

/* A text in quotes, which stays a slice of the source unless it has escapes.
 * Call scan_text_copy before an escape, append its meaning to scratch, and call
 * scan_text_go_on after it. */
void scan_text_begin(struct scan *scan);
void scan_text_copy(struct scan *scan);
static inline void scan_text_go_on(struct scan *scan)
{
    scan->from = scan->at;
}
/* The text up to the place. */
str scan_text_end(struct scan *scan);
/* Reads the letter after a backslash, of \n and the like, into scratch. False:
 * it is none of `letters`, which are some of b t n f r " \ and /. */
bool scan_escape(struct scan *scan, const char *letters);
/* Reads the hexadecimal digits after \u or \U. */
bool scan_hex(struct scan *scan, size_t digits, uint32_t *out);

/* The digits of s, which are valid, as an int; each "_" is skipped. False: it
 * is beyond 64 bits. */
bool digits_to_int(str s, unsigned base, bool negative, int64_t *out);

#endif
