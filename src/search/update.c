/* SPDX-License-Identifier: MIT */
#include "search/search_parts.h"

/* Updates an index: changes the lists of the forms that changed documents have
 * or had, in the shards of the last index. It must come out as search_build
 * would make it, so it gives up where a shard would be divided or joined. */

/* A posting of a changed document: of its record in the last index, or of the
 * one that it has now. */
struct edit {
    struct search_entry entry; /* without its list */
    struct posting posting;
    bool is_new;
};

struct updating {
    const struct search_source *source;
    const struct search_root *last;
    struct shard_set shards;
    struct stemmers *stemmers;
    VEC(struct edit) edits;
    uint64_t pivot;
    struct arena *arena;
    struct arena work;
};

/* --- edits --- */

static int compare_edits(const void *left, const void *right)
{
    const struct edit *a = left;
    const struct edit *b = right;
    int order = entry_compare(&a->entry, &b->entry);
    if (!order && a->posting.document != b->posting.document) {
        return a->posting.document < b->posting.document ? -1 : 1;
    }
    return order ? order : a->is_new - b->is_new;
}

static void add_edits(struct updating *updating, size_t document, str record,
                      bool is_new)
{
    struct record_reader reader = record_open(record);
    struct scale scale = scale_of(&reader, updating->pivot);
    size_t stemmer = stemmers_find(updating->stemmers, reader.language);
    struct record_form form;
    while (record_next(&reader, &form)) {
        struct buf key = {0};
        stemmers_key(updating->stemmers, stemmer, form.form, &key);
        *VEC_PUSH(&updating->edits, &updating->work) = (struct edit){
            {.form = form.form, .key = buf_move(&key, &updating->work)},
            {(uint32_t)document, scale_level(&scale, &form), form.zone},
            is_new};
    }
}

/* Sorts the edits as shards have their entries, without those that change
 * nothing. */
static void sort_edits(struct updating *updating)
{
    struct edit *all = updating->edits.p;
    size_t n = 0;
    VEC_SORT(&updating->edits, compare_edits);
    for (size_t i = 0; i < updating->edits.n; i++) {
        const struct edit *next = &all[i + 1];
        bool same = i + 1 < updating->edits.n &&
                    entry_compare(&all[i].entry, &next->entry) == 0 &&
                    all[i].posting.document == next->posting.document &&
                    all[i].posting.level == next->posting.level &&
                    all[i].posting.zone == next->posting.zone;
        if (same) {
            i++;
        } else {
            all[n++] = all[i];
        }
    }
    updating->edits.n = n;
}

/* --- one shard --- */

/* Applies the edits of an entry to its list. Returns false if the list was a
 * bitmap, and would be none. */
static bool edit_list(struct search_entry *entry, const struct edit *edits,
                      size_t n, struct arena *arena)
{
    struct buf out = {0};
    struct unpack in = unpack_of(entry->list);
    struct posting old = {0}; /* its document is one more */
    bool was_common = entry->common;
    bool more = list_next(&in, &old);
    uint32_t next = 0;
    for (size_t i = 0; more || i < n;) {
        bool edited =
            i < n && (!more || edits[i].posting.document < old.document);
        struct posting posting = edited ? edits[i].posting : old;
        bool stays = !edited || edits[i].is_new;
        if (!edited || posting.document + 1 == old.document) {
            more = more && list_next(&in, &old);
        }
        posting.document -= !edited;
        i += edited;
        if (stays) {
            pack_uint(&out, posting_pack(next, posting));
            next = posting.document + 1;
        }
    }
    entry->list = buf_move(&out, arena);
    entry->common = list_is_common(entry->list, next);
    return entry->common || !was_common;
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
    struct shard *shard = shard_set_get(&updating->shards, place);
    if (!shard) {
        return false;
    }
    shard->changed = true;
    if (add) {
        *VEC_PUSH(&shard->aliases, &updating->work) =
            (struct search_entry){.form = entry->form, .key = entry->key};
        return true;
    }
    for (size_t i = 0; i < shard->aliases.n; i++) {
        if (entry_compare(&shard->aliases.p[i], entry) == 0) {
            shard->aliases.p[i] = shard->aliases.p[--shard->aliases.n];
            return true;
        }
    }
    return false;
}

