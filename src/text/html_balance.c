/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "base/memory/vec.h"
#include "text/html.h"
#include "text/html_token.h"

bool html_needs_end(str name)
{
    return !str_is_word_of(
        name, STR("area base br col embed hr img input link meta source track "
                  "wbr dt dd option tr td th thead tbody tfoot rt rp optgroup "
                  "caption colgroup"));
}

struct balance {
    struct arena *arena;
    VEC(str) open;
    struct buf out;
};

static void put_end_tag(struct balance *balance)
{
    str name = balance->open.p[--balance->open.n];
    buf_printf(&balance->out, "</%.*s>", STR_ARG(name));
}

/* Closes the open elements inside of the element. The end tag of an element
 * that is not open is left out. */
static void close_balanced(struct balance *balance,
                           const struct html_token *token)
{
    size_t i = balance->open.n;
    while (i > 0 && !html_token_is(token, balance->open.p[i - 1])) {
        i--;
    }
    if (i == 0) {
        return;
    }
    while (balance->open.n > i) {
        put_end_tag(balance);
    }
    balance->open.n--;
    buf_put(&balance->out, token->body);
}

/* A paragraph or list item ends where the next one starts. */
static void open_balanced(struct balance *balance,
                          const struct html_token *token)
{
    bool ends_itself =
        html_token_is(token, STR("p")) || html_token_is(token, STR("li"));
    if (ends_itself && balance->open.n &&
        html_token_is(token, balance->open.p[balance->open.n - 1])) {
        balance->open.n--;
    }
    if (!token->self_closing) {
        *VEC_PUSH(&balance->open, balance->arena) = token->name;
    }
}

str html_balance(struct arena *arena, str html)
{
    struct balance balance = {.arena = arena};
    struct html_token token;
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        bool paired = html_token_is_tag(&token) && html_needs_end(token.name);
        if (paired && token.kind == HTML_END) {
            close_balanced(&balance, &token);
            continue;
        }
        buf_put(&balance.out, token.body);
        if (paired) {
            open_balanced(&balance, &token);
        }
    }
    while (balance.open.n) {
        put_end_tag(&balance);
    }
    return buf_move(&balance.out, arena);
}
