/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/str.h"

/* A column of the table of distances is one machine word: Myers' bit-vector
 * algorithm (Journal of the ACM 46, 1999), with Hyyrö's term for neighbours
 * that were swapped. A site with thousands of wrong links compares each with
 * all its files. */

/* Names compared are short; longer ones are never "a slip of each other". */
enum { LONGEST = 64 };

/* The places of each byte in a word: bit i for its i-th one. */
struct pattern {
    uint64_t at[256];
    size_t n; /* 1..LONGEST */
};

static void pattern_make(str word, struct pattern *out)
{
    memset(out, 0, sizeof *out);
    out->n = word.n;
    for (size_t i = 0; i < word.n; i++) {
        out->at[(unsigned char)word.p[i]] |= (uint64_t)1 << i;
    }
}

static size_t measure_distance(const struct pattern *pattern, str other,
                               size_t max)
{
    uint64_t last = (uint64_t)1 << (pattern->n - 1);
    uint64_t up = ~(uint64_t)0; /* where the column grows by one ... */
    uint64_t down = 0;          /* ... or shrinks */
    uint64_t same = 0;          /* no dearer than diagonally before */
    uint64_t matched = 0;
    size_t distance = pattern->n;
    for (size_t i = 0; i < other.n; i++) {
        uint64_t matches = pattern->at[(unsigned char)other.p[i]];
        uint64_t swapped = ((~same & matches) << 1) & matched;
        same = swapped | (((matches & up) + up) ^ up) | matches | down;
        uint64_t right = down | ~(same | up);
        uint64_t left = same & up;
        distance += (right & last) != 0;
        distance -= (left & last) != 0;
        if (distance > max + (other.n - 1 - i)) {
            return max + 1; /* one less for each byte to come */
        }
        right = right << 1 | 1;
        up = left << 1 | ~(same | right);
        down = same & right;
        matched = matches;
    }
    return distance <= max ? distance : max + 1;
}

size_t str_distance(str a, str b, size_t max)
{
    struct pattern pattern;
    if (a.n > LONGEST || b.n > LONGEST) {
        return str_eq(a, b) ? 0 : max + 1;
    }
    if (a.n == 0) {
        return b.n <= max ? b.n : max + 1;
    }
    pattern_make(a, &pattern);
    return measure_distance(&pattern, b, max);
}

str str_nearest(str s, const str *names, size_t n)
{
    /* One slip in three letters still reads as the same word. */
    size_t best = s.n < 3 ? 1 : (s.n + 2) / 3;
    str found = {NULL, 0};
    struct pattern pattern;
    bool fits = s.n > 0 && s.n <= LONGEST;
    if (fits) {
        pattern_make(s, &pattern);
    }
    for (size_t i = 0; i < n; i++) {
        str name = names[i];
        if (str_eq_nocase(s, name)) {
            return name;
        }
        if (!fits || name.n > LONGEST) {
            continue;
        }
        size_t distance = measure_distance(&pattern, name, best);
        if (distance <= best && distance < name.n) {
            if (!found.p || distance < best) {
                found = name;
            }
            best = distance;
        }
    }
    return found;
}
