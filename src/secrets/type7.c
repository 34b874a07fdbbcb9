/* SPDX-License-Identifier: MIT */
#include "secrets/secrets.h"

/* The key of every device, as published in 1995. */
static const char key[] =
    "dsfd;kfoA,.iyewrkldJKDHSUBsgvca69834ncxv9873254k;fg87";

str type7_decode(str hex, struct arena *arena)
{
    str none = {NULL, 0};
    if (hex.n < 4 || hex.n % 2 || !is_digit(hex.p[0]) || !is_digit(hex.p[1])) {
        return none;
    }
    size_t at = (size_t)(hex.p[0] - '0') * 10 + (size_t)(hex.p[1] - '0');
    if (at > 15) {
        return none;
    }
    char *plain = ARENA_ARRAY(arena, char, hex.n / 2);
    for (size_t i = 2; i < hex.n; i += 2) {
        unsigned high = digit_value(hex.p[i]);
        unsigned low = digit_value(hex.p[i + 1]);
        if (high > 15 || low > 15) {
            return none;
        }
        int c =
            (int)(high << 4 | low) ^ key[(at + i / 2 - 1) % (sizeof key - 1)];
        if (c < ' ' || c > '~') {
            return none;
        }
        plain[i / 2 - 1] = (char)c;
    }
    return (str){plain, hex.n / 2 - 1};
}
