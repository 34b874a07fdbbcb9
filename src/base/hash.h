/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_HASH_H
#define CRUMB_BASE_HASH_H

/* XXH3 of bytes. 128 bits serve where a collision would mix up two of many
 * things or overwrite a file: the manifest's files, names in the stage, the
 * ledger's key. 64 bits serve tables in memory, and to see whether one thing
 * has changed; engine/fact.h says why that is enough. Not cryptographic: an
 * attacker who chooses the bytes can make collisions. */

#include "base/str.h"

struct hash128 {
    uint64_t low;
    uint64_t high;
};

uint64_t hash64(str s);
/* Hashes a list of numbers, such as hashes; their order counts. */
uint64_t hash64_of(const uint64_t *parts, size_t n);
static inline uint64_t hash64_mix(uint64_t a, uint64_t b)
{
    return hash64_of((const uint64_t[]){a, b}, 2);
}

struct hash128 hash128(str s);
bool hash128_eq(struct hash128 a, struct hash128 b);

enum { HASH128_HEX = 32 };
/* Prints 32 lower-case hexadecimal digits, most significant first (the
 * canonical form of the xxHash specification), without a NUL. */
void hash128_hex(struct hash128 hash, char out[HASH128_HEX]);
/* Reads them back. False if `hex` is anything else. */
bool hash128_parse(str hex, struct hash128 *out);

#endif
