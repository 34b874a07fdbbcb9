/* SPDX-License-Identifier: MIT */
#include "markdown/code/md_fence.h"

#include "base/memory/buf.h"

static bool ends_language(char c)
{
    return is_space(c) || c == ',' || c == '{' || c == '}';
}

static void add_class(struct buf *classes, str name)
{
    if (classes->n && name.n) {
        buf_putc(classes, ' ');
    }
    buf_put(classes, name);
}

/* Sorts what was read into ids, classes and options. */
static void sort_attributes(struct md_fence *fence,
                            const struct attributes *read, size_t outside,
                            struct arena *arena)
{
    struct buf classes = {0};
    for (size_t i = 0; i < read->list.n; i++) {
        const struct attribute *item = &read->list.p[i];
        bool pair = item->kind == ATTRIBUTE_PAIR;
        if (item->kind == ATTRIBUTE_ID ||
            (pair && str_eq(item->name, STR("id")))) {
            str id = pair ? item->value : item->name;
            fence->id = fence->id.n ? fence->id : id;
        } else if (item->kind == ATTRIBUTE_CLASS && !fence->language.n) {
            fence->language = item->name;
        } else if (item->kind == ATTRIBUTE_CLASS) {
            add_class(&classes, item->name);
        } else if (pair && str_eq(item->name, STR("class"))) {
            add_class(&classes, item->value);
        } else {
            *VEC_PUSH(&fence->options.list, arena) = *item;
            fence->loose += i < outside;
        }
    }
    fence->classes = buf_move(&classes, arena);
}

/* {r, echo=FALSE}: a name in front that is no option. */
static str language_in_braces(str text)
{
    size_t n = 0;
    while (n < text.n && !ends_language(text.p[n]) && text.p[n] != '=') {
        n++;
    }
    bool is_name =
        n && is_alpha(text.p[0]) && (n == text.n || text.p[n] != '=');
    return str_sub(text, 0, is_name ? n : 0);
}

/* The first '{' outside of quotes, or the end. */
static size_t find_brace(str text)
{
    char quote = '\0';
    size_t i = 0;
    for (; i < text.n && (quote || text.p[i] != '{'); i++) {
        char c = text.p[i];
        bool opens =
            !quote && (c == '"' || c == '\'') && i && text.p[i - 1] == '=';
        quote = opens ? c : c == quote ? '\0' : quote;
    }
    return i;
}

struct md_fence md_fence_of_shortcode(const struct shortcode_args *args,
                                      struct arena *arena)
{
    struct md_fence fence = {0};
    struct attributes read = {0};
    bool is_first = true;
    for (size_t i = 0; i < args->list.n; i++) {
        const struct shortcode_arg *arg = &args->list.p[i];
        if (arg->name.n ? str_eq(arg->name, STR("lang")) ||
                              str_eq(arg->name, STR("language")) ||
                              str_eq(arg->name, STR("type"))
                        : is_first) {
            fence.language = arg->text;
        } else if (arg->name.n && !str_eq(arg->name, STR("options"))) {
            *VEC_PUSH(&read.list, arena) = (struct attribute){
                ATTRIBUTE_PAIR, arg->name, arg->text, arg->quoted};
        } else {
            attributes_read_items(arg->text, ATTRIBUTES_BY_COMMA, arena, &read);
        }
        is_first = is_first && arg->name.n;
    }
    sort_attributes(&fence, &read, 0, arena);
    fence.language = arena_lower(arena, fence.language);
    return fence;
}

/* HackMD numbers the lines by "=" behind a language: js= from 1 on, js=101 from
 * there, js=+ as if it went on. False: it is an option, as hl=2. */
static bool add_numbers(struct attributes *read, str name, str first,
                        struct arena *arena)
{
    bool number = first.n && str_skip(first, 0, "0123456789") == first.n;
    if ((first.n && !number && !str_eq(first, STR("+"))) ||
        str_is_word_of(name, STR("hl hl_lines mark_lines highlight lines start "
                                 "linenostart startfrom tabwidth linenos"))) {
        return false;
    }
    *VEC_PUSH(&read->list, arena) =
        (struct attribute){.kind = ATTRIBUTE_FLAG, .name = STR("linenos")};
    if (number) {
        *VEC_PUSH(&read->list, arena) =
            (struct attribute){ATTRIBUTE_PAIR, STR("start"), first, false};
    }
    return true;
}

struct md_fence md_fence_read(str info, struct arena *arena)
{
    struct md_fence fence = {0};
    struct attributes read = {0};
    size_t outside = STR_NONE;
    info = str_trim(info);
    if (str_starts(info, STR("{"))) {
        str inside = str_trim(str_from_offset(info, 1));
        fence.language = language_in_braces(inside);
        attributes_read_items(str_from_offset(inside, fence.language.n),
                              ATTRIBUTES_BY_SPACE, arena, &read);
    } else {
        size_t n = 0;
        while (n < info.n && !ends_language(info.p[n])) {
            n++;
        }
        fence.language = str_sub(info, 0, n);
        str rest = str_from_offset(info, n);
        size_t equals = str_find_char(fence.language, '=');
        if (is_alpha(str_at(info, 0)) && equals != STR_NONE) {
            str first = str_from_offset(fence.language, equals + 1);
            fence.language = str_sub(info, 0, equals);
            if (!add_numbers(&read, fence.language, first, arena)) {
                fence.language.n = 0; /* title="x", of no language */
                rest = info;
            }
        }
        size_t open = find_brace(rest);
        attributes_read_items(str_sub(rest, 0, open),
                              str_starts(rest, STR(",")) ? ATTRIBUTES_BY_COMMA
                                                         : ATTRIBUTES_BY_SPACE,
                              arena, &read);
        outside = read.list.n;
        attributes_read_items(str_from_offset(rest, open + 1),
                              ATTRIBUTES_BY_SPACE, arena, &read);
    }
    sort_attributes(&fence, &read, outside, arena);
    fence.language = arena_lower(arena, fence.language);
    return fence;
}
