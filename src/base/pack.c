/* SPDX-License-Identifier: MIT */
#include "base/pack.h"

#include "base/simd.h"

/* 64 bits, seven a byte. */
enum { VARINT_MAX = 10 };

#define TOP_BITS UINT64_C(0x8080808080808080)

/* All further reading finds nothing left, which is its own check. */
void unpack_fail(struct unpack *in)
{
    in->p = in->end;
    in->failed = true;
}

void pack_uint_long(struct buf *out, uint64_t n)
{
    buf_reserve(out, VARINT_MAX);
    out->n = (size_t)(pack_uint_at(out->p + out->n, n) - out->p);
}

static uint64_t unpack_by_byte(struct unpack *in)
{
    uint64_t n = 0;
    size_t left = unpack_left(in);
    for (size_t i = 0; i < left && i < VARINT_MAX; i++) {
        uint64_t byte = (unsigned char)in->p[i];
        if (i == VARINT_MAX - 1 && byte > 1) {
            break;
        }
        n |= (byte & 0x7F) << (7 * i);
        if (byte < 0x80) {
            in->p += i + 1;
            return n;
        }
    }
    unpack_fail(in);
    return 0;
}

/* The lower seven bits of each byte, side by side. */
static uint64_t join_sevens(uint64_t x)
{
    x = (x & 0x007F007F007F007F) | (x & 0x7F007F007F007F00) >> 1;
    x = (x & 0x00003FFF00003FFF) | (x & 0x3FFF00003FFF0000) >> 2;
    return (x & 0x000000000FFFFFFF) | (x & 0x0FFFFFFF00000000) >> 4;
}

/* Eight bytes at once: a ledger has millions of numbers, and how long each is
 * can't be foreseen. */
uint64_t unpack_uint_long(struct unpack *in)
{
    uint64_t x = unpack_left(in) >= 8 ? load_u64(in->p) : TOP_BITS;
    uint64_t last = ~x & TOP_BITS; /* marks the last byte, and others */
    if (!last) {
        return unpack_by_byte(in);
    }
    uint64_t up_to_it = last ^ (last - 1);
    in->p += (size_t)__builtin_ctzll(last) / 8 + 1;
    return join_sevens(x & up_to_it);
}

/* Zigzag: the sign is the lowest bit. */
void pack_int(struct buf *out, int64_t n)
{
    pack_uint(out, ((uint64_t)n << 1) ^ (n < 0 ? UINT64_MAX : 0));
}

int64_t unpack_int(struct unpack *in)
{
    uint64_t n = unpack_uint(in);
    return (int64_t)((n >> 1) ^ (n & 1 ? UINT64_MAX : 0));
}

void pack_float(struct buf *out, double f)
{
    uint64_t word;
    memcpy(&word, &f, sizeof word);
    pack_word(out, word);
}

double unpack_float(struct unpack *in)
{
    uint64_t word = unpack_word(in);
    double f;
    memcpy(&f, &word, sizeof f);
    return f;
}

void pack_hash(struct buf *out, struct hash128 hash)
{
    pack_word(out, hash.low);
    pack_word(out, hash.high);
}

struct hash128 unpack_hash(struct unpack *in)
{
    struct hash128 hash = {.low = unpack_word(in)};
    hash.high = unpack_word(in);
    return in->failed ? (struct hash128){0} : hash;
}

/* --- texts and places --- */

str unpack_bytes(struct unpack *in, uint64_t n)
{
    if (n > unpack_left(in)) {
        unpack_fail(in);
        return (str){NULL, 0};
    }
    str s = {in->p, (size_t)n};
    in->p += n;
    return s;
}

/* The length and one; 0: no text. */
void pack_str(struct buf *out, str s)
{
    pack_uint(out, s.p ? (uint64_t)s.n + 1 : 0);
    buf_put(out, s);
}

str unpack_str(struct unpack *in)
{
    uint64_t head = unpack_uint(in);
    return head ? unpack_bytes(in, head - 1) : (str){NULL, 0};
}

/* As above, with one more bit: 1 if an offset follows, 0 if the bytes do. */
void pack_slice(struct buf *out, str s, str whole)
{
    uint64_t head = s.p ? ((uint64_t)s.n + 1) << 1 : 0;
    if (s.p && str_is_slice(s, whole)) {
        pack_uint(out, head | 1);
        pack_uint(out, (uintptr_t)s.p - (uintptr_t)whole.p);
    } else {
        pack_uint(out, head);
        buf_put(out, s);
    }
}

str unpack_slice(struct unpack *in, str whole)
{
    uint64_t head = unpack_uint(in);
    if (!(head & 1)) {
        return head ? unpack_bytes(in, (head >> 1) - 1) : (str){NULL, 0};
    }
    uint64_t n = (head >> 1) - 1;
    uint64_t off = unpack_uint_to(in, whole.n);
    if (in->failed || !whole.p || n > whole.n - off) {
        unpack_fail(in);
        return (str){NULL, 0};
    }
    return (str){whole.p + off, (size_t)n};
}

/* The offset and one; 0: no place. */
void pack_span(struct buf *out, span at, const struct source *source)
{
    if (!at.source || at.source != source) {
        pack_uint(out, 0);
        return;
    }
    pack_uint(out, (uint64_t)at.off + 1);
    pack_uint(out, at.len);
}

span unpack_span(struct unpack *in, const struct source *source)
{
    uint64_t head = unpack_uint(in);
    if (!head) {
        return (span){0};
    }
    uint32_t len = unpack_uint32(in);
    size_t size = source ? source->text.n : 0;
    if (in->failed || !source || head - 1 > size || len > size - (head - 1)) {
        unpack_fail(in);
        return (span){0};
    }
    return (span){source, (uint32_t)(head - 1), len};
}
