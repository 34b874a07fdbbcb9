/* SPDX-License-Identifier: MIT */
#include "site/content.h"

#include <errno.h>
#include <string.h>

#include "base/fs.h"
#include "base/map.h"
#include "base/path.h"

/* .git, .#lock, name~, #name#, name.swp: never published. */
static bool is_hidden_part(str part)
{
    return str_starts(part, STR(".")) || str_ends(part, STR("~")) ||
           str_starts(part, STR("#")) || str_ends(part, STR(".swp"));
}

static bool is_hidden(str path)
{
    str part;
    while (str_split(&path, '/', &part)) {
        if (is_hidden_part(part)) {
            return true;
        }
    }
    return false;
}

/* "2024-03-05-" at the start of a name, with something behind it. */
static bool has_date(str name)
{
    static const char pattern[] = "dddd-dd-dd-";
    size_t n = sizeof pattern - 1;
    if (name.n <= n) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        bool fits =
            pattern[i] == 'd' ? is_digit(name.p[i]) : name.p[i] == pattern[i];
        if (!fits) {
            return false;
        }
    }
    return true;
}

/* The nearest folder above path that has an index.md. */
static str find_bundle(const struct map *bundles, str path)
{
    for (str dir = path_dir(path); dir.n; dir = path_dir(dir)) {
        if (map_get(bundles, dir)) {
            return dir;
        }
    }
    return (str){NULL, 0};
}

static void classify(const struct map *bundles, struct content_file *file)
{
    str base = path_base(file->path);
    file->bundle = find_bundle(bundles, file->path);
    if (!str_eq(path_ext(base), STR(".md"))) {
        file->kind = CONTENT_ASSET;
        file->folder = path_dir(file->path);
        file->name = base;
        return;
    }
    if (str_eq(base, STR("_index.md"))) {
        file->kind = CONTENT_INDEX;
        file->folder = path_dir(file->path);
        file->name = path_base(file->folder);
        return;
    }
    bool bundle = str_eq(base, STR("index.md"));
    str place = bundle ? path_dir(file->path) : file->path;
    file->folder = path_dir(place);
    file->name = path_base(place);
    if (!bundle) {
        file->name.n -= strlen(".md");
    }
    if (has_date(file->name)) {
        file->date = str_sub(file->name, 0, strlen("2024-03-05"));
        file->name = str_from_offset(file->name, strlen("2024-03-05-"));
    }
    file->kind = file->folder.n ? CONTENT_POST : CONTENT_PAGE;
}

/* Whether what the link leads to is inside the site. */
static bool stays_inside(str path, str root, struct arena *arena)
{
    str real;
    if (fs_real(path, arena, &real) != 0) {
        return true; /* it leads nowhere: reading it will say so */
    }
    return str_starts(real, root) &&
           (real.n == root.n || real.p[root.n] == '/');
}

static bool wanted(const struct fs_entry *entry, str dir, str root,
                   struct arena *arena, struct diags *diags)
{
    if (is_hidden(entry->name) || entry->kind == FS_DIR ||
        entry->kind == FS_OTHER) {
        return false;
    }
    str path = path_join(arena, dir, entry->name);
    if (entry->link && !stays_inside(path, root, arena)) {
        struct source *source = ARENA_NEW(arena, struct source);
        source->name = path;
        struct diag *diag =
            diag_warning(diags, span_of(source, 0, 0), "link-outside",
                         "the link leads out of the site: not published");
        diag_hint(diag, "put the file itself here");
        return false;
    }
    return true;
}

static void no_content(str dir, int error, struct diags *diags)
{
    struct source source = {.name = dir};
    struct diag *diag =
        error == ENOENT ? diag_error(diags, (span){0}, "unreadable",
                                     "there is no folder %.*s/", STR_ARG(dir))
                        : diag_error(diags, span_of(&source, 0, 0),
                                     "unreadable", "%s", strerror(error));
    diag_hint(diag, "posts are content/SECTION/NAME.md");
}

bool content_scan(str dir, str root, struct arena *arena, struct diags *diags,
                  struct content *out)
{
    struct fs_list list;
    int error = fs_walk(dir, arena, &list);
    if (error) {
        no_content(dir, error, diags);
        return false;
    }
    str real_root = root;
    fs_real(root, arena, &real_root);
    struct map bundles = {0};
    size_t counts[CONTENT_ASSET + 1] = {0};
    for (size_t i = 0; i < list.n; i++) {
        if (str_eq(path_base(list.entries[i].name), STR("index.md"))) {
            str folder = path_dir(list.entries[i].name);
            *map_put(&bundles, arena, folder) = &list.entries[i];
        }
    }
    for (size_t i = 0; i < list.n; i++) {
        if (wanted(&list.entries[i], dir, real_root, arena, diags)) {
            struct content_file *file = VEC_PUSH(&out->files, arena);
            *file = (struct content_file){.path = list.entries[i].name};
            classify(&bundles, file);
            file->index = counts[file->kind]++;
        }
    }
    return true;
}
