/* SPDX-License-Identifier: MIT */
#include "base/memory/map.h"
#include "search/search_parts.h"

/* Builds an index: turns records into lists of postings, sorts the forms by
 * their keys, and divides them into shards. */

/* A list grows by pieces: most have a few bytes. */
struct piece {
    struct piece *next;
    uint32_t n;
    uint32_t cap;
    char bytes[];
};

struct listed {
    struct search_entry entry;
    uint64_t order; /* the first bytes of the key, to sort by */
    int64_t last;
    uint64_t bytes;
    struct piece *first;
    struct piece *end;
};

struct building {
    const struct search_source *source;
    struct arena *arena; /* of the result */
    struct arena work;
    struct arena pieces;
    struct map by_form;
    VEC(struct listed *) all;
    uint64_t *sums; /* weights of the forms before each */
    struct search_root root;
    struct search_files *out;
    VEC(struct shard) shards;
    str *lows; /* the first key that each could have */
    struct buf buf;
};

/* --- lists --- */

static void append(struct listed *listed, str bytes, struct arena *arena)
{
    enum { FIRST = 8, MOST = 4096 }; /* multiples of an alignment */
    struct piece *end = listed->end;
    if (!end || end->cap - end->n < bytes.n) {
        uint32_t cap = end ? 2 * end->cap : FIRST;
        cap = cap < MOST ? cap : MOST;
        struct piece *piece = arena_alloc(arena, 1, sizeof *piece + cap);
        *piece = (struct piece){.cap = cap};
        *(end ? &end->next : &listed->first) = piece;
        listed->end = end = piece;
    }
    memcpy(end->bytes + end->n, bytes.p, bytes.n);
    end->n += (uint32_t)bytes.n;
    listed->bytes += bytes.n;
}

static struct listed *find_form(struct building *building, str form)
{
    struct listed *listed = map_get(&building->by_form, form);
    if (!listed) {
        listed = ARENA_NEW(&building->work, struct listed);
        listed->entry.form = arena_str(&building->work, form);
        listed->last = -1;
        *map_put(&building->by_form, &building->work, listed->entry.form) =
            listed;
        *VEC_PUSH(&building->all, &building->work) = listed;
    }
    return listed;
}

static void add_document(struct building *building, size_t document,
                         uint64_t pivot)
{
    const struct search_source *source = building->source;
    struct record_reader reader =
        record_open(source->record(source->context, document));
    struct scale scale = scale_of(reader.tokens, pivot);
    struct record_form form;
    while (record_next(&reader, &form)) {
        struct listed *listed = find_form(building, form.form);
        buf_clear(&building->buf);
        list_add(&building->buf, listed->last,
                 (struct posting){(uint32_t)document,
                                  scale_level(scale, form.weight), form.zone});
        append(listed, buf_str(&building->buf), &building->pieces);
        listed->last = (int64_t)document;
    }
}

static void finish_list(struct building *building, struct listed *listed)
{
    char *p = ARENA_ARRAY(&building->work, char, listed->bytes);
    listed->entry.list = (str){p, (size_t)listed->bytes};
    for (const struct piece *piece = listed->first; piece;
         piece = piece->next) {
        memcpy(p, piece->bytes, piece->n);
        p += piece->n;
    }
}

/* --- order --- */

static uint64_t order_of(str key)
{
    uint64_t order = 0;
    for (size_t i = 0; i < sizeof order; i++) {
        order = order << 8 | (unsigned char)str_at(key, i);
    }
    return order;
}

static int compare_listed(const void *left, const void *right)
{
    const struct listed *a = *(struct listed *const *)left;
    const struct listed *b = *(struct listed *const *)right;
    return a->order != b->order ? (a->order < b->order ? -1 : 1)
                                : entry_compare(&a->entry, &b->entry);
}

static void sort_forms(struct building *building)
{
    struct stemmer *stemmer = stemmer_new(building->source->language);
    for (size_t i = 0; i < building->all.n; i++) {
        struct listed *listed = building->all.p[i];
        buf_clear(&building->buf);
        stemmer_key(stemmer, listed->entry.form, &building->buf);
        str key = buf_str(&building->buf);
        str form = listed->entry.form;
        listed->entry.key = str_starts(form, key)
                                ? str_sub(form, 0, key.n)
                                : arena_str(&building->work, key);
        listed->order = order_of(listed->entry.key);
        finish_list(building, listed);
    }
    stemmer_free(stemmer);
    arena_free(&building->pieces);
    VEC_SORT(&building->all, compare_listed);
    building->sums =
        ARENA_ARRAY(&building->work, uint64_t, building->all.n + 1);
    building->sums[0] = 0;
    for (size_t i = 0; i < building->all.n; i++) {
        building->sums[i + 1] =
            building->sums[i] + entry_weight(&building->all.p[i]->entry);
    }
}

/* --- shards --- */

static void add_shard(struct building *building, size_t from, size_t to,
                      uint64_t depth)
{
    struct shard *shard = VEC_PUSH(&building->shards, &building->work);
    *shard = (struct shard){
        .depth = depth, .weight = building->sums[to] - building->sums[from]};
    VEC_RESERVE(&shard->entries, &building->work, to - from);
    for (size_t i = from; i < to; i++) {
        *VEC_PUSH(&shard->entries, &building->work) = building->all.p[i]->entry;
    }
}

