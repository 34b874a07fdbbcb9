/* SPDX-License-Identifier: MIT */
#include "recipe/cooklang.h"

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_escape.h"
#include "text/html_token.h"

struct cook {
    struct recipe *recipe;
    struct buf step; /* the plain text of the step at hand */
};

/* The parts of a mark: "@name{quantity%unit}(note)". */
struct mark {
    str name;
    str quantity;
    str unit;
    str note;
    bool optional; /* @?name */
};

/* Single words end at white space and at signs but - and _. */
static size_t word_stop(str text, size_t at)
{
    size_t end = word_end(text, at);
    while (end < text.n && is_any_of(text.p[end], "-_")) {
        end = word_end(text, end + 1);
    }
    return end;
}

/* A name of several words needs braces before the next mark or line. */
static size_t brace_of(str text, size_t at)
{
    while (at < text.n && !is_any_of(text.p[at], "@#~{\n")) {
        at++;
    }
    return str_at(text, at) == '{' ? at : text.n;
}

/* Reads the mark behind its sign at text[at - 1]. Returns its end, or `at` if
 * there is none. */
static size_t read_mark(str text, size_t at, struct mark *out)
{
    *out = (struct mark){0};
    while (is_any_of(str_at(text, at), "&?+-") &&
           !(out->optional && text.p[at] == '?')) {
        out->optional |= text.p[at++] == '?';
    }
    size_t brace = brace_of(text, at);
    size_t end = word_stop(text, at);
    if (brace == text.n) {
        out->name = str_sub(text, at, end - at);
        return end;
    }
    size_t close = str_find_char_from(text, brace, '}');
    if (close == text.n || is_space(str_at(text, at))) {
        out->name = str_sub(text, at, end - at);
        return end;
    }
    str inside = str_sub(text, brace + 1, close - brace - 1);
    out->name = str_trim(str_sub(text, at, brace - at));
    str_split(&inside, '%', &out->quantity);
    out->quantity = str_trim(out->quantity);
    out->unit = inside.p ? str_trim(inside) : STR("");
    end = close + 1;
    if (str_at(text, end) == '(') {
        size_t last = str_find_char_from(text, end, ')');
        out->note = str_sub(text, end + 1, last - end - 1);
        end = last < text.n ? last + 1 : text.n;
    }
    return end;
}

static const struct unit *unit_of(const struct lexicon *words, str name,
                                  struct arena *arena)
{
    const struct word *word = lexicon_find(words, name, WORD_UNIT);
    if (word || !name.n) {
        return word ? word->unit : NULL;
    }
    struct unit *unit = arena_zalloc(arena, 1, sizeof *unit);
    unit->id = unit->one = unit->many = name;
    return unit;
}

static void add_ingredient(struct cook *cook, const struct mark *mark)
{
    struct recipe *recipe = cook->recipe;
    struct arena *arena = recipe->arena;
    struct ingredient *out = VEC_PUSH(&recipe->ingredients, arena);
    str typed = mark->quantity;
    bool fixed = str_at(typed, 0) == '=';
    typed = fixed ? str_trim(str_from_offset(typed, 1)) : typed;
    struct amount amount;
    struct cursor c = {recipe->words, typed, 0};
    ingredient_read(recipe->words, mark->name, arena, out);
    *out = (struct ingredient){.name = mark->name,
                               .note = mark->note,
                               .optional = mark->optional,
                               .part = out->part,
                               .density = out->density};
    bool known = take_amount(&c, &amount) == SCAN_FOUND && c.at == typed.n &&
                 !amount.unit;
    out->unit = unit_of(recipe->words, mark->unit, arena);
    const str parts[] = {
        typed, typed.n && mark->unit.n ? STR(" ") : STR(""), mark->unit,
        typed.n || mark->unit.n ? STR(" ") : STR(""), mark->name};
    out->text = arena_join(arena, parts, sizeof parts / sizeof *parts);
    if (known) {
        amount.at = 0;
        amount.number = typed.n;
        amount.gap = STR(" ");
        amount.text = str_sub(out->text, 0,
                              typed.n + (mark->unit.n ? 1 + mark->unit.n : 0));
        amount.unit = out->unit;
        amount.one = out->unit ? out->unit->one : STR("");
        amount.many = out->unit ? out->unit->many : STR("");
        amount.fixed = fixed;
        *VEC_PUSH(&out->amounts, arena) = amount;
    } else if (typed.n && !out->note.n) {
        out->note = typed;
    }
}

static void add_cookware(struct cook *cook, const struct mark *mark)
{
    *VEC_PUSH(&cook->recipe->cookware, cook->recipe->arena) =
        (struct cookware){mark->quantity.n ? mark->quantity : STR("1"),
                          mark->name, mark->optional};
}

