/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/shortcode.h"

#include <string.h>

#include "files/path.h"

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

/* --- Liquid's --- */

/* Gives tags their names here: {% post_url x %} is {{< ref "x" >}}, and {%
 * include x.html %} is {{< x >}}. */
static void rename_liquid(struct shortcode_tag *out)
{
    if (str_is_word_of(out->name, STR("post_url link post_path"))) {
        out->name = STR("ref");
    } else if (str_eq(out->name, STR("include"))) {
        str name = take_name(&out->args);
        out->name = path_stem(name);
        out->args = str_trim(out->args);
    }
}

/* `note tip`, or `endnote`, after the braces. `i` is after the name. Code
 * without a language is a sentence about the tag. */
static enum shortcode_status read_liquid(str text, size_t i,
                                         struct shortcode_tag *out)
{
    str end_mark = STR("end");
    size_t end = find_closer(text, i, STR("%}"));
    if (end == STR_NONE) {
        return SHORTCODE_UNCLOSED;
    }
    size_t dash = text.p[end - 1] == '-';
    out->liquid = true;
    out->closes = str_starts(out->name, end_mark);
    out->name = str_from_offset(out->name, out->closes ? end_mark.n : 0);
    out->args = str_trim(str_sub(text, i, end - dash - i));
    out->to = end + strlen("%}");
    bool code = shortcode_is_code(out->name) && !out->closes;
    rename_liquid(out);
    return out->name.n && (out->args.n || !code) ? SHORTCODE_TAG
                                                 : SHORTCODE_NONE;
}

/* The end of `site.url` or `site.baseurl` at i; i: neither is there. */
static size_t skip_site(str text, size_t i)
{
    str rest = str_from_offset(text, i);
    str name = take_name(&rest);
    bool site = str_is_word_of(name, STR("site.url site.baseurl"));
    return i + (site ? name.n : 0);
}

/* Moves *i after a filter that makes an address of a path. */
static bool skip_filter(str text, size_t *i)
{
    size_t at = str_skip_spaces(text, *i);
    str rest = str_trim(str_from_offset(text, at + 1));
    str name = take_name(&rest);
    size_t end = (size_t)(rest.p - text.p);
    if (str_at(text, at) != '|') {
        return false;
    }
    if (str_eq(name, STR("prepend")) && str_at(text, end) == ':') {
        at = str_skip_spaces(text, end + 1);
        end = skip_site(text, at);
        name = end > at ? STR("absolute_url") : name;
    }
    bool known = str_is_word_of(name, STR("relative_url absolute_url"));
    *i = known ? end : *i;
    return known;
}

/* `site.url`, or `"path" | filter`, after the braces. */
static bool read_path(str text, size_t at, struct shortcode_tag *out)
{
    str near = until_limit(text, at);
    size_t from = at + 2 + (str_at(near, at + 2) == '-');
    from = str_skip_spaces(near, from);
    bool quoted = str_at(near, from) == '"' || str_at(near, from) == '\'';
    size_t end = quoted ? skip_quoted(near, from) : skip_site(near, from);
    size_t filters = 0;
    if (end < from + 2) {
        return false;
    }
    out->args = str_sub(near, from + quoted, quoted ? end - from - 2 : 0);
    while (quoted && skip_filter(near, &end)) {
        filters++;
    }
    end = str_skip_spaces(near, end);
    end += str_at(near, end) == '-';
    out->to = end + strlen("}}");
    out->path = quoted == (filters > 0) && str_starts_at(near, end, STR("}}"));
    return out->path;
}

/* name(key="v"), or `end`, after the braces. */
static enum shortcode_status read_zola(str text, size_t at,
                                       enum shortcode_style style,
                                       struct shortcode_tag *out)
{
    size_t i = at + 2;
    if (style == SHORTCODE_VALUE && read_path(text, at, out)) {
        return SHORTCODE_TAG;
    }
    out->escaped = str_starts_at(text, i, STR("/*"));
    size_t inside = i + 2;
    i += str_starts_at(text, i, STR("-")); /* Liquid's {%- name %} */
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
        return style == SHORTCODE_BLOCK && !out->escaped
                   ? read_liquid(text, i, out)
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
    bool zola = !tag->liquid && (tag->style == SHORTCODE_VALUE ||
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
    *image = str_is_word_of(name, STR("src image image_path poster"));
    return *image || str_is_word_of(name, STR("href link"));
}
