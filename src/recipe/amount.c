/* SPDX-License-Identifier: MIT */
#include "recipe/amount.h"

#include "base/memory/buf.h"
#include "base/utf8.h"

static const struct fraction none = {0, 0};

/* The length of the dash at text[at]; 0: there is none. */
static size_t dash_at(str text, size_t at)
{
    static const str dashes[] = {STR_INIT("-"),      STR_INIT("\u2013"),
                                 STR_INIT("\u2014"), STR_INIT("\u2212"),
                                 STR_INIT("\u2010"), STR_INIT("\u2011")};
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
        if (str_starts_at(text, at, dashes[i])) {
            return dashes[i].n;
        }
    }
    return 0;
}

/* The upper end of a range, behind a dash or a word. Numbers in words are not
 * read behind a dash: "2-one". */
static enum scan scan_most(const struct lexicon *words, str text,
                           struct amount *out, size_t *end)
{
    size_t at = amount_skip_blanks(text, *end);
    size_t behind = at + dash_at(text, at);
    bool dash = behind > at;
    if (!dash && !lexicon_at(words, text, at, WORD_TO, &behind)) {
        return SCAN_FOUND;
    }
    at = amount_skip_blanks(text, behind);
    struct fraction most;
    size_t wide = at;
    bool digits =
        at < text.n &&
        (is_digit(text.p[at]) ||
         fraction_is_some(fraction_of_character(utf8_next(text, &wide))));
    enum scan scan = dash && !digits
                         ? SCAN_NONE
                         : number_scan(words, text, at, &most, &behind);
    /* "1 or a half", "2 to one" are no ranges; but 4-3 is a mistake. */
    if (scan == SCAN_NONE || (scan == SCAN_FOUND && !digits && most.den > 1)) {
        return SCAN_FOUND;
    }
    if (scan == SCAN_BAD || fraction_compare(most, out->least) <= 0) {
        return SCAN_BAD;
    }
    out->most = most;
    *end = behind;
    return SCAN_FOUND;
}

static size_t skip_sizes(const struct lexicon *words, str text, size_t at)
{
    size_t end;
    while (lexicon_at(words, text, at, WORD_SIZE | WORD_ADVERB, &end)) {
        at = amount_skip_blanks(text, end);
    }
    return at;
}

/* Endings that forms offer for both numbers: "Dose/n", "Prise(n)". */
static size_t skip_plural(str text, size_t at)
{
    enum { LONGEST = 2 };
    char sign = str_at(text, at);
    size_t end = at + 1;
    while (end - at <= LONGEST && is_alpha(str_at(text, end))) {
        end++;
    }
    bool closed = sign == '(' && str_at(text, end) == ')';
    bool open = sign == '/' && !is_alnum(str_at(text, end));
    return end == at + 1 ? at : closed ? end + 1 : open ? end : at;
}

/* "1 cup and a half", "1 taza y media". */
static void scan_behind(const struct lexicon *words, str text,
                        struct amount *out, size_t *end)
{
    size_t behind;
    size_t at = amount_skip_blanks(text, *end);
    struct fraction part;
    if (out->most.den || !out->unit->size ||
        !lexicon_at(words, text, at, WORD_AND, &behind)) {
        return;
    }
    at = amount_skip_blanks(text, behind);
    size_t unit;
    if (number_scan(words, text, at, &part, &behind) == SCAN_FOUND &&
        part.num < part.den &&
        !lexicon_at(words, text, amount_skip_blanks(text, behind), WORD_UNIT,
                    &unit)) {
        out->least = fraction_add(out->least, part);
        out->split = true;
        *end = behind;
    }
}

/* The unit, with words like "heaped" before it. */
static bool scan_unit(const struct lexicon *words, str text, struct amount *out,
                      size_t *end)
{
    size_t at = amount_skip_blanks(text, *end);
    at += str_at(text, at) == '-' && at == *end; /* 14-ounce */
    size_t behind;
    const struct word *word = lexicon_at(words, text, at, WORD_UNIT, &behind);
    if (!word || (at > *end && text.p[at - 1] == '-' &&
                  word->unit->kind == UNIT_PIECES)) {
        at = skip_sizes(words, text, at);
        word = lexicon_at(words, text, at, WORD_UNIT, &behind);
    }
    /* "1/4 de litro" */
    size_t of;
    if (!word && lexicon_at(words, text, at, WORD_OF, &of)) {
        at = amount_skip_blanks(text, of);
        word = lexicon_at(words, text, at, WORD_UNIT, &behind);
        word = word && word->unit->size ? word : NULL;
    }
    if (!word) {
        return false;
    }
    behind = skip_plural(text, behind);
    out->unit = word->unit;
    out->one = word->one;
    out->many = word->many;
    out->unit_n = behind - at;
    *end = behind;
    return true;
}

