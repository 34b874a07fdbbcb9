/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MATH_FORMULA_CACHE_H
#define CRUMB_MATH_FORMULA_CACHE_H

/* What came of formulas, by a hash of all that it hangs on. The file is
 * .crumb/formulas: a line that says so, a checksum of the rest, how many there
 * are, and a record each (base/pack.h). One that is missing, broken or of
 * another version is an empty cache. */

#include "base/hash.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "math/math_result.h"

struct formula {
    struct hash128 key;
    struct math_result result; /* never MATH_MISSING */
    bool used;                 /* it was asked for, or is new */
};

/* Owned by the caller, in whose arena all of it lives. One thread at a time. */
struct formula_cache {
    struct arena *arena;
    VEC(struct formula *) list;
    struct map by_key;
    size_t bytes; /* of texts */
    bool changed; /* since it was read */
};

void formula_cache_read(struct formula_cache *cache, str path);
/* NULL: it is not there. */
const struct math_result *formula_cache_get(struct formula_cache *cache,
                                            struct hash128 key);
/* Adds a copy, and returns it; the result itself, if the cache is full. */
struct math_result formula_cache_put(struct formula_cache *cache,
                                     struct hash128 key,
                                     struct math_result result);
/* Of a file that would be too long only what was used is written. Returns 0 or
 * an errno value. */
int formula_cache_write(const struct formula_cache *cache, str path);

#endif
