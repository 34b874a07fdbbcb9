/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MATH_FORMULA_CACHE_H
#define CRUMB_MATH_FORMULA_CACHE_H

/* Results of formulas, by a hash of everything they depend on. The file is
 * .crumb/formulas: a line with its version, a checksum of the rest, the number
 * of records, and the records (base/pack.h). A file that is missing, broken or
 * of another version is an empty cache. */

#include "base/hash.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "math/math_result.h"

struct formula {
    struct hash128 key;
    struct math_result result; /* never MATH_MISSING */
    bool used;                 /* since the cache was read */
};

/* Lives in the caller's arena. One thread at a time. */
struct formula_cache {
    struct arena *arena;
    VEC(struct formula *) list;
    struct map by_key;
    size_t bytes; /* of texts */
    bool changed; /* since it was read */
};

void formula_cache_read(struct formula_cache *cache, str path);
/* NULL: the cache doesn't have it. */
const struct math_result *formula_cache_get(struct formula_cache *cache,
                                            struct hash128 key);
/* Adds a copy, and returns it, or the result itself if the cache is full. */
struct math_result formula_cache_put(struct formula_cache *cache,
                                     struct hash128 key,
                                     struct math_result result);
/* Leaves out unused results if the file would get too long. Returns 0 or an
 * errno value. */
int formula_cache_write(const struct formula_cache *cache, str path);

#endif
