/* SPDX-License-Identifier: MIT */
#include "markdown/shortcode/foreign_tag.h"

#include <string.h>

static bool is_name_char(char c)
{
    return is_alnum(c) || c == '_';
}

/* The end of a name of letters, digits and _ with . - or / between them. */
static size_t foreign_name_end(str text, size_t i)
{
    while (is_name_char(str_at(text, i)) ||
           (is_any_of(str_at(text, i), ".-/") &&
            is_name_char(str_at(text, i + 1)))) {
        i++;
    }
    return i;
}

/* The offset after `end`, which closes the tag; 0: nothing closes it. */
static size_t find_foreign_end(str text, size_t i, str end)
{
    str near = str_sub(text, 0, i + FOREIGN_TAG_LONGEST);
    size_t found = str_find_from(near, i, end);
    return found == near.n ? 0 : found + end.n;
}

static bool take_foreign_name(str text, size_t i, struct foreign_tag *out)
{
    out->head = foreign_name_end(text, i);
    out->name = str_sub(text, i, out->head - i);
    return out->name.n && (is_alpha(str_at(text, i)) || str_at(text, i) == '_');
}

/* --- {% name %} --- */

static bool read_block(str text, size_t i, struct foreign_tag *out)
{
    size_t name = str_skip_spaces(text, i + 2 + (str_at(text, i + 2) == '-'));
    out->kind = FOREIGN_BLOCK;
    bool named = take_foreign_name(text, name, out);
    char after = str_at(text, out->head);
    bool ends = is_space(after) || is_any_of(after, "%-(:");
    out->part = str_starts(out->name, STR("end")) ||
                str_is_word_of(out->name, STR("else elsif elif elseif when"));
    out->call = after == '(';
    out->to = named && ends ? find_foreign_end(text, out->head, STR("%}")) : 0;
    return out->to > 0;
}

/* --- {{ name }} --- */

/* Reads the first filter of "text" | filter. */
static bool read_filter(str text, size_t i, struct foreign_tag *out)
{
    size_t end = find_foreign_end(text, i + 1, str_sub(text, i, 1));
    if (!end) {
        return false;
    }
    i = str_skip_spaces(text, end);
    out->kind = FOREIGN_FILTER;
    return str_at(text, i) == '|' &&
           take_foreign_name(text, str_skip_spaces(text, i + 1), out);
}

static bool read_variable(str text, size_t i, bool tight,
                          struct foreign_tag *out)
{
    bool dot = str_at(text, i) == '.' || str_at(text, i) == '$'; /* Hugo's */
    out->kind = FOREIGN_VALUE;
    if (!take_foreign_name(text, i + dot, out)) {
        return false;
    }
    out->name = str_sub(text, i, out->head - i);
    char after = str_at(text, out->head);
    out->call = after == '(';
    bool plain = str_find_char(out->name, '.') == STR_NONE && after == '}';
    /* LaTeX doubles braces too: x^{{n}}, \frac{{a}}{{b}}. */
    char before = out->from ? text.p[out->from - 1] : ' ';
    bool formula =
        tight && plain &&
        (out->name.n < 3 || is_name_char(before) || is_any_of(before, "^\\{}"));
    return (is_space(after) || is_any_of(after, "|([}-")) && !formula;
}

static bool read_foreign_value(str text, size_t i, struct foreign_tag *out)
{
    size_t inside = str_skip_spaces(text, i + 2 + (str_at(text, i + 2) == '-'));
    bool quoted = str_at(text, inside) == '"' || str_at(text, inside) == '\'';
    bool read = quoted ? read_filter(text, inside, out)
                       : read_variable(text, inside, inside == i + 2, out);
    out->to = read ? find_foreign_end(text, out->head, STR("}}")) : 0;
    return out->to > 0;
}

/* --- {{% name %}} --- */

static bool read_hugo(str text, size_t i, struct foreign_tag *out)
{
    size_t name = str_skip_spaces(text, i + 3);
    out->kind = FOREIGN_HUGO;
    out->part = str_at(text, name) == '/';
    name = out->part ? str_skip_spaces(text, name + 1) : name;
    out->to = take_foreign_name(text, name, out)
                  ? find_foreign_end(text, out->head, STR("%}}"))
                  : 0;
    return out->to > 0;
}

/* --- {:name} --- */

/* Whether .class, #id, key="value" or the "name: " of a reference is there. */
static bool is_attribute(str text, size_t i)
{
    char c = str_at(text, i);
    if (c == '.' || c == '#') {
        return is_name_char(str_at(text, i + 1));
    }
    size_t end = foreign_name_end(text, i);
    char after = str_at(text, end);
    bool quoted = after == '=' && is_any_of(str_at(text, end + 1), "\"'");
    return end > i &&
           (quoted || (after == ':' && str_at(text, end + 1) == ' '));
}

