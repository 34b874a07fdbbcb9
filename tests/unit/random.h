/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_RANDOM_H
#define CRUMB_TESTS_UNIT_RANDOM_H

/* Numbers for tests that try many cases: the same ones in every run. */

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

/* Any 64 bits: splitmix64. */
static inline uint64_t random_word(struct random *random)
{
    random->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = random->state;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* One of 0 to n - 1. */
static inline size_t random_below(struct random *random, size_t n)
{
    return (size_t)(random_word(random) % n);
}

#endif