/* "100 g to 150 g": the range has its unit twice. */
static enum scan scan_second_unit(const struct lexicon *words, str text,
                                  struct amount *out, size_t *end)
{
    struct amount second = *out;
    size_t behind = *end;
    enum scan scan = scan_most(words, text, &second, &behind);
    if (scan != SCAN_FOUND || behind == *end) {
        return SCAN_FOUND;
    }
    size_t at = amount_skip_blanks(text, behind);
    const struct word *word = lexicon_at(words, text, at, WORD_UNIT, &behind);
    if (word && word->unit == out->unit) {
        out->most = second.most;
        out->unit_n = behind - at;
        out->split = true;
        *end = behind;
    }
    return SCAN_FOUND;
}

enum scan amount_scan(const struct lexicon *words, str text, size_t at,
                      struct amount *out, size_t *end)
{
    *out = (struct amount){.at = at};
    enum scan scan = number_scan(words, text, at, &out->least, end);
    if (scan == SCAN_FOUND) {
        scan = scan_most(words, text, out, end);
    }
    if (scan != SCAN_FOUND) {
        return scan;
    }
    str rest = str_from_offset(text, amount_skip_blanks(text, *end));
    if (is_any_of(str_at(rest, 0), "%") || str_starts(rest, STR("°")) ||
        str_starts(rest, STR("º"))) {
        return SCAN_NONE;
    }
    bool digit = is_digit(str_at(text, *end - 1));
    out->number = *end - at;
    if (str_at(text, *end) == '^') {
        return SCAN_BAD;
    }
    bool has_unit = scan_unit(words, text, out, end);
    if (!has_unit && digit && is_alpha(str_at(text, *end)) &&
        !is_any_of(str_at(text, *end), "xX")) {
        return SCAN_BAD;
    }
    /* "5-spice powder" has no amount. */
    if (!has_unit && str_at(text, *end) == '-' &&
        is_alpha(str_at(text, *end + 1))) {
        return SCAN_NONE;
    }
    if (has_unit && !fraction_is_some(out->most)) {
        scan_second_unit(words, text, out, end);
        scan_behind(words, text, out, end);
    }
    out->n = *end - at;
    if (has_unit && str_at(text, *end) == '.' && *end + 1 < text.n) {
        ++*end;
    }
    return SCAN_FOUND;
}

/* --- output --- */

static bool is_metric(const struct unit *unit)
{
    return unit && unit->size && unit->size->metric;
}

static void put_number(const struct lexicon *words, struct fraction number,
                       const struct unit *unit, struct buf *out)
{
    enum { MOST_PARTS = 16 };
    str point = words->comma ? STR(",") : STR(".");
    bool thirds = number.den <= MOST_PARTS && 1000 % number.den &&
                  number.num / number.den < 10;
    if (is_metric(unit) && !thirds) {
        bool large = number.num / number.den >= 10;
        bool thousands =
            str_eq(unit->id, STR("kg")) || str_eq(unit->id, STR("l"));
        fraction_put_decimal(number, thousands ? 3 : large ? 1 : 2, point, out);
    } else if (number.den <= MOST_PARTS) {
        fraction_put_pretty(number, out);
    } else {
        fraction_put_decimal(number, 2, point, out);
    }
}

/* The unit that a multiple is better written in: a whole number of tablespoons
 * for three teaspoons each, quarter cups, kilograms. */
static const struct {
    str from;
    str to;
    struct fraction factor; /* of the number */
    struct fraction step;   /* the number must be a multiple of it, before */
    struct fraction least;  /* and as large as that */
    struct fraction below;  /* and smaller than that; none: any */
} steps[] = {
    {STR_INIT("g"), STR_INIT("kg"), {1, 1000}, {1, 1}, {1000, 1}, {0, 0}},
    {STR_INIT("ml"), STR_INIT("l"), {1, 1000}, {1, 1}, {1000, 1}, {0, 0}},
    {STR_INIT("kg"), STR_INIT("g"), {1000, 1}, {0, 1}, {0, 1}, {1, 1}},
    {STR_INIT("l"), STR_INIT("ml"), {1000, 1}, {0, 1}, {0, 1}, {1, 1}},
    {STR_INIT("tsp"), STR_INIT("tbsp"), {1, 3}, {3, 1}, {3, 1}, {0, 0}},
    {STR_INIT("tbsp"), STR_INIT("cup"), {1, 16}, {4, 1}, {4, 1}, {0, 0}},
    {STR_INIT("tbsp"), STR_INIT("tsp"), {3, 1}, {0, 1}, {0, 1}, {1, 1}},
    {STR_INIT("cup"), STR_INIT("tbsp"), {16, 1}, {1, 16}, {0, 1}, {1, 4}},
    {STR_INIT("oz"), STR_INIT("lb"), {1, 16}, {4, 1}, {16, 1}, {0, 0}},
};

