/* SPDX-License-Identifier: MIT */
#include "base/memory/map.h"
#include "search/search_parts.h"

/* Updates an index: changes the lists of the forms that changed documents have
 * or had, in the shards of the last index. It must come out as search_build
 * would make it, so it gives up where a shard would be divided or joined. */

struct loaded {
    struct shard shard;
    uint64_t before; /* its weight */
    bool changed;
};

struct updating {
    const struct search_source *source;
    const struct search_root *last;
    bool (*load)(void *context, str name, struct arena *arena, str *bytes);
    struct loaded **shards; /* by number; NULL: not read */
    struct stemmers *stemmers;
    uint64_t pivot;
    struct arena *arena;
    struct arena work;
};

static struct loaded *load_shard(struct updating *updating, size_t number)
{
    struct loaded *loaded = updating->shards[number];
    str name = updating->last->shards[number];
    str bytes;
    if (loaded) {
        return loaded;
    }
    loaded = ARENA_NEW(&updating->work, struct loaded);
    if (!updating->load(updating->source->context, name, &updating->work,
                        &bytes) ||
        !search_is_intact(name, bytes) ||
        !shard_read(bytes, &updating->work, &loaded->shard)) {
        return NULL;
    }
    loaded->before = loaded->shard.weight;
    updating->shards[number] = loaded;
    return loaded;
}

/* --- one form of one document --- */

struct edit {
    str form;
    uint32_t document;
    bool was;
    bool is;
    struct posting posting; /* if `is` */
};

/* Takes the document's posting out of the list, or puts it in. Returns false if
 * the list was a bitmap, and would be none. */
static bool edit_list(const struct edit *edit, struct search_entry *entry,
                      struct arena *arena)
{
    struct buf out = {0};
    struct unpack in = unpack_of(entry->list);
    struct posting posting = {0};
    uint32_t next = 0;
    size_t n = 0;
    bool done = !edit->is;
    bool was_common = entry->common;
    for (bool more = true; more || !done;) {
        more = list_next(&in, &posting);
        struct posting old = posting;
        old.document--;
        if (!done && (!more || edit->document <= old.document)) {
            pack_uint(&out, posting_pack(next, edit->posting));
            next = edit->document + 1;
            n++;
            done = true;
        }
        if (more && old.document != edit->document) {
            pack_uint(&out, posting_pack(next, old));
            next = old.document + 1;
            n++;
        }
    }
    entry->list = buf_move(&out, arena);
    entry->common = list_is_common(n, next);
    return entry->common || !was_common;
}

