/* SPDX-License-Identifier: MIT */
/* Any bytes as a template: lexer, parser, compiler, messages, listing. */
#include "jinja.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct arena arena = {0};
    struct diags diags;
    struct buf out = {0};
    struct source source = {.name = STR("t.html"),
                            .text = {(const char *)data, n}};
    diags_init(&diags, &arena);
    struct jinja_options options = {.trim_blocks = n & 1,
                                    .lstrip_blocks = n & 2};
    struct jinja *jinja =
        jinja_new(&arena, options,
                  (struct jinja_host){.load = fuzz_load, .templates = &source});
    const struct jinja_template *template =
        jinja_get(jinja, source.name, (span){0}, &diags);
    if (template) {
        jinja_listing(template, &out);
    }
    for (size_t i = 0; i < diags.list.n; i++) {
        diag_print(diags.list.p[i], false, &out);
    }
    jinja_free(jinja);
    buf_free(&out);
    arena_free(&arena);
    return 0;
}
