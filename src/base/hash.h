/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_HASH_H
#define CRUMB_BASE_HASH_H

/* XXH3 of bytes. 128 bits where one of many may be taken for another, or a file
 * be overwritten: the manifest's files, names in the stage, the ledger's key.
 * 64 bits for tables in memory, and where a thing is compared with itself as it
 * was: engine/fact.h says why that is enough. Not cryptographic: who chooses
 * the bytes can make two texts of one hash. */

#include "base/str.h"

struct hash128 {
    uint64_t low;
    uint64_t high;
};

uint64_t hash64(str s);
/* Of hashes and other numbers, in that order. */
uint64_t hash64_of(const uint64_t *parts, size_t n);
static inline uint64_t hash64_mix(uint64_t a, uint64_t b)
{
    return hash64_of((const uint64_t[]){a, b}, 2);
}

struct hash128 hash128(str s);
bool hash128_eq(struct hash128 a, struct hash128 b);

enum { HASH128_HEX = 32 };
/* 32 lower-case hexadecimal digits, most significant first (the canonical
 * form of the xxHash specification), without a NUL. */
void hash128_hex(struct hash128 hash, char out[HASH128_HEX]);
bool hash128_parse(str hex, struct hash128 *out);

#endif
