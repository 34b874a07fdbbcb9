/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "recipe/recipe.h"
#include "text/html_escape.h"
#include "text/html_token.h"
#include "text/splice.h"

/* A recipe's HTML with marks:
 *
 *     <li class="p-ingredient"><data class="amount" value="130 g"
 *         data-us="1 cup">130 g</data> dark chocolate</li>
 *     <li id="step-3">Bake for <time datetime="PT9M">9 minutes</time>...
 *
 * The value is a number or a range and the id of a unit, in exact fractions:
 * the script of the page scales it. */

struct marker {
    const struct recipe *recipe;
    struct splices splices;
    const struct plain *plain; /* of the item at hand */
    size_t base;               /* where its HTML begins */
};

static void insert(struct marker *marker, size_t at, struct buf *text)
{
    splice_add(&marker->splices, marker->recipe->arena, at, 0,
               buf_move(text, marker->recipe->arena));
    *text = (struct buf){0};
}

static void put_ratio(struct fraction number, struct buf *out)
{
    buf_printf(out, "%lld", (long long)number.num);
    if (number.den > 1) {
        buf_printf(out, "/%lld", (long long)number.den);
    }
}

/* "3/2-2 cup", each end times `factor`. */
static void put_value(const struct amount *amount, struct fraction factor,
                      str unit, struct buf *out)
{
    put_ratio(fraction_multiply(amount->least, factor), out);
    if (amount->most.den) {
        buf_putc(out, '-');
        put_ratio(fraction_multiply(amount->most, factor), out);
    }
    buf_put(out, unit.n ? STR(" ") : STR(""));
    html_escape(unit, out);
}

static void put_attribute(const char *name, str text, struct buf *out)
{
    buf_printf(out, " data-%s=\"", name);
    html_escape(text, out);
    buf_putc(out, '"');
}

/* The unit's words where they are not its id, the text between it and the
 * number where that is no space, and the weight or volume that other systems
 * measure. The id has a "=" behind it if the unit is kept. `joined`: another
 * amount follows, behind a slash. */
static void put_data(struct marker *marker, const struct amount *amount,
                     struct fraction density, bool joined, struct buf *out)
{
    const struct lexicon *words = marker->recipe->words;
    struct arena *arena = marker->recipe->arena;
    const struct unit *unit = amount->unit;
    str id = unit ? unit->id : STR("");
    id = amount->kept && !unit_places(unit) ? arena_concat(arena, id, STR("="))
                                            : id;
    buf_printf(out, "<data class=\"amount%s\" value=\"",
               joined ? " joined" : "");
    put_value(amount, fraction_int(1), id, out);
    buf_putc(out, '"');
    if (unit) {
        str stop = str_ends(amount->text, STR(".")) ? STR(".") : STR("");
        str one = arena_concat(arena, amount->one, stop);
        str many = arena_concat(arena, amount->many, stop);
        if (!str_eq(one, id)) {
            put_attribute("one", one, out);
        }
        if (!str_eq(many, one)) {
            put_attribute("many", many, out);
        }
        if (!str_eq(amount->gap, STR(" "))) {
            put_attribute("gap", amount->gap, out);
        }
    }
    for (int i = 0; i < UNIT_SYSTEMS; i++) {
        enum unit_system system = (enum unit_system)i;
        enum unit_kind kind;
        struct fraction size =
            amount_size_in(words, amount, system, density, &kind);
        if (size.den) {
            buf_printf(out, " data-%.*s=\"", STR_ARG(unit_system_name(system)));
            put_value(amount, size, kind == UNIT_WEIGHT ? STR("g") : STR("ml"),
                      out);
            buf_putc(out, '"');
        }
    }
    buf_putc(out, '>');
}

/* How many more start tags than end tags it has. */
static int open_tags(str html)
{
    int n = 0;
    for (size_t i = 0; i < html.n; i++) {
        n += html.p[i] != '<' ? 0 : str_at(html, i + 1) == '/' ? -1 : 1;
    }
    return n;
}

/* Makes html[*from..*to) have both tags of an element in it, by the one that is
 * beside it: <strong>2</strong> cups. Returns false if it can't. */
static bool take_tags(str html, size_t base, size_t *from, size_t *to)
{
    int n = open_tags(str_sub(html, *from, *to - *from));
    if (n < 0 && html.p[*from - 1] == '>') {
        *from = str_rfind_char(str_sub(html, 0, *from), '<');
    }
    if (n > 0 && str_starts_at(html, *to, STR("</"))) {
        *to = str_find_char_from(html, *to, '>') + 1;
    }
    str part = str_sub(html, *from, *to - *from);
    size_t first = str_find_char_from(part, 0, '<');
    return *from >= base && !open_tags(part) && str_at(part, first + 1) != '/';
}

