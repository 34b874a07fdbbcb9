/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/foreign_tag.h"

#include <string.h>

static char foreign_char(str text, size_t i)
{
    return i < text.n ? text.p[i] : '\0';
}

static bool is_char_of(char c, const char *of)
{
    return c && strchr(of, c) != NULL;
}

static size_t skip_foreign_spaces(str text, size_t i)
{
    while (is_space(foreign_char(text, i))) {
        i++;
    }
    return i;
}

static bool is_foreign_name_char(char c)
{
    return is_alnum(c) || c == '_';
}

/* Letters, digits and _ with . - or / between them. */
static size_t foreign_name_end(str text, size_t i)
{
    while (is_foreign_name_char(foreign_char(text, i)) ||
           (is_char_of(foreign_char(text, i), ".-/") &&
            is_foreign_name_char(foreign_char(text, i + 1)))) {
        i++;
    }
    return i;
}

/* Behind `end`, which closes the tag; 0: nothing does. */
static size_t find_foreign_end(str text, size_t i, str end)
{
    str rest = str_sub(text, i, FOREIGN_TAG_LONGEST);
    size_t found = str_find(rest, end);
    return found == STR_NONE ? 0 : i + found + end.n;
}

static bool take_foreign_name(str text, size_t i, struct foreign_tag *out)
{
    out->head = foreign_name_end(text, i);
    out->name = str_sub(text, i, out->head - i);
    return out->name.n &&
           (is_alpha(foreign_char(text, i)) || foreign_char(text, i) == '_');
}

/* --- {% name %} --- */

static bool is_part_name(str name)
{
    static const str words[] = {STR_INIT("else"), STR_INIT("elsif"),
                                STR_INIT("elif"), STR_INIT("elseif"),
                                STR_INIT("when")};
    return str_starts(name, STR("end")) ||
           str_is_one_of(name, words, sizeof words / sizeof *words);
}

static bool read_block(str text, size_t i, struct foreign_tag *out)
{
    size_t name =
        skip_foreign_spaces(text, i + 2 + (foreign_char(text, i + 2) == '-'));
    out->kind = FOREIGN_BLOCK;
    bool named = take_foreign_name(text, name, out);
    char behind = foreign_char(text, out->head);
    bool ends = is_space(behind) || is_char_of(behind, "%-(:");
    out->part = is_part_name(out->name);
    out->call = behind == '(';
    out->to = named && ends ? find_foreign_end(text, out->head, STR("%}")) : 0;
    return out->to > 0;
}

/* What stands between {% raw %} and its end was text there, too. */
static void skip_raw(str text, size_t *i, const struct foreign_tag *tag)
{
    bool raw = tag->kind == FOREIGN_BLOCK && str_eq(tag->name, STR("raw"));
    size_t end = raw ? str_find(str_from_offset(text, tag->to), STR("endraw"))
                     : STR_NONE;
    *i = end == STR_NONE ? tag->to : tag->to + end;
}

/* --- {{ name }} --- */

/* LaTeX, in which braces are doubled too: x^{{n}}, \frac{{a}}{{b}}. */
static bool is_formula(str text, size_t i, str name)
{
    char before = i ? text.p[i - 1] : ' ';
    return name.n < 3 || is_foreign_name_char(before) ||
           is_char_of(before, "^\\{}");
}

/* "text" | filter: the first one. */
static bool read_filter(str text, size_t i, struct foreign_tag *out)
{
    size_t end = str_find_char(str_sub(text, i + 1, FOREIGN_TAG_LONGEST),
                               foreign_char(text, i));
    if (end == STR_NONE) {
        return false;
    }
    i = skip_foreign_spaces(text, i + 1 + end + 1);
    out->kind = FOREIGN_FILTER;
    return foreign_char(text, i) == '|' &&
           take_foreign_name(text, skip_foreign_spaces(text, i + 1), out);
}

