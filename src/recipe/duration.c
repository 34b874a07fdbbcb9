/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "recipe/recipe.h"

/* ISO 8601, as in schema.org: PT1H20M, P1DT2H. */
static struct fraction read_iso(str text)
{
    static const int64_t seconds[] = {86400, 3600, 60, 1};
    struct fraction sum = fraction_int(0);
    for (size_t at = 1; at < text.n; at++) {
        size_t from = at + (text.p[at] == 'T');
        at = str_skip(text, from, "0123456789");
        size_t unit = str_find_char(STR("DHMS"), str_at(text, at));
        if (at == from || unit == STR_NONE) {
            return fraction_none;
        }
        sum.num +=
            number_parse(str_sub(text, from, at - from)).num * seconds[unit];
    }
    return sum.num ? sum : fraction_none;
}

struct fraction duration_read(const struct lexicon *words, str text)
{
    struct cursor c = {words, text, 0};
    struct fraction sum = fraction_int(0);
    struct amount amount;
    if (str_starts(text, STR("P"))) {
        return read_iso(text);
    }
    do {
        take_words(&c, WORD_ABOUT | WORD_AND);
        if (take_amount(&c, &amount) != SCAN_FOUND ||
            amount_kind(&amount) != UNIT_TIME) {
            return fraction_none;
        }
        sum = fraction_add(sum, fraction_multiply(amount_last(&amount),
                                                  amount.unit->size->sizes[0]));
        take_sign(&c, ",.");
        take_blanks(&c);
    } while (c.at < text.n);
    return sum;
}

void duration_put_iso(struct fraction seconds, struct buf *out)
{
    enum { MINUTE = 60, HOUR = 3600 };
    int64_t rest = seconds.den ? seconds.num / seconds.den : 0;
    buf_put(out, STR("PT"));
    if (rest >= HOUR) {
        buf_printf(out, "%lldH", (long long)(rest / HOUR));
    }
    if (rest % HOUR / MINUTE) {
        buf_printf(out, "%lldM", (long long)(rest % HOUR / MINUTE));
    }
    if (rest % MINUTE || !rest) {
        buf_printf(out, "%lldS", (long long)(rest % MINUTE));
    }
}

value duration_value(str text, struct fraction seconds, struct arena *arena)
{
    value v = value_dict(arena);
    struct buf iso = {0};
    duration_put_iso(seconds, &iso);
    dict_put(v.as.dict, arena, "text", value_string(text));
    dict_put(v.as.dict, arena, "iso", value_string(buf_move(&iso, arena)));
    dict_put(v.as.dict, arena, "seconds", value_int(seconds.num / seconds.den));
    return v;
}
