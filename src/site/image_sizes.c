/* SPDX-License-Identifier: MIT */
#include "site/image_sizes.h"

#include <errno.h>
#include <pthread.h>

#include "base/hash.h"
#include "base/memory/map.h"
#include "files/fs.h"
#include "files/path.h"
#include "images/picture_store.h"
#include "site/site.h"

struct image_sizes {
    pthread_mutex_t mutex; /* of all below */
    struct arena arena;
    struct map known; /* file -> struct image_look */
};

struct image_sizes *image_sizes_new(struct arena *arena)
{
    struct image_sizes *sizes = ARENA_NEW(arena, struct image_sizes);
    pthread_mutex_init(&sizes->mutex, NULL);
    return sizes;
}

static struct image_look look_at_image(str file)
{
    struct arena work = {0};
    struct image_look look = {0};
    str bytes;
    int error = fs_read_start(file, NULL, IMAGE_SIZE_BYTES, &work, &bytes);
    /* The link to a missing file gets its warning elsewhere. */
    bool missing = error == ENOENT || error == ENOTDIR || error == EISDIR ||
                   error == EINVAL || error == ENAMETOOLONG;
    look.error = missing ? 0 : error;
    look.known = !error && image_size_read(bytes, &look.size);
    arena_free(&work);
    return look;
}

/* Two threads may read it at once: the first one's answer is kept. */
static const struct image_look *keep(struct image_sizes *sizes, str file,
                                     const struct image_look *seen)
{
    struct image_look *kept = map_get(&sizes->known, file);
    if (!kept) {
        kept = ARENA_NEW(&sizes->arena, struct image_look);
        *kept = *seen;
        *map_put(&sizes->known, &sizes->arena, arena_str(&sizes->arena, file)) =
            kept;
    }
    return kept;
}

static const struct image_look *look_once(struct image_sizes *sizes, str file)
{
    pthread_mutex_lock(&sizes->mutex);
    const struct image_look *known = map_get(&sizes->known, file);
    pthread_mutex_unlock(&sizes->mutex);
    if (!known) {
        struct image_look seen = look_at_image(file);
        pthread_mutex_lock(&sizes->mutex);
        known = keep(sizes, file, &seen);
        pthread_mutex_unlock(&sizes->mutex);
    }
    return known;
}

/* A picture whose stat is known need not be opened. */
static bool is_stored(const struct site *site, const struct asset *asset,
                      struct image_look *look)
{
    struct picture_store *store = site->options.pictures;
    const struct picture_known *known =
        store && asset->file->stat.kind == FS_FILE
            ? picture_store_look(store, asset->file->source, &asset->file->stat)
            : NULL;
    bool stored = known && !known->error && known->look.width;
    if (stored) {
        *look = (struct image_look){
            .known = true, .size = {known->look.width, known->look.height}};
    }
    return stored;
}

struct image_look image_sizes_find(struct image_sizes *sizes,
                                   const struct site *site, str name, str *file,
                                   struct arena *work)
{
    bool rooted = str_starts(name, STR("/"));
    str path = str_from_offset(name, rooted);
    const struct asset *asset = site_asset(site, path, work);
    struct image_look look = {0};
    *file = (str){NULL, 0};
    if (asset || rooted) {
        *file = path_join(work, asset ? STR("content") : STR("static"),
                          asset ? asset->file->path : path);
        if (!asset || !is_stored(site, asset, &look)) {
            look = *look_once(sizes, *file);
        }
    }
    return look;
}

/* A file that can't be read has another hash than any that was read. */
uint64_t image_look_hash(struct image_look look)
{
    return look.error   ? UINT64_MAX
           : look.known ? hash64_mix((uint64_t)look.size.width,
                                     (uint64_t)look.size.height)
                        : 0;
}

void image_sizes_free(struct image_sizes *sizes)
{
    pthread_mutex_destroy(&sizes->mutex);
    arena_free(&sizes->arena);
}
