/* SPDX-License-Identifier: MIT */
/* Lines of ingredients in tests/recipe/, and properties that hold for all of
 * them; sizes of tins. */

#include <stdlib.h>

#include "base/memory/buf.h"
#include "files/fs.h"
#include "recipe/recipe.h"
#include "tap.h"

static struct arena arena;

static str text_of(struct fraction number)
{
    struct buf out = {0};
    fraction_put(number, &out);
    return buf_move(&out, &arena);
}

static bool column(str got, str *rest, const char *name)
{
    str want;
    if (!str_split(rest, '|', &want) || str_eq(got, want)) {
        return true;
    }
    printf("# %s: [%.*s], want [%.*s]\n", name, STR_ARG(got), STR_ARG(want));
    return false;
}

static str scaled(const struct lexicon *words, const struct ingredient *read,
                  struct fraction factor)
{
    struct buf out = {0};
    ingredient_put(&(struct scaling){.words = words, .factor = factor}, read,
                   &out);
    return buf_move(&out, &arena);
}

static bool line_is_read(const struct lexicon *words, str row)
{
    struct ingredient read;
    str line;
    const struct fraction none = {0, 0};
    str_split(&row, '|', &line);
    ingredient_read(words, line, &arena, &read);
    const struct amount *first = read.amounts.n ? &read.amounts.p[0] : NULL;
    bool ok = column(text_of(first ? first->least : none), &row, "quantity");
    ok = column(text_of(first ? first->most : none), &row, "most") && ok;
    ok = column(read.unit ? read.unit->one : STR(""), &row, "unit") && ok;
    ok = column(read.name, &row, "name") && ok;
    return column(scaled(words, &read, fraction_int(2)), &row, "twice") && ok;
}

/* In the smallest unit of its kind, as 1000 g become 1 kg. */
static struct fraction size_of(const struct lexicon *words,
                               const struct ingredient *read)
{
    if (!read->amounts.n) {
        return (struct fraction){0, 0};
    }
    struct fraction base = amount_base(words, &read->amounts.p[0]);
    return base.den ? base : read->amounts.p[0].least;
}

static bool same(struct fraction a, struct fraction b)
{
    return a.num == b.num && a.den == b.den;
}

/* Twice a line is read as twice as much, and half of that as the line. */
static bool line_scales(const struct lexicon *words, str line)
{
    const struct fraction one = {1, 1};
    const struct fraction two = {2, 1};
    const struct fraction half = {1, 2};
    struct ingredient read;
    struct ingredient twice;
    struct ingredient back;
    ingredient_read(words, line, &arena, &read);
    if (!str_eq(scaled(words, &read, one), read.text)) {
        return false;
    }
    str doubled = scaled(words, &read, two);
    if (!read.amounts.n || read.amounts.p[0].fixed) {
        return str_eq(doubled, read.text);
    }
    ingredient_read(words, doubled, &arena, &twice);
    str halved = scaled(words, &twice, half);
    ingredient_read(words, halved, &arena, &back);
    bool ok = same(size_of(words, &back), size_of(words, &read)) &&
              same(size_of(words, &twice),
                   fraction_multiply(size_of(words, &read), two)) &&
              back.amounts.n > 0;
    if (!ok) {
        printf("# %.*s -> %.*s -> %.*s\n", STR_ARG(line), STR_ARG(doubled),
               STR_ARG(halved));
    }
    return ok;
}

/* Another system's amount is the same within 6 %, from a spoon up. */
static bool line_converts(const struct lexicon *words, str line)
{
    struct ingredient read;
    ingredient_read(words, line, &arena, &read);
    for (int system = 0; read.amounts.n && system < UNIT_SYSTEMS; system++) {
        struct amount other;
        struct lexicon there = *words;
        struct amount plain = read.amounts.p[0];
        plain.density = (struct fraction){0, 0};
        there.system = (enum unit_system)system;
        struct fraction base = amount_base(words, &read.amounts.p[0]);
        if (!amount_convert(words, &plain, (enum unit_system)system, &other) ||
            fraction_compare(base, fraction_int(5)) < 0) {
            continue;
        }
        struct fraction now = amount_base(&there, &other);
        struct fraction ratio = fraction_divide(now, base);
        if (!ratio.den || ratio.num * 100 > ratio.den * 106 ||
            ratio.num * 100 < ratio.den * 94) {
            struct buf out = {0};
            amount_put(&(struct scaling){.words = &there, .factor = {2, 1}},
                       &other, &out);
            printf("# %.*s: twice it is %.*s in system %d\n", STR_ARG(line),
                   STR_ARG(buf_str(&out)), system);
            buf_free(&out);
            return false;
        }
    }
    return true;
}

