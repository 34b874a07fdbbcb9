/* SPDX-License-Identifier: MIT */
#include "site/config/words.h"

static bool is_language_of(str lang, str list)
{
    return str_is_word_of(str_sub(lang, 0, 2), list) &&
           (lang.n == 2 || lang.p[2] == '-');
}

/* 2, 3, 4, 22, 23, 24 ... but not 12, 13, 14. */
static bool ends_in_few(int64_t n)
{
    return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14);
}

/* Russian: 1, 21, 31 but not 11; 2 to 4; all others. */
static str slavic(int64_t n)
{
    if (n % 10 == 1 && n % 100 != 11) {
        return STR("one");
    }
    return ends_in_few(n) ? STR("few") : STR("many");
}

static str arabic(int64_t n)
{
    static const str few[] = {STR_INIT("zero"), STR_INIT("one"),
                              STR_INIT("two")};
    int64_t end = n % 100;
    return n >= 0 && n <= 2        ? few[n]
           : end >= 3 && end <= 10 ? STR("few")
           : end >= 11             ? STR("many")
                                   : STR("other");
}

str plural_form(str lang, int64_t count)
{
    if (is_language_of(lang, STR("ja zh ko th vi id ms my lo"))) {
        return STR("other");
    }
    if (is_language_of(lang, STR("ru uk be"))) {
        return slavic(count);
    }
    if (is_language_of(lang, STR("ar"))) {
        return arabic(count);
    }
    if (count == 2 && is_language_of(lang, STR("he"))) {
        return STR("two");
    }
    if (count == 1 || (count == 0 && is_language_of(lang, STR("fr pt fa")))) {
        return STR("one");
    }
    if (is_language_of(lang, STR("pl"))) {
        return ends_in_few(count) ? STR("few") : STR("many");
    }
    if (is_language_of(lang, STR("cs sk")) && count >= 2 && count <= 4) {
        return STR("few");
    }
    return STR("other");
}
