/* SPDX-License-Identifier: MIT */
#include "site/config/config_languages.h"

#include <stddef.h>

#include "base/memory/vec.h"

bool config_is_language(str tag)
{
    bool good = true;
    size_t part = 0;
    for (size_t i = 0; i <= tag.n; i++) {
        if (i == tag.n || tag.p[i] == '-') {
            good = good && part > 0 && part <= 8;
            part = 0;
        } else {
            good = good && is_alnum(tag.p[i]);
            part++;
        }
    }
    return good;
}

static bool bad_code(const struct schema *schema, span at)
{
    struct diag *diag =
        diag_error(schema->diags, at, "bad-language", "not a language tag");
    diag_hint(diag, "write en, es or pt-BR");
    return false;
}

static bool add_setting(const struct schema *schema, str code, span at,
                        value words, struct config_languages *out)
{
    static const struct schema_key keys[] = {
        {.name = STR_INIT("title"),
         .type = SCHEMA_TEXT,
         .to = offsetof(struct config_language, title)},
        {.name = STR_INIT("description"),
         .type = SCHEMA_TEXT,
         .to = offsetof(struct config_language, description)},
        {.name = STR_INIT("menu"),
         .type = SCHEMA_ANY,
         .to = offsetof(struct config_language, menu)},
    };
    struct config_language language = {.code = code};
    struct schema own = *schema;
    own.keys = keys;
    own.nkeys = sizeof keys / sizeof *keys;
    if (!config_is_language(code)) {
        return bad_code(schema, at);
    }
    bool ok = true;
    if (value_is(words, VALUE_DICT)) {
        ok = schema_read_all(&own, words.as.dict, "of a language", &language);
    } else if (value_is(words, VALUE_STRING)) {
        language.title = value_str(words);
    }
    *VEC_PUSH(out, schema->arena) = language;
    return ok;
}

bool config_languages_read(const struct schema *schema, value v, span at,
                           struct config_languages *out)
{
    bool ok = true;
    if (value_is(v, VALUE_DICT)) {
        const struct dict *dict = v.as.dict;
        for (size_t i = 0; i < dict->entries.n; i++) {
            span key = dict_key_span(dict, i);
            ok = add_setting(schema, schema_text(dict->entries.p[i].key, key),
                             key, dict->entries.p[i].val, out) &&
                 ok;
        }
        return ok;
    }
    if (value_is(v, VALUE_LIST)) {
        for (size_t i = 0; i < v.as.list->items.n; i++) {
            span item = list_item_span(v.as.list, i);
            ok = add_setting(schema, schema_text(v.as.list->items.p[i], item),
                             item, value_none(), out) &&
                 ok;
        }
        return ok;
    }
    struct diag *diag = schema_wrong_type(schema, STR("languages"), v, at,
                                          "a list of languages");
    diag_hint(diag, "write languages: [en, es]");
    return false;
}
