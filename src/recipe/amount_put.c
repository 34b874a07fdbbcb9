/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "recipe/amount.h"

static void put_number(const struct lexicon *words, struct fraction number,
                       const struct unit *unit, struct buf *out)
{
    enum { MOST_PARTS = 12, SIXTEENTHS = 16 };
    bool parts = number.den <= MOST_PARTS || number.den == SIXTEENTHS;
    bool large = number.num / number.den >= 10;
    bool thirds = parts && 1000 % number.den && !large;
    int places = unit_places(unit);
    if (places && !thirds) {
        places = places == 1 && !large ? 2 : places;
        fraction_put_decimal(number, places, words->point, out);
    } else if (parts) {
        fraction_put_pretty(number, out);
    } else {
        fraction_put_decimal(number, 2, words->point, out);
    }
}

static bool fits(const struct unit_step *step, struct fraction number)
{
    return fraction_compare(number, step->least) >= 0 &&
           (!step->below.den || fraction_compare(number, step->below) < 0) &&
           (!step->step.num || fraction_divide(number, step->step).den == 1);
}

/* Only US spoons make a whole number of a cup: 16. */
static void choose_unit(const struct lexicon *words, enum unit_system system,
                        struct amount *amount)
{
    for (size_t i = 0; amount->unit && i < unit_steps_count; i++) {
        const struct unit_step *step = &unit_steps[i];
        const struct unit *to = lexicon_unit(words, step->to);
        bool cup =
            str_eq(step->from, STR("cup")) || str_eq(step->to, STR("cup"));
        if (str_eq(step->from, amount->unit->id) && to &&
            fits(step, amount->least) &&
            (!amount->most.den || fits(step, amount->most)) &&
            (!cup || system == UNITS_US)) {
            *amount = amount_times(*amount, step->factor);
            amount_set_unit(amount, to);
        }
    }
}

static bool close_to(struct fraction a, struct fraction b)
{
    struct fraction more = fraction_multiply(b, (struct fraction){53, 50});
    struct fraction less = fraction_multiply(b, (struct fraction){47, 50});
    return fraction_compare(a, more) <= 0 && fraction_compare(a, less) >= 0;
}

/* The number to write; 0 or none: it cannot be measured so. The lower end of a
 * range may be less than the least that is measured so finely. */
static struct fraction round_to(const struct unit_measure *measure,
                                struct fraction exact)
{
    bool near =
        measure->steps[1].num || fraction_compare(exact, measure->least) < 0;
    for (size_t i = 0; i < UNIT_MEASURE_STEPS && measure->steps[i].num; i++) {
        struct fraction now = fraction_round(exact, measure->steps[i]);
        if (!near || (now.num && close_to(now, exact))) {
            return now;
        }
    }
    return fraction_none;
}

/* Sets *out to the amount times `size` as cooks of the system measure its upper
 * end, both in the same unit. Less than the least that they measure stays as it
 * is. Pieces, too, are rounded to what can be counted. */
static bool measure_in(const struct lexicon *words, enum unit_system to,
                       enum unit_kind kind, struct fraction size,
                       const struct amount *amount, struct amount *out)
{
    for (size_t i = 0; i < unit_measures_count; i++) {
        const struct unit_measure *measure = &unit_measures[i];
        const struct unit *unit = lexicon_unit(words, measure->unit);
        struct fraction one =
            fraction_divide(size, unit_size_find(measure->unit)->sizes[to]);
        struct amount now = amount_times(*amount, one);
        struct fraction last = amount_last(&now);
        if (measure->system != to || measure->kind != kind ||
            (measure->unit.n && !unit) || !now.least.den || !last.den ||
            fraction_compare(last, measure->least) < 0) {
            continue;
        }
        now.least = round_to(measure, now.least);
        now.most = now.most.den ? round_to(measure, now.most) : now.most;
        if (now.least.num && (now.most.num || !amount->most.den)) {
            *out = (struct amount){
                .least = now.least, .most = now.most, .gap = STR(" ")};
            amount_set_unit(out, unit);
            return true;
        }
    }
    return false;
}

static bool is_cup(struct fraction number)
{
    enum { QUARTERS = 4, EIGHTHS = 8 };
    return number.den <= QUARTERS || number.den == EIGHTHS;
}

/* For a part of a cup that is none, one that there is, or spoons. */
static bool measure_cups(const struct lexicon *words,
                         const struct amount *amount, struct amount *out)
{
    return !(is_cup(amount->least) && is_cup(amount->most)) &&
           words->system == UNITS_US && amount->unit && !amount->kept &&
           str_eq(amount->unit->id, STR("cup")) &&
           measure_in(words, UNITS_US, UNIT_VOLUME,
                      amount->unit->size->sizes[UNITS_US], amount, out);
}