static bool read_variable(str text, size_t i, bool tight,
                          struct foreign_tag *out)
{
    bool dot = foreign_char(text, i) == '.' ||
               foreign_char(text, i) == '$'; /* Hugo's */
    out->kind = FOREIGN_VALUE;
    if (!take_foreign_name(text, i + dot, out)) {
        return false;
    }
    out->name = str_sub(text, i, out->head - i);
    char behind = foreign_char(text, out->head);
    out->call = behind == '(';
    bool plain = str_find_char(out->name, '.') == STR_NONE && behind == '}';
    return (is_space(behind) || is_char_of(behind, "|([}-")) &&
           !(tight && plain && is_formula(text, out->from, out->name));
}

static bool read_foreign_value(str text, size_t i, struct foreign_tag *out)
{
    size_t inside =
        skip_foreign_spaces(text, i + 2 + (foreign_char(text, i + 2) == '-'));
    bool quoted =
        foreign_char(text, inside) == '"' || foreign_char(text, inside) == '\'';
    bool read = quoted ? read_filter(text, inside, out)
                       : read_variable(text, inside, inside == i + 2, out);
    out->to = read ? find_foreign_end(text, out->head, STR("}}")) : 0;
    return out->to > 0;
}

/* --- {{% name %}} --- */

static bool read_hugo(str text, size_t i, struct foreign_tag *out)
{
    size_t name = skip_foreign_spaces(text, i + 3);
    out->kind = FOREIGN_HUGO;
    out->part = foreign_char(text, name) == '/';
    name = out->part ? skip_foreign_spaces(text, name + 1) : name;
    out->to = take_foreign_name(text, name, out)
                  ? find_foreign_end(text, out->head, STR("%}}"))
                  : 0;
    return out->to > 0;
}

/* --- {:name} --- */

/* .class, #id, key="value" or name: of a reference. */
static bool is_attribute(str text, size_t i)
{
    char c = foreign_char(text, i);
    if (c == '.' || c == '#') {
        return is_foreign_name_char(foreign_char(text, i + 1));
    }
    size_t end = foreign_name_end(text, i);
    char behind = foreign_char(text, end);
    bool quoted =
        behind == '=' && is_char_of(foreign_char(text, end + 1), "\"'");
    return end > i &&
           (quoted || (behind == ':' && foreign_char(text, end + 1) == ' '));
}

static bool read_kramdown(str text, size_t i, struct foreign_tag *out)
{
    size_t inside = i + 2;
    str rest = str_sub(text, inside, FOREIGN_TAG_LONGEST);
    str line;
    str_split(&rest, '\n', &line);
    size_t end = str_find_char(line, '}');
    bool extension =
        foreign_char(text, inside) == ':' || foreign_char(text, inside) == '/';
    bool read = take_foreign_name(text, inside + extension, out);
    bool toc = read && !extension && str_eq(out->name, STR("toc"));
    out->kind = FOREIGN_KRAMDOWN;
    out->part = foreign_char(text, inside) == '/';
    if (extension) {
        out->name = str_sub(text, inside, out->head - inside);
    } else if (!toc) {
        inside = skip_foreign_spaces(text, inside);
        read = is_attribute(text, inside);
        out->name = (str){text.p, 0};
        out->head = inside;
    }
    out->to = end == STR_NONE ? 0 : i + 2 + end + 1;
    return out->to > 0 && (read || out->part);
}

/* --- comments --- */

static const struct comment {
    str open;
    str close;
} comments[] = {
    {STR_INIT("{#"), STR_INIT("#}")},
    {STR_INIT("{/*"), STR_INIT("*/}")},
    {STR_INIT("{{/*"), STR_INIT("*/}}")},
    {STR_INIT("{{- /*"), STR_INIT("*/ -}}")},
    {STR_INIT("%%"), STR_INIT("%%")},
};
enum { COMMENTS = sizeof comments / sizeof *comments };

/* {#id} is a heading's. */
static bool is_heading_id(str text, size_t i)
{
    str rest = str_sub(text, i, FOREIGN_TAG_LONGEST);
    size_t brace = str_find_char(rest, '}');
    return brace != STR_NONE && !is_space(foreign_char(text, i + 2)) &&
           foreign_char(text, i + 2) != '-' &&
           (brace < 3 || rest.p[brace - 1] != '#');
}

