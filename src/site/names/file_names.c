/* SPDX-License-Identifier: MIT */
#include "site/names/file_names.h"

#include <pthread.h>

#include "base/hash.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "site/site.h"

/* --- files that are published --- */

void published_files_add(struct published_files *files, struct arena *arena,
                         str path, struct published_file file)
{
    struct published_file *kept = ARENA_NEW(arena, struct published_file);
    *kept = file;
    files->optional += file.optional;
    *VEC_PUSH(&files->list, arena) = path;
    *map_put(&files->by_path, arena, path) = kept;
}

const struct published_file *
published_files_find(const struct published_files *files, str path)
{
    return map_get(&files->by_path, path);
}

uint64_t published_files_hash(const struct published_files *files,
                              uint64_t hash)
{
    for (size_t i = 0; i < files->list.n; i++) {
        hash = hash64_mix(hash, hash64(files->list.p[i]));
    }
    return hash;
}

/* --- names in order --- */

struct file_names {
    pthread_mutex_t mutex; /* of all below */
    struct arena arena;
    struct nearest orders[NAMES_PUBLISHED + 1];
    bool made[NAMES_PUBLISHED + 1];
};

struct file_names *file_names_new(struct arena *arena)
{
    struct file_names *names = ARENA_NEW(arena, struct file_names);
    pthread_mutex_init(&names->mutex, NULL);
    return names;
}

void file_names_free(struct file_names *names)
{
    pthread_mutex_destroy(&names->mutex);
    arena_free(&names->arena);
}

static void make_names(const struct site *site, enum file_names_of which,
                       struct nearest *order)
{
    struct arena *arena = &site->file_names->arena;
    size_t n = 0;
    str *paths = ARENA_ARRAY(arena, str, site->content.files.n);
    for (size_t i = 0; which == NAMES_POSTS && i < site->nall; i++) {
        paths[n++] = site->all[i].file->path;
    }
    for (size_t i = 0; which == NAMES_ASSETS && i < site->assets.n; i++) {
        paths[n++] = site->assets.p[i].file->path;
    }
    for (size_t i = 0; which == NAMES_CONTENT && i < site->content.files.n;
         i++) {
        paths[n++] = site->content.files.p[i]->path;
    }
    nearest_make(order, paths, n, arena);
}

const struct nearest *file_names_of(const struct site *site,
                                    enum file_names_of which,
                                    const struct published_files *published)
{
    struct file_names *names = site->file_names;
    struct nearest *order = &names->orders[which];
    pthread_mutex_lock(&names->mutex);
    if (!names->made[which] && which == NAMES_PUBLISHED) {
        nearest_make(order, published->list.p, published->list.n,
                     &names->arena);
    } else if (!names->made[which]) {
        make_names(site, which, order);
    }
    names->made[which] = true;
    pthread_mutex_unlock(&names->mutex);
    return order;
}

/* --- a file by its name --- */

/* p == NULL: no file of content/ is there. */
static str at_path(const struct site *site, str folder, str name,
                   struct arena *arena)
{
    str path;
    const struct asset *asset =
        path_normal(arena, path_join(arena, folder, name), &path)
            ? site_asset(site, path, arena)
            : NULL;
    return asset ? asset->file->path : (str){NULL, 0};
}

/* A picture of content/ is published too, and then counts once. */
static str by_end(const struct site *site,
                  const struct published_files *published, str name,
                  struct arena *arena)
{
    str found = {NULL, 0};
    str other = {NULL, 0};
    str end = arena_concat(arena, STR("/"), name);
    size_t n = tree_post_ext(name).n
                   ? 0
                   : nearest_ending(file_names_of(site, NAMES_CONTENT, NULL),
                                    end, &found);
    size_t all = n;
    if (published) {
        all = nearest_ending(file_names_of(site, NAMES_PUBLISHED, published),
                             end, &other);
    }
    return n > 1 || all > 1 ? (str){NULL, 0} : n ? found : other;
}

str named_file_find(const struct site *site,
                    const struct published_files *published, str folder,
                    str name, struct arena *arena)
{
    name = str_trim(name);
    str bare = path_rootless(name);
    str found = {NULL, 0};
    if (bare.n == name.n) {
        found = at_path(site, folder, name, arena);
    }
    if (!found.p) {
        found = at_path(site, STR(""), bare, arena);
    }
    if (!found.p && published && published_files_find(published, bare)) {
        found = bare;
    }
    if (!found.p && bare.n) {
        found = by_end(site, published, bare, arena);
    }
    return found.p ? arena_concat(arena, STR("/"), found) : found;
}