static bool fits(struct fraction number, size_t i)
{
    return fraction_compare(number, steps[i].least) >= 0 &&
           (!steps[i].below.den ||
            fraction_compare(number, steps[i].below) < 0) &&
           (!steps[i].step.num ||
            fraction_divide(number, steps[i].step).den == 1);
}

/* Metric spoons do not make a cup of 250 ml. */
static void promote(const struct lexicon *words, struct amount *amount)
{
    for (size_t i = 0; amount->unit && i < sizeof steps / sizeof *steps; i++) {
        bool cup = str_eq(steps[i].from, STR("cup")) ||
                   str_eq(steps[i].to, STR("cup"));
        const struct unit *to = lexicon_unit(words, steps[i].to);
        if (!str_eq(steps[i].from, amount->unit->id) || !to ||
            !fits(amount->least, i) ||
            (amount->most.den && !fits(amount->most, i)) ||
            (cup && words->system == UNITS_METRIC)) {
            continue;
        }
        amount->least = fraction_multiply(amount->least, steps[i].factor);
        amount->most = fraction_multiply(amount->most, steps[i].factor);
        amount->unit = to;
        amount->one = to->one;
        amount->many = to->many;
    }
}

/* The text between the number and the unit: " heaped ", or a space. */
static str middle_of(const struct amount *amount, str text)
{
    if (amount->split) {
        return STR(" ");
    }
    return str_sub(text, amount->at + amount->number,
                   amount->n - amount->number - amount->unit_n);
}

void amount_put(const struct lexicon *words, const struct amount *amount,
                str text, struct fraction factor, struct buf *out)
{
    enum { MOST = 10000000 };
    struct amount now = *amount;
    now.least = fraction_multiply(amount->least, factor);
    now.most = fraction_multiply(amount->most, factor);
    struct fraction last = amount->most.den ? now.most : now.least;
    bool same = amount->n && (factor.num == factor.den || amount->fixed);
    if (same || !now.least.den || !last.den || last.num / last.den >= MOST) {
        buf_put(out, str_sub(text, amount->at, amount->n));
        return;
    }
    str middle = amount->n ? middle_of(amount, text) : STR(" ");
    if (str_trim(middle).n <= 1) {
        promote(words, &now);
    }
    last = now.most.den ? now.most : now.least;
    put_number(words, now.least, now.unit, out);
    if (now.most.den) {
        buf_put(out, STR("\u2013"));
        put_number(words, now.most, now.unit, out);
    }
    if (now.unit) {
        buf_put(out, middle);
        buf_put(out, last.num <= last.den ? now.one : now.many);
        bool stop = amount->n && now.unit == amount->unit &&
                    str_at(text, amount->at + amount->n - 1) == '.';
        buf_put(out, stop ? STR(".") : STR(""));
    }
}

/* --- other systems --- */

struct fraction amount_base(const struct lexicon *words,
                            const struct amount *amount)
{
    return amount->unit && amount->unit->size
               ? fraction_multiply(amount->least,
                                   amount->unit->size->sizes[words->system])
               : none;
}

/* The units of a system, and how finely they are measured: the first row that
 * the amount is large enough for counts. Less than these cannot be measured
 * within 5 %, and stays as it is. */
static const struct row {
    enum unit_system system;
    enum unit_kind kind;
    str unit;
    struct fraction least; /* of that unit */
    struct fraction step;
} rows[] = {
    {UNITS_METRIC, UNIT_WEIGHT, STR_INIT("kg"), {1, 1}, {1, 100}},
    {UNITS_METRIC, UNIT_WEIGHT, STR_INIT("g"), {100, 1}, {5, 1}},
    {UNITS_METRIC, UNIT_WEIGHT, STR_INIT("g"), {10, 1}, {1, 1}},
    {UNITS_METRIC, UNIT_WEIGHT, STR_INIT("g"), {0, 1}, {1, 10}},
    {UNITS_METRIC, UNIT_VOLUME, STR_INIT("l"), {1, 1}, {1, 100}},
    {UNITS_METRIC, UNIT_VOLUME, STR_INIT("ml"), {100, 1}, {5, 1}},
    {UNITS_METRIC, UNIT_VOLUME, STR_INIT("ml"), {10, 1}, {1, 1}},
    {UNITS_METRIC, UNIT_VOLUME, STR_INIT("ml"), {0, 1}, {1, 10}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("lb"), {2, 1}, {1, 8}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("oz"), {8, 1}, {1, 2}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("oz"), {5, 2}, {1, 4}},
    {UNITS_US, UNIT_WEIGHT, STR_INIT("oz"), {5, 4}, {1, 8}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("cup"), {1, 1}, {1, 12}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("cup"), {1, 4}, {1, 24}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("tbsp"), {3, 1}, {1, 4}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("tsp"), {5, 2}, {1, 4}},
    {UNITS_US, UNIT_VOLUME, STR_INIT("tsp"), {0, 1}, {1, 8}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("lb"), {2, 1}, {1, 8}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("oz"), {8, 1}, {1, 2}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("oz"), {5, 2}, {1, 4}},
    {UNITS_IMPERIAL, UNIT_WEIGHT, STR_INIT("oz"), {5, 4}, {1, 8}},
    {UNITS_IMPERIAL, UNIT_VOLUME, STR_INIT("pint"), {2, 1}, {1, 8}},
    {UNITS_IMPERIAL, UNIT_VOLUME, STR_INIT("fl oz"), {8, 1}, {1, 2}},
    {UNITS_IMPERIAL, UNIT_VOLUME, STR_INIT("fl oz"), {5, 2}, {1, 4}},
    {UNITS_IMPERIAL, UNIT_VOLUME, STR_INIT("fl oz"), {5, 4}, {1, 8}},
};

