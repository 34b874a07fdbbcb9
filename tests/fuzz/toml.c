/* SPDX-License-Identifier: MIT */
/* Any bytes as TOML: no crash, no read beyond the end, one error or none; every
 * value has its place within the document, and texts are UTF-8.
 *
 * The corpus is tests/fuzz/corpus/toml. */

#include <stdlib.h>

#include "base/utf8.h"
#include "data/toml.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static void check_value(value v, span at, size_t depth)
{
    expect(depth <= 64);
    expect(at.source && (size_t)at.off + at.len <= at.source->text.n);
    if (value_is(v, VALUE_DICT)) {
        const struct dict *dict = v.as.dict;
        for (size_t i = 0; i < dict->entries.n; i++) {
            span key = dict_key_span(dict, i);
            expect((size_t)key.off + key.len <= key.source->text.n);
            expect(utf8_invalid(value_str(dict->entries.p[i].key)) == STR_NONE);
            expect(dict_index(dict, dict->entries.p[i].key) == i);
            check_value(dict->entries.p[i].val, dict_value_span(dict, i),
                        depth + 1);
        }
    } else if (value_is(v, VALUE_LIST)) {
        const struct list *list = v.as.list;
        for (size_t i = 0; i < list->items.n; i++) {
            check_value(list->items.p[i], list_item_span(list, i), depth + 1);
        }
    } else {
        expect(at.len > 0);
        expect(!value_is(v, VALUE_STRING) ||
               utf8_invalid(value_str(v)) == STR_NONE);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct arena arena = {0};
    struct diags diags;
    struct source source = {.name = STR("x.toml"),
                            .text = {(const char *)data, size}};
    value v;
    diags_init(&diags, &arena);
    bool ok = toml_parse(&source, 0, size, &arena, &diags, &v);
    expect(diags.list.n == !ok);
    if (ok) {
        check_value(v, span_of(&source, 0, size), 0);
    }
    arena_free(&arena);
    return 0;
}
