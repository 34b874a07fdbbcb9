/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_PACK_H
#define CRUMB_BASE_PACK_H

/* Binary records. One run writes them into a buffer; a later run reads them
 * from a file mapped into memory, without copying texts.
 *
 * A record does not describe itself: it must be read in the order in which it
 * was written, by the same program on the same machine. The code that stores
 * records makes sure of that. Numbers are varints (LEB128); a text follows its
 * length.
 *
 * Reading never leaves the record, with any bytes in it. Invalid bytes set
 * `failed`, and all later reads return 0, false or an empty text; so a reader
 * checks `failed` once, at the end. Texts point into the record, which must
 * outlive them. */

#include "base/diag/source.h"
#include "base/hash.h"
#include "base/memory/buf.h"

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

/* Marks the record as invalid, for a reason that the caller found. */
void unpack_fail(struct unpack *in);

/* --- numbers --- */

/* Writes a number at p, which has room for it. Returns the place after it. */
static inline char *pack_uint_at(char *p, uint64_t n)
{
    for (; n >= 0x80; n >>= 7) {
        *p++ = (char)(n | 0x80);
    }
    *p++ = (char)n;
    return p;
}

/* For numbers of more than one byte; pack_uint and unpack_uint call them. */
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

/* Reads a number. Fails if it is over `most`. */
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

/* Reads the number of items that follow, each of at least `least` bytes. Fails
 * if the record is too short for them, so it is safe to allocate that many. */
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

/* Signed numbers; those near 0 take few bytes. */
void pack_int(struct buf *out, int64_t n);
int64_t unpack_int(struct unpack *in);

/* Eight bytes, not as a varint: bit sets, hashes, floats. */
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

/* A missing text (p == NULL) and an empty one are kept apart. */
void pack_str(struct buf *out, str s);
str unpack_str(struct unpack *in);

/* So many bytes. */
str unpack_bytes(struct unpack *in, uint64_t n);

/* A text; if it is a slice of `whole`, only its place in there is written. To
 * read it, pass a `whole` with the same bytes. */
void pack_slice(struct buf *out, str s, str whole);
str unpack_slice(struct unpack *in, str whole);

/* A place in `source`. A place in another source is lost: it reads as none. */
void pack_span(struct buf *out, span at, const struct source *source);
span unpack_span(struct unpack *in, const struct source *source);

#endif
