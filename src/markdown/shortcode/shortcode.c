/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/shortcode.h"

static const struct {
    str opener;
    str closer;
} styles_of[SHORTCODE_STYLES] = {
    [SHORTCODE_ANGLE] = {STR_INIT("{{<"), STR_INIT(">}}")},
    [SHORTCODE_PERCENT] = {STR_INIT("{{%"), STR_INIT("%}}")},
    [SHORTCODE_VALUE] = {STR_INIT("{{"), STR_INIT("}}")},
    [SHORTCODE_BLOCK] = {STR_INIT("{%"), STR_INIT("%}")},
    [SHORTCODE_COMMENT] = {STR_INIT("%%"), STR_INIT("")},
};

str shortcode_opener(enum shortcode_style style)
{
    return styles_of[style].opener;
}

str shortcode_closer(enum shortcode_style style)
{
    return styles_of[style].closer;
}

/* Styles with three characters come before "{{" and "{%". */
static enum shortcode_style style_at(str text, size_t at)
{
    int style = 0;
    while (style < SHORTCODE_STYLES &&
           !str_starts_at(text, at, styles_of[style].opener)) {
        style++;
    }
    return (enum shortcode_style)style;
}

size_t shortcode_find(str text, size_t at, unsigned styles)
{
    bool braces = (styles & ~(1u << SHORTCODE_COMMENT)) != 0;
    bool comments = (styles & 1u << SHORTCODE_COMMENT) != 0;
    size_t brace = braces ? str_find_char_from(text, at, '{') : text.n;
    size_t percent = comments ? str_find_char_from(text, at, '%') : text.n;
    while (brace < text.n || percent < text.n) {
        size_t first = brace < percent ? brace : percent;
        enum shortcode_style style = style_at(text, first);
        if (style < SHORTCODE_STYLES && (styles >> style & 1)) {
            return first;
        }
        if (brace < percent) {
            brace = str_find_char_from(text, brace + 1, '{');
        } else {
            percent = str_find_char_from(text, percent + 1, '%');
        }
    }
    return STR_NONE;
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

/* After the quoted text at s[i]; s.n if it is not closed. */
static size_t skip_quoted(str s, size_t i)
{
    char quote = s.p[i++];
    while (i < s.n && s.p[i] != quote) {
        i += s.p[i] == '\\' && quote != '`' ? 2 : 1;
    }
    return i < s.n ? i + 1 : s.n;
}

/* The text in which a tag with its inside at `at` must end: before an empty
 * line.
 */
static str until_limit(str text, size_t at)
{
    str near = str_sub(text, 0, at + SHORTCODE_LONGEST);
    return str_sub(text, 0, str_find_from(near, at, STR("\n\n")));
}

/* The closer of the tag with its inside at `at`: outside of quotes, unless
 * these stay open (it's). */
static size_t find_closer(str text, size_t at, str closer)
{
    str inside = until_limit(text, at);
    size_t i = at;
    while (i < inside.n) {
        if (str_starts_at(inside, i, closer)) {
            return i;
        }
        bool starts = is_quote(inside.p[i]) &&
                      (is_space(inside.p[i - 1]) || inside.p[i - 1] == '=');
        size_t after = starts ? skip_quoted(inside, i) : i + 1;
        i = after < inside.n ? after : i + 1;
    }
    return STR_NONE;
}

/* Takes a name off the front; it may be empty. */
static str take_name(str *text)
{
    size_t n = 0;
    while (is_alnum(str_at(*text, n)) || is_any_of(str_at(*text, n), "-_/.")) {
        n++;
    }
    str name = str_sub(*text, 0, n);
    *text = str_from_offset(*text, n);
    return name;
}

static enum shortcode_status read_hugo(str text, size_t at,
                                       enum shortcode_style style,
                                       struct shortcode_tag *out)
{
    size_t from = at + 3;
    size_t end = find_closer(text, from, styles_of[style].closer);
    bool closed = end != STR_NONE;
    str inside = str_trim(str_sub(text, from, (closed ? end : text.n) - from));
    out->to = closed ? end + 3 : text.n;
    out->escaped = closed && inside.n >= 4 && str_starts(inside, STR("/*")) &&
                   str_ends(inside, STR("*/"));
    if (out->escaped) {
        out->args = str_sub(inside, 2, inside.n - 4);
        return SHORTCODE_TAG;
    }
    out->closes = str_starts(inside, STR("/"));
    if (out->closes) {
        inside = str_trim(str_from_offset(inside, 1));
    }
    if (closed && !out->closes && str_ends(inside, STR("/"))) {
        out->alone = true;
        inside = str_trim(str_sub(inside, 0, inside.n - 1));
    }
    out->name = take_name(&inside);
    char first = str_at(out->name, 0);
    bool ends = inside.n == 0 || is_space(inside.p[0]);
    if (!ends || (!is_alpha(first) && first != '_')) {
        return SHORTCODE_NONE;
    }
    out->args = str_trim(inside);
    return closed ? SHORTCODE_TAG : SHORTCODE_UNCLOSED;
}

/* --- Zola's --- */

/* The ')' of the bracket that is open at `at`; STR_NONE: there is none. */
static size_t find_bracket(str text, size_t at)
{
    str inside = until_limit(text, at);
    size_t depth = 0;
    for (size_t i = at; i < inside.n;) {
        char c = inside.p[i];
        if (c == ')' && depth == 0) {
            return i;
        }
        depth += c == '(';
        depth -= c == ')';
        i = is_quote(c) ? skip_quoted(inside, i) : i + 1;
    }
    return STR_NONE;
}

/* The offset after the end of the tag; 0: it doesn't end at i. */
static size_t zola_end(str text, size_t i, const struct shortcode_tag *tag)
{
    str closer = styles_of[tag->style].closer;
    i = str_skip_spaces(text, i);
    if (tag->escaped) {
        if (!str_starts_at(text, i, STR("*/"))) {
            return 0;
        }
        i += 2;
    }
    return str_starts_at(text, i, closer) ? i + closer.n : 0;
}

/* `highlight go linenos`, or `endhighlight`, after the braces. `i` is after
 * the name. Without a language the words are a sentence about the tag. */
static enum shortcode_status read_jekyll(str text, size_t i,
                                         struct shortcode_tag *out)
{
    str closer = styles_of[out->style].closer;
    size_t end = find_closer(text, i, closer);
    if (end == STR_NONE) {
        return SHORTCODE_NONE;
    }
    str end_mark = STR("end");
    out->jekyll = true;
    out->closes = str_starts(out->name, end_mark);
    out->name = str_from_offset(out->name, out->closes ? end_mark.n : 0);
    out->args = str_trim(str_sub(text, i, end - i));
    out->to = end + closer.n;
    return out->closes || out->args.n ? SHORTCODE_TAG : SHORTCODE_NONE;
}

/* name(key="v"), or `end`, after the braces. */
static enum shortcode_status read_zola(str text, size_t at,
                                       enum shortcode_style style,
                                       struct shortcode_tag *out)
{
    size_t i = at + 2;
    out->escaped = str_starts_at(text, i, STR("/*"));
    size_t inside = i + 2;
    i = str_skip_spaces(text, out->escaped ? inside : i);
    size_t from = i;
    while (is_alnum(str_at(text, i)) || str_at(text, i) == '_') {
        i++;
    }
    out->name = str_sub(text, from, i - from);
    if (!out->name.n || is_digit(out->name.p[0])) {
        return SHORTCODE_NONE;
    }
    i = str_skip_spaces(text, i);
    if (style == SHORTCODE_BLOCK && str_eq(out->name, STR("end")) &&
        !out->escaped) {
        out->closes = true;
        out->to = zola_end(text, i, out);
        return out->to ? SHORTCODE_TAG : SHORTCODE_NONE;
    }
    if (str_at(text, i) != '(') {
        bool code = str_is_word_of(out->name, STR("highlight endhighlight"));
        return code && style == SHORTCODE_BLOCK && !out->escaped
                   ? read_jekyll(text, i, out)
                   : SHORTCODE_NONE;
    }
    size_t close = find_bracket(text, i + 1);
    if (close == STR_NONE) {
        return SHORTCODE_UNCLOSED;
    }
    out->args = str_trim(str_sub(text, i + 1, close - i - 1));
    out->to = zola_end(text, close + 1, out);
    if (out->escaped && out->to) {
        str all = str_sub(text, 0, out->to);
        out->args = str_sub(all, inside, str_rfind_char(all, '*') - inside);
    }
    return out->to ? SHORTCODE_TAG : SHORTCODE_NONE;
}

enum shortcode_status shortcode_tag_read(str text, size_t at,
                                         struct shortcode_tag *out)
{
    *out = (struct shortcode_tag){.style = style_at(text, at), .from = at};
    switch (out->style) {
    case SHORTCODE_ANGLE:
    case SHORTCODE_PERCENT: return read_hugo(text, at, out->style, out);
    case SHORTCODE_VALUE:
    case SHORTCODE_BLOCK: return read_zola(text, at, out->style, out);
    case SHORTCODE_COMMENT: out->to = at + 2; return SHORTCODE_TAG;
    case SHORTCODE_STYLES: break;
    }
    return SHORTCODE_NONE;
}

str shortcode_inner_name(const struct shortcode_tag *tag)
{
    str inside = str_trim(tag->args);
    bool closes = str_starts(inside, STR("/"));
    inside = str_trim(str_from_offset(inside, closes));
    return take_name(&inside);
}

/* --- arguments --- */

/* The text in quotes, without the backslashes before quotes, except in `…`. */
static str unquote_arg(str quoted, struct arena *arena)
{
    char quote = quoted.p[0];
    str inside = str_sub(quoted, 1, quoted.n - 2);
    if (quote == '`' || str_find_char(inside, '\\') == STR_NONE) {
        return inside;
    }
    char *p = ARENA_ARRAY(arena, char, inside.n);
    size_t n = 0;
    for (size_t i = 0; i < inside.n; i++) {
        char next = i + 1 < inside.n ? inside.p[i + 1] : '\0';
        i += inside.p[i] == '\\' && (next == quote || next == '\\');
        p[n++] = inside.p[i];
    }
    return (str){p, n};
}

/* The end of an unquoted value: at a blank; Zola's at a comma, or after the
 * bracket of a list. */
static size_t word_end(str all, bool zola)
{
    size_t n = 0;
    bool list = zola && str_starts(all, STR("["));
    while (n < all.n && (list ? all.p[n] != ']' : !is_space(all.p[n])) &&
           (list || !zola || all.p[n] != ',')) {
        n = list && is_quote(all.p[n]) ? skip_quoted(all, n) : n + 1;
    }
    return n + (list && n < all.n);
}

/* Takes a value off the front of *rest. */
static bool take_value(str *rest, bool zola, struct arena *arena,
                       struct shortcode_arg *out)
{
    str all = *rest;
    size_t n = 0;
    out->quoted = all.n > 0 && is_quote(all.p[0]);
    out->typed = zola;
    if (out->quoted) {
        n = skip_quoted(all, 0);
        bool closed = n >= 2 && all.p[n - 1] == all.p[0];
        if (!closed) {
            return false;
        }
        out->text = unquote_arg(str_sub(all, 0, n), arena);
    } else {
        n = word_end(all, zola);
        out->text = str_sub(all, 0, n);
    }
    *rest = str_from_offset(all, n);
    return n > 0;
}

/* Takes "key=" off the front, spaces around the sign too; empty if the next
 * argument has no name. */
static str take_key(str *rest)
{
    str after = *rest;
    str key = take_name(&after);
    after = str_trim(after);
    if (!key.n || !str_starts(after, STR("="))) {
        return (str){NULL, 0};
    }
    *rest = str_trim(str_from_offset(after, 1));
    return key;
}

/* Takes a comma off the front of *rest, unless it is empty. False: there is
 * none. */
static bool take_comma(str *rest)
{
    *rest = str_trim(*rest);
    bool comma = str_starts(*rest, STR(","));
    if (comma) {
        *rest = str_trim(str_from_offset(*rest, 1));
    }
    return comma || !rest->n;
}

bool shortcode_args_read(const struct shortcode_tag *tag, struct arena *arena,
                         struct shortcode_args *out, str *wrong)
{
    bool zola = !tag->jekyll && (tag->style == SHORTCODE_VALUE ||
                                 tag->style == SHORTCODE_BLOCK);
    str rest = str_trim(tag->args);
    while (rest.n) {
        struct shortcode_arg arg = {0};
        *wrong = rest;
        arg.name = take_key(&rest);
        if (!take_value(&rest, zola, arena, &arg) ||
            (zola && !take_comma(&rest))) {
            return false;
        }
        *VEC_PUSH(&out->list, arena) = arg;
        rest = str_trim(rest);
    }
    return true;
}

bool shortcode_list_next(str *rest, struct arena *arena,
                         struct shortcode_arg *out)
{
    *out = (struct shortcode_arg){0};
    *rest = str_trim(*rest);
    return rest->n && take_value(rest, true, arena, out) && take_comma(rest);
}

bool shortcode_is_reference(str name)
{
    return str_eq(name, STR("ref")) || str_eq(name, STR("relref"));
}

bool shortcode_is_code(str name)
{
    return str_eq(name, STR("highlight"));
}

bool shortcode_arg_is_address(str name, bool *image)
{
    *image = str_eq(name, STR("src")) || str_eq(name, STR("image")) ||
             str_eq(name, STR("poster"));
    return *image || str_eq(name, STR("href")) || str_eq(name, STR("link"));
}
