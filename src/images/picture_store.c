/* SPDX-License-Identifier: MIT */
#include "images/picture_store.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "base/memory/map.h"
#include "base/memory/vec.h"
#include "base/pack.h"
#include "files/fs.h"
#include "files/path.h"
#include "files/record_file.h"
#include "files/replace.h"
#include "files/state_file.h"

/* The number changes with the records of the index. */
#define HEADER "crumb-pictures 7\n"

struct entry {
    struct picture_facts facts;
    struct fs_stat stat;
    uint32_t colour; /* plus one; 0: nothing has asked for it */
    bool racy;       /* written so shortly before that a change may not show */
    bool used;
    bool lost; /* no longer there, or another picture */
};

struct picture_store {
    str folder;
    pthread_mutex_t mutex; /* of all below */
    struct arena arena;
    VEC(struct entry *) entries;
    struct map by_file; /* the newest entry of each */
    struct map used;    /* names of forms in the folder */
    struct map unused;  /* digits of pictures that are there, not in use */
    bool changed;
    bool complete;
};

/* --- the index --- */

static str index_path(const struct picture_store *store, struct arena *arena)
{
    return path_join(arena, store->folder, STR("index"));
}

static void pack_entry(const struct entry *entry, struct buf *out)
{
    const struct image_header *header = &entry->facts.header;
    pack_str(out, entry->facts.file);
    pack_uint(out, entry->stat.size);
    pack_uint(out, entry->stat.inode);
    pack_int(out, entry->stat.modified);
    pack_int(out, entry->stat.changed);
    pack_uint(out, entry->facts.problem);
    pack_word(out, entry->facts.hash);
    pack_uint(out, header->kind);
    pack_uint(out, header->width);
    pack_uint(out, header->height);
    pack_uint(out, header->orientation);
    pack_bool(out, header->moves);
    pack_uint(out, entry->colour);
    for (size_t i = 0; i < PICTURE_TEXTS; i++) {
        pack_str(out, entry->facts.details.texts[i]);
    }
    pack_bool(out, entry->facts.details.has_place);
    pack_int(out, entry->facts.details.latitude);
    pack_int(out, entry->facts.details.longitude);
}

static struct entry unpack_entry(struct unpack *in)
{
    struct entry entry = {.stat.kind = FS_FILE};
    struct image_header *header = &entry.facts.header;
    entry.facts.file = unpack_str(in);
    entry.stat.size = unpack_uint(in);
    entry.stat.inode = unpack_uint(in);
    entry.stat.modified = unpack_int(in);
    entry.stat.changed = unpack_int(in);
    entry.facts.problem =
        (enum image_problem)unpack_uint_to(in, IMAGE_UNSUPPORTED);
    entry.facts.hash = unpack_word(in);
    header->kind = (enum image_kind)unpack_uint_to(in, IMAGE_FILM);
    header->width = unpack_uint32(in);
    header->height = unpack_uint32(in);
    header->orientation = (uint32_t)unpack_uint_to(in, 8);
    header->moves = unpack_bool(in);
    entry.colour = unpack_uint32(in);
    for (size_t i = 0; i < PICTURE_TEXTS; i++) {
        entry.facts.details.texts[i] = unpack_str(in);
    }
    entry.facts.details.has_place = unpack_bool(in);
    entry.facts.details.latitude = (int32_t)unpack_int(in);
    entry.facts.details.longitude = (int32_t)unpack_int(in);
    if (!header->width || !header->height) {
        unpack_fail(in);
    }
    return entry;
}

static struct entry *add_entry(struct picture_store *store,
                               const struct entry *entry)
{
    struct entry *kept = ARENA_NEW(&store->arena, struct entry);
    *kept = *entry;
    *VEC_PUSH(&store->entries, &store->arena) = kept;
    *map_put(&store->by_file, &store->arena, kept->facts.file) = kept;
    return kept;
}

static void read_index(struct picture_store *store)
{
    enum { LEAST = 20 };
    struct unpack in;
    if (!record_file_read(index_path(store, &store->arena), STR(HEADER),
                          &store->arena, &in)) {
        return;
    }
    size_t n = unpack_count(&in, LEAST);
    for (size_t i = 0; i < n && !in.failed; i++) {
        struct entry entry = unpack_entry(&in);
        if (!in.failed) {
            add_entry(store, &entry);
        }
    }
}

static int write_index(struct picture_store *store)
{
    struct arena work = {0};
    struct buf records = {0};
    size_t n = 0;
    for (size_t i = 0; i < store->entries.n; i++) {
        const struct entry *entry = store->entries.p[i];
        if (!entry->racy && !entry->facts.error && entry->facts.header.width &&
            map_get(&store->by_file, entry->facts.file) == entry &&
            !entry->lost) {
            pack_entry(entry, &records);
            n++;
        }
    }
    int error = n ? record_file_write(index_path(store, &work), STR(HEADER), n,
                                      buf_str(&records))
                  : 0;
    buf_free(&records);
    arena_free(&work);
    return error;
}

