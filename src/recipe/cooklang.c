/* SPDX-License-Identifier: MIT */
#include "recipe/cooklang.h"

#include "base/memory/buf.h"
#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_escape.h"
#include "text/html_token.h"

/* A text while its marks become words. */
struct cook {
    struct recipe *recipe; /* its ingredients and cookware */
    bool page;             /* the text is the HTML of a page, no .cook file */
    bool in_list;          /* of steps */
    bool in_step;
    struct buf out; /* HTML */
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

/* Reads the mark after its sign at text[at - 1]. Returns its end, or `at` if
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

/* Appends a text. In a file nothing is markup, and braces are escaped, too:
 * shortcodes have them. */
static void put(struct cook *cook, str text)
{
    if (cook->page) {
        buf_put(&cook->out, text);
        return;
    }
    while (text.n) {
        size_t brace = str_find_char_from(text, 0, '{');
        html_escape(str_sub(text, 0, brace), &cook->out);
        buf_put(&cook->out, brace < text.n ? STR("&#123;") : STR(""));
        text = str_from_offset(text, brace + 1);
    }
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

/* "200 g flour" */
static str words_of(const struct mark *mark, str quantity, struct arena *arena)
{
    bool all = quantity.n && mark->unit.n;
    bool named = mark->name.n && (quantity.n || mark->unit.n);
    const str parts[] = {quantity, all ? STR(" ") : STR(""), mark->unit,
                         named ? STR(" ") : STR(""), mark->name};
    return arena_join(arena, parts, sizeof parts / sizeof *parts);
}

/* Its line, "200 g flour (sifted)", is read as any other, but name, unit and
 * note are those of the mark, and the amount its whole quantity. */
static void add_ingredient(struct cook *cook, struct mark mark)
{
    struct recipe *recipe = cook->recipe;
    struct arena *arena = recipe->arena;
    struct ingredient *out = VEC_PUSH(&recipe->ingredients, arena);
    if (cook->page) {
        mark.name = html_decode(arena, mark.name);
        mark.unit = html_decode(arena, mark.unit);
        mark.quantity = html_decode(arena, mark.quantity);
        mark.note = html_decode(arena, mark.note);
    }
    str line = words_of(&mark, mark.quantity, arena);
    if (mark.note.n) {
        line = arena_printf(arena, "%.*s (%.*s)", STR_ARG(line),
                            STR_ARG(mark.note));
    }
    size_t fixed = str_at(mark.quantity, 0) == '=';
    str typed = str_trim(str_from_offset(mark.quantity, fixed));
    struct amount amount;
    struct cursor c = {recipe->words, typed, 0};
    ingredient_read(recipe->words, line, arena, out);
    if (take_amount(&c, &amount) != SCAN_FOUND || c.at < typed.n ||
        amount.unit) {
        out->amounts.n = out->nouns.n = 0;
        mark.note = mark.note.n ? mark.note : typed;
    } else if (out->refused) { /* @5peppers{1} */
        amount.fixed = fixed;
        *VEC_PUSH(&out->amounts, arena) = amount;
    }
    out->name = mark.name;
    out->note = mark.note;
    out->unit = unit_of(recipe->words, mark.unit, arena);
    out->optional = mark.optional;
    out->refused = false;
}

/* In a page only marks with braces count, and none within a word or over the
 * end of a sentence: @ and # have other uses in prose. */
static bool is_mark(const struct cook *cook, str text, size_t at, size_t end,
                    const struct mark *mark)
{
    bool sentence = false;
    for (size_t i = 0; i < mark->name.n; i++) {
        sentence = sentence || is_any_of(mark->name.p[i], ".,:!?()");
    }
    bool prose = (at && is_alnum(text.p[at - 1])) || sentence ||
                 str_find_char(str_sub(text, at, end - at), '}') == STR_NONE;
    return end > at + 1 && (mark->name.n || text.p[at] == '~') &&
           !(cook->page && prose);
}

/* The mark becomes its name. A page has no other list: "@flour{200%g}" is "200
 * g flour" there. */
static size_t take_mark(struct cook *cook, str text, size_t at)
{
    struct recipe *recipe = cook->recipe;
    struct mark mark;
    char sign = text.p[at];
    size_t end = read_mark(text, at + 1, &mark);
    if (!is_mark(cook, text, at, end, &mark)) {
        buf_putc(&cook->out, sign);
        return at + 1;
    }
    bool words = sign == '~' && mark.quantity.n;
    if (sign == '@') {
        add_ingredient(cook, mark);
        words = cook->page &&
                recipe->ingredients.p[recipe->ingredients.n - 1].amounts.n;
    } else if (sign == '#') {
        *VEC_PUSH(&recipe->cookware, recipe->arena) =
            (struct cookware){mark.quantity.n ? mark.quantity : STR("1"),
                              mark.name, mark.optional};
    }
    mark.name = sign == '~' && words ? STR("") : mark.name;
    put(cook,
        words ? words_of(&mark, mark.quantity, recipe->arena) : mark.name);
    return end;
}

static void take_text(struct cook *cook, str text)
{
    for (size_t at = 0; at < text.n;) {
        size_t next = at;
        while (next < text.n && !is_any_of(text.p[next], "@#~")) {
            next++;
        }
        put(cook, str_sub(text, at, next - at));
        at = next < text.n ? take_mark(cook, text, next) : next;
    }
}

/* --- lists --- */

static void put_heading(struct cook *cook, int level, str name)
{
    buf_printf(&cook->out, "<h%d>", level);
    put(cook, name);
    buf_printf(&cook->out, "</h%d>\n", level);
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

/* A heading and the list of the ingredients, as HTML; empty without them. */
static str list_of(struct recipe *recipe)
{
    struct cook cook = {.recipe = recipe};
    struct buf *out = &cook.out;
    if (recipe->ingredients.n) {
        put_heading(&cook, 2, recipe->words->ingredients);
        buf_put(out, STR("<ul>\n"));
    }
    for (size_t i = 0; i < recipe->ingredients.n; i++) {
        const struct ingredient *ingredient = &recipe->ingredients.p[i];
        bool fixed = ingredient->amounts.n && ingredient->amounts.p[0].fixed;
        if (is_listed(recipe, i)) {
            continue;
        }
        buf_put(out, fixed ? STR("<li>=") : STR("<li>"));
        put(&cook, ingredient->text);
        buf_put(out, STR("</li>\n"));
    }
    buf_put(out, recipe->ingredients.n ? STR("</ul>\n") : STR(""));
    return buf_move(out, recipe->arena);
}

/* --- a file --- */

static void end_step(struct cook *cook)
{
    buf_put(&cook->out, cook->in_step ? STR("</li>\n") : STR(""));
    cook->in_step = false;
}

static void end_list(struct cook *cook)
{
    end_step(cook);
    buf_put(&cook->out, cook->in_list ? STR("</ol>\n") : STR(""));
    cook->in_list = false;
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
    size_t comment = comment_of(line);
    line = str_trim(comment == STR_NONE ? line : str_sub(line, 0, comment));
    if (line.n ? line.p[0] == '>' : comment == STR_NONE) {
        end_step(cook); /* metadata, a note */
    } else if (str_at(line, 0) == '=') {
        end_list(cook);
        size_t from = str_skip(line, 0, "= ");
        while (line.n > from && is_any_of(line.p[line.n - 1], "= ")) {
            line.n--;
        }
        put_heading(cook, 3, str_from_offset(line, from));
    } else if (line.n) {
        buf_put(&cook->out, cook->in_list ? STR("") : STR("<ol>\n"));
        buf_put(&cook->out, cook->in_step ? STR(" ") : STR("<li>"));
        cook->in_list = cook->in_step = true;
        take_text(cook, line);
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

str cooklang_steps(const struct lexicon *words, str text, struct arena *arena,
                   struct recipe *marks)
{
    *marks = (struct recipe){.words = words, .arena = arena};
    struct cook cook = {.recipe = marks};
    str line;
    text = without_comments(text, arena);
    put_heading(&cook, 2, words->steps);
    size_t empty = cook.out.n;
    while (str_split(&text, '\n', &line)) {
        take_line(&cook, line);
    }
    end_list(&cook);
    cook.out.n = cook.out.n > empty ? cook.out.n : 0;
    return buf_move(&cook.out, arena);
}

str cooklang_html(const struct lexicon *words, str text, struct arena *arena)
{
    struct recipe marks;
    str steps = cooklang_steps(words, text, arena, &marks);
    return arena_concat(arena, list_of(&marks), steps);
}

/* --- a page --- */

str cooklang_take(const struct lexicon *words, str html, struct arena *arena,
                  str *list)
{
    *list = STR("");
    if (str_find_char(html, '{') == STR_NONE) {
        return html;
    }
    struct recipe recipe = {.words = words, .arena = arena};
    struct cook cook = {.recipe = &recipe, .page = true};
    struct html_token token;
    size_t code = 0; /* elements around */
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        bool is_code = html_token_is(&token, STR("code")) ||
                       html_token_is(&token, STR("pre"));
        code += is_code && token.kind == HTML_START;
        code -= is_code && token.kind == HTML_END && code;
        if (token.kind == HTML_TEXT && !code) {
            take_text(&cook, token.body);
        } else {
            buf_put(&cook.out, token.body);
        }
    }
    *list = list_of(&recipe);
    return buf_move(&cook.out, arena);
}
