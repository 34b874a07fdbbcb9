/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_PACK_H
#define CRUMB_BASE_PACK_H

/* Records: what one run writes into a buffer and a later one reads back, from
 * a file mapped into memory, without copying a text.
 *
 * Nothing in a record says what comes next: it is read in the order in which
 * it was written, by the same program on the same machine; whoever keeps
 * records sees to that. Numbers are varints (LEB128), texts have their length
 * before them.
 *
 * Reading never leaves the record, whatever bytes are in it. Where they make
 * no sense `failed` is set, and from there on all that is read is 0, false or
 * an empty text: it is enough to look at the end. Texts that were read point
 * into the record, which has to outlive them. */

#include "base/buf.h"
#include "base/diag/source.h"
#include "base/hash.h"

struct unpack {
    const char *p;
    const char *end;
    bool failed;
};

static inline struct unpack unpack_of(str record)
{
    const char *end = record.n ? record.p + record.n : record.p;
    return (struct unpack){.p = record.p, .end = end};
}

static inline size_t unpack_left(const struct unpack *in)
{
    return (size_t)(in->end - in->p);
}

/* The record makes no sense to the caller. */
void unpack_fail(struct unpack *in);

/* --- numbers --- */

/* What does not fit into one byte; the slow halves of what follows. */
void pack_uint_long(struct buf *out, uint64_t n);
uint64_t unpack_uint_long(struct unpack *in);

static inline void pack_uint(struct buf *out, uint64_t n)
{
    if (n < 0x80) {
        buf_putc(out, (char)n);
    } else {
        pack_uint_long(out, n);
    }
}

static inline uint64_t unpack_uint(struct unpack *in)
{
    if (in->p < in->end && (unsigned char)*in->p < 0x80) {
        return (unsigned char)*in->p++;
    }
    return unpack_uint_long(in);
}

/* At most `most`, else failed. */
static inline uint64_t unpack_uint_to(struct unpack *in, uint64_t most)
{
    uint64_t n = unpack_uint(in);
    if (n > most) {
        unpack_fail(in);
        return 0;
    }
    return n;
}

static inline uint32_t unpack_uint32(struct unpack *in)
{
    return (uint32_t)unpack_uint_to(in, UINT32_MAX);
}

/* How many things follow, each of at least `least` bytes: no more than there
 * is room for, so that nobody allocates for what is not there. */
static inline size_t unpack_count(struct unpack *in, size_t least)
{
    uint64_t n = unpack_uint(in);
    if (n > unpack_left(in) / least) {
        unpack_fail(in);
        return 0;
    }
    return (size_t)n;
}

static inline void pack_bool(struct buf *out, bool b)
{
    buf_putc(out, b ? 1 : 0);
}

static inline bool unpack_bool(struct unpack *in)
{
    return unpack_uint_to(in, 1) != 0;
}

/* Small numbers of either sign are short. */
void pack_int(struct buf *out, int64_t n);
int64_t unpack_int(struct unpack *in);

/* Eight bytes as they are: sets of bits, hashes, floats. */
static inline void pack_word(struct buf *out, uint64_t word)
{
    buf_put(out, (str){(const char *)&word, sizeof word});
}

static inline uint64_t unpack_word(struct unpack *in)
{
    uint64_t word = 0;
    if (unpack_left(in) < sizeof word) {
        unpack_fail(in);
        return 0;
    }
    memcpy(&word, in->p, sizeof word);
    in->p += sizeof word;
    return word;
}

void pack_float(struct buf *out, double f);
double unpack_float(struct unpack *in);
void pack_hash(struct buf *out, struct hash128 hash);
struct hash128 unpack_hash(struct unpack *in);

/* --- texts and places --- */

/* No text (p == NULL) and an empty one stay apart. */
void pack_str(struct buf *out, str s);
str unpack_str(struct unpack *in);

/* A text that may be a slice of `whole`: then only its place is written. It is
 * read with a `whole` of the same bytes. */
void pack_slice(struct buf *out, str s, str whole);
str unpack_slice(struct unpack *in, str whole);

/* A place in `source`, or none; one in another source becomes none. */
void pack_span(struct buf *out, span at, const struct source *source);
span unpack_span(struct unpack *in, const struct source *source);

#endif
