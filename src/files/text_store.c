/* SPDX-License-Identifier: MIT */
#include "files/text_store.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "files/fd.h"
#include "files/fs_at.h"
#include "files/path.h"
#include "files/state_file.h"

/* A multiple of the size of any page, as places in the file must be. */
enum { BLOCK = 1 << 20 };

void text_store_init(struct text_store *store, str path)
{
    *store = (struct text_store){.path = path};
    pthread_mutex_init(&store->lock, NULL);
}

/* The name is gone before anything is written. */
static int open_file(struct text_store *store)
{
    int folder;
    int error = state_file_open_folder(path_dir(store->path), &folder);
    if (!error) {
        str name = path_base(store->path);
        error = fd_create_over(folder, name, 0600, &store->fd);
        store->opened = !error;
        error = error ? error : fs_at_unlink(folder, name);
        close(folder);
    }
    return error;
}

/* Whether the file can be mapped at all has to be known before it takes the
 * block's place. */
static bool map_file(const struct text_store *store,
                     const struct text_block *block)
{
    off_t at = (off_t)store->end;
    void *p = mmap(NULL, block->n, PROT_READ, MAP_PRIVATE, store->fd, at);
    if (p == MAP_FAILED) {
        return false;
    }
    munmap(p, block->n);
    p = mmap(block->p, block->n, PROT_READ, MAP_PRIVATE | MAP_FIXED, store->fd,
             at);
    if (p == MAP_FAILED) {
        arena_out_of_memory();
    }
    return true;
}

/* Other threads may read the block meanwhile: it says the same before and
 * after. */
static bool move_to_file(struct text_store *store, struct text_block *block)
{
    if (!store->opened && open_file(store) != 0) {
        return false;
    }
    if (fd_write_all(store->fd, (str){block->p, block->n}) != 0) {
        return false;
    }
    bool written = map_file(store, block);
    store->end += block->n;
    pthread_mutex_lock(&store->lock);
    block->written = written;
    pthread_mutex_unlock(&store->lock);
    return written;
}

static char *new_block(size_t n)
{
    void *p = n ? mmap(NULL, n, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                : MAP_FAILED;
    if (p == MAP_FAILED) {
        arena_out_of_memory();
    }
    return p;
}

static void add_block(struct text_store *store, size_t wanted)
{
    size_t n = (wanted + BLOCK - 1) / BLOCK * BLOCK; /* 0: an overflow */
    if (store->blocks.n && !store->failed) {
        struct text_block *last = &store->blocks.p[store->blocks.n - 1];
        store->failed = !move_to_file(store, last);
        text_store_release(store);
    }
    char *p = new_block(n);
    pthread_mutex_lock(&store->lock);
    *VEC_PUSH(&store->blocks, &store->arena) =
        (struct text_block){.p = p, .n = n};
    pthread_mutex_unlock(&store->lock);
    store->used = 0;
}

str text_store_put(struct text_store *store, str text)
{
    if (!text.n) {
        return (str){text.p ? "" : NULL, 0};
    }
    if (!store->path.p) {
        return arena_str(&store->arena, text);
    }
    size_t n = store->blocks.n;
    if (!n || store->blocks.p[n - 1].n - store->used < text.n) {
        add_block(store, text.n);
        n = store->blocks.n;
    }
    char *p = store->blocks.p[n - 1].p + store->used;
    memcpy(p, text.p, text.n);
    store->used += text.n;
    return (str){p, text.n};
}

void text_store_release(struct text_store *store)
{
    if (!store->path.p) {
        return;
    }
    pthread_mutex_lock(&store->lock);
    for (size_t i = 0; i < store->blocks.n; i++) {
        const struct text_block *block = &store->blocks.p[i];
        if (block->written) {
            madvise(block->p, block->n, MADV_DONTNEED);
        }
    }
    pthread_mutex_unlock(&store->lock);
}

size_t text_store_size(const struct text_store *store)
{
    size_t bytes = arena_size(&store->arena);
    for (size_t i = 0; i < store->blocks.n; i++) {
        const struct text_block *block = &store->blocks.p[i];
        bytes += block->written ? 0 : block->n;
    }
    return bytes;
}

void text_store_free(struct text_store *store)
{
    for (size_t i = 0; i < store->blocks.n; i++) {
        munmap(store->blocks.p[i].p, store->blocks.p[i].n);
    }
    if (store->opened) {
        fd_close(store->fd, 0);
    }
    if (store->path.p) {
        pthread_mutex_destroy(&store->lock);
    }
    arena_free(&store->arena);
    *store = (struct text_store){0};
}