/* Merges the shard's entries with edits of the same keys. */
static bool edit_shard(struct updating *updating, size_t number,
                       const struct edit *edits, size_t n)
{
    struct shard *shard = shard_set_get(&updating->shards, number);
    if (!shard || !shard->entries.n) {
        return false;
    }
    struct shard old = *shard;
    struct arena *work = &updating->work;
    size_t at = 0;
    shard->changed = true;
    memset(&shard->entries, 0, sizeof shard->entries);
    VEC_RESERVE(&shard->entries, work, old.entries.n + n);
    for (size_t i = 0, end; i < n; i = end) {
        struct search_entry entry = edits[i].entry;
        for (end = i + 1; end < n && !entry_compare(&edits[end].entry, &entry);
             end++) {
        }
        while (at < old.entries.n &&
               entry_compare(&old.entries.p[at], &entry) < 0) {
            *VEC_PUSH(&shard->entries, work) = old.entries.p[at++];
        }
        bool was = at < old.entries.n &&
                   entry_compare(&old.entries.p[at], &entry) == 0;
        if (was) {
            entry = old.entries.p[at++];
        } else if (!keys_share(entry.key, old.entries.p[0].key, old.depth)) {
            return false;
        }
        if (!edit_list(&entry, &edits[i], end - i, work)) {
            return false;
        }
        bool is = entry.list.n > 0;
        if (is) {
            *VEC_PUSH(&shard->entries, work) = entry;
        }
        if (was != is && !edit_alias(updating, &entry, number, is)) {
            return false;
        }
    }
    while (at < old.entries.n) {
        *VEC_PUSH(&shard->entries, work) = old.entries.p[at++];
    }
    return true;
}

static bool edit_shards(struct updating *updating)
{
    const struct edit *all = updating->edits.p;
    for (size_t i = 0, end; i < updating->edits.n; i = end) {
        size_t number = shard_find(updating->last, all[i].entry.key);
        end = i + 1;
        while (end < updating->edits.n &&
               shard_find(updating->last, all[end].entry.key) == number) {
            end++;
        }
        if (!edit_shard(updating, number, &all[i], end - i)) {
            return false;
        }
    }
    return true;
}

/* --- all of them --- */

/* Whether a shard that has lost weight would be one with its neighbour: both
 * halves of what was divided are whole shards. */
static bool would_join(struct updating *updating, size_t number)
{
    const struct shard *shard = updating->shards.read[number];
    str key = shard->entries.p[0].key;
    if (!shard->depth) {
        return false;
    }
    size_t other = key_bit(key, shard->depth - 1) ? number - 1 : number + 1;
    if (other >= updating->last->nshards) {
        return false;
    }
    const struct shard *next = shard_set_get(&updating->shards, other);
    if (!next || !next->entries.n) {
        return true;
    }
    return next->depth == shard->depth &&
           keys_share(key, next->entries.p[0].key, shard->depth - 1) &&
           shard_weight(next) + shard_weight(shard) <= SHARD_MOST;
}

static bool stays(struct updating *updating, size_t number)
{
    const struct shard *shard = updating->shards.read[number];
    if (!shard->entries.n) {
        return false;
    }
    const struct search_entry *end = &shard->entries.p[shard->entries.n - 1];
    uint64_t weight = shard_weight(shard);
    bool divides =
        weight > SHARD_MOST && !str_eq(shard->entries.p[0].key, end->key);
    return !divides &&
           (weight >= shard->before || !would_join(updating, number));
}

static bool write_shards(struct updating *updating, struct search_root *root,
                         struct search_files *out)
{
    root->nshards = updating->last->nshards;
    root->shards = ARENA_ARRAY(updating->arena, str, root->nshards + 1);
    for (size_t i = 0; i < root->nshards; i++) {
        struct shard *shard = updating->shards.read[i];
        struct search_file file = {updating->last->shards[i], {NULL, 0}};
        if (shard && shard->changed) {
            if (!stays(updating, i)) {
                return false;
            }
            file = shard_file(shard, updating->arena);
        }
        root->shards[i] = file.name;
        *VEC_PUSH(&out->files, updating->arena) = file;
    }
    return true;
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
        add_edits(updating, changes[i].document, changes[i].before, false);
        add_edits(updating, changes[i].document, changes[i].after, true);
    }
    sort_edits(updating);
    if (!edit_shards(updating) || !write_shards(updating, root, out)) {
        return false;
    }
    index_end(updating->source, changes, n, root, updating->arena, out);
    return true;
}

bool search_update(const struct search_source *source,
                   const struct search_index *last,
                   const struct search_change *changes, size_t n,
                   struct arena *arena, struct search_files *out)
{
    struct updating updating = {
        .source = source, .last = &last->root, .arena = arena};
    struct search_root root = {.documents = source->documents,
                               .order = source->order,
                               .weak = source->weak,
                               .fragments = last->root.fragments,
                               .nfragments = last->root.nfragments};
    *out = (struct search_files){0};
    updating.stemmers = stemmers_new();
    updating.shards = shard_set_of(last, &updating.work);
    bool done = update_all(&updating, changes, n, &root, out);
    stemmers_free(updating.stemmers);
    arena_free(&updating.work);
    return done;
}