/* Puts an element around text[at..at + n), unless it has a part of another
 * element, or a tag such as <br>. */
static void wrap(struct marker *marker, size_t at, size_t n, struct buf *open,
                 str close)
{
    size_t from = marker->base + marker->plain->from[at];
    size_t to = marker->base + marker->plain->to[at + n - 1];
    if (!take_tags(marker->recipe->html, marker->base, &from, &to)) {
        buf_free(open);
        return;
    }
    insert(marker, from, open);
    struct buf end = {0};
    buf_put(&end, close);
    insert(marker, to, &end);
}

/* Removes text[at..at + n) of the item. */
static void cut(struct marker *marker, size_t at, size_t n)
{
    size_t from = marker->base + marker->plain->from[at];
    size_t to = marker->base + marker->plain->to[at + n - 1];
    splice_add(&marker->splices, marker->recipe->arena, from, to - from,
               STR(""));
}

/* Its value is how many there are. */
static void mark_noun(struct marker *marker,
                      const struct ingredient *ingredient,
                      const struct noun *noun)
{
    struct buf open = {0};
    buf_put(&open, STR("<data class=\"noun\" value=\""));
    put_value(&ingredient->amounts.p[noun->of], fraction_int(1), STR(""),
              &open);
    buf_putc(&open, '"');
    put_attribute("one", noun->one, &open);
    put_attribute("many", noun->many, &open);
    buf_putc(&open, '>');
    wrap(marker, noun->at, noun->n, &open, STR("</data>"));
}

/* The line without its "=" and {flour} is a part of the item's text. One with a
 * "=" has nothing else to mark. */
static void mark_ingredient(struct marker *marker, size_t i)
{
    const struct recipe *recipe = marker->recipe;
    const struct ingredient *ingredient = &recipe->ingredients.p[i];
    marker->plain = &recipe->ingredient_plains.p[i];
    marker->base = recipe->ingredient_items.p[i].start;
    str whole = marker->plain->text;
    size_t start = (size_t)(ingredient->text.p - whole.p);
    size_t end = start + ingredient->text.n;
    if (start) {
        cut(marker, 0, start);
    }
    if (end < whole.n) {
        cut(marker, end, whole.n - end);
    }
    for (size_t k = 0; k < ingredient->amounts.n; k++) {
        const struct amount *amount = &ingredient->amounts.p[k];
        struct buf open = {0};
        if (amount->fixed) {
            return;
        }
        size_t next =
            skip_blanks(ingredient->text, amount->at + amount->text.n);
        bool joined = str_at(ingredient->text, next) == '/';
        put_data(marker, amount, ingredient_density(ingredient), joined, &open);
        wrap(marker, amount->at, amount->text.n, &open, STR("</data>"));
    }
    for (size_t k = 0; k < ingredient->nouns.n; k++) {
        mark_noun(marker, ingredient, &ingredient->nouns.p[k]);
    }
}

static void mark_amounts(struct marker *marker, const struct recipe_step *step)
{
    const struct recipe *recipe = marker->recipe;
    for (size_t i = 0; i < step->amounts.n; i++) {
        const struct step_amount *part = &step->amounts.p[i];
        struct buf open = {0};
        if (part->amount.fixed) {
            if (step->plain.text.p[part->amount.at - 1] == '=') {
                cut(marker, part->amount.at - 1, 1);
            }
            continue;
        }
        buf_put(&open, part->share ? STR(" <span class=\"part\">(") : STR(""));
        put_data(marker, &part->amount, part->density, false, &open);
        if (!part->share) {
            wrap(marker, part->amount.at, part->amount.text.n, &open,
                 STR("</data>"));
            continue;
        }
        struct buf text = {0};
        amount_put(recipe->words, &part->amount,
                   &(struct scaling){.factor = {1, 1}}, part->density, &text);
        html_escape(buf_str(&text), &open);
        buf_free(&text);
        buf_put(&open, STR("</data>)</span>"));
        insert(marker, marker->base + step->plain.to[part->amount.at - 1],
               &open);
    }
}

int64_t heat_degrees(const struct heat *heat, bool fahrenheit)
{
    enum { DIAL = 5, BOILING_C = 100, BOILING_F = 212 };
    int64_t degrees = heat->degrees;
    if (fahrenheit == heat->fahrenheit) {
        return degrees;
    }
    int64_t other = fahrenheit ? (degrees * 18 + 5) / 10 + 32
                               : ((degrees - 32) * 10 + 9) / 18;
    if (degrees < (fahrenheit ? BOILING_C : BOILING_F)) {
        return other;
    }
    return (other + (fahrenheit ? DIAL / 2 : 0)) / DIAL * DIAL;
}

