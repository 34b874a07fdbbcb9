/* SPDX-License-Identifier: MIT */
#include "serve/client/restyled.h"

/* So many characters from there on belong to the version of a sheet. */
static size_t version_at(str page, size_t at)
{
    enum { DIGITS = 8, BASE64 = 64 };
    str rest = str_from_offset(page, at);
    str integrity = STR("sha384-");
    if (str_starts(rest, integrity)) {
        size_t n = integrity.n + BASE64;
        return n < rest.n ? n : rest.n;
    }
    size_t n = str_starts(rest, STR(".")) ? 1 : 0;
    while (n > 0 && n <= DIGITS && n < rest.n &&
           (is_digit(rest.p[n]) || (rest.p[n] >= 'a' && rest.p[n] <= 'f'))) {
        n++;
    }
    bool named =
        n == 1 + DIGITS && str_starts(str_from_offset(rest, n), STR(".css"));
    return named ? n : 0;
}

bool is_restyled(str before, str after)
{
    size_t i = 0;
    size_t j = 0;
    for (;;) {
        i += version_at(before, i);
        j += version_at(after, j);
        if (i >= before.n || j >= after.n || before.p[i] != after.p[j]) {
            return i >= before.n && j >= after.n;
        }
        i++;
        j++;
    }
}
