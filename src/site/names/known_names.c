/* SPDX-License-Identifier: MIT */
#include "site/names/known_names.h"

#include <pthread.h>

#include "files/tree/tree.h"
#include "site/published_files.h"
#include "site/site.h"

enum { ORDERS = NAMES_PUBLISHED + 1 };

struct file_names {
    pthread_mutex_t mutex; /* of all below */
    struct arena arena;
    struct nearest orders[ORDERS];
    bool made[ORDERS];
};

struct file_names *file_names_new(struct arena *arena)
{
    struct file_names *names = ARENA_NEW(arena, struct file_names);
    pthread_mutex_init(&names->mutex, NULL);
    return names;
}

static void make_names(struct file_names *names, const struct site *site,
                       enum file_names_of which)
{
    size_t n = 0;
    str *paths = ARENA_ARRAY(&names->arena, str, site->content.files.n);
    for (size_t i = 0; which == NAMES_POSTS && i < site->nall; i++) {
        paths[n++] = site->all[i].file->path;
    }
    for (size_t i = 0; which != NAMES_POSTS && i < site->content.files.n; i++) {
        str path = site->content.files.p[i]->path;
        if (which == NAMES_CONTENT || tree_post_ext(path).n == 0) {
            paths[n++] = path;
        }
    }
    nearest_make(&names->orders[which], paths, n, &names->arena);
}

const struct nearest *file_names_of(struct file_names *names,
                                    const struct site *site,
                                    enum file_names_of which)
{
    pthread_mutex_lock(&names->mutex);
    if (!names->made[which]) {
        make_names(names, site, which);
        names->made[which] = true;
    }
    pthread_mutex_unlock(&names->mutex);
    return &names->orders[which];
}

const struct nearest *file_names_published(struct file_names *names,
                                           const struct published_files *files)
{
    struct nearest *order = &names->orders[NAMES_PUBLISHED];
    pthread_mutex_lock(&names->mutex);
    if (!names->made[NAMES_PUBLISHED]) {
        nearest_make(order, files->list.p, files->list.n, &names->arena);
        names->made[NAMES_PUBLISHED] = true;
    }
    pthread_mutex_unlock(&names->mutex);
    return order;
}

void file_names_free(struct file_names *names)
{
    pthread_mutex_destroy(&names->mutex);
    arena_free(&names->arena);
}