static size_t take_mark(struct cook *cook, str text, size_t at)
{
    struct mark mark;
    char sign = text.p[at];
    size_t end = read_mark(text, at + 1, &mark);
    bool timer = sign == '~';
    if (end == at + 1 || (!mark.name.n && !timer)) {
        buf_putc(&cook->step, sign);
        return at + 1;
    }
    if (sign == '@') {
        add_ingredient(cook, &mark);
    } else if (!timer) {
        add_cookware(cook, &mark);
    }
    if (timer && mark.quantity.n) {
        buf_printf(&cook->step, "%.*s %.*s", STR_ARG(mark.quantity),
                   STR_ARG(mark.unit));
    } else {
        buf_put(&cook->step, mark.name);
    }
    return end;
}

static void end_step(struct cook *cook)
{
    struct recipe *recipe = cook->recipe;
    str text = str_trim(buf_str(&cook->step));
    if (text.n) {
        *VEC_PUSH(&recipe->steps, recipe->arena) = (struct recipe_step){
            .plain = {.text = arena_str(recipe->arena, text)},
            .group = recipe->step_groups.n - 1};
    }
    buf_clear(&cook->step);
}

/* The place of the comment's "--", which no "---" is; STR_NONE: it has none. */
static size_t comment_of(str line)
{
    for (size_t at = 0; at + 1 < line.n; at++) {
        size_t end = str_skip(line, at, "-");
        if (end - at == 2) {
            return at;
        }
        at = end > at ? end - 1 : at;
    }
    return STR_NONE;
}

static void take_line(struct cook *cook, str line)
{
    struct recipe *recipe = cook->recipe;
    size_t comment = comment_of(line);
    line = comment == STR_NONE ? line : str_sub(line, 0, comment);
    str trimmed = str_trim(line);
    if (!trimmed.n) {
        if (comment == STR_NONE) {
            end_step(cook);
        }
        return;
    }
    if (str_starts(trimmed, STR(">"))) { /* metadata, a note */
        end_step(cook);
        return;
    }
    if (trimmed.p[0] == '=') {
        end_step(cook);
        size_t from = str_skip(trimmed, 0, "= ");
        size_t to = trimmed.n;
        while (to > from && is_any_of(trimmed.p[to - 1], "= ")) {
            to--;
        }
        *VEC_PUSH(&recipe->step_groups, recipe->arena) =
            str_sub(trimmed, from, to - from);
        return;
    }
    if (cook->step.n) {
        buf_putc(&cook->step, ' ');
    }
    for (size_t at = 0; at < trimmed.n;) {
        if (is_any_of(trimmed.p[at], "@#~")) {
            at = take_mark(cook, trimmed, at);
        } else {
            buf_putc(&cook->step, trimmed.p[at++]);
        }
    }
}

/* The text without [- comments -]. */
static str without_comments(str text, struct arena *arena)
{
    struct buf out = {0};
    size_t at = 0;
    for (;;) {
        size_t open = str_find_from(text, at, STR("[-"));
        buf_put(&out, str_sub(text, at, open - at));
        size_t close = str_find_from(text, open, STR("-]"));
        if (close >= text.n) {
            buf_put(&out, str_from_offset(text, open));
            return buf_move(&out, arena);
        }
        at = close + 2;
    }
}

void cooklang_read(const struct lexicon *words, str text, struct arena *arena,
                   struct recipe *out)
{
    *out = (struct recipe){.words = words, .arena = arena};
    struct cook cook = {.recipe = out};
    str line;
    *VEC_PUSH(&out->groups, arena) = STR("");
    *VEC_PUSH(&out->step_groups, arena) = STR("");
    text = without_comments(text, arena);
    while (str_split(&text, '\n', &line)) {
        take_line(&cook, line);
    }
    end_step(&cook);
    buf_free(&cook.step);
    recipe_read_steps(out);
}

/* --- HTML --- */

/* Braces are escaped, too: shortcodes have them. */
static void put_text(str text, struct buf *out)
{
    while (text.n) {
        size_t brace = str_find_char_from(text, 0, '{');
        html_escape(str_sub(text, 0, brace), out);
        buf_put(out, brace < text.n ? STR("&#123;") : STR(""));
        text = str_from_offset(text, brace + 1);
    }
}

static void put_heading(int level, str name, struct buf *out)
{
    buf_printf(out, "<h%d>", level);
    put_text(name, out);
    buf_printf(out, "</h%d>\n", level);
}

/* Salt that is named again, without a quantity, is listed once. */
static bool is_listed(const struct recipe *recipe, size_t i)
{
    const struct ingredient *ingredient = &recipe->ingredients.p[i];
    for (size_t k = 0; k < i && !ingredient->amounts.n; k++) {
        if (str_eq_nocase(recipe->ingredients.p[k].name, ingredient->name)) {
            return true;
        }
    }
    return false;
}

static void put_ingredients(const struct recipe *recipe, struct buf *out)
{
    put_heading(2, recipe->words->ingredients, out);
    buf_put(out, STR("<ul>\n"));
    for (size_t i = 0; i < recipe->ingredients.n; i++) {
        const struct ingredient *ingredient = &recipe->ingredients.p[i];
        bool fixed = ingredient->amounts.n && ingredient->amounts.p[0].fixed;
        bool noted = ingredient->note.n &&
                     str_find(ingredient->text, ingredient->note) == STR_NONE;
        if (is_listed(recipe, i)) {
            continue;
        }
        buf_put(out, fixed ? STR("<li>=") : STR("<li>"));
        put_text(ingredient->text, out);
        if (noted) {
            buf_put(out, STR(" ("));
            put_text(ingredient->note, out);
            buf_putc(out, ')');
        }
        buf_put(out, STR("</li>\n"));
    }
    buf_put(out, STR("</ul>\n"));
}