/* Halves a range of keys by the next bit until it has little weight: so the end
 * of a shard depends on the keys near by alone. */
static void divide(struct building *building, size_t from, size_t to,
                   uint64_t depth)
{
    struct listed **all = building->all.p;
    while (from < to) {
        uint64_t weight = building->sums[to] - building->sums[from];
        if (weight <= SHARD_MOST ||
            str_eq(all[from]->entry.key, all[to - 1]->entry.key)) {
            add_shard(building, from, to, depth);
            return;
        }
        size_t low = from;
        size_t high = to;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (key_bit(all[middle]->entry.key, depth)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        depth++;
        divide(building, from, low, depth); /* at most 8 * MOST_FORM deep */
        from = low;
    }
}

/* Whether a form is in the shard of its key, which most are: then it is not
 * behind the first key of the next one. */
static bool is_at_home(const struct building *building, size_t shard,
                       str folded, str key)
{
    if (!str_starts(folded, key)) {
        return str_eq(folded, key);
    }
    return shard + 1 == building->shards.n ||
           str_cmp(folded, building->lows[shard + 1]) < 0;
}

/* Forms whose own place is in another shard than their key's. */
static void add_aliases(struct building *building)
{
    for (size_t i = 0; i < building->shards.n; i++) {
        const struct shard *shard = &building->shards.p[i];
        for (size_t k = 0; k < shard->entries.n; k++) {
            const struct search_entry *entry = &shard->entries.p[k];
            buf_clear(&building->buf);
            search_fold(entry->form, &building->buf);
            str folded = buf_str(&building->buf);
            size_t place = is_at_home(building, i, folded, entry->key)
                               ? i
                               : shard_find(&building->root, folded);
            if (place != i) {
                *VEC_PUSH(&building->shards.p[place].aliases, &building->work) =
                    (struct alias){entry->form, entry->key};
            }
        }
    }
}

static void write_shards(struct building *building)
{
    struct search_root *root = &building->root;
    root->nshards = building->shards.n;
    root->shards = ARENA_ARRAY(building->arena, str, root->nshards + 1);
    building->lows = ARENA_ARRAY(&building->work, str, root->nshards + 1);
    /* Names without hashes are enough to find a shard. */
    for (size_t i = 0; i < root->nshards; i++) {
        const struct shard *shard = &building->shards.p[i];
        building->lows[i] =
            shard_low(shard->entries.p[0].key, shard->depth, &building->work);
        root->shards[i] = shard_name(shard->entries.p[0].key, shard->depth,
                                     STR(""), &building->work);
    }
    add_aliases(building);
    for (size_t i = 0; i < root->nshards; i++) {
        struct shard *shard = &building->shards.p[i];
        struct buf bytes = {0};
        shard_write(shard, &bytes);
        str text = buf_move(&bytes, building->arena);
        root->shards[i] = shard_name(shard->entries.p[0].key, shard->depth,
                                     text, building->arena);
        *VEC_PUSH(&building->out->files, building->arena) =
            (struct search_file){root->shards[i], text};
    }
}

/* --- fragments --- */

str fragment_make(const struct search_source *source, size_t number,
                  struct arena *arena)
{
    struct buf out = {0};
    size_t first = number * SEARCH_FRAGMENT;
    for (size_t i = first; i < first + SEARCH_FRAGMENT && i < source->documents;
         i++) {
        buf_put(&out, i == first ? STR("[") : STR(",\n"));
        source->show(source->context, i, &out);
    }
    buf_put(&out, STR("]\n"));
    return buf_move(&out, arena);
}

static void write_fragments(struct building *building)
{
    struct search_root *root = &building->root;
    root->nfragments =
        (building->source->documents + SEARCH_FRAGMENT - 1) / SEARCH_FRAGMENT;
    root->fragments = ARENA_ARRAY(building->arena, str, root->nfragments + 1);
    for (size_t i = 0; i < root->nfragments; i++) {
        str text = fragment_make(building->source, i, building->arena);
        root->fragments[i] = fragment_name(i, text, building->arena);
        *VEC_PUSH(&building->out->files, building->arena) =
            (struct search_file){root->fragments[i], text};
    }
}

void search_build(const struct search_source *source, struct arena *arena,
                  struct search_files *out)
{
    struct building building = {.source = source, .arena = arena, .out = out};
    *out = (struct search_files){0};
    building.root.documents = source->documents;
    building.root.order = source->order;
    for (size_t i = 0; i < source->documents; i++) {
        building.root.tokens +=
            record_open(source->record(source->context, i)).tokens;
    }
    uint64_t pivot = pivot_of(building.root.tokens, source->documents);
    for (size_t i = 0; i < source->documents; i++) {
        add_document(&building, i, pivot);
    }
    sort_forms(&building);
    divide(&building, 0, building.all.n, 0);
    write_shards(&building);
    write_fragments(&building);
    struct buf root = {0};
    root_write(&building.root, &root);
    out->root = buf_move(&root, arena);
    buf_free(&building.buf);
    arena_free(&building.work);
}
