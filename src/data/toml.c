/* SPDX-License-Identifier: MIT */
#include "data/toml.h"

#include "data/toml_parts.h"

/* A document, line by line: headers, pairs and comments. */

bool toml_fail_control(struct scan *p)
{
    unsigned c = (unsigned char)scan_peek(p);
    span at = span_of(p->source, p->at, 1);
    if (c == '\r') {
        return scan_fail(p, p->at, p->at + 1,
                         "a carriage return alone ends no line",
                         "save the file with Unix line endings");
    }
    struct diag *diag =
        diag_error(p->diags, at, "toml", "a control character, 0x%02X", c);
    diag_hint(diag, "take it out, or write \\u%04X in a text in \"...\"", c);
    return false;
}

/* After a header or a value. */
static bool end_line(struct scan *p)
{
    if (!toml_skip_comment(p)) {
        return false;
    }
    if (p->at >= p->text.n || toml_skip_break(p)) {
        return true;
    }
    if (toml_is_control(scan_peek(p))) {
        return toml_fail_control(p);
    }
    size_t end = str_find_any(p->text, p->at, "\n\r");
    return scan_fail(p, p->at, end, "the line goes on where it should end",
                     "one line holds one name = value; a \" within a text is "
                     "\\\"");
}

/* [path] or [[path]]. */
static bool read_header(struct scan *p, struct toml_table *root,
                        struct toml_table **current)
{
    struct toml_path path;
    size_t start = p->at;
    bool array = str_starts(scan_rest(p), STR("[["));
    str closing = array ? STR("]]") : STR("]");
    p->at += closing.n;
    if (!toml_path(p, &path)) {
        return false;
    }
    if (!str_starts(scan_rest(p), closing)) {
        return scan_fail(p, start, p->at, "this header is not closed",
                         array ? "write [[name]]" : "write [name]");
    }
    p->at += closing.n;
    *current = toml_table_open(p, root, &path, array, start);
    return *current != NULL;
}

static bool read_lines(struct scan *p, struct toml_table *root)
{
    struct toml_table *current = root;
    while (p->at < p->text.n) {
        toml_skip_blanks(p);
        if (p->at >= p->text.n || toml_skip_break(p)) {
            continue;
        }
        if (scan_peek(p) == '[') {
            if (!read_header(p, root, &current)) {
                return false;
            }
        } else if (scan_peek(p) != '#' && !toml_pair(p, current)) {
            return false;
        }
        if (!end_line(p)) {
            return false;
        }
    }
    return true;
}

bool toml_parse(const struct source *source, size_t off, size_t len,
                struct arena *arena, struct diags *diags, value *out)
{
    struct scan scan;
    struct toml_table *root = NULL;
    bool ok =
        scan_begin(&scan, span_of(source, off, len), "toml", arena, diags);
    if (ok) {
        root = toml_table_new(&scan, TOML_HEADER, 1, span_of(source, off, 0));
        ok = read_lines(&scan, root);
    }
    buf_free(&scan.scratch);
    *out = ok ? value_of_dict(root->dict) : value_none();
    return ok;
}
