/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_SIXTEEN_FIND_H
#define CRUMB_BASE_SIXTEEN_FIND_H

/* Searches a text for bytes that pass a test (base/sixteen.h). */

#include "base/sixteen.h"
#include "base/str.h"

/* The index of the first byte from i on for which where() has a bit, or text.n.
 * Compilers put where() into the loop. */
static inline __attribute__((always_inline)) size_t
sixteen_find(str text, size_t i, uint32_t (*where)(sixteen))
{
    for (; text.n - i >= SIXTEEN; i += SIXTEEN) {
        uint32_t found = where(sixteen_at(text.p + i));
        if (found) {
            return i + (size_t)__builtin_ctz(found);
        }
    }
    size_t left = text.n - i;
    uint32_t found = where(sixteen_begin(text.p + i, left));
    found &= sixteen_first(left);
    return found ? i + (size_t)__builtin_ctz(found) : text.n;
}

#endif