static void test_file(struct tap *tap, str language)
{
    str path = arena_printf(&arena, "tests/recipe/%.*s.txt", STR_ARG(language));
    str text;
    str row;
    const struct lexicon *words = lexicon_load(language, &arena);
    if (!CHECK(tap, fs_read(path, &arena, &text) == 0)) {
        return;
    }
    size_t n = 0;
    size_t wrong = 0;
    while (str_split(&text, '\n', &row)) {
        if (!row.n || row.p[0] == '#') {
            continue;
        }
        str rest = row;
        str line;
        str_split(&rest, '|', &line);
        n++;
        if (!line_is_read(words, row) || !line_scales(words, line) ||
            !line_converts(words, line)) {
            wrong++;
            printf("# in: %.*s\n", STR_ARG(line));
        }
    }
    printf("# %.*s: %zu lines\n", STR_ARG(language), n);
    CHECK(tap, wrong == 0);
}

/* The size of one piece, and the notes: the parts around amount and name. */
static void test_parts(struct tap *tap)
{
    static const str lines[][3] = {
        {STR_INIT("2 large eggs, lightly beaten"), STR_INIT("large"),
         STR_INIT("large, lightly beaten")},
        {STR_INIT("1 (14 oz) can beans, drained"), STR_INIT("14 oz"),
         STR_INIT("14 oz, drained")},
        {STR_INIT("2 x 400 g tins chopped tomatoes"), STR_INIT("400 g"),
         STR_INIT("400 g, chopped")},
        {STR_INIT("1 small (6-ounce) can paste"), STR_INIT("6-ounce"),
         STR_INIT("small, 6-ounce")},
        {STR_INIT("about 2 cups packed mint (20 g)"), STR_INIT("packed"),
         STR_INIT("about, packed, 20 g")},
        {STR_INIT("6 small or 4 large beets"), STR_INIT("small"),
         STR_INIT("small or 4 large")},
        {STR_INIT("2 large, ripe bananas"), STR_INIT("large"),
         STR_INIT("large")},
        {STR_INIT("salt to taste"), STR_INIT(""), STR_INIT("to taste")},
        {STR_INIT("Turnip (1 large, diced), cold"), STR_INIT("large"),
         STR_INIT("large, diced, cold")},
        {STR_INIT("Swede (about 2 lb)"), STR_INIT(""), STR_INIT("about")},
        {STR_INIT("Oil (1 tbsp)"), STR_INIT(""), STR_INIT("")},
    };
    const struct lexicon *words = lexicon_load(STR("en"), &arena);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct ingredient read;
        ingredient_read(words, lines[i][0], &arena, &read);
        if (!CHECK(tap, str_eq(read.size, lines[i][1]) &&
                            str_eq(read.note, lines[i][2]))) {
            printf("# %.*s: [%.*s] [%.*s]\n", STR_ARG(lines[i][0]),
                   STR_ARG(read.size), STR_ARG(read.note));
        }
    }
}

/* The area of a tin in square millimetres; 0: it is not clear. */
static void test_tins(struct tap *tap)
{
    static const struct {
        str text;
        int64_t area;
    } tins[] = {
        {STR_INIT("20 cm round"), 31415},
        {STR_INIT("Springform, \u00d8 20 cm"), 31415},
        {STR_INIT("20 cm round, 5 cm deep"), 31415},
        {STR_INIT("20cm/8in round"), 31415},
        {STR_INIT("two 20 cm round tins"), 31415},
        {STR_INIT("2 tins of 20 cm"), 31415},
        {STR_INIT("20 cm square"), 40000},
        {STR_INIT("a square tin (20 cm)"), 40000},
        {STR_INIT("30 x 25 cm"), 75000},
        {STR_INIT("30cm\u00d725cm"), 75000},
        {STR_INIT("30 x 25 x 5 cm"), 75000},
        {STR_INIT("9x13-inch pan"), 75483},
        {STR_INIT("1 l loaf tin (20 x 10 cm)"), 20000},
        {STR_INIT("9 by 13 inches"), 75483},
        {STR_INIT("9-by-13-inch pan"), 75483},
        {STR_INIT("2 x 20 cm round"), 0},
        {STR_INIT("3 cm"), 0},
        {STR_INIT("0 cm"), 0},
        {STR_INIT("20"), 0},
        {STR_INIT("20 x 20"), 0},
        {STR_INIT("20 cm x 1 l"), 0},
        {STR_INIT("26er Springform"), 0},
        {STR_INIT("900 g loaf tin"), 0},
        {STR_INIT("a loaf tin"), 0},
        {STR_INIT(""), 0},
    };
    const struct lexicon *words = lexicon_load(STR("en"), &arena);
    for (size_t i = 0; i < sizeof tins / sizeof *tins; i++) {
        struct fraction area = tin_area(words, tins[i].text);
        int64_t whole = area.den ? area.num / area.den : 0;
        if (!CHECK(tap, whole == tins[i].area)) {
            printf("# %.*s: %lld\n", STR_ARG(tins[i].text), (long long)whole);
        }
    }
}

