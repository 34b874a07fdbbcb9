/* SPDX-License-Identifier: MIT */
#include "site/config/config_math.h"

/* The backslash may be left out. */
static str macro_name(str name, struct arena *arena)
{
    return str_starts(name, STR("\\")) ? name
                                       : arena_concat(arena, STR("\\"), name);
}

static bool read_macros(const struct schema *schema, const struct dict *dict,
                        struct config_math *out)
{
    size_t n = dict->entries.n;
    struct math_macro *macros =
        ARENA_ARRAY(schema->arena, struct math_macro, n);
    for (size_t i = 0; i < n; i++) {
        value text = dict->entries.p[i].val;
        span at = dict_value_span(dict, i);
        str name = schema_text(dict->entries.p[i].key, dict_key_span(dict, i));
        if (value_is(text, VALUE_DICT) || value_is(text, VALUE_LIST)) {
            struct diag *diag =
                schema_wrong_type(schema, name, text, at, "a text");
            diag_hint(diag, "write it in quotes: '\\mathrm{RTT}'");
            return false;
        }
        macros[i] = (struct math_macro){macro_name(name, schema->arena),
                                        schema_text(text, at)};
    }
    out->macros = (struct math_macros){macros, n};
    return true;
}

bool config_math_read(const struct schema *schema, value v, span at,
                      struct config_math *out)
{
    static const struct schema_key keys[] = {
        {.name = STR_INIT("macros"), .type = SCHEMA_DICT},
    };
    value macros = value_undefined();
    struct schema own = *schema;
    own.keys = keys;
    own.nkeys = 1;
    if (value_is(v, VALUE_BOOL)) {
        out->on = v.as.b;
        return true;
    }
    if (value_is(v, VALUE_DICT)) {
        return schema_read_all(&own, v.as.dict, "below \"math\"", &macros) &&
               (!value_is(macros, VALUE_DICT) ||
                read_macros(schema, macros.as.dict, out));
    }
    if (!value_is(v, VALUE_UNDEFINED) && !value_is(v, VALUE_NONE)) {
        struct diag *diag = schema_wrong_type(schema, STR("math"), v, at,
                                              "true, false or a map");
        diag_hint(diag, "math: false turns formulas off");
        return false;
    }
    return true;
}
