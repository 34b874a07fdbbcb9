/* SPDX-License-Identifier: MIT */
#include "serve/page_store.h"

#include <pthread.h>

#include "base/memory/buf.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "serve/client/client.h"

struct page {
    struct page_store *store;
    struct page *next; /* in the list of free pages */
    unsigned users;    /* the store is one */
    struct buf bytes;
    struct hash128 hash;
};

/* A file of the site. */
struct entry {
    str file;
    struct page *page;     /* the last good version, or NULL */
    struct entry *earlier; /* neighbours in the list, if it has a page */
    struct entry *later;
    uint32_t revision; /* in which it was found so */
    bool broken;
    bool absent; /* there is no such file; then there is no page either */
    bool shown;
    unsigned site; /* that the page is of */
};

/* A file that the site did not have in that revision. */
struct absent {
    struct hash128 file; /* of its name */
    uint32_t revision;   /* 0: none */
};

enum { MOST_ABSENT = 1024 };

struct page_store {
    pthread_mutex_t mutex;
    struct arena arena;
    struct map entries;
    struct absent absent[MOST_ABSENT]; /* that have no entry; a ring */
    size_t nabsent;
    VEC(struct entry *) shown;
    struct entry *first; /* requested longest ago */
    struct entry *last;
    struct page *free;
    size_t bytes;
    size_t most;
    uint32_t revision;
    unsigned site; /* counted: page_store_distrust */
};

/* --- the list, by the time of the last request --- */

static void unlist(struct page_store *store, struct entry *entry)
{
    *(entry->earlier ? &entry->earlier->later : &store->first) = entry->later;
    *(entry->later ? &entry->later->earlier : &store->last) = entry->earlier;
    entry->earlier = entry->later = NULL;
}

/* Moves the entry to the end. */
static void note_request(struct page_store *store, struct entry *entry)
{
    unlist(store, entry);
    entry->earlier = store->last;
    *(store->last ? &store->last->later : &store->first) = entry;
    store->last = entry;
}

/* --- pages --- */

/* Releases a reference. The store's mutex is held. */
static void release_locked(struct page *page)
{
    page->users--;
    if (page->users == 0) {
        buf_free(&page->bytes);
        page->next = page->store->free;
        page->store->free = page;
    }
}

static void drop_page(struct page_store *store, struct entry *entry)
{
    if (entry->page) {
        store->bytes -= entry->page->bytes.n;
        release_locked(entry->page);
        entry->page = NULL;
        unlist(store, entry);
    }
}

/* spare: a page that a request waits for, or NULL. */
static void make_room(struct page_store *store, const struct entry *spare)
{
    struct entry *next;
    for (struct entry *e = store->first; e && store->bytes > store->most;
         e = next) {
        next = e->later;
        if (!e->shown && !e->broken && e != spare) {
            drop_page(store, e);
        }
    }
}

/* The last revision in which a file without an entry was absent; 0: none. */
static uint32_t absent_in(const struct page_store *store, str file)
{
    struct hash128 name = hash128(file);
    uint32_t last = 0;
    for (size_t i = 0; i < MOST_ABSENT; i++) {
        const struct absent *absent = &store->absent[i];
        if (absent->revision > last && hash128_eq(absent->file, name)) {
            last = absent->revision;
        }
    }
    return last;
}

static struct entry *make_entry(struct page_store *store, str file)
{
    struct entry *entry = map_get(&store->entries, file);
    if (!entry) {
        entry = ARENA_NEW(&store->arena, struct entry);
        entry->file = arena_str(&store->arena, file);
        entry->revision = absent_in(store, file);
        entry->absent = entry->revision > 0;
        *map_put(&store->entries, &store->arena, entry->file) = entry;
    }
    return entry;
}

struct page_store *page_store_new(size_t most)
{
    struct arena arena = {0};
    struct page_store *store = ARENA_NEW(&arena, struct page_store);
    store->arena = arena;
    store->most = most;
    pthread_mutex_init(&store->mutex, NULL);
    return store;
}

void page_store_free(struct page_store *store)
{
    if (!store) {
        return;
    }
    while (store->first) {
        drop_page(store, store->first);
    }
    pthread_mutex_destroy(&store->mutex);
    struct arena arena = store->arena;
    arena_free(&arena);
}

/* --- the loop --- */

