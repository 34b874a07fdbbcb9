/* SPDX-License-Identifier: MIT */
#include "build/templates.h"

#include <string.h>

#include "base/fs.h"
#include "base/path.h"
#include "base/source_file.h"
#include "build/builtin.h"

static const str builtin_prefix = STR_INIT("templates/");
static const str theme_prefix = STR_INIT("theme/");

static const struct source *load_builtin(struct templates *templates, str name)
{
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtin_files[i];
        if (str_starts(builtin->name, builtin_prefix) &&
            str_eq(str_from_offset(builtin->name, builtin_prefix.n), name)) {
            struct source *source = ARENA_NEW(templates->arena, struct source);
            source->name = arena_concat(templates->arena, theme_prefix, name);
            source->text = builtin->bytes;
            return source;
        }
    }
    return NULL;
}

static const struct source *load_file(struct templates *templates, str name,
                                      struct diags *diags)
{
    struct source *source = ARENA_NEW(templates->arena, struct source);
    source->name = path_join(templates->arena, templates->dir, name);
    return source_file_read(source, templates->arena, diags) ? source : NULL;
}

static const struct source *load(void *host, str name, struct diags *diags)
{
    struct templates *templates = host;
    str normal;
    if (!path_normal(templates->arena, name, &normal)) {
        return NULL;
    }
    if (str_starts(normal, theme_prefix)) {
        return load_builtin(templates, str_from_offset(normal, theme_prefix.n));
    }
    str path = path_join(templates->arena, templates->dir, normal);
    if (fs_kind(path, true) == FS_FILE) {
        return load_file(templates, normal, diags);
    }
    return load_builtin(templates, normal);
}

static void names(void *host, struct arena *arena, const str **out, size_t *n)
{
    const struct templates *templates = host;
    struct fs_list list = {0};
    fs_walk(templates->dir, arena, &list);
    VEC(str) all = {0};
    for (size_t i = 0; i < list.n; i++) {
        *VEC_PUSH(&all, arena) = list.entries[i].name;
    }
    for (size_t i = 0; i < builtin_count; i++) {
        if (str_starts(builtin_files[i].name, builtin_prefix)) {
            *VEC_PUSH(&all, arena) =
                str_from_offset(builtin_files[i].name, builtin_prefix.n);
        }
    }
    *out = all.p;
    *n = all.n;
}

struct jinja_loader templates_loader(struct templates *templates)
{
    return (struct jinja_loader){load, names, templates};
}
