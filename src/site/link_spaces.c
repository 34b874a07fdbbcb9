/* SPDX-License-Identifier: MIT */
#include "site/link_spaces.h"

#include "base/buf.h"
#include "site/links.h"
#include "text/html.h"

/* What stands between "](" and ")" on the line; empty: no end. */
static str inside_of(str rest)
{
    enum { LONGEST = 300 };
    size_t n = 0;
    while (n < rest.n && n < LONGEST && rest.p[n] != ')' && rest.p[n] != '\n') {
        n++;
    }
    return n < rest.n && rest.p[n] == ')' ? str_sub(rest, 0, n)
                                          : (str){NULL, 0};
}

static bool has_space(str text)
{
    size_t i = 0;
    while (i < text.n && !is_space(text.p[i])) {
        i++;
    }
    return i < text.n;
}

/* Words with spaces between, the last with an ending or the first with a
 * folder: an address, and not "(see below)" or a title in quotes. */
static bool reads_as_address(str inside)
{
    if (!has_space(inside)) {
        return false;
    }
    bool path = false;
    for (size_t i = 0; i < inside.n; i++) {
        char c = inside.p[i];
        if (strchr("<>\"'(", c)) {
            return false;
        }
        bool edge = i == 0 || i + 1 == inside.n;
        if (is_space(c) && edge) {
            return false;
        }
        path = path || c == '/' || (c == '.' && !edge);
    }
    return path;
}

/* The last <code> before `at` is still open. */
static bool is_code(str html, size_t at)
{
    size_t from = at > 20000 ? at - 20000 : 0;
    for (size_t i = at; i > from; i--) {
        str rest = str_from_offset(html, i - 1);
        if (str_starts(rest, STR("</code>"))) {
            return false;
        }
        if (str_starts(rest, STR("<code"))) {
            return true;
        }
    }
    return false;
}

/* Looks for it from *off on, and leaves *off behind it: texts come out in the
 * order they stand in. */
static bool came_out_as_text(str inside, str html, size_t *off,
                             struct arena *arena)
{
    struct buf text = {0};
    buf_put(&text, STR("]("));
    html_escape(inside, &text);
    buf_putc(&text, ')');
    str wanted = arena_str(arena, buf_str(&text));
    buf_free(&text);
    size_t at = str_find(str_from_offset(html, *off), wanted);
    if (at == STR_NONE) {
        return false;
    }
    at += *off;
    *off = at + wanted.n;
    return !is_code(html, at);
}

static void warn(const struct source *source, str inside, struct diags *diags)
{
    struct diag *diag =
        diag_warning(diags, span_of_str(source, inside), "link-spaces",
                     "an address with spaces in it makes no link");
    if (!links_hint_at_tag(diag, inside)) {
        diag_hint(diag, "write (<%.*s>)", STR_ARG(inside));
    }
}

enum { MOST = 100 }; /* places that are looked at in one body */

void link_spaces_check(const struct source *source, size_t body, str html,
                       struct arena *arena, struct diags *diags)
{
    str text = source->text;
    size_t left = MOST;
    size_t off = 0;
    while (body < text.n && left) {
        size_t at = str_find(str_from_offset(text, body), STR("]("));
        if (at == STR_NONE) {
            break;
        }
        body += at + 2;
        str inside = inside_of(str_from_offset(text, body));
        if (inside.n && reads_as_address(inside)) {
            left--;
            if (came_out_as_text(inside, html, &off, arena)) {
                warn(source, inside, diags);
            }
        }
    }
}
