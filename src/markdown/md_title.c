/* SPDX-License-Identifier: MIT */
#include "markdown/markdown.h"

/* Only the lines that may be the heading are parsed, not the whole body. */

static str title_line_at(str text, size_t off)
{
    str rest = str_from_offset(text, off);
    size_t end = str_find_char(rest, '\n');
    return end == STR_NONE ? rest : str_sub(rest, 0, end + 1);
}

static bool is_blank(str line)
{
    return str_trim(line).n == 0;
}

/* "====", which makes a heading of the lines above. */
static bool is_underline(str line)
{
    str text = str_trim(line);
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] != '=') {
            return false;
        }
    }
    return text.n > 0;
}

/* The end of the block of lines at `from`, if it may be a heading; else
 * `from`. A title of more lines is no title. */
static size_t candidate_end(str text, size_t from)
{
    enum { MOST_LINES = 5 };
    str line = title_line_at(text, from);
    if (str_starts(str_trim(line), STR("#"))) {
        return from + line.n;
    }
    size_t off = from;
    for (size_t i = 0; i < MOST_LINES; i++) {
        line = title_line_at(text, off);
        if (is_blank(line)) {
            break;
        }
        off += line.n;
        if (i > 0 && is_underline(line)) {
            return off;
        }
    }
    return from;
}

str markdown_title(const struct source *source, size_t body,
                   struct arena *arena, size_t *end)
{
    str text = source->text;
    size_t from = body;
    if (str_starts(str_from_offset(text, from), STR("\xEF\xBB\xBF"))) {
        from += 3;
    }
    while (from < text.n && is_blank(title_line_at(text, from))) {
        from += title_line_at(text, from).n;
    }
    *end = candidate_end(text, from);
    if (*end == from) {
        return (str){0};
    }
    struct source part = {.name = source->name, .text = str_sub(text, 0, *end)};
    struct markdown_options options = {.smart = false};
    struct diags none;
    diags_init(&none, arena);
    struct markdown heading;
    if (!markdown_render(&part, from, &options, arena, &none, &heading) ||
        heading.headings.n != 1 || heading.headings.p[0].level != 1 ||
        !str_starts(heading.html, STR("<h1"))) {
        return (str){0};
    }
    str title = str_trim(heading.headings.p[0].title);
    return title.n ? title : (str){0};
}
