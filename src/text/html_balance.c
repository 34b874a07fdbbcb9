/* SPDX-License-Identifier: MIT */
#include "base/vec.h"
#include "text/html.h"
#include "text/html_tag.h"

struct balance {
    struct arena *arena;
    VEC(str) open;
    struct buf out;
};

static void put_end(struct balance *balance)
{
    str name = balance->open.p[--balance->open.n];
    buf_printf(&balance->out, "</%.*s>", STR_ARG(name));
}

/* Closes what was opened inside of the element; one that is not open is left
 * out. */
static void close_balanced(struct balance *balance, str name, str tag)
{
    size_t i = balance->open.n;
    while (i > 0 && !str_eq_nocase(balance->open.p[i - 1], name)) {
        i--;
    }
    if (i == 0) {
        return;
    }
    while (balance->open.n > i) {
        put_end(balance);
    }
    balance->open.n--;
    buf_put(&balance->out, tag);
}

/* A paragraph or list item ends where the next one starts. */
static void open_balanced(struct balance *balance, str name, str tag)
{
    bool ends_itself =
        str_eq_nocase(name, STR("p")) || str_eq_nocase(name, STR("li"));
    if (ends_itself && balance->open.n &&
        str_eq_nocase(balance->open.p[balance->open.n - 1], name)) {
        balance->open.n--;
    }
    if (!str_ends(tag, STR("/>"))) {
        *VEC_PUSH(&balance->open, balance->arena) = name;
    }
}

static void put_balanced_tag(struct balance *balance,
                             const struct html_tag *tag, str text)
{
    if (tag->name.n == 0 || !html_needs_end(tag->name)) {
        buf_put(&balance->out, text);
    } else if (tag->closing) {
        close_balanced(balance, tag->name, text);
    } else {
        buf_put(&balance->out, text);
        open_balanced(balance, tag->name, text);
    }
}

str html_balance(struct arena *arena, str html)
{
    struct balance balance = {.arena = arena};
    size_t done = 0; /* written so far */
    size_t from = 0;
    for (;;) {
        size_t at = str_find_char(str_from_offset(html, from), '<');
        struct html_tag tag;
        if (at == STR_NONE) {
            break;
        }
        at += from;
        from = at + 1;
        if (html_tag_read(html, at, &tag)) {
            buf_put(&balance.out, str_sub(html, done, at - done));
            put_balanced_tag(&balance, &tag, str_sub(html, at, tag.end - at));
            done = from = tag.end;
        }
    }
    buf_put(&balance.out, str_from_offset(html, done));
    while (balance.open.n) {
        put_end(&balance);
    }
    str whole = arena_str(arena, buf_str(&balance.out));
    buf_free(&balance.out);
    return whole;
}
