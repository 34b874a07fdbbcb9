/* SPDX-License-Identifier: MIT */
#include "base/memory/buf.h"
#include "base/utf8.h"
#include "recipe/recipe.h"
#include "text/html.h"
#include "text/html_entity.h"
#include "text/html_token.h"

struct plain_maker {
    struct buf text;
    uint32_t *from;
    uint32_t *to;
};

/* Appends the bytes that html[from..to) is. */
static void put(struct plain_maker *maker, str bytes, size_t from, size_t to)
{
    for (size_t i = 0; i < bytes.n; i++) {
        bool space = is_space(bytes.p[i]);
        size_t at = maker->text.n;
        if (!space || (at && maker->text.p[at - 1] != ' ')) {
            maker->from[at] = (uint32_t)from;
            maker->to[at] = (uint32_t)to;
            buf_putc(&maker->text, (char)(space ? ' ' : bytes.p[i]));
        }
    }
}

static void put_text(struct plain_maker *maker, str page, str body)
{
    size_t base = (size_t)(body.p - page.p);
    for (size_t i = 0; i < body.n;) {
        uint32_t c;
        size_t n =
            body.p[i] == '&' ? html_reference(str_from_offset(body, i), &c) : 0;
        if (n && c && c <= 0x10FFFF) {
            struct buf one = {0};
            utf8_put(&one, c);
            put(maker, buf_str(&one), base + i, base + i + n);
            buf_free(&one);
        } else {
            n = 1;
            put(maker, str_sub(body, i, n), base + i, base + i + n);
        }
        i += n;
    }
}

/* A reference is never shorter than its character, so the HTML's length is
 * enough for the text. */
void item_read_text(struct item *item, str page, struct arena *arena)
{
    size_t n = item->end - item->start;
    struct html_token token;
    struct plain_maker maker = {.from = ARENA_ARRAY(arena, uint32_t, n + 1),
                                .to = ARENA_ARRAY(arena, uint32_t, n + 1)};
    bool note = false; /* the number of a footnote is no part of it */
    html_token_init(&token, str_sub(page, item->start, n));
    while (html_token_next(&token)) {
        note = html_token_is(&token, STR("sup"))
                   ? str_eq(html_token_value(&token, STR("class")),
                            STR("footnote-ref"))
                   : note;
        size_t at = (size_t)(token.body.p - page.p);
        if (html_token_is_tag(&token) && !html_is_inline(token.name)) {
            put(&maker, STR(" "), at, at);
        } else if (html_token_is_shown(&token) && !note) {
            put_text(&maker, page, token.body);
        }
    }
    item->text = str_trim(buf_move(&maker.text, arena));
    item->from = maker.from;
    item->to = maker.to;
}