static void put_steps(const struct recipe *recipe, struct buf *out)
{
    put_heading(2, recipe->words->steps, out);
    for (size_t i = 0; i < recipe->steps.n; i++) {
        const struct recipe_step *step = &recipe->steps.p[i];
        bool begins = !i || recipe->steps.p[i - 1].group != step->group;
        if (begins) {
            str name = recipe->step_groups.p[step->group];
            buf_put(out, i ? STR("</ol>\n") : STR(""));
            if (name.n) {
                put_heading(3, name, out);
            }
            buf_put(out, STR("<ol>\n"));
        }
        buf_put(out, STR("<li>"));
        put_text(step->plain.text, out);
        buf_put(out, STR("</li>\n"));
    }
    buf_put(out, recipe->steps.n ? STR("</ol>\n") : STR(""));
}

str cooklang_html(const struct lexicon *words, str text, struct arena *arena)
{
    struct recipe recipe;
    struct buf out = {0};
    cooklang_read(words, text, arena, &recipe);
    if (recipe.ingredients.n) {
        put_ingredients(&recipe, &out);
    }
    if (recipe.steps.n) {
        put_steps(&recipe, &out);
    }
    return buf_move(&out, arena);
}

/* --- marks in a page --- */

/* A page's HTML while its marks become words. */
struct page {
    struct cook cook;
    struct buf out;
    size_t code; /* elements around whose text is code */
};

/* Only marks with braces count, and none within a word or over the end of a
 * sentence: @ and # have other uses in prose. */
static bool is_page_mark(str text, size_t at, size_t end,
                         const struct mark *mark)
{
    bool within = at && is_alnum(text.p[at - 1]);
    bool sentence = false;
    for (size_t i = 0; i < mark->name.n; i++) {
        sentence = sentence || is_any_of(mark->name.p[i], ".,:!?()");
    }
    return end > at + 1 && !within && !sentence &&
           str_find_char(str_sub(text, at, end - at), '}') != STR_NONE;
}

/* "@flour{200%g}" is "200 g flour", as the steps of a page say it. */
static size_t take_page_mark(struct page *page, str text, size_t at)
{
    struct cook *cook = &page->cook;
    const struct recipe *recipe = cook->recipe;
    struct mark mark;
    size_t end = read_mark(text, at + 1, &mark);
    if (!is_page_mark(text, at, end, &mark)) {
        buf_putc(&page->out, text.p[at]);
        return at + 1;
    }
    size_t before = recipe->ingredients.n;
    buf_clear(&cook->step);
    end = take_mark(cook, text, at);
    if (recipe->ingredients.n == before) {
        buf_put(&page->out, buf_str(&cook->step));
        return end;
    }
    const struct ingredient *added = &recipe->ingredients.p[before];
    bool fixed = added->amounts.n && added->amounts.p[0].fixed;
    buf_put(&page->out, fixed ? STR("=") : STR(""));
    buf_put(&page->out, added->amounts.n ? added->text : added->name);
    return end;
}

static void take_page_text(struct page *page, str text)
{
    for (size_t at = 0; at < text.n;) {
        size_t next = at;
        while (next < text.n && !is_any_of(text.p[next], "@#~")) {
            next++;
        }
        buf_put(&page->out, str_sub(text, at, next - at));
        at = next < text.n ? take_page_mark(page, text, next) : next;
    }
}

str cooklang_take(const struct lexicon *words, str html, struct arena *arena,
                  str *list)
{
    *list = STR("");
    if (str_find_char(html, '{') == STR_NONE) {
        return html;
    }
    struct recipe recipe = {.words = words, .arena = arena};
    struct page page = {.cook = {.recipe = &recipe}};
    struct html_token token;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        bool code = html_token_is(&token, STR("code")) ||
                    html_token_is(&token, STR("pre"));
        if (code && token.kind == HTML_START) {
            page.code++;
        } else if (code && token.kind == HTML_END && page.code) {
            page.code--;
        }
        if (token.kind == HTML_TEXT && !page.code) {
            take_page_text(&page, token.body);
        } else {
            buf_put(&page.out, token.body);
        }
    }
    for (size_t i = 0; i < recipe.ingredients.n; i++) {
        struct ingredient *ingredient = &recipe.ingredients.p[i];
        ingredient->text = html_decode(arena, ingredient->text);
        ingredient->note = html_decode(arena, ingredient->note);
    }
    if (recipe.ingredients.n) {
        struct buf out = {0};
        put_ingredients(&recipe, &out);
        *list = buf_move(&out, arena);
    }
    buf_free(&page.cook.step);
    return buf_move(&page.out, arena);
}