/* The marks of British gas ovens; 0: there is none. */
static int gas_mark(int64_t celsius)
{
    static const int64_t marks[] = {140, 150, 170, 180, 190,
                                    200, 220, 230, 240};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (celsius >= marks[i] - 5 && celsius < marks[i] + 5) {
            return (int)i + 1;
        }
    }
    return 0;
}

static void mark_heat(struct marker *marker, const struct heat *heat)
{
    enum { FAN = 20 };
    struct buf open = {0};
    int64_t celsius = heat_degrees(heat, false);
    int64_t fahrenheit = heat_degrees(heat, true);
    int gas = gas_mark(celsius);
    buf_put(&open, STR("<data class=\"heat\""));
    buf_printf(&open, " value=\"%lld %c\"", (long long)heat->degrees,
               heat->fahrenheit ? 'F' : 'C');
    if (heat->fahrenheit) {
        buf_printf(&open, " data-metric=\"%lld °C\" data-imperial=\"%lld °C\"",
                   (long long)celsius, (long long)celsius);
    } else {
        buf_printf(&open, " data-us=\"%lld °F\"", (long long)fahrenheit);
    }
    if (celsius > 100) {
        const struct lexicon *words = marker->recipe->words;
        buf_printf(&open, " title=\"%lld °C, %.*s %lld °C, %lld °F",
                   (long long)celsius, STR_ARG(words->fan),
                   (long long)(celsius - FAN), (long long)fahrenheit);
        if (gas && words->gas.n) {
            buf_printf(&open, ", %.*s %d", STR_ARG(words->gas), gas);
        }
        buf_putc(&open, '"');
    }
    buf_putc(&open, '>');
    wrap(marker, heat->at, heat->n, &open, STR("</data>"));
}

/* Adds attributes to the tag of an item. A class that it has stays. */
static void mark_tag(struct marker *marker, const struct item *item, str class,
                     str id)
{
    str tag = str_sub(marker->recipe->html, item->tag, item->start - item->tag);
    struct html_token token;
    struct buf out = {0};
    html_token_init(&token, tag);
    if (!html_token_next(&token)) {
        return;
    }
    str old = html_token_value(&token, STR("class"));
    if (old.p && class.n) {
        buf_put(&out, class);
        buf_putc(&out, ' ');
        insert(marker, (size_t)(old.p - marker->recipe->html.p), &out);
        class = STR("");
    }
    if (class.n) {
        buf_printf(&out, " class=\"%.*s\"", STR_ARG(class));
    }
    if (id.n && !html_token_attr(&token, STR("id"))) {
        buf_printf(&out, " id=\"%.*s\"", STR_ARG(id));
    }
    insert(marker, item->tag + 1 + token.name.n, &out);
}

static void mark_step(struct marker *marker, size_t i)
{
    const struct recipe *recipe = marker->recipe;
    const struct recipe_step *step = &recipe->steps.p[i];
    const struct item *item = &recipe->step_items.p[i];
    struct arena *arena = recipe->arena;
    struct buf class = {0};
    marker->plain = &step->plain;
    marker->base = item->start;
    buf_put(&class, STR("step"));
    for (size_t k = 0; k < step->uses.n; k++) {
        buf_printf(&class, " uses-%zu", step->uses.p[k] + 1);
    }
    mark_tag(marker, item, buf_move(&class, arena),
             arena_printf(arena, "recipe-step-%zu", i + 1));
    mark_amounts(marker, step);
    for (size_t k = 0; k < step->times.n; k++) {
        const struct amount *time = &step->times.p[k];
        struct buf open = {0};
        buf_put(&open, STR("<time datetime=\""));
        duration_put_iso(time->least, &open);
        buf_printf(&open, "\" data-seconds=\"%lld\">",
                   (long long)(time->least.num / time->least.den));
        wrap(marker, time->at, time->text.n, &open, STR("</time>"));
    }
    for (size_t k = 0; k < step->heats.n; k++) {
        mark_heat(marker, &step->heats.p[k]);
    }
}

str recipe_mark(const struct recipe *recipe)
{
    struct marker marker = {.recipe = recipe};
    str out = recipe->html;
    for (size_t i = 0; i < recipe->ingredient_items.n; i++) {
        mark_tag(&marker, &recipe->ingredient_items.p[i], STR("p-ingredient"),
                 STR(""));
        mark_ingredient(&marker, i);
    }
    for (size_t i = 0; i < recipe->step_items.n; i++) {
        mark_step(&marker, i);
    }
    splice_apply(&marker.splices, recipe->html, recipe->arena, &out);
    return out;
}
