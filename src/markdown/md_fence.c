/* SPDX-License-Identifier: MIT */
#include "markdown/md_fence.h"

#include "base/buf.h"

static bool ends_language(char c)
{
    return is_space(c) || c == ',' || c == '{' || c == '}';
}

static size_t language_length(str text)
{
    size_t n = 0;
    while (n < text.n && !ends_language(text.p[n])) {
        n++;
    }
    return n;
}

/* {#id .class}: one attribute; those with a value are left in the rest. */
static void read_fence_attribute(struct md_fence *fence, str item,
                                 struct buf *classes)
{
    str name = str_from_offset(item, 1);
    if (item.p[0] == '#' && !fence->id.n) {
        fence->id = name;
    } else if (item.p[0] == '.' && !fence->language.n) {
        fence->language = name;
    } else if (item.p[0] == '.' && name.n) {
        if (classes->n) {
            buf_putc(classes, ' ');
        }
        buf_put(classes, name);
    }
}

/* Values may be quoted and hold spaces. */
static size_t item_length(str text)
{
    char quote = '\0';
    size_t n = 0;
    for (; n < text.n; n++) {
        char c = text.p[n];
        if (quote) {
            quote = c == quote ? '\0' : quote;
        } else if ((c == '"' || c == '\'') && n && text.p[n - 1] == '=') {
            quote = c;
        } else if (ends_language(c)) {
            break;
        }
    }
    return n;
}

static void read_fence_attributes(struct md_fence *fence, str text,
                                  struct buf *classes)
{
    while (text.n && text.p[0] != '}') {
        size_t n = item_length(text);
        if (n) {
            read_fence_attribute(fence, str_sub(text, 0, n), classes);
        }
        text = str_from_offset(text, n ? n : 1);
    }
}

struct md_fence md_fence_read(str info, struct arena *arena)
{
    struct md_fence fence = {0};
    info = str_trim(info);
    bool braced = str_starts(info, STR("{"));
    str head = str_trim(str_from_offset(info, braced));
    if (!braced || (head.n && is_alpha(head.p[0]) &&
                    !memchr(head.p, '=', item_length(head)))) {
        fence.language = str_sub(head, 0, language_length(head));
        head = str_from_offset(head, fence.language.n);
    }
    fence.rest = braced ? info : str_trim(head);
    struct buf classes = {0};
    size_t open = str_find_char(head, '{');
    if (braced || open != STR_NONE) {
        read_fence_attributes(
            &fence, braced ? head : str_from_offset(head, open + 1), &classes);
    }
    fence.language = arena_lower(arena, fence.language);
    fence.classes = arena_str(arena, buf_str(&classes));
    buf_free(&classes);
    return fence;
}
