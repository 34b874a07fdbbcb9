/* SPDX-License-Identifier: MIT */
#include "site/view/shortcode_table.h"

#include "base/hash.h"
#include "site/config/theme_files.h"

static const str folder = STR_INIT("shortcodes/");
static const str ending = STR_INIT(".html");

const struct shortcode_template *
shortcode_table_find(const struct shortcode_table *table, str name)
{
    for (size_t i = 0; i < table->entries.n; i++) {
        if (str_eq(table->entries.p[i].name, name)) {
            return &table->entries.p[i];
        }
    }
    return NULL;
}

void shortcode_table_make(struct shortcode_table *table, struct jinja *jinja,
                          const struct theme_files *theme, struct arena *arena,
                          struct diags *diags)
{
    const str *names;
    size_t n;
    *table = (struct shortcode_table){.jinja = jinja};
    theme_files_names(theme, arena, &names, &n);
    for (size_t i = 0; i < n; i++) {
        str file = names[i];
        if (!str_starts(file, folder) || !str_ends(file, ending)) {
            continue;
        }
        str name = str_sub(file, folder.n, file.n - folder.n - ending.n);
        if (!shortcode_table_find(table, name)) {
            *VEC_PUSH(&table->names, arena) = name;
            struct shortcode_template *entry = VEC_PUSH(&table->entries, arena);
            entry->name = name;
            entry->compiled = jinja_get(jinja, file, (span){0}, diags);
            entry->raw =
                entry->compiled && str_find(jinja_source(entry->compiled)->text,
                                            STR("body")) == STR_NONE;
        }
    }
    if (!shortcode_table_find(table, STR("highlight"))) {
        *VEC_PUSH(&table->names, arena) = STR("highlight");
    }
}

enum shortcode_kind shortcode_table_kind(const struct shortcode_table *table,
                                         str name)
{
    const struct shortcode_template *template =
        shortcode_table_find(table, name);
    if (!template) {
        return shortcode_is_code(name) ? SHORTCODE_CODE : SHORTCODE_UNKNOWN;
    }
    return template->raw ? SHORTCODE_RAW : SHORTCODE_MARKDOWN;
}

uint64_t shortcode_table_hash(const struct shortcode_table *table, str name)
{
    if (name.n) {
        const struct shortcode_template *entry =
            shortcode_table_find(table, name);
        return entry ? 1 + 2u * entry->raw : 0;
    }
    uint64_t all = 0;
    for (size_t i = 0; i < table->names.n; i++) {
        all = all * 31 + hash64(table->names.p[i]);
    }
    return all;
}
