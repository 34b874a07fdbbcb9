/* SPDX-License-Identifier: MIT */
#include "site/config/theme_files.h"

#include <errno.h>
#include <string.h>

#include "base/utf8.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/source_file.h"
#include "site/config/builtin.h"
#include "site/content/content.h"

static const str builtin_prefix = STR_INIT("templates/");
static const str theme_prefix = STR_INIT("theme/");

struct found {
    const struct source *source; /* NULL: there is none */
};

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

static void unreadable(str path, int error, struct diags *diags)
{
    struct source source = {.name = path};
    diag_error(diags, span_of(&source, 0, 0), "unreadable", "%s",
               strerror(error));
}

/* "Permission denied" is about a folder on the way: the innermost that can be
 * looked at. */
static void closed(str path, struct diags *diags)
{
    struct fs_stat stat;
    str dir = path_dir(path);
    while (dir.n && fs_stat(dir, &stat) != 0) {
        dir = path_dir(dir);
    }
    unreadable(dir.n ? dir : path, EACCES, diags);
}

static bool check_text(const struct source *source, struct diags *diags)
{
    size_t bad = utf8_invalid(source->text);
    if (bad == STR_NONE) {
        return true;
    }
    struct diag *diag = diag_error(diags, span_of(source, bad, 1), "not-utf8",
                                   "not UTF-8: byte 0x%02X",
                                   (unsigned char)source->text.p[bad]);
    diag_hint(diag, "save the file as UTF-8 (iconv -f LATIN1 -t UTF-8)");
    return false;
}

/* name: of the template. */
static bool is_allowed(const struct templates *templates, str path, str name,
                       struct diags *diags)
{
    struct source source = {.name = path};
    const struct tree_links *links = &templates->links;
    str real;
    if (fs_real(path, templates->arena, &real) != 0) {
        return true; /* reading it will say why */
    }
    bool plain = !links->is_link &&
                 str_eq(real, path_join(templates->arena, links->dir, name));
    return plain ||
           tree_links_allow(links, real, span_of(&source, 0, 0), true, diags);
}

static const struct source *load_file(const struct templates *templates,
                                      str path, struct diags *diags)
{
    struct source *source = ARENA_NEW(templates->arena, struct source);
    source->name = path;
    bool read = source_file_read(source, templates->arena, diags);
    return read && check_text(source, diags) ? source : NULL;
}

static const struct source *find(struct templates *templates, str name,
                                 struct diags *diags)
{
    str normal;
    struct fs_stat stat;
    if (!path_normal(templates->arena, name, &normal)) {
        return NULL;
    }
    if (!templates->alone && str_starts(normal, theme_prefix)) {
        return load_builtin(templates, str_from_offset(normal, theme_prefix.n));
    }
    str path = path_join(templates->arena, templates->dir, normal);
    int error = fs_stat(path, &stat);
    if (error == 0 && stat.kind == FS_FILE) {
        return is_allowed(templates, path, normal, diags)
                   ? load_file(templates, path, diags)
                   : NULL;
    }
    if (error == EACCES) {
        closed(path, diags);
        return NULL;
    }
    return templates->alone ? NULL : load_builtin(templates, normal);
}

/* What is wrong with a file is said to whoever asks. */
static const struct source *load_once(struct templates *templates, str name,
                                      struct diags *diags)
{
    struct found *found = map_get(&templates->known, name);
    if (found) {
        return found->source;
    }
    size_t errors = diags->errors;
    const struct source *source = find(templates, name, diags);
    if (diags->errors == errors) {
        found = ARENA_NEW(templates->arena, struct found);
        found->source = source;
        *map_put(&templates->known, templates->arena,
                 arena_str(templates->arena, name)) = found;
    }
    return source;
}

static const struct source *load(void *host, str name, struct diags *diags)
{
    struct templates *templates = host;
    const struct source *source = load_once(templates, name, diags);
    if (source && str_find(source->text, STR("backlinks")) != STR_NONE) {
        templates->names_backlinks = true;
    }
    return source;
}

void templates_of_site(struct templates *templates, const struct config *config,
                       struct arena *arena)
{
    *templates = (struct templates){.dir = STR("templates"),
                                    .site = content_tree(config, false),
                                    .arena = arena};
    tree_links_open(&templates->links, &templates->site, templates->dir, arena);
}

void templates_of_folder(struct templates *templates, str dir,
                         struct arena *arena)
{
    *templates = (struct templates){
        .dir = dir, .site = {.root = dir}, .alone = true, .arena = arena};
    tree_links_open(&templates->links, &templates->site, dir, arena);
}

void templates_check(const struct templates *templates, struct diags *diags)
{
    struct arena *arena = templates->arena;
    struct fs_list list = {0};
    int error = fs_walk(templates->dir, arena, &list);
    if (error && fs_kind(templates->dir, false) != FS_MISSING) {
        unreadable(templates->dir, error, diags);
    }
    for (size_t i = 0; i < list.n; i++) {
        if (list.entries[i].error) {
            unreadable(path_join(arena, templates->dir, list.entries[i].name),
                       list.entries[i].error, diags);
        }
    }
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
    for (size_t i = 0; i < builtin_count && !templates->alone; i++) {
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
