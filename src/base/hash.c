/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

/* Most texts to hash are a few bytes: the call would cost as much as the
 * hash. */
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t hash64(str s)
{
    return XXH3_64bits(s.p, s.n);
}

uint64_t hash64_of(const uint64_t *parts, size_t n)
{
    return XXH3_64bits(parts, n * sizeof *parts);
}

struct hash128 hash128(str s)
{
    XXH128_hash_t hash = XXH3_128bits(s.p, s.n);
    return (struct hash128){hash.low64, hash.high64};
}

bool hash128_eq(struct hash128 a, struct hash128 b)
{
    return a.low == b.low && a.high == b.high;
}

static const char digits[] = "0123456789abcdef";

static void hex64(uint64_t value, char *out)
{
    for (int i = 15; i >= 0; i--) {
        out[i] = digits[value & 15];
        value >>= 4;
    }
}

void hash128_hex(struct hash128 hash, char out[HASH128_HEX])
{
    hex64(hash.high, out);
    hex64(hash.low, out + 16);
}

static bool parse64(const char *hex, uint64_t *out)
{
    *out = 0;
    for (int i = 0; i < 16; i++) {
        unsigned digit = digit_value(hex[i]);
        if (digit > 15 || (hex[i] >= 'A' && hex[i] <= 'F')) {
            return false;
        }
        *out = *out << 4 | digit;
    }
    return true;
}

bool hash128_parse(str hex, struct hash128 *out)
{
    return hex.n == HASH128_HEX && parse64(hex.p, &out->high) &&
           parse64(hex.p + 16, &out->low);
}
