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
    struct arena *arena;
    struct splices splices;
    const struct item *item; /* at hand */
};

static void insert(struct marker *marker, size_t at, str text)
{
    splice_add(&marker->splices, marker->arena, at, 0, text);
}

static void put_ratio(struct fraction number, struct buf *out)
{
    buf_printf(out, "%lld", (long long)number.num);
    if (number.den > 1) {
        buf_printf(out, "/%lld", (long long)number.den);
    }
}

/* name="3/2-2 cup", each end times `factor`. */
static void put_value(const char *name, const struct amount *amount,
                      struct fraction factor, str unit, struct buf *out)
{
    buf_printf(out, " %s=\"", name);
    put_ratio(fraction_multiply(amount->least, factor), out);
    if (amount->most.den) {
        buf_putc(out, '-');
        put_ratio(fraction_multiply(amount->most, factor), out);
    }
    buf_put(out, unit.n ? STR(" ") : STR(""));
    html_escape(unit, out);
    buf_putc(out, '"');
}

static void put_attribute(const char *name, str text, struct buf *out)
{
    buf_printf(out, " data-%s=\"", name);
    html_escape(text, out);
    buf_putc(out, '"');
}

/* The unit's words where they are not its id, and the text between it and the
 * number where that is no space. */
static void put_unit(const struct amount *amount, str id, struct arena *arena,
                     struct buf *out)
{
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

/* The start tag of an amount, with the weight or volume that other systems
 * measure. The id has a "=" after it if the unit is kept. `class` begins with
 * "amount". */
static str amount_tag(const struct marker *marker, const struct amount *amount,
                      const char *class)
{
    static const char *const names[] = {"data-metric", "data-us",
                                        "data-imperial"};
    const struct unit *unit = amount->unit;
    str id = unit ? unit->id : STR("");
    struct buf out = {0};
    if (amount->kept && !unit_places(unit)) {
        id = arena_concat(marker->arena, id, STR("="));
    }
    buf_printf(&out, "<data class=\"%s\"", class);
    put_value("value", amount, fraction_int(1), id, &out);
    if (unit) {
        put_unit(amount, id, marker->arena, &out);
    }
    for (int i = 0; i < UNIT_SYSTEMS; i++) {
        enum unit_kind kind;
        struct fraction size = amount_size_in(marker->recipe->words, amount,
                                              (enum unit_system)i, &kind);
        if (size.den) {
            put_value(names[i], amount, size,
                      kind == UNIT_WEIGHT ? STR("g") : STR("ml"), &out);
        }
    }
    buf_putc(&out, '>');
    return buf_move(&out, marker->arena);
}

/* Adds attributes to the tag of the item. A class that it has stays. */
static void mark_tag(struct marker *marker, str class, str id)
{
    const struct item *item = marker->item;
    str html = marker->recipe->html;
    struct html_token token;
    html_token_init(&token, str_sub(html, item->tag, item->start - item->tag));
    if (!html_token_next(&token)) {
        return;
    }
    str old = html_token_value(&token, STR("class"));
    size_t end = item->tag + 1 + token.name.n;
    if (old.p) {
        insert(marker, (size_t)(old.p - html.p),
               arena_concat(marker->arena, class, STR(" ")));
    } else {
        insert(marker, end,
               arena_printf(marker->arena, " class=\"%.*s\"", STR_ARG(class)));
    }
    if (id.n && !html_token_attr(&token, STR("id"))) {
        insert(marker, end,
               arena_printf(marker->arena, " id=\"%.*s\"", STR_ARG(id)));
    }
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

/* Widens html[*from..*to) to a start or end tag right beside it, so that it has
 * both tags of an element: <strong>2</strong> cups. False: it cannot. */
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
static void wrap(struct marker *marker, size_t at, size_t n, str open,
                 str close)
{
    size_t from = marker->item->from[at];
    size_t to = marker->item->to[at + n - 1];
    if (take_tags(marker->recipe->html, marker->item->start, &from, &to)) {
        insert(marker, from, open);
        insert(marker, to, close);
    }
}

/* Removes text[at..end) of the item. */
static void cut(struct marker *marker, size_t at, size_t end)
{
    if (at < end) {
        size_t from = marker->item->from[at];
        splice_add(&marker->splices, marker->arena, from,
                   marker->item->to[end - 1] - from, STR(""));
    }
}

/* Its value is how many there are. */
static str noun_tag(const struct marker *marker,
                    const struct ingredient *ingredient,
                    const struct noun *noun)
{
    struct buf out = {0};
    buf_put(&out, STR("<data class=\"noun\""));
    put_value("value", &ingredient->amounts.p[noun->of], fraction_int(1),
              STR(""), &out);
    put_attribute("one", noun->one, &out);
    put_attribute("many", noun->many, &out);
    buf_putc(&out, '>');
    return buf_move(&out, marker->arena);
}

/* The line without its "=" and {flour} is a part of the item's text. One with a
 * "=" has nothing else to mark. An amount before a slash is joined to the next
 * one. */
static void mark_ingredient(struct marker *marker,
                            const struct ingredient *ingredient)
{
    str text = ingredient->text;
    str whole = ingredient->item.text;
    marker->item = &ingredient->item;
    mark_tag(marker, STR("p-ingredient"), STR(""));
    size_t start = (size_t)(text.p - whole.p);
    cut(marker, 0, start);
    cut(marker, start + text.n, whole.n);
    for (size_t k = 0; k < ingredient->amounts.n; k++) {
        const struct amount *amount = &ingredient->amounts.p[k];
        if (amount->fixed) {
            return;
        }
        size_t next = skip_blanks(text, amount->at + amount->text.n);
        bool joined = str_at(text, next) == '/';
        wrap(marker, amount->at, amount->text.n,
             amount_tag(marker, amount, joined ? "amount joined" : "amount"),
             STR("</data>"));
    }
    for (size_t k = 0; k < ingredient->nouns.n; k++) {
        const struct noun *noun = &ingredient->nouns.p[k];
        wrap(marker, noun->at, noun->n, noun_tag(marker, ingredient, noun),
             STR("</data>"));
    }
}

/* The degrees on the other scale; from the heat of boiling water up a multiple
 * of five, as dials of ovens have them. */
static int64_t convert(int64_t degrees, bool fahrenheit)
{
    enum { DIAL = 5, BOILING_C = 100, BOILING_F = 212, COLD = 100 };
    int64_t other = fahrenheit
                        ? (degrees * 18 + 5) / 10 + 32
                        : ((degrees - 32 + COLD * 9 / 5) * 10 + 9) / 18 - COLD;
    if (degrees < (fahrenheit ? BOILING_C : BOILING_F)) {
        return other;
    }
    return (other + (fahrenheit ? DIAL / 2 : 0)) / DIAL * DIAL;
}

int64_t heat_put(const struct amount *heat, bool fahrenheit, int64_t less,
                 struct buf *out)
{
    bool same = fahrenheit == (heat->unit == &unit_fahrenheit);
    int64_t least = heat->least.num;
    int64_t most = amount_last(heat).num;
    least = same ? least : convert(least, fahrenheit);
    most = same ? most : convert(most, fahrenheit);
    buf_printf(out, "%lld", (long long)(least - less));
    if (most > least) {
        buf_printf(out, "\u2013%lld", (long long)(most - less));
    }
    buf_printf(out, " °%c", fahrenheit ? 'F' : 'C');
    return least;
}

/* The marks of British gas ovens; 0: there is none. */
static int gas_mark(int64_t celsius)
{
    static const int marks[] = {140, 150, 170, 180, 190, 200, 220, 230, 240};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (celsius >= marks[i] - 5 && celsius < marks[i] + 5) {
            return (int)i + 1;
        }
    }
    return 0;
}

static str heat_tag(const struct marker *marker, const struct amount *heat)
{
    enum { FAN = 20, WARM = 100 };
    const struct lexicon *words = marker->recipe->words;
    struct buf out = {0};
    struct buf title = {0};
    int64_t celsius = heat_put(heat, false, 0, &title);
    int gas = heat->most.den ? 0 : gas_mark(celsius);
    buf_put(&out, STR("<data class=\"heat\""));
    put_value("value", heat, fraction_int(1), heat->unit->id, &out);
    if (heat->unit == &unit_fahrenheit) {
        put_attribute("metric", buf_str(&title), &out);
        put_attribute("imperial", buf_str(&title), &out);
    } else {
        buf_put(&out, STR(" data-us=\""));
        heat_put(heat, true, 0, &out);
        buf_putc(&out, '"');
    }
    if (celsius > WARM) {
        buf_printf(&title, ", %.*s ", STR_ARG(words->fan));
        heat_put(heat, false, FAN, &title);
        buf_put(&title, STR(", "));
        heat_put(heat, true, 0, &title);
        if (gas && words->gas.n) {
            buf_printf(&title, ", %.*s %d", STR_ARG(words->gas), gas);
        }
        buf_printf(&out, " title=\"%.*s\"", STR_ARG(buf_str(&title)));
    }
    buf_free(&title);
    buf_putc(&out, '>');
    return buf_move(&out, marker->arena);
}

static str time_tag(const struct marker *marker, const struct amount *time)
{
    struct buf out = {0};
    buf_put(&out, STR("<time datetime=\""));
    duration_put_iso(time->least, &out);
    buf_printf(&out, "\" data-seconds=\"%lld\">",
               (long long)(time->least.num / time->least.den));
    return buf_move(&out, marker->arena);
}

/* "half of the milk" and after it, "(175 ml)". */
static void mark_share(struct marker *marker, const struct amount *share)
{
    const struct scaling once = {marker->recipe->words, {1, 1}, NULL};
    struct buf text = {0};
    struct buf out = {0};
    amount_put(&once, share, &text);
    buf_put(&out, STR(" <span class=\"part\">("));
    buf_put(&out, amount_tag(marker, share, "amount"));
    html_escape(buf_str(&text), &out);
    buf_put(&out, STR("</data>)</span>"));
    buf_free(&text);
    insert(marker, marker->item->to[share->at - 1],
           buf_move(&out, marker->arena));
}

/* Of a fixed amount the "=" goes. */
static void mark_amount(struct marker *marker, const struct amount *amount)
{
    enum unit_kind kind = amount_kind(amount);
    size_t at = amount->at;
    if (amount->fixed) {
        cut(marker, at - (marker->item->text.p[at - 1] == '='), at);
    } else if (amount->share) {
        mark_share(marker, amount);
    } else if (kind == UNIT_TIME) {
        wrap(marker, at, amount->text.n, time_tag(marker, amount),
             STR("</time>"));
    } else {
        wrap(marker, at, amount->text.n,
             kind == UNIT_HEAT ? heat_tag(marker, amount)
                               : amount_tag(marker, amount, "amount"),
             STR("</data>"));
    }
}

static void mark_step(struct marker *marker, size_t i)
{
    const struct recipe_step *step = &marker->recipe->steps.p[i];
    struct buf class = {0};
    marker->item = &step->item;
    buf_put(&class, STR("step"));
    for (size_t k = 0; k < step->uses.n; k++) {
        buf_printf(&class, " uses-%zu", step->uses.p[k] + 1);
    }
    mark_tag(marker, buf_move(&class, marker->arena),
             arena_printf(marker->arena, "recipe-step-%zu", i + 1));
    for (size_t k = 0; k < step->amounts.n; k++) {
        mark_amount(marker, &step->amounts.p[k]);
    }
}

str recipe_mark(const struct recipe *recipe)
{
    struct marker marker = {.recipe = recipe, .arena = recipe->arena};
    str out = recipe->html;
    for (size_t i = 0; i < recipe->ingredients.n; i++) {
        mark_ingredient(&marker, &recipe->ingredients.p[i]);
    }
    for (size_t i = 0; i < recipe->steps.n; i++) {
        mark_step(&marker, i);
    }
    splice_apply(&marker.splices, recipe->html, recipe->arena, &out);
    return out;
}
