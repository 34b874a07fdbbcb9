/* SPDX-License-Identifier: MIT */
#include "markdown/markdown.h"

/* Only the lines that may be the heading are parsed, not the whole body. */

static str title_line_at(str text, size_t off)
{
    return str_sub(text, off, str_find_char_from(text, off, '\n') + 1 - off);
}

/* The end of the block of lines at `from` if it may be a heading, with "#" or
 * underlined by "===="; else `from`. */
static size_t candidate_end(str text, size_t from)
{
    enum { MOST_LINES = 5 }; /* of a title */
    str line = title_line_at(text, from);
    if (str_starts(str_trim(line), STR("#"))) {
        return from + line.n;
    }
    size_t off = from;
    for (size_t i = 0; i < MOST_LINES; i++) {
        line = title_line_at(text, off);
        str trimmed = str_trim(line);
        if (!trimmed.n) {
            break;
        }
        off += line.n;
        if (i > 0 && str_skip(trimmed, 0, "=") == trimmed.n) {
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
    from += str_starts_at(text, from, STR("\xEF\xBB\xBF")) ? 3 : 0;
    for (str line = title_line_at(text, from); line.n && !str_trim(line).n;
         line = title_line_at(text, from)) {
        from += line.n;
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