/* The name of a form: a hash of it, so many digits, and one of the picture. */
enum { FORM_DIGITS = 16 };

static str picture_digits(const struct picture_facts *facts,
                          struct arena *arena)
{
    return arena_printf(arena, "%016llx", (unsigned long long)facts->hash);
}

/* --- beginning and end --- */

struct picture_store *picture_store_new(str folder)
{
    struct picture_store *store = calloc(1, sizeof *store);
    if (!store) {
        arena_out_of_memory();
    }
    pthread_mutex_init(&store->mutex, NULL);
    if (folder.p) {
        store->folder = arena_str(&store->arena, folder);
        read_index(store);
    }
    return store;
}

void picture_store_free(struct picture_store *store)
{
    if (store) {
        pthread_mutex_destroy(&store->mutex);
        arena_free(&store->arena);
        free(store);
    }
}

/* A picture that this build does not show, one of a draft, keeps its forms for
 * the next build that does. */
static void find_unused(struct picture_store *store)
{
    for (size_t i = 0; i < store->entries.n; i++) {
        struct entry *entry = store->entries.p[i];
        struct fs_stat now;
        if (!entry->used) {
            entry->lost = fs_stat(entry->facts.file, &now) != 0 ||
                          !fs_stat_same(&entry->stat, &now);
        }
        if (!entry->used && !entry->lost) {
            str digits = picture_digits(&entry->facts, &store->arena);
            *map_put(&store->unused, &store->arena, digits) = entry;
        }
    }
}

static void remove_unused(struct picture_store *store)
{
    struct arena work = {0};
    struct fs_list list = {0};
    if (fs_kind(store->folder, false) == FS_DIR &&
        fs_list_dir(store->folder, &work, &list) == 0) {
        for (size_t i = 0; i < list.n; i++) {
            str name = list.entries[i].name;
            str digits = str_from_offset(name, FORM_DIGITS);
            if (!map_get(&store->used, name) &&
                !map_get(&store->unused, digits) &&
                !str_eq(name, STR("index"))) {
                fs_unlink(path_join(&work, store->folder, name));
            }
        }
    }
    arena_free(&work);
}

void picture_store_complete(struct picture_store *store)
{
    store->complete = true;
}

int picture_store_save(struct picture_store *store)
{
    int error = 0;
    pthread_mutex_lock(&store->mutex);
    if (store->complete && store->folder.p) {
        find_unused(store);
        remove_unused(store);
    }
    if (store->changed && store->folder.p) {
        fs_mkdirs(store->folder);
        error = write_index(store);
        store->changed = error != 0;
    }
    pthread_mutex_unlock(&store->mutex);
    return error;
}

/* --- looking --- */

static bool is_racy(const struct fs_stat *stat)
{
    enum { TICK = 2 }; /* seconds: FAT's */
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t changed = stat->changed / 1000000000;
    int64_t modified = stat->modified / 1000000000;
    return (changed > modified ? changed : modified) >= now.tv_sec - TICK;
}

static struct entry read_entry(str file, const struct fs_stat *stat,
                               struct arena *work)
{
    str bytes = {0};
    struct entry entry = {.stat = *stat, .racy = is_racy(stat)};
    struct image_notes notes = {.place = false};
    entry.facts.error = fs_read_listed(file, stat, work, &bytes);
    image_notes_read(bytes, &notes, work);
    entry.facts.header = notes.header;
    if (notes.header.width) {
        entry.facts.details = picture_details(&notes, work);
        entry.facts.hash = hash64_mix(hash64(bytes), bytes.n);
    } else {
        entry.facts.problem = IMAGE_BROKEN;
    }
    return entry;
}

static struct entry *find_entry(const struct picture_store *store, str file,
                                const struct fs_stat *stat)
{
    struct entry *entry = map_get(&store->by_file, file);
    return entry && fs_stat_same(&entry->stat, stat) ? entry : NULL;
}

const struct picture_facts *picture_store_look(struct picture_store *store,
                                               str file,
                                               const struct fs_stat *stat)
{
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = find_entry(store, file, stat);
    if (entry) {
        entry->used = true;
    }
    pthread_mutex_unlock(&store->mutex);
    if (!entry) {
        struct arena work = {0};
        struct entry seen = read_entry(file, stat, &work);
        pthread_mutex_lock(&store->mutex);
        entry = find_entry(store, file, stat); /* another thread's */
        if (!entry) {
            seen.facts.file = arena_str(&store->arena, file);
            for (size_t i = 0; i < PICTURE_TEXTS; i++) {
                str *text = &seen.facts.details.texts[i];
                *text = arena_str(&store->arena, *text);
            }
            entry = add_entry(store, &seen);
            store->changed = true;
        }
        entry->used = true;
        pthread_mutex_unlock(&store->mutex);
        arena_free(&work);
    }
    return &entry->facts;
}