/* Measuring cups come in quarters and thirds; an amount between two of them is
 * written in spoons. */
static bool is_measurable(const struct row *row, struct fraction number)
{
    return !str_eq(row->unit, STR("cup")) || number.den <= 4 || number.den == 8;
}

static bool close_to(struct fraction a, struct fraction b)
{
    struct fraction more = fraction_multiply(b, (struct fraction){26, 25});
    struct fraction less = fraction_multiply(b, (struct fraction){24, 25});
    return fraction_compare(a, more) <= 0 && fraction_compare(a, less) >= 0;
}

static struct fraction round_cups(const struct row *row, struct fraction exact)
{
    static const struct fraction cups[] = {{1, 4}, {1, 3}, {1, 8}};
    struct fraction best = fraction_round(exact, row->step);
    for (size_t i = 0; str_eq(row->unit, STR("cup")) && i < 3; i++) {
        struct fraction now = fraction_round(exact, cups[i]);
        if (now.num && close_to(now, exact)) {
            return now;
        }
    }
    return best;
}

static bool write_in(const struct lexicon *words, enum unit_system to,
                     enum unit_kind kind, struct fraction base,
                     struct amount *out)
{
    for (size_t i = 0; base.den && i < sizeof rows / sizeof *rows; i++) {
        const struct unit_size *size = unit_size_find(rows[i].unit);
        const struct unit *unit = lexicon_unit(words, rows[i].unit);
        struct fraction exact = fraction_divide(base, size->sizes[to]);
        if (rows[i].system != to || rows[i].kind != kind || !unit ||
            !exact.den || fraction_compare(exact, rows[i].least) < 0) {
            continue;
        }
        struct fraction number = round_cups(&rows[i], exact);
        if (number.num && is_measurable(&rows[i], number)) {
            *out = (struct amount){.least = number,
                                   .unit = unit,
                                   .one = unit->one,
                                   .many = unit->many};
            return true;
        }
    }
    return false;
}

static bool is_spoon(const struct unit *unit)
{
    return str_eq(unit->id, STR("tsp")) || str_eq(unit->id, STR("tbsp"));
}

/* Whether cooks of that system write the unit anyway. */
static bool belongs_to(const struct lexicon *words, const struct unit *unit,
                       enum unit_system to)
{
    bool weight = unit->kind == UNIT_WEIGHT;
    bool cup = str_eq(unit->id, STR("cup"));
    return is_spoon(unit) ||
           (to == UNITS_METRIC ? unit->size->metric
            : unit->size->metric
                ? false
                : weight || (words->system == to && (to == UNITS_US || !cup)));
}

bool amount_convert(const struct lexicon *words, const struct amount *amount,
                    enum unit_system to, struct fraction density,
                    struct amount *out)
{
    const struct unit *unit = amount->unit;
    if (!unit || amount->fixed ||
        (unit->kind != UNIT_WEIGHT && unit->kind != UNIT_VOLUME) ||
        belongs_to(words, unit, to)) {
        return false;
    }
    enum unit_kind kind = unit->kind;
    struct fraction size = unit->size->sizes[words->system];
    if (density.num && kind == UNIT_WEIGHT && to == UNITS_US) {
        kind = UNIT_VOLUME;
        size = fraction_divide(size, density);
    } else if (density.num && kind == UNIT_VOLUME && to != UNITS_US &&
               str_eq(unit->id, STR("cup"))) {
        kind = UNIT_WEIGHT;
        size = fraction_multiply(size, density);
    }
    struct fraction base = fraction_multiply(amount->least, size);
    struct amount most;
    if (!write_in(words, to, kind, base, out)) {
        return false;
    }
    if (amount->most.den) {
        base = fraction_multiply(amount->most, size);
        if (!write_in(words, to, kind, base, &most) || most.unit != out->unit) {
            return false;
        }
        out->most = most.least;
    }
    return true;
}
