/* SPDX-License-Identifier: MIT */
#include "site/content/name_date.h"

/* Reads at most `most` digits at s[i] and a '-' behind them. Returns the offset
 * behind the '-'; 0: there are none. */
static size_t digits_end(str s, size_t i, size_t least, size_t most)
{
    size_t n = 0;
    while (n < most && i + n < s.n && is_digit(s.p[i + n])) {
        n++;
    }
    bool ends = n >= least && i + n < s.n && s.p[i + n] == '-';
    return ends ? i + n + 1 : 0;
}

size_t name_date_length(str name)
{
    size_t year = digits_end(name, 0, 4, 4);
    size_t month = year ? digits_end(name, year, 1, 2) : 0;
    size_t day = month ? digits_end(name, month, 1, 2) : 0;
    return day < name.n ? day : 0;
}

bool name_is_day(str name)
{
    static const char pattern[] = "dddd-dd-dd";
    if (name.n != sizeof pattern - 1) {
        return false;
    }
    for (size_t i = 0; i < name.n; i++) {
        if (pattern[i] == 'd' ? !is_digit(name.p[i])
                              : name.p[i] != pattern[i]) {
            return false;
        }
    }
    return true;
}
