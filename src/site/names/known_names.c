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

static size_t content_names(const struct site *site, bool posts, str *out)
{
    size_t n = 0;
    for (size_t i = 0; i < site->content.files.n; i++) {
        str path = site->content.files.p[i]->path;
        if (posts || tree_post_ext(path).n == 0) {
            out[n++] = path;
        }
    }
    return n;
}

static size_t post_names(const struct site *site, str *out)
{
    size_t n = 0;
    for (size_t i = 0; i < site->nall; i++) {
        out[n++] = site->all[i].file->path;
    }
    return n;
}

static void make_names(struct file_names *names, const struct site *site,
                       enum file_names_of which)
{
    size_t n;
    str *paths = ARENA_ARRAY(&names->arena, str, site->content.files.n);
    if (which == NAMES_POSTS) {
        n = post_names(site, paths);
    } else {
        n = content_names(site, which == NAMES_CONTENT, paths);
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