/* Where the entry is, or would be. */
static size_t find_entry(const struct shard *shard,
                         const struct search_entry *entry)
{
    size_t low = 0;
    size_t high = shard->entries.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (entry_compare(&shard->entries.p[middle], entry) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Adds or removes the alias of a form, if its place is another shard. */
static bool edit_alias(struct updating *updating,
                       const struct search_entry *entry, size_t home, bool add)
{
    struct buf folded = {0};
    search_fold(entry->form, &folded);
    size_t place = shard_find(updating->last, buf_str(&folded));
    buf_free(&folded);
    if (place == home) {
        return true;
    }
    struct loaded *loaded = load_shard(updating, place);
    if (!loaded) {
        return false;
    }
    struct shard *shard = &loaded->shard;
    loaded->changed = true;
    if (add) {
        *VEC_PUSH(&shard->aliases, &updating->work) =
            (struct alias){entry->form, entry->key};
        return true;
    }
    for (size_t i = 0; i < shard->aliases.n; i++) {
        if (str_eq(shard->aliases.p[i].form, entry->form)) {
            shard->aliases.p[i] = shard->aliases.p[--shard->aliases.n];
            return true;
        }
    }
    return false;
}

static bool apply(struct updating *updating, size_t stemmer,
                  const struct edit *edit)
{
    struct buf key = {0};
    stemmers_key(updating->stemmers, stemmer, edit->form, &key);
    struct search_entry entry = {.form = arena_str(&updating->work, edit->form),
                                 .key = buf_move(&key, &updating->work)};
    size_t number = shard_find(updating->last, entry.key);
    struct loaded *loaded = load_shard(updating, number);
    if (!loaded || !loaded->shard.entries.n) {
        return false;
    }
    struct shard *shard = &loaded->shard;
    size_t at = find_entry(shard, &entry);
    bool there = at < shard->entries.n &&
                 entry_compare(&shard->entries.p[at], &entry) == 0;
    loaded->changed = true;
    if (!there && (edit->was ||
                   !str_eq(shard_low(entry.key, shard->depth, &updating->work),
                           shard_low(shard->entries.p[0].key, shard->depth,
                                     &updating->work)))) {
        return false;
    }
    if (!there) {
        VEC_PUSH(&shard->entries, &updating->work);
        memmove(&shard->entries.p[at + 1], &shard->entries.p[at],
                (shard->entries.n - 1 - at) * sizeof entry);
        shard->entries.p[at] = entry;
    } else {
        shard->weight -= entry_weight(&shard->entries.p[at]);
    }
    struct search_entry *place = &shard->entries.p[at];
    if (!edit_list(edit, place, &updating->work)) {
        return false;
    }
    if (place->list.n) {
        shard->weight += entry_weight(place);
        return there || edit_alias(updating, &entry, number, true);
    }
    memmove(place, place + 1, (shard->entries.n - 1 - at) * sizeof entry);
    shard->entries.n--;
    return edit_alias(updating, &entry, number, false);
}

/* --- one document --- */

struct edit_list {
    struct edit *p;
    size_t n;
    struct map by_form;
};

/* Puts the forms of a record into the list. */
static void note(struct updating *updating, str record, uint32_t document,
                 bool now, struct edit_list *edits)
{
    struct record_reader reader = record_open(record);
    struct scale scale = scale_of(&reader, updating->pivot);
    struct record_form form;
    while (record_next(&reader, &form)) {
        void **place = map_put(&edits->by_form, &updating->work, form.form);
        struct edit *edit = *place;
        struct posting posting = {document, scale_level(&scale, &form),
                                  form.zone};
        if (!edit) {
            edit = &edits->p[edits->n++];
            *edit = (struct edit){.form = form.form, .document = document};
            *place = edit;
        }
        bool same = now && edit->was && edit->posting.level == posting.level &&
                    edit->posting.zone == posting.zone;
        edit->was = edit->was || !now;
        edit->is = now;
        edit->posting = posting;
        edit->document = same ? UINT32_MAX : document;
    }
}

/* Applies the edits that make one record of another. Either may be none. */
static bool exchange(struct updating *updating, size_t document, str before,
                     str after)
{
    struct edit_list edits = {
        .p = ARENA_ARRAY(&updating->work, struct edit, before.n + after.n + 1)};
    size_t stemmer = stemmers_find(
        updating->stemmers, record_open(after.n ? after : before).language);
    note(updating, before, (uint32_t)document, false, &edits);
    note(updating, after, (uint32_t)document, true, &edits);
    for (size_t i = 0; i < edits.n; i++) {
        const struct edit *edit = &edits.p[i];
        if (edit->document != UINT32_MAX && !apply(updating, stemmer, edit)) {
            return false;
        }
    }
    return true;
}

/* In another language the same forms have other keys. */
static bool update_document(struct updating *updating,
                            const struct search_change *change)
{
    static const str none = {NULL, 0};
    size_t document = change->document;
    bool same = str_eq(record_open(change->before).language,
                       record_open(change->after).language);
    return same ? exchange(updating, document, change->before, change->after)
                : exchange(updating, document, change->before, none) &&
                      exchange(updating, document, none, change->after);
}

/* --- all of them --- */

/* Whether a shard that has lost weight would be one with its neighbour: both
 * halves of what was divided are whole shards. */
static bool would_join(struct updating *updating, size_t number)
{
    const struct shard *shard = &updating->shards[number]->shard;
    str key = shard->entries.p[0].key;
    if (!shard->depth) {
        return false;
    }
    size_t other = key_bit(key, shard->depth - 1) ? number - 1 : number + 1;
    if (other >= updating->last->nshards) {
        return false;
    }
    const struct loaded *loaded = load_shard(updating, other);
    if (!loaded || !loaded->shard.entries.n) {
        return true;
    }
    struct arena *work = &updating->work;
    return loaded->shard.depth == shard->depth &&
           str_eq(shard_low(key, shard->depth - 1, work),
                  shard_low(loaded->shard.entries.p[0].key, shard->depth - 1,
                            work)) &&
           loaded->shard.weight + shard->weight <= SHARD_MOST;
}

static bool stays(struct updating *updating, size_t number)
{
    const struct loaded *loaded = updating->shards[number];
    const struct shard *shard = &loaded->shard;
    if (!shard->entries.n) {
        return false;
    }
    const struct search_entry *end = &shard->entries.p[shard->entries.n - 1];
    bool divides = shard->weight > SHARD_MOST &&
                   !str_eq(shard->entries.p[0].key, end->key);
    return !divides &&
           (shard->weight >= loaded->before || !would_join(updating, number));
}

static bool write_shards(struct updating *updating, struct search_root *root,
                         struct search_files *out)
{
    root->nshards = updating->last->nshards;
    root->shards = ARENA_ARRAY(updating->arena, str, root->nshards + 1);
    for (size_t i = 0; i < root->nshards; i++) {
        struct loaded *loaded = updating->shards[i];
        struct search_file file = {updating->last->shards[i], {NULL, 0}};
        if (loaded && loaded->changed) {
            if (!stays(updating, i)) {
                return false;
            }
            struct buf bytes = {0};
            shard_write(&loaded->shard, &bytes);
            file.bytes = buf_move(&bytes, updating->arena);
            file.name =
                shard_name(loaded->shard.entries.p[0].key, loaded->shard.depth,
                           file.bytes, updating->arena);
        }
        root->shards[i] = file.name;
        *VEC_PUSH(&out->files, updating->arena) = file;
    }
    return true;
}

static void write_fragments(struct updating *updating,
                            const struct search_change *changes, size_t n,
                            struct search_root *root, struct search_files *out)
{
    const struct search_root *last = updating->last;
    size_t count = (root->documents + SEARCH_FRAGMENT - 1) / SEARCH_FRAGMENT;
    bool *changed = arena_zalloc(&updating->work, count + 1, sizeof *changed);
    for (size_t i = 0; i < n; i++) {
        changed[changes[i].document / SEARCH_FRAGMENT] = true;
    }
    root->nfragments = count;
    root->fragments = ARENA_ARRAY(updating->arena, str, count + 1);
    for (size_t i = 0; i < count; i++) {
        struct search_file file = {0};
        if (changed[i] || i >= last->nfragments) {
            file.bytes = fragment_make(updating->source, i, updating->arena);
            file.name = fragment_name(i, file.bytes, updating->arena);
        } else {
            file.name = last->fragments[i];
        }
        root->fragments[i] = file.name;
        *VEC_PUSH(&out->files, updating->arena) = file;
    }
}

static bool update_all(struct updating *updating,
                       const struct search_change *changes, size_t n,
                       struct search_root *root, struct search_files *out)
{
    const struct search_root *last = updating->last;
    root->tokens = last->tokens;
    for (size_t i = 0; i < n; i++) {
        uint64_t before = record_open(changes[i].before).tokens;
        if (before > root->tokens) {
            return false; /* the index is not of these records */
        }
        root->tokens -= before;
        root->tokens += record_open(changes[i].after).tokens;
    }
    updating->pivot = pivot_of(last->tokens, last->documents);
    if (!last->nshards ||
        updating->pivot != pivot_of(root->tokens, root->documents)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!update_document(updating, &changes[i])) {
            return false;
        }
    }
    if (!write_shards(updating, root, out)) {
        return false;
    }
    write_fragments(updating, changes, n, root, out);
    return true;
}

bool search_update(const struct search_source *source,
                   const struct search_last *last,
                   const struct search_change *changes, size_t n,
                   struct arena *arena, struct search_files *out)
{
    struct updating updating = {.source = source,
                                .last = &last->root,
                                .load = last->load,
                                .arena = arena};
    struct search_root root = {.documents = source->documents,
                               .order = source->order,
                               .weak = source->weak};
    *out = (struct search_files){0};
    updating.stemmers = stemmers_new();
    updating.shards = arena_zalloc(&updating.work, last->root.nshards + 1,
                                   sizeof *updating.shards);
    bool done = update_all(&updating, changes, n, &root, out);
    if (done) {
        struct buf bytes = {0};
        root_write(&root, &bytes);
        out->root = buf_move(&bytes, arena);
    }
    stemmers_free(updating.stemmers);
    arena_free(&updating.work);
    return done;
}