/* Alone on its line, or with another one behind it there: neither is part of a
 * word, as in ${name%%.*} and "50%%". */
static bool read_percents(str text, size_t i, struct foreign_tag *out)
{
    str rest = str_from_offset(text, i + 2);
    str line;
    if (i && !is_space(text.p[i - 1])) {
        return false;
    }
    line = str_sub(rest, 0, FOREIGN_TAG_LONGEST);
    str_split(&line, '\n', &rest);
    bool begins = i == 0 || text.p[i - 1] == '\n';
    size_t end = str_find(rest, STR("%%"));
    bool alone = begins && !str_trim(rest).n;
    bool pair = end != STR_NONE && end > 0 &&
                !is_foreign_name_char(foreign_char(rest, end + 2)) &&
                is_space(rest.p[0]) == is_space(rest.p[end - 1]);
    out->to = i + 2 + (pair ? end + 2 : 0);
    return alone || pair;
}

static bool read_foreign_comment(str text, size_t i, struct foreign_tag *out)
{
    str rest = str_from_offset(text, i);
    for (size_t k = 0; k < COMMENTS; k++) {
        const struct comment *comment = &comments[k];
        if (!str_starts(rest, comment->open)) {
            continue;
        }
        out->kind = FOREIGN_COMMENT;
        out->name = comment->open;
        out->head = i + comment->open.n;
        if (comment->open.p[0] == '%') {
            return read_percents(text, i, out);
        }
        out->to = find_foreign_end(text, out->head, comment->close);
        return out->to > 0 &&
               (comment->open.p[1] != '#' || !is_heading_id(text, i));
    }
    return false;
}

static bool read_foreign_tag(str text, size_t i, struct foreign_tag *out)
{
    *out = (struct foreign_tag){.from = i};
    if (read_foreign_comment(text, i, out)) {
        return true;
    }
    *out = (struct foreign_tag){.from = i};
    switch (foreign_char(text, i + 1)) {
    case '%': return read_block(text, i, out);
    case ':': return read_kramdown(text, i, out);
    case '{':
        return foreign_char(text, i + 2) == '%'
                   ? read_hugo(text, i, out)
                   : read_foreign_value(text, i, out);
    default: return false;
    }
}

bool foreign_tag_next(str text, size_t *i, struct foreign_tag *out)
{
    for (;;) {
        while (*i < text.n && text.p[*i] != '{' &&
               !(text.p[*i] == '%' && foreign_char(text, *i + 1) == '%')) {
            (*i)++;
        }
        if (*i >= text.n) {
            return false;
        }
        if (read_foreign_tag(text, *i, out)) {
            skip_raw(text, i, out);
            return true;
        }
        (*i)++;
    }
}

str foreign_tag_shown(const struct foreign_tag *tag, struct arena *arena)
{
    static const str around[][2] = {
        [FOREIGN_BLOCK] = {STR_INIT("{% "), STR_INIT(" %}")},
        [FOREIGN_VALUE] = {STR_INIT("{{ "), STR_INIT(" }}")},
        [FOREIGN_FILTER] = {STR_INIT("{{ ... | "), STR_INIT(" }}")},
        [FOREIGN_HUGO] = {STR_INIT("{{% "), STR_INIT(" %}}")},
        [FOREIGN_KRAMDOWN] = {STR_INIT("{:"), STR_INIT("}")},
        [FOREIGN_COMMENT] = {STR_INIT(""), STR_INIT("")},
    };
    for (size_t i = 0; tag->kind == FOREIGN_COMMENT && i < COMMENTS; i++) {
        if (str_eq(tag->name, comments[i].open)) {
            const str comment[] = {comments[i].open, STR(" ... "),
                                   comments[i].close};
            return arena_join(arena, comment, 3);
        }
    }
    const str parts[] = {around[tag->kind][0],
                         tag->name.n ? tag->name : STR(" ... "),
                         around[tag->kind][1]};
    return arena_join(arena, parts, sizeof parts / sizeof *parts);
}