/* At an odd factor, the number that can be counted, or weighed: whole grams. */
static struct fraction round_number(const struct lexicon *words,
                                    const struct unit *unit,
                                    struct fraction number)
{
    enum { LARGE = 10 };
    struct amount now;
    int places = unit_places(unit);
    if (places) {
        return number.den && places == 1 && number.num / number.den >= LARGE
                   ? fraction_round(number, fraction_int(1))
                   : number;
    }
    return measure_in(words, UNITS_METRIC, UNIT_PIECES, fraction_int(1),
                      &(struct amount){.least = number}, &now)
               ? now.least
               : number;
}

void amount_put(const struct scaling *scaling, const struct amount *amount,
                struct buf *out)
{
    enum { MOST = 10000000, MOST_PARTS = 4 };
    const struct lexicon *words = scaling->words;
    struct fraction factor = scaling->factor;
    struct amount now = amount_times(*amount, factor);
    struct amount other;
    struct fraction last = amount_last(&now);
    bool fits = now.least.den && last.den && last.num / last.den < MOST;
    bool converted = fits && scaling->system &&
                     amount_convert(words, &now, *scaling->system, &other);
    if (!converted && (!fits || (amount->text.n && (factor.num == factor.den ||
                                                    amount->fixed)))) {
        buf_put(out, amount->text);
        return;
    }
    converted = converted || measure_cups(words, &now, &other);
    if (converted) {
        now = other;
    } else if (factor.den > MOST_PARTS) {
        now.least = round_number(words, now.unit, now.least);
        now.most = round_number(words, now.unit, now.most);
    }
    if (!now.kept) {
        choose_unit(words, scaling->system ? *scaling->system : words->system,
                    &now);
    }
    last = amount_last(&now);
    size_t start = out->n;
    put_number(words, now.least, now.unit, out);
    size_t end = out->n;
    if (now.most.den) {
        buf_put(out, STR("\u2013"));
        size_t most = out->n;
        put_number(words, now.most, now.unit, out);
        str all = buf_str(out);
        bool same = str_eq(str_from_offset(all, most),
                           str_sub(all, start, end - start));
        out->n = same ? end : out->n;
    }
    if (now.unit) {
        buf_put(out, now.gap);
        buf_put(out, last.num <= last.den ? now.one : now.many);
        bool stop = !converted && now.unit == amount->unit &&
                    str_ends(amount->text, STR("."));
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
               : fraction_none;
}

/* Whether cooks of that system write the unit anyway. */
static bool belongs_to(const struct lexicon *words, const struct unit *unit,
                       enum unit_system to)
{
    bool weight = unit->kind == UNIT_WEIGHT;
    bool cup = str_eq(unit->id, STR("cup"));
    return str_is_word_of(unit->id, STR("tsp tbsp")) ||
           (to == UNITS_METRIC ? unit_places(unit) > 0
            : unit_places(unit)
                ? false
                : weight || (words->system == to && (to == UNITS_US || !cup)));
}

struct fraction amount_size_in(const struct lexicon *words,
                               const struct amount *amount, enum unit_system to,
                               enum unit_kind *kind)
{
    const struct unit *unit = amount->unit;
    struct fraction density = amount->density;
    bool heaped = str_trim(amount->gap).n > 1; /* a heaped cup, packed cups */
    if (!unit || amount->fixed || heaped || amount->settled & (1U << to) ||
        (unit->kind != UNIT_WEIGHT && unit->kind != UNIT_VOLUME) ||
        belongs_to(words, unit, to)) {
        return fraction_none;
    }
    *kind = unit->kind;
    struct fraction size = unit->size->sizes[words->system];
    if (density.num && *kind == UNIT_WEIGHT && to == UNITS_US) {
        *kind = UNIT_VOLUME;
        return fraction_divide(size, density);
    }
    if (density.num && *kind == UNIT_VOLUME && to != UNITS_US &&
        str_eq(unit->id, STR("cup"))) {
        *kind = UNIT_WEIGHT;
        return fraction_multiply(size, density);
    }
    return size;
}

bool amount_convert(const struct lexicon *words, const struct amount *amount,
                    enum unit_system to, struct amount *out)
{
    enum unit_kind kind;
    struct fraction size = amount_size_in(words, amount, to, &kind);
    return size.den && measure_in(words, to, kind, size, amount, out);
}

void amount_join(const struct lexicon *words, struct amount *a,
                 struct amount *b)
{
    if (!amount_is_measure(a) || !amount_is_measure(b)) {
        return;
    }
    for (int i = 0; i < UNIT_SYSTEMS; i++) {
        enum unit_system system = (enum unit_system)i;
        bool differ = amount_kind(a) != amount_kind(b);
        bool here = belongs_to(words, a->unit, system) ||
                    belongs_to(words, b->unit, system) ||
                    (differ && system == UNITS_US);
        bool first = !here && (!differ || amount_kind(a) == UNIT_WEIGHT);
        a->settled |= (unsigned)!first << i;
        b->settled |= (unsigned)(here || first) << i;
    }
}
