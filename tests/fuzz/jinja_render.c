/* SPDX-License-Identifier: MIT */
/* Any bytes as a template, rendered with a few variables of each kind. */
#include "data/json.h"
#include "jinja.h"

static const char context[] =
    "{\"s\": \"a <b> c\", \"n\": 3, \"f\": 1.5, \"l\": [3, \"a\", null],"
    " \"d\": {\"a\": 1, \"b\": [1, 2]}, \"p\": [{\"x\": 1}, {\"x\": 2}]}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct arena arena = {0};
    struct diags diags;
    struct buf out = {0};
    struct render_context ctx = {.arena = &arena, .diags = &diags};
    value vars;
    struct source json = {.name = STR("json"),
                          .text = {context, sizeof context - 1}};
    struct source source = {.name = STR("t.html"),
                            .text = {(const char *)data, n}};
    diags_init(&diags, &arena);
    struct jinja_options options = {.undefined = n % 3};
    struct jinja *jinja =
        jinja_new(&arena, options,
                  (struct jinja_host){.load = fuzz_load, .templates = &source});
    const struct jinja_template *template =
        jinja_get(jinja, source.name, (span){0}, &diags);
    if (template && json_parse(&json, &arena, &diags, &vars)) {
        jinja_render(jinja, template, vars.as.dict, &ctx, &out);
    }
    for (size_t i = 0; i < diags.list.n; i++) {
        diag_print(diags.list.p[i], false, &out);
    }
    jinja_free(jinja);
    buf_free(&out);
    arena_free(&arena);
    return 0;
}
