/* SPDX-License-Identifier: MIT */
#include "site/config/theme_files.h"

#include <errno.h>
#include <string.h>

#include "base/hash.h"
#include "data/scan.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/source_file.h"
#include "site/config/builtin.h"
#include "site/content/content.h"

static const str builtin_prefix = STR_INIT("templates/");
static const str theme_prefix = STR_INIT("theme/");

/* Of a name that no file has. */
static const struct source absent;

static const struct source *load_builtin(struct theme_files *files, str name)
{
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtin_files[i];
        if (str_starts(builtin->name, builtin_prefix) &&
            str_eq(str_from_offset(builtin->name, builtin_prefix.n), name)) {
            struct source *source = ARENA_NEW(files->arena, struct source);
            source->name = arena_concat(files->arena, theme_prefix, name);
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

/* name: of the template. */
static bool is_allowed(const struct theme_files *files,
                       const struct template_dir *dir, str path, str name,
                       struct diags *diags)
{
    struct source source = {.name = path};
    const struct tree_links *links = &dir->links;
    str real;
    if (fs_real(path, files->arena, &real) != 0) {
        return true; /* reading it will say why */
    }
    bool plain = !links->is_link &&
                 str_eq(real, path_join(files->arena, links->dir, name));
    return plain ||
           tree_links_allow(links, real, span_of(&source, 0, 0), true, diags);
}

static const struct source *load_file(const struct theme_files *files, str path,
                                      const struct fs_stat *found,
                                      struct diags *diags)
{
    struct source *source = ARENA_NEW(files->arena, struct source);
    source->name = path;
    bool read = source_file_read_listed(source, found, files->arena, diags);
    span all = span_of(source, 0, source->text.n);
    return read && scan_utf8(all, diags, NULL) ? source : NULL;
}

static const struct source *find_theme_file(struct theme_files *files, str name,
                                            struct diags *diags)
{
    str normal;
    struct fs_stat stat;
    if (!path_normal(files->arena, name, &normal)) {
        return NULL;
    }
    if (!files->alone && str_starts(normal, theme_prefix)) {
        return load_builtin(files, str_from_offset(normal, theme_prefix.n));
    }
    for (size_t i = 0; i < files->ndirs; i++) {
        const struct template_dir *dir = &files->dirs[i];
        bool its = dir->name.n && str_starts(normal, dir->name);
        str below = str_from_offset(normal, its ? dir->name.n : 0);
        str path = path_join(files->arena, dir->path, below);
        int error = fs_stat(path, &stat);
        if (error == 0 && stat.kind == FS_FILE) {
            return is_allowed(files, dir, path, below, diags)
                       ? load_file(files, path, &stat, diags)
                       : NULL;
        }
        if (error == EACCES) {
            closed(path, diags);
            return NULL;
        }
    }
    return files->alone ? NULL : load_builtin(files, normal);
}

/* Each caller gets the diagnostics of a file with mistakes. */
const struct source *theme_files_load(struct theme_files *files, str name,
                                      struct diags *diags)
{
    const struct source *found = map_get(&files->known, name);
    if (found) {
        return found == &absent ? NULL : found;
    }
    size_t errors = diags->errors;
    const struct source *source = find_theme_file(files, name, diags);
    if (source && str_find(source->text, STR("backlinks")) != STR_NONE) {
        files->names_backlinks = true;
    }
    if (diags->errors == errors) {
        *map_put(&files->known, files->arena, arena_str(files->arena, name)) =
            (void *)(uintptr_t)(source ? source : &absent);
    }
    return source;
}

static void add_dir(struct theme_files *files, str path, str name)
{
    struct template_dir *dir = &files->dirs[files->ndirs++];
    dir->path = path;
    dir->name = name;
    tree_links_open(&dir->links, &files->site, path, files->arena);
}

void theme_files_of_site(struct theme_files *files, const struct config *config,
                         struct arena *arena)
{
    *files = (struct theme_files){.site = content_tree(config, false),
                                  .arena = arena};
    add_dir(files, STR("templates"), (str){0});
    if (config->theme.n) {
        add_dir(files, path_join(arena, config->theme, STR("templates")),
                arena_concat(arena, config->theme, STR("/")));
    }
}

void theme_files_of_folder(struct theme_files *files, str dir,
                           struct arena *arena)
{
    *files = (struct theme_files){
        .site = {.root = dir}, .alone = true, .arena = arena};
    add_dir(files, dir, (str){0});
}

/* Folders of Hugo's and Jekyll's, where there are no templates. */
static void check_foreign(str parent, struct arena *arena, struct diags *diags)
{
    static const struct {
        str name;
        const char *place, *cure;
    } folders[] = {
        {STR_INIT("_layouts"),
         "templates are in templates/, in Jinja's language",
         "begin one with: crumb eject post.html"},
        {STR_INIT("_posts"), "posts are in content/",
         "move it there: content/_posts/"},
        {STR_INIT("archetypes"),
         "archetypes are in templates/archetypes/, in Jinja's language",
         "write templates/archetypes/posts.md for crumb new posts"},
        {STR_INIT("i18n"), "words are in templates/i18n/, in YAML",
         "crumb eject i18n/en.yaml shows those of the theme"},
        {STR_INIT("layouts"),
         "templates are in templates/, in Jinja's language",
         "begin one with: crumb eject post.html"},
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        struct source source = {.name =
                                    path_join(arena, parent, folders[i].name)};
        if (fs_kind(source.name, true) == FS_DIR) {
            struct diag *diag =
                diag_warning(diags, span_of(&source, 0, 0), "skipped-file",
                             "this folder is not read: %s", folders[i].place);
            diag_hint(diag, "%s", folders[i].cure);
        }
    }
}

static void check_dir(const struct theme_files *files, str dir,
                      struct diags *diags)
{
    struct arena *arena = files->arena;
    struct fs_list list = {0};
    int error = fs_walk(dir, arena, &list);
    if (error && fs_kind(dir, false) != FS_MISSING) {
        unreadable(dir, error, diags);
    } else if (error && !files->alone) {
        check_foreign(path_dir(dir), arena, diags);
    }
    for (size_t i = 0; i < list.n; i++) {
        if (list.entries[i].error) {
            unreadable(path_join(arena, dir, list.entries[i].name),
                       list.entries[i].error, diags);
        }
    }
}

void theme_files_check(const struct theme_files *files, struct diags *diags)
{
    for (size_t i = 0; i < files->ndirs; i++) {
        check_dir(files, files->dirs[i].path, diags);
    }
}

void theme_files_names(const struct theme_files *files, struct arena *arena,
                       const str **names, size_t *n)
{
    VEC(str) all = {0};
    for (size_t i = 0; i < files->ndirs; i++) {
        struct fs_list list = {0};
        fs_walk(files->dirs[i].path, arena, &list);
        for (size_t k = 0; k < list.n; k++) {
            *VEC_PUSH(&all, arena) = list.entries[k].name;
        }
    }
    for (size_t i = 0; i < builtin_count && !files->alone; i++) {
        if (str_starts(builtin_files[i].name, builtin_prefix)) {
            *VEC_PUSH(&all, arena) =
                str_from_offset(builtin_files[i].name, builtin_prefix.n);
        }
    }
    *names = all.p;
    *n = all.n;
}

static const struct source *load_template(void *files, str name,
                                          struct diags *diags)
{
    return theme_files_load(files, name, diags);
}

static void list_names(void *files, struct arena *arena, const str **names,
                       size_t *n)
{
    theme_files_names(files, arena, names, n);
}

static str replaced_template(void *templates, struct arena *arena, str name)
{
    struct theme_files *files = templates;
    bool built_in = !files->alone && load_builtin(files, name);
    return built_in ? arena_concat(arena, theme_prefix, name) : (str){NULL, 0};
}

struct jinja_host theme_files_host(struct theme_files *files)
{
    return (struct jinja_host){.load = load_template,
                               .names = list_names,
                               .replaced = replaced_template,
                               .templates = files};
}

uint64_t theme_files_hash(const struct source *source)
{
    return source ? hash64(source->name) ^ hash64(source->text) : 0;
}
