/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_TAP_H
#define CRUMB_TESTS_UNIT_TAP_H

/* The Test Anything Protocol for unit tests: each CHECK prints one line.
 *
 *     int main(void)
 *     {
 *         struct tap tap = {0};
 *         CHECK(&tap, 1 + 1 == 2);
 *         CHECK_STR(&tap, slug_make(&arena, STR("A b")), "a-b");
 *         return tap_done(&tap);
 *     }
 */

#include <stdio.h>
#include <string.h>

#include "base/str.h"

struct tap {
    int count;
    int failed;
};

static inline bool tap_check(struct tap *tap, bool ok, const char *what,
                             const char *file, int line)
{
    tap->count++;
    printf("%sok %d - %s\n", ok ? "" : "not ", tap->count, what);
    if (!ok) {
        tap->failed++;
        printf("# at %s:%d\n", file, line);
    }
    return ok;
}

static inline void tap_check_str(struct tap *tap, str got, const char *want,
                                 const char *file, int line)
{
    if (!tap_check(tap, str_eq(got, str_from(want)), want[0] ? "text" : "empty",
                   file, line)) {
        printf("#  got: [%.*s]\n# want: [%s]\n", (int)got.n, got.n ? got.p : "",
               want);
    }
}

static inline int tap_done(const struct tap *tap)
{
    printf("1..%d\n", tap->count);
    return tap->failed != 0;
}

#define CHECK(tap, condition)                                                  \
    tap_check((tap), (condition), #condition, __FILE__, __LINE__)
#define CHECK_STR(tap, got, want)                                              \
    tap_check_str((tap), (got), (want), __FILE__, __LINE__)

#endif