/* Measures that a kitchen has, in US units and at a factor. */
static void test_measures(struct tap *tap)
{
    static const enum unit_system us = UNITS_US;
    static const enum unit_system metric = UNITS_METRIC;
    static const struct {
        str line;
        struct fraction factor;
        const enum unit_system *system;
        str wanted;
    } measures[] = {
        {STR_INIT("10 g sugar"), {1, 1}, &us, STR_INIT("2\u00bd tsp sugar")},
        {STR_INIT("22 ml rum"), {1, 1}, &us, STR_INIT("1\u00bd tbsp rum")},
        {STR_INIT("30 g sugar"), {1, 1}, &us, STR_INIT("2\u00bd tbsp sugar")},
        {STR_INIT("600 g beef"), {1, 1}, &us, STR_INIT("1\u00bc lb beef")},
        {STR_INIT("500 g beef"), {1, 1}, &us, STR_INIT("17\u00bd oz beef")},
        {STR_INIT("75 ml rum"), {1, 1}, &us, STR_INIT("\u2153 cup rum")},
        {STR_INIT("100 ml rum"), {1, 1}, &us, STR_INIT("7 tbsp rum")},
        {STR_INIT("125 ml rum"), {1, 1}, &us, STR_INIT("\u00bd cup rum")},
        {STR_INIT("150 ml rum"), {1, 1}, &us, STR_INIT("\u2154 cup rum")},
        {STR_INIT("200 ml rum"), {1, 1}, &us, STR_INIT("\u215e cup rum")},
        {STR_INIT("225 ml rum"), {1, 1}, &us, STR_INIT("1 cup rum")},
        {STR_INIT("250 ml rum"), {1, 1}, &us, STR_INIT("1 cup rum")},
        {STR_INIT("330 ml rum"), {1, 1}, &us, STR_INIT("1\u2153 cups rum")},
        {STR_INIT("500 ml rum"), {1, 1}, &us, STR_INIT("2 cups rum")},
        {STR_INIT("1 l rum"), {1, 1}, &us, STR_INIT("4\u00bc cups rum")},
        {STR_INIT("100 g milk"), {1, 1}, &us, STR_INIT("6\u00bd tbsp milk")},
        {STR_INIT("1 cup milk"), {1, 1}, &metric, STR_INIT("235 ml milk")},
        {STR_INIT("1 cup olive oil"),
         {1, 1},
         &metric,
         STR_INIT("235 ml olive oil")},
        {STR_INIT("1 cup flour"), {1, 1}, &metric, STR_INIT("125 g flour")},
        {STR_INIT("1 cup (8 fl oz) cream"),
         {1, 1},
         &metric,
         STR_INIT("235 ml (8 fl oz) cream")},
        {STR_INIT("1 cup (4\u00bd oz) flour"),
         {2, 1},
         &metric,
         STR_INIT("2 cups (255 g) flour")},
        {STR_INIT("1 cup (125 g) flour"),
         {1, 1},
         &metric,
         STR_INIT("1 cup (125 g) flour")},
        {STR_INIT("350-360 g water"),
         {1, 1},
         &us,
         STR_INIT("1\u00bd cups water")},
        {STR_INIT("1 heaping cup oats"),
         {1, 1},
         &metric,
         STR_INIT("1 heaping cup oats")},
        {STR_INIT("1 lb beef"), {1, 2}, NULL, STR_INIT("8 oz beef")},
        {STR_INIT("1 lb 2 oz beef"), {1, 2}, NULL, STR_INIT("9 oz beef")},
        {STR_INIT("1 oz beef"), {1, 2}, NULL, STR_INIT("\u00bd oz beef")},
    };
    const struct lexicon *words = lexicon_load(STR("en"), &arena);
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        struct ingredient read;
        struct buf out = {0};
        ingredient_read(words, measures[i].line, &arena, &read);
        ingredient_put(
            &(struct scaling){words, measures[i].factor, measures[i].system},
            &read, &out);
        if (!CHECK(tap, str_eq(buf_str(&out), measures[i].wanted))) {
            printf("# %.*s: %.*s\n", STR_ARG(measures[i].line),
                   STR_ARG(buf_str(&out)));
        }
        buf_free(&out);
    }
}

int main(void)
{
    struct tap tap = {0};
    for (size_t i = 0; i < recipe_words_count; i++) {
        test_file(&tap, lexicon_language(i));
    }
    test_parts(&tap);
    test_tins(&tap);
    test_measures(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
