/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "markdown/shortcode/md_shortcode.h"

/* What stands before the tag on its line, if it is the marks of quotes and
 * lists around it: "  > 1. ". */
static str container_of(const struct md *md, const struct md_shortcode *code)
{
    str text = md->source->text;
    size_t end = md->body + code->tag.from;
    size_t from = end;
    while (from > md->body && text.p[from - 1] != '\n') {
        from--;
        if (!is_digit(text.p[from]) && !strchr(" \t>-*+.)", text.p[from])) {
            return (str){NULL, 0};
        }
    }
    return str_sub(text, from, end - from);
}

/* The line without what continues the container. */
static str without_container(str line, str container)
{
    size_t i = 0;
    size_t left = container.n; /* columns behind the last mark of a quote */
    for (size_t k = 0; k < container.n; k++) {
        if (container.p[k] != '>') {
            continue;
        }
        size_t at = i;
        while (at < line.n && line.p[at] == ' ') {
            at++;
        }
        if (at == line.n || line.p[at] != '>') {
            return str_from_offset(line, i);
        }
        i = at + 1;
        left = container.n - k - 1;
        if (left && i < line.n && line.p[i] == ' ') {
            i++;
            left--;
        }
    }
    while (left && i < line.n && (line.p[i] == ' ' || line.p[i] == '\t')) {
        left -= line.p[i] == '\t' && left >= 4 ? 4 : 1;
        i++;
    }
    return str_from_offset(line, i);
}

str md_shortcode_body(struct md *md, const struct md_shortcode *code)
{
    str text = str_sub(md->source->text, 0, md->body + code->body_end);
    size_t start = md->body + code->tag.to;
    str container = container_of(md, code);
    size_t first = str_find_char(str_from_offset(text, start), '\n');
    if (container.n == 0 || first == STR_NONE) {
        return text;
    }
    struct buf out = {0};
    buf_put(&out, str_sub(text, 0, start + first));
    str rest = str_from_offset(text, start + first + 1);
    str line;
    while (str_split(&rest, '\n', &line)) {
        buf_putc(&out, '\n');
        buf_put(&out, without_container(line, container));
    }
    return buf_move(&out, md->tree);
}
