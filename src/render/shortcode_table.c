/* SPDX-License-Identifier: MIT */
#include "render/shortcode_table.h"

#include "base/hash.h"

static const str folder = STR_INIT("shortcodes/");
static const str ending = STR_INIT(".html");

static const struct shortcode_entry *find(const struct shortcode_table *table,
                                          str name)
{
    for (size_t i = 0; i < table->entries.n; i++) {
        if (str_eq(table->entries.p[i].name, name)) {
            return &table->entries.p[i];
        }
    }
    return NULL;
}

static bool names_body(const struct jinja_template *template)
{
    str text = jinja_source(template)->text;
    return str_find(text, STR("body")) != STR_NONE;
}

void shortcode_table_make(struct shortcode_table *table, struct jinja *jinja,
                          const struct jinja_loader *loader,
                          struct arena *arena, struct diags *diags)
{
    const str *names;
    size_t n;
    *table = (struct shortcode_table){.jinja = jinja};
    loader->names(loader->host, arena, &names, &n);
    for (size_t i = 0; i < n; i++) {
        str file = names[i];
        if (!str_starts(file, folder) || !str_ends(file, ending)) {
            continue;
        }
        str name = str_sub(file, folder.n, file.n - folder.n - ending.n);
        if (!find(table, name)) {
            *VEC_PUSH(&table->names, arena) = name;
            struct shortcode_entry *entry = VEC_PUSH(&table->entries, arena);
            entry->name = name;
            entry->compiled = jinja_get(jinja, file, (span){0}, diags);
            entry->raw = entry->compiled && !names_body(entry->compiled);
        }
    }
}

static bool has(void *host, str name)
{
    return find(host, name) != NULL;
}

static bool raw(void *host, str name)
{
    const struct shortcode_entry *entry = find(host, name);
    return entry && entry->raw;
}

static str nearest(void *host, str name)
{
    const struct shortcode_table *table = host;
    return str_nearest(name, table->names.p, table->names.n);
}

/* One whose template has errors was told of when it was compiled. */
static bool render(void *host, str name, const struct dict *context,
                   struct eval *eval, struct buf *out)
{
    const struct shortcode_table *table = host;
    const struct shortcode_entry *entry = find(table, name);
    return entry && entry->compiled &&
           jinja_render(table->jinja, entry->compiled, context, eval, out);
}

static uint64_t hash(void *host, str name)
{
    const struct shortcode_table *table = host;
    if (name.n) {
        return has(host, name) + 2u * raw(host, name);
    }
    uint64_t all = 0;
    for (size_t i = 0; i < table->names.n; i++) {
        all = all * 31 + hash64(table->names.p[i]);
    }
    return all;
}

struct shortcode_templates shortcode_templates(struct shortcode_table *table)
{
    return (struct shortcode_templates){has, raw, nearest, render, hash, table};
}