static bool read_kramdown(str text, size_t i, struct foreign_tag *out)
{
    size_t inside = i + 2;
    str line = str_line(str_sub(text, inside, FOREIGN_TAG_LONGEST), 0);
    size_t end = str_find_char(line, '}');
    bool extension = str_at(text, inside) == ':' || str_at(text, inside) == '/';
    bool read = take_foreign_name(text, inside + extension, out);
    bool toc = read && !extension && str_eq(out->name, STR("toc"));
    out->kind = FOREIGN_KRAMDOWN;
    out->part = str_at(text, inside) == '/';
    if (extension) {
        out->name = str_sub(text, inside, out->head - inside);
    } else if (!toc) {
        inside = str_skip_spaces(text, inside);
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

/* Reads "%%" that is alone on its line, or has its pair there. Neither may be
 * part of a word, as in ${name%%.*} and "50%%". */
static bool read_percents(str text, size_t i, struct foreign_tag *out)
{
    str rest = str_from_offset(text, i + 2);
    if (i && !is_space(text.p[i - 1])) {
        return false;
    }
    rest = str_line(str_sub(rest, 0, FOREIGN_TAG_LONGEST), 0);
    bool begins = i == 0 || text.p[i - 1] == '\n';
    size_t end = str_find(rest, STR("%%"));
    bool alone = begins && !str_trim(rest).n;
    bool pair = end != STR_NONE && end > 0 &&
                !is_name_char(str_at(rest, end + 2)) &&
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
        char first = str_at(text, out->head);
        if (str_eq(comment->open, STR("{#")) && !is_space(first) &&
            first != '-') { /* {#id} is a heading's */
            size_t brace = find_foreign_end(text, i, STR("}"));
            return out->to > 0 &&
                   (!brace || (brace >= i + 4 && text.p[brace - 2] == '#'));
        }
        return out->to > 0;
    }
    return false;
}

/* --- !!! name, === "name" --- */

/* Without a space before the name only a title, or its line and a text below
 * it, may follow. A tab is a line of its name alone. */
static bool read_box(str text, struct foreign_tag *out)
{
    str line = str_line(text, 0);
    bool tab =
        str_starts(line, STR("=== \"")) &&
        str_find_char_from(line, strlen("=== \""), '"') + 1 == str_trim(line).n;
    bool mark = str_starts(text, STR("!!!")) || str_starts(text, STR("???"));
    size_t name = strlen("!!!") + (str_at(text, strlen("!!!")) == '+');
    bool space = str_at(text, name) == ' ';
    size_t end = tab ? strlen("===") : foreign_name_end(text, name + space);
    str after = str_from_offset(text, end);
    *out = (struct foreign_tag){.kind = FOREIGN_BOX,
                                .name = tab ? STR("=== \"...\"")
                                            : str_sub(text, 0, end),
                                .head = end,
                                .to = end};
    return tab || (mark && is_alpha(str_at(text, name + space)) &&
                   (space || str_starts(after, STR("\n")) ||
                    str_starts(after, STR(" \""))));
}

static bool read_foreign_tag(str text, size_t i, struct foreign_tag *out)
{
    *out = (struct foreign_tag){.from = i};
    if (read_foreign_comment(text, i, out)) {
        return true;
    }
    *out = (struct foreign_tag){.from = i};
    switch (str_at(text, i + 1)) {
    case '%': return read_block(text, i, out);
    case ':': return read_kramdown(text, i, out);
    case '{':
        return str_at(text, i + 2) == '%' ? read_hugo(text, i, out)
                                          : read_foreign_value(text, i, out);
    default: return false;
    }
}

bool foreign_tag_next(str text, size_t *i, struct foreign_tag *out)
{
    if (*i == 0 && read_box(text, out)) {
        *i = out->to;
        return true;
    }
    for (; *i < text.n; ++*i) {
        bool opens = text.p[*i] == '{' || str_starts_at(text, *i, STR("%%"));
        if (opens && read_foreign_tag(text, *i, out)) {
            *i = out->to;
            if (out->kind == FOREIGN_BLOCK && str_eq(out->name, STR("raw"))) {
                /* The text up to {% endraw %} was text there, too. */
                size_t end = str_find_from(text, out->to, STR("endraw"));
                *i = end < text.n ? end : out->to;
            }
            return true;
        }
    }
    return false;
}

str foreign_tag_shown(const struct foreign_tag *tag, struct arena *arena)
{
    static const str around[][2] = {
        [FOREIGN_BLOCK] = {STR_INIT("{% "), STR_INIT(" %}")},
        [FOREIGN_VALUE] = {STR_INIT("{{ "), STR_INIT(" }}")},
        [FOREIGN_FILTER] = {STR_INIT("{{ ... | "), STR_INIT(" }}")},
        [FOREIGN_HUGO] = {STR_INIT("{{% "), STR_INIT(" %}}")},
        [FOREIGN_KRAMDOWN] = {STR_INIT("{:"), STR_INIT("}")},
        [FOREIGN_BOX] = {STR_INIT(""), STR_INIT("")},
        [FOREIGN_COMMENT] = {STR_INIT(""), STR_INIT("")},
    };
    str name = tag->name.n ? tag->name : STR(" ... ");
    for (size_t i = 0; tag->kind == FOREIGN_COMMENT && i < COMMENTS; i++) {
        if (str_eq(tag->name, comments[i].open)) {
            name = arena_concat(arena, STR(" ... "), comments[i].close);
            name = arena_concat(arena, tag->name, name);
        }
    }
    return arena_join(
        arena, (const str[]){around[tag->kind][0], name, around[tag->kind][1]},
        3);
}
