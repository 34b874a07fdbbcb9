/* SPDX-License-Identifier: MIT */
/* The setting `theme`, and what the theme says about itself in theme.yaml. */
#include "data/yaml.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/source_file.h"
#include "site/config/config_parts.h"

static const str folder = STR_INIT("themes");

/* The name in themes/ that is spelled most like this one. */
static str nearest_theme(str name, struct arena *arena)
{
    struct fs_list list = {0};
    VEC(str) names = {0};
    fs_list_dir(folder, arena, &list);
    for (size_t i = 0; i < list.n; i++) {
        *VEC_PUSH(&names, arena) = list.entries[i].name;
    }
    return str_nearest(name, names.p, names.n);
}

bool config_take_theme(const struct schema_setting *setting, void *config)
{
    struct config *out = config;
    const struct schema *schema = setting->schema;
    str name = setting->as.text;
    str normal;
    bool plain = path_normal(schema->arena, name, &normal) &&
                 str_eq(name, normal) && str_find_char(name, '/') == STR_NONE;
    str dir = path_join(schema->arena, folder, plain ? normal : STR(""));
    if (!plain || fs_kind(dir, true) != FS_DIR) {
        struct diag *diag =
            diag_error(schema->diags, setting->at, "missing-theme",
                       "there is no folder themes/%.*s", STR_ARG(name));
        str near = nearest_theme(name, schema->arena);
        if (near.n) {
            diag_did_you_mean(diag, near);
        } else {
            diag_hint(diag, "put the theme's folder there, or leave the line "
                            "out for the built-in theme");
        }
        return false;
    }
    out->theme = dir;
    return true;
}

/* --- theme.yaml --- */

struct theme_yaml {
    str text; /* of keys that are for people: only their types are checked */
    value params;
};

#define KEY(key) .name = STR_INIT(key)
#define TO(field) .to = offsetof(struct theme_yaml, field)

static const struct schema_key keys[] = {
    {KEY("title"), SCHEMA_TEXT, TO(text)},
    {KEY("description"), SCHEMA_TEXT, TO(text)},
    {KEY("author"), SCHEMA_TEXT, TO(text)},
    {KEY("license"), SCHEMA_TEXT, TO(text)},
    {KEY("url"), SCHEMA_TEXT, TO(text)},
    {KEY("params"), SCHEMA_DICT, TO(params)},
};

static bool is_number(value v)
{
    return v.kind == VALUE_INT || v.kind == VALUE_FLOAT;
}

/* A default without a value takes any. */
static bool is_of_kind(value v, value like)
{
    return value_is(like, VALUE_NONE) || v.kind == like.kind ||
           (is_number(v) && is_number(like));
}

/* The site's own parameters are checked against the theme's, and those that it
 * leaves out get the theme's values. */
static bool take_params(struct config *config, const struct dict *defaults,
                        struct arena *arena, struct diags *diags)
{
    const struct dict *own = config->params.as.dict;
    value all = value_dict(arena);
    bool ok = true;
    for (size_t i = 0; i < own->entries.n; i++) {
        const struct entry *entry = &own->entries.p[i];
        const value *like = dict_get(defaults, entry->key);
        if (like && !is_of_kind(entry->val, *like)) {
            const struct schema schema = {.arena = arena, .diags = diags};
            ok = schema_wrong_type(&schema, schema_key_text(own, i), entry->val,
                                   dict_value_span(own, i),
                                   schema_kind_name(*like), NULL);
        }
    }
    dict_merge(all.as.dict, arena, own);
    dict_add_missing(all.as.dict, arena, defaults);
    config->params = all;
    return ok;
}

bool config_read_theme(struct config *config, struct arena *arena,
                       struct diags *diags)
{
    struct theme_yaml theme = {.params = value_dict(arena)};
    struct source *source = ARENA_NEW(arena, struct source);
    const struct schema schema = {.arena = arena, .diags = diags};
    value v;
    if (!config->theme.n) {
        return true;
    }
    source->name = path_join(arena, config->theme, STR("theme.yaml"));
    if (fs_kind(source->name, true) == FS_MISSING) {
        return true;
    }
    if (!source_file_read(source, arena, diags) ||
        !yaml_parse(source, 0, source->text.n, arena, diags, &v)) {
        return false;
    }
    config->theme_source = source;
    return !value_is(v, VALUE_DICT) ||
           (schema_read_all(&schema, keys, sizeof keys / sizeof *keys,
                            v.as.dict, "in theme.yaml", &theme) &&
            take_params(config, theme.params.as.dict, arena, diags));
}
