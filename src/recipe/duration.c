/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "recipe/recipe.h"

static const struct fraction none = {0, 0};

struct fraction duration_read(const struct lexicon *words, str text)
{
    struct fraction sum = fraction_int(0);
    bool found = false;
    size_t at = skip_blanks(text, 0);
    while (at < text.n) {
        struct amount amount;
        size_t end;
        if (lexicon_at(words, text, at, WORD_ABOUT | WORD_AND, &end)) {
            at = skip_blanks(text, end);
            continue;
        }
        if (amount_scan(words, text, at, &amount, &end) != SCAN_FOUND ||
            !amount.unit || amount.unit->kind != UNIT_TIME) {
            return none;
        }
        sum = fraction_add(
            sum, fraction_multiply(amount.most.den ? amount.most : amount.least,
                                   amount.unit->size->sizes[0]));
        found = true;
        at = skip_blanks(text, end);
        at += str_at(text, at) == ',';
        at = skip_blanks(text, at);
    }
    return found ? sum : none;
}

void duration_put_iso(struct fraction seconds, struct buf *out)
{
    enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };
    int64_t rest = seconds.den ? seconds.num / seconds.den : 0;
    buf_putc(out, 'P');
    if (rest >= DAY && rest % DAY == 0) {
        buf_printf(out, "%lldD", (long long)(rest / DAY));
        return;
    }
    buf_putc(out, 'T');
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

/* One length or two; a word for a round tin makes the first a diameter. A tin
 * with one length and no word is round. */
struct fraction tin_area(const struct lexicon *words, str text)
{
    struct fraction sides[2];
    size_t n = 0;
    struct fraction unit = none;
    for (size_t at = 0; at < text.n;) {
        struct amount amount;
        size_t end;
        if (is_digit(text.p[at]) && n < 2 &&
            amount_scan(words, text, at, &amount, &end) == SCAN_FOUND) {
            sides[n++] = amount.least;
            if (amount.unit && amount.unit->kind == UNIT_LENGTH) {
                unit = amount.unit->size->sizes[0];
            }
            at = end;
        } else {
            at++;
        }
    }
    if (!n || !unit.den) {
        return none;
    }
    static const str square[] = {STR_INIT("square"), STR_INIT("quadratisch"),
                                 STR_INIT("cuadrado")};
    bool is_square = false;
    for (size_t i = 0; i < sizeof square / sizeof *square; i++) {
        is_square = is_square || str_find(text, square[i]) != STR_NONE;
    }
    struct fraction second = n == 2 ? sides[1] : sides[0];
    struct fraction area = fraction_multiply(fraction_multiply(sides[0], unit),
                                             fraction_multiply(second, unit));
    /* 355/113 is pi to six places. */
    return n == 2 || is_square
               ? area
               : fraction_multiply(area, (struct fraction){355, 452});
}
