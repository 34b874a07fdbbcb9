/* SPDX-License-Identifier: MIT */
#include "site/view/body.h"

#include "base/memory/buf.h"
#include "site/view/links.h"
#include "text/html_escape.h"
#include "text/html_token.h"

/* Returns the text between "](" and the matching ")", or else the first ")" of
 * the line; empty: there is none. */
static str inside_of(str rest)
{
    enum { LONGEST = 300 };
    size_t first = STR_NONE;
    size_t open = 0;
    for (size_t n = 0; n < rest.n && n < LONGEST && rest.p[n] != '\n'; n++) {
        if (rest.p[n] == '(') {
            open++;
        } else if (rest.p[n] == ')' && open-- == 0) {
            return str_sub(rest, 0, n);
        } else if (rest.p[n] == ')' && first == STR_NONE) {
            first = n;
        }
    }
    return first == STR_NONE ? (str){NULL, 0} : str_sub(rest, 0, first);
}

/* Words with spaces between, and a dot or slash in them: an address, and not
 * "(see below)" or a title in quotes. */
static bool reads_as_address(str inside)
{
    bool path = false;
    bool spaces = false;
    for (size_t i = 0; i < inside.n; i++) {
        char c = inside.p[i];
        if (is_any_of(c, "<>\"'")) {
            return false;
        }
        bool edge = i == 0 || i + 1 == inside.n;
        if (is_space(c) && edge) {
            return false;
        }
        spaces = spaces || is_space(c);
        path = path || c == '/' || (c == '.' && !edge);
    }
    return path && spaces;
}

/* A walk through the HTML that the body became. */
struct walk {
    struct html_token token;
    size_t off; /* up to here it was searched */
    bool code;  /* the token is in <code> or <pre> */
};

/* Whether html[at] is text: in no tag, comment or code. */
static bool is_text(struct walk *walk, size_t at)
{
    struct html_token *token = &walk->token;
    while (at >= token->at && html_token_next(token)) {
        if (html_token_is_tag(token) && (html_token_is(token, STR("code")) ||
                                         html_token_is(token, STR("pre")))) {
            walk->code = token->kind == HTML_START;
        }
    }
    return token->kind == HTML_TEXT && !walk->code;
}

/* Looks for it after what was found last: texts keep their order. */
static bool came_out_as_text(str inside, struct walk *walk, struct arena *arena)
{
    struct buf text = {0};
    buf_put(&text, STR("]("));
    html_escape(inside, &text);
    buf_putc(&text, ')');
    str wanted = buf_move(&text, arena);
    size_t at = str_find(str_from_offset(walk->token.html, walk->off), wanted);
    if (at == STR_NONE) {
        return false;
    }
    at += walk->off;
    walk->off = at + wanted.n;
    return is_text(walk, at);
}

static void warn(const struct source *source, str inside, struct diags *diags)
{
    struct diag *diag =
        diag_warning(diags, span_of_str(source, inside), "link-spaces",
                     "an address with spaces in it makes no link");
    if (!links_hint_at_tag(diag, inside)) {
        diag_hint(diag, "write (<%.*s>)", STR_ARG(inside));
        diag_group(diag, STR("spaces"),
                   STR("write such addresses between < and >"));
    }
}

enum { MOST = 100 }; /* places that are looked at in one body */

void link_spaces_check(const struct site *site, const struct source *source,
                       size_t body, str html, struct arena *arena,
                       struct diags *diags)
{
    str text = source->text;
    size_t left = MOST;
    struct walk walk = {.off = 0};
    html_token_init(&walk.token, html);
    while (body < text.n && left) {
        size_t at = str_find(str_from_offset(text, body), STR("]("));
        if (at == STR_NONE) {
            break;
        }
        body += at + 2;
        str inside = inside_of(str_from_offset(text, body));
        if (inside.n && reads_as_address(inside)) {
            left--;
            if (came_out_as_text(inside, &walk, arena) &&
                !links_has_tag(site, inside)) {
                warn(source, inside, diags);
            }
        }
    }
}
