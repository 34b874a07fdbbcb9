/* SPDX-License-Identifier: MIT */
#include "data/toml.h"

#include "base/utf8.h"
#include "data/toml_parts.h"

/* A document, line by line: headers, pairs and comments. */

bool toml_fail(struct toml_parser *p, size_t from, size_t to,
               const char *message, const char *hint)
{
    struct diag *diag = diag_error(
        p->diags, span_of(p->source, from, to - from), "toml", "%s", message);
    if (hint) {
        diag_hint(diag, "%s", hint);
    }
    return false;
}

bool toml_fail_control(struct toml_parser *p)
{
    unsigned c = (unsigned char)toml_peek(p);
    span at = span_of(p->source, p->at, 1);
    if (c == '\r') {
        return toml_fail(p, p->at, p->at + 1,
                         "a carriage return alone ends no line",
                         "save the file with Unix line endings");
    }
    struct diag *diag =
        diag_error(p->diags, at, "toml", "a control character, 0x%02X", c);
    diag_hint(diag, "take it out, or write \\u%04X in a text in \"...\"", c);
    return false;
}

/* Behind a header or a value. */
static bool end_line(struct toml_parser *p)
{
    if (!toml_skip_comment(p)) {
        return false;
    }
    if (p->at >= p->text.n || toml_skip_break(p)) {
        return true;
    }
    if (toml_is_control(toml_peek(p))) {
        return toml_fail_control(p);
    }
    size_t end = p->at;
    while (end < p->text.n && p->text.p[end] != '\n' &&
           p->text.p[end] != '\r') {
        end++;
    }
    return toml_fail(p, p->at, end, "the line goes on where it should end",
                     "one line holds one name = value; a \" within a text is "
                     "\\\"");
}

/* [path] or [[path]]. */
static bool read_header(struct toml_parser *p, struct toml_table *root,
                        struct toml_table **current)
{
    struct toml_path path;
    size_t start = p->at;
    bool array = str_starts(toml_rest(p), STR("[["));
    str closing = array ? STR("]]") : STR("]");
    p->at += closing.n;
    if (!toml_path(p, &path)) {
        return false;
    }
    if (!str_starts(toml_rest(p), closing)) {
        return toml_fail(p, start, p->at, "this header is not closed",
                         array ? "write [[name]]" : "write [name]");
    }
    p->at += closing.n;
    *current = toml_table_open(p, root, &path, array,
                               span_of(p->source, start, p->at - start));
    return *current != NULL;
}

static bool read_lines(struct toml_parser *p, struct toml_table *root)
{
    struct toml_table *current = root;
    while (p->at < p->text.n) {
        toml_skip_blanks(p);
        if (p->at >= p->text.n || toml_skip_break(p)) {
            continue;
        }
        if (toml_peek(p) == '[') {
            if (!read_header(p, root, &current)) {
                return false;
            }
        } else if (toml_peek(p) != '#' && !toml_pair(p, current)) {
            return false;
        }
        if (!end_line(p)) {
            return false;
        }
    }
    return true;
}

static bool check_utf8(const struct toml_parser *p)
{
    size_t bad = utf8_invalid(toml_rest(p));
    if (bad == STR_NONE) {
        return true;
    }
    struct diag *diag = diag_error(p->diags, span_of(p->source, p->at + bad, 1),
                                   "not-utf8", "not UTF-8: byte 0x%02X",
                                   (unsigned char)p->text.p[p->at + bad]);
    diag_hint(diag, "save the file as UTF-8");
    return false;
}

bool toml_parse(const struct source *source, size_t off, size_t len,
                struct arena *arena, struct diags *diags, value *out)
{
    struct toml_parser p = {.source = source,
                            .text = str_sub(source->text, 0, off + len),
                            .at = off,
                            .arena = arena,
                            .diags = diags};
    struct toml_table *root =
        toml_table_new(&p, TOML_HEADER, 1, span_of(source, off, 0));
    if (str_starts(toml_rest(&p), STR("\xEF\xBB\xBF"))) {
        p.at += 3;
    }
    bool ok = check_utf8(&p) && read_lines(&p, root);
    buf_free(&p.scratch);
    *out =
        ok ? (value){.kind = VALUE_DICT, .as.dict = root->dict} : value_none();
    return ok;
}