bool picture_is_readable(const struct picture_facts *facts)
{
    return facts->problem == IMAGE_OK && !facts->header.moves &&
           image_can_decode(facts->header.kind);
}

enum image_problem picture_store_problem(struct picture_store *store, str file,
                                         const struct fs_stat *stat)
{
    enum image_problem problem = IMAGE_OK;
    if (store) {
        pthread_mutex_lock(&store->mutex);
        const struct entry *entry = find_entry(store, file, stat);
        problem = entry && entry->facts.header.width ? entry->facts.problem
                                                     : IMAGE_OK;
        pthread_mutex_unlock(&store->mutex);
    }
    return problem;
}

bool picture_store_colour(struct picture_store *store,
                          const struct picture_facts *facts,
                          const struct fs_stat *stat, uint32_t *colour)
{
    struct arena work = {0};
    str bytes;
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = find_entry(store, facts->file, stat);
    uint32_t found = entry ? entry->colour : 0;
    pthread_mutex_unlock(&store->mutex);
    if (entry && !found && picture_is_readable(facts) &&
        fs_read_listed(facts->file, stat, &work, &bytes) == 0 &&
        picture_colour(bytes, &found) == IMAGE_OK) {
        pthread_mutex_lock(&store->mutex);
        entry->colour = ++found;
        store->changed = true;
        pthread_mutex_unlock(&store->mutex);
    }
    arena_free(&work);
    *colour = found - 1;
    return found > 0;
}

void picture_store_set_problem(struct picture_store *store,
                               const struct picture_facts *facts,
                               enum image_problem problem)
{
    pthread_mutex_lock(&store->mutex);
    struct entry *entry = map_get(&store->by_file, facts->file);
    if (entry && &entry->facts == facts) {
        entry->facts.problem = problem;
        store->changed = true;
    }
    pthread_mutex_unlock(&store->mutex);
}

/* --- making --- */

str picture_store_key(const struct picture_facts *facts,
                      const struct picture_crop *crop,
                      struct picture_settings settings,
                      const struct picture_form *form, struct arena *arena)
{
    uint64_t parts[] = {facts->hash,
                        (uint64_t)crop->left << 32 | crop->top,
                        (uint64_t)crop->width << 32 | crop->height,
                        (uint64_t)form->width << 32 | (uint64_t)form->format,
                        form->base,
                        (uint64_t)settings.quality,
                        (uint64_t)settings.keep,
                        PICTURE_VERSION};
    char hex[HASH128_HEX];
    hash128_hex(hash128((str){(const char *)parts, sizeof parts}), hex);
    return arena_concat(arena, (str){hex, FORM_DIGITS},
                        picture_digits(facts, arena));
}

/* Notes that the form is in use, and takes its file if there is one. */
static bool get(struct picture_store *store, struct picture_form *form,
                struct arena *work)
{
    str bytes;
    pthread_mutex_lock(&store->mutex);
    *map_put(&store->used, &store->arena, arena_str(&store->arena, form->key)) =
        store;
    pthread_mutex_unlock(&store->mutex);
    if (!form->made && store->folder.p &&
        state_file_read(path_join(work, store->folder, form->key), work,
                        &bytes) == 0 &&
        bytes.n > 0) {
        buf_put(&form->file, bytes);
        form->made = true;
    }
    return form->made;
}

/* A form that can't be kept is made again by the next build. */
static void keep(const struct picture_store *store,
                 const struct picture_form *form, struct arena *work)
{
    if (form->made && store->folder.p) {
        fs_mkdirs(store->folder);
        replace_file(path_join(work, store->folder, form->key),
                     buf_str(&form->file), false);
    }
}

int picture_store_make(struct picture_store *store,
                       const struct picture_facts *facts,
                       const struct fs_stat *stat,
                       const struct picture_job *job,
                       enum image_problem *problem)
{
    struct arena *work = job->work;
    str bytes;
    bool *had = ARENA_ARRAY(work, bool, job->n);
    bool all = true;
    *problem = IMAGE_OK;
    for (size_t i = 0; i < job->n; i++) {
        had[i] = get(store, &job->forms[i], work);
        all = all && had[i];
    }
    int error = all ? 0 : fs_read_listed(facts->file, stat, work, &bytes);
    if (all || error) {
        return error;
    }
    *problem = picture_make(bytes, &facts->header, job);
    for (size_t i = 0; i < job->n; i++) {
        if (!had[i]) {
            keep(store, &job->forms[i], work);
        }
    }
    return 0;
}