enum store_state page_store_get(struct page_store *store, str file,
                                struct page **page)
{
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = map_get(&store->entries, file);
    uint32_t revision = entry ? entry->revision : absent_in(store, file);
    bool absent = entry ? entry->absent : revision > 0;
    bool known = absent || (entry && (entry->page || entry->broken));
    enum store_state state = !known                       ? STORE_MISSING
                             : revision < store->revision ? STORE_STALE
                             : absent                     ? STORE_ABSENT
                             : entry->broken              ? STORE_BROKEN
                                                          : STORE_CURRENT;
    *page = entry ? entry->page : NULL;
    if (*page) {
        (*page)->users++;
        note_request(store, entry);
    }
    pthread_mutex_unlock(&store->mutex);
    return state;
}

str page_bytes(const struct page *page)
{
    return buf_str(&page->bytes);
}

struct hash128 page_hash(const struct page *page)
{
    return page->hash;
}

void page_release(struct page *page)
{
    struct page_store *store = page->store;
    pthread_mutex_lock(&store->mutex);
    release_locked(page);
    pthread_mutex_unlock(&store->mutex);
}

void page_store_show(struct page_store *store, const str *files, size_t n)
{
    pthread_mutex_lock(&store->mutex);
    for (size_t i = 0; i < store->shown.n; i++) {
        store->shown.p[i]->shown = false;
    }
    store->shown.n = 0;
    for (size_t i = 0; i < n; i++) {
        struct entry *entry = map_get(&store->entries, files[i]);
        if (entry && !entry->shown) {
            entry->shown = true;
            *VEC_PUSH(&store->shown, &store->arena) = entry;
        }
    }
    make_room(store, NULL);
    pthread_mutex_unlock(&store->mutex);
}

/* --- the build thread --- */

enum store_change page_store_put(struct page_store *store, str file, str bytes,
                                 uint32_t revision, bool asked)
{
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = make_entry(store, file);
    bool other = entry->page && entry->site != store->site;
    enum store_change change = entry->absent || other ? STORE_NEW : STORE_OTHER;
    if (entry->page) {
        str before = buf_str(&entry->page->bytes);
        change = str_eq(before, bytes)                         ? STORE_SAME
                 : !other && client_is_restyled(before, bytes) ? STORE_RESTYLED
                                                               : change;
        store->bytes -= before.n;
        release_locked(entry->page);
    } else {
        entry->later = store->first;
        *(store->first ? &store->first->earlier : &store->last) = entry;
        store->first = entry;
    }
    struct page *page = store->free;
    if (page) {
        store->free = page->next;
    } else {
        page = ARENA_NEW(&store->arena, struct page);
    }
    *page = (struct page){.store = store, .users = 1, .hash = hash128(bytes)};
    buf_put(&page->bytes, bytes);
    entry->page = page;
    entry->revision = revision;
    entry->broken = entry->absent = false;
    entry->site = store->site;
    store->bytes += bytes.n;
    if (asked) {
        note_request(store, entry);
    }
    make_room(store, asked ? entry : NULL);
    pthread_mutex_unlock(&store->mutex);
    return change;
}

bool page_store_has(struct page_store *store, str file)
{
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = map_get(&store->entries, file);
    bool has = entry && entry->page && entry->site == store->site;
    pthread_mutex_unlock(&store->mutex);
    return has;
}

void page_store_distrust(struct page_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->site++;
    pthread_mutex_unlock(&store->mutex);
}

bool page_store_keep(struct page_store *store, str file, uint32_t revision)
{
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = map_get(&store->entries, file);
    bool kept = entry && entry->page && entry->site == store->site;
    if (kept) {
        entry->revision = revision;
        entry->broken = false;
    }
    pthread_mutex_unlock(&store->mutex);
    return kept;
}

void page_store_fail(struct page_store *store, str file, uint32_t revision)
{
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = make_entry(store, file);
    entry->revision = revision;
    entry->broken = true;
    entry->absent = false;
    pthread_mutex_unlock(&store->mutex);
}

void page_store_remove(struct page_store *store, str file, uint32_t revision)
{
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = map_get(&store->entries, file);
    if (entry) {
        drop_page(store, entry);
        entry->revision = revision;
        entry->broken = false;
        entry->absent = true;
    } else {
        store->absent[store->nabsent++ % MOST_ABSENT] =
            (struct absent){hash128(file), revision};
    }
    pthread_mutex_unlock(&store->mutex);
}

void page_store_advance(struct page_store *store, uint32_t revision)
{
    pthread_mutex_lock(&store->mutex);
    store->revision = revision;
    pthread_mutex_unlock(&store->mutex);
}
