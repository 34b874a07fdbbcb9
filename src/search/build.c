/* SPDX-License-Identifier: MIT */
#include "base/memory/table.h"
#include "search/search_parts.h"

/* Builds an index: turns records into lists of postings, sorts the forms by
 * their keys, and divides them into shards. */

/* A form with its key and its list, which grows. A site has many that one
 * document has alone: so this is small. */
struct form_entry {
    const char *text; /* the form; after it its key, unless is_prefix */
    char *list;
    uint32_t bytes, room; /* of the list */
    uint32_t next;        /* the document after its last one, plus one */
    uint8_t n, key;       /* bytes of the form and of the key */
    bool is_prefix;       /* the form begins with its key */
};

/* A form in a language. Those with one key share their list. */
struct slot {
    uint32_t hash;
    uint32_t which; /* number of an entry, plus one; times LANGUAGES, plus the
                       number of the stemmer */
};

enum { LANGUAGES = 1 << 7 };

/* A shard that has the forms [from, to), in the order of their keys. */
struct range {
    size_t from, to;
    struct shard shard;
};

struct building {
    const struct search_source *source;
    struct arena *arena; /* of the result */
    struct arena work;
    struct slot *slots;
    size_t mask;
    size_t nslots;
    struct stemmers *stemmers;
    TABLE(struct form_entry) forms;
    VEC(const struct form_entry *) all; /* in the order of keys */
    struct search_root root;
    struct search_files *out;
    VEC(struct range) ranges;
    struct arena list; /* of a shard's entries */
    struct buf buf;
};

static str form_of(const struct form_entry *entry)
{
    return (str){entry->text, entry->n};
}

static str key_of(const struct form_entry *entry)
{
    return (str){entry->text + (entry->is_prefix ? 0 : entry->n), entry->key};
}

static void add_posting(struct form_entry *entry, struct posting posting,
                        struct arena *arena)
{
    enum { LEAST = 8 };
    if (entry->room - entry->bytes < MOST_POSTING) {
        str old = {entry->list, entry->bytes};
        entry->room += entry->room / 2 + LEAST;
        entry->list = ARENA_ARRAY(arena, char, entry->room);
        memcpy(entry->list, old.p ? old.p : "", old.n);
    }
    char *end = entry->list + entry->bytes;
    entry->bytes +=
        (uint32_t)(pack_uint_at(end, posting_pack(entry->next, posting)) - end);
    entry->next = posting.document + 1;
}

/* --- forms --- */

static struct form_entry *entry_at(const struct building *building,
                                   const struct slot *slot)
{
    return TABLE_AT(&building->forms, slot->which / LANGUAGES - 1);
}

static inline bool has_form(const struct form_entry *entry, str form)
{
    return entry->n == form.n &&
           (form.n <= SIMD16 ? equal16(entry->text, form.p, form.n)
                             : str_eq(form_of(entry), form));
}

static struct slot *find_slot(const struct building *building,
                              struct form_id id, str form, uint32_t stemmer)
{
    uint32_t hash = (uint32_t)form_id_hash(id);
    size_t at = (hash + stemmer) & building->mask;
    for (;; at = (at + 1) & building->mask) {
        struct slot *slot = &building->slots[at];
        if (!slot->which) {
            return slot;
        }
        if (slot->hash == hash && slot->which % LANGUAGES == stemmer &&
            has_form(entry_at(building, slot), form)) {
            return slot;
        }
    }
}

static void make_slots(struct building *building, size_t n)
{
    struct slot *old = building->slots;
    size_t was = old ? building->mask + 1 : 0;
    building->slots = calloc(n, sizeof *building->slots);
    if (!building->slots) {
        arena_out_of_memory();
    }
    building->mask = n - 1;
    for (size_t i = 0; i < was; i++) {
        size_t at = (old[i].hash + old[i].which % LANGUAGES) & building->mask;
        while (old[i].which && building->slots[at].which) {
            at = (at + 1) & building->mask;
        }
        if (old[i].which) {
            building->slots[at] = old[i];
        }
    }
    free(old);
}

/* The number of the form in another language, if it has that key there, plus
 * one; 0: it has not. */
static uint32_t find_same(const struct building *building, struct form_id id,
                          str form, str key)
{
    size_t n = stemmers_count(building->stemmers);
    for (uint32_t i = 0; i < n; i++) {
        const struct slot *slot = find_slot(building, id, form, i);
        if (slot->which && str_eq(key_of(entry_at(building, slot)), key)) {
            return slot->which / LANGUAGES;
        }
    }
    return 0;
}

static uint32_t new_entry(struct building *building, str form, str key)
{
    size_t n = building->forms.n + 1;
    TABLE_GROW(&building->forms, &building->work, n);
    bool is_prefix = str_starts(form, key);
    *TABLE_AT(&building->forms, n - 1) = (struct form_entry){
        .text =
            arena_concat(&building->work, form, is_prefix ? STR("") : key).p,
        .n = (uint8_t)form.n,
        .key = (uint8_t)key.n,
        .is_prefix = is_prefix,
    };
    return (uint32_t)n;
}

static void new_form(struct building *building, struct slot *slot,
                     struct form_id id, uint32_t stemmer, str form)
{
    buf_clear(&building->buf);
    stemmers_key(building->stemmers, stemmer, form, &building->buf);
    str key = buf_str(&building->buf);
    uint32_t number = find_same(building, id, form, key);
    number = number ? number : new_entry(building, form, key);
    *slot =
        (struct slot){(uint32_t)form_id_hash(id), number * LANGUAGES + stemmer};
}

static void add_document(struct building *building, size_t document,
                         uint64_t pivot)
{
    const struct search_source *source = building->source;
    struct record_reader reader =
        record_open(source->record(source->context, document));
    struct scale scale = scale_of(&reader, pivot);
    uint32_t stemmer =
        (uint32_t)stemmers_find(building->stemmers, reader.language);
    struct record_form form;
    while (record_next(&reader, &form)) {
        struct slot *slot = find_slot(building, form.id, form.form, stemmer);
        bool is_new = !slot->which;
        if (is_new) {
            new_form(building, slot, form.id, stemmer, form.form);
        }
        add_posting(entry_at(building, slot),
                    (struct posting){(uint32_t)document,
                                     scale_level(&scale, &form), form.zone},
                    &building->work);
        if (is_new && ++building->nslots > building->mask / 2) {
            make_slots(building, 2 * (building->mask + 1));
        }
    }
}

/* --- order --- */

static int compare_forms(const void *left, const void *right)
{
    const struct form_entry *a = *(const struct form_entry *const *)left;
    const struct form_entry *b = *(const struct form_entry *const *)right;
    int order = str_cmp(key_of(a), key_of(b));
    return order ? order : str_cmp(form_of(a), form_of(b));
}

static void sort_forms(struct building *building)
{
    VEC_RESERVE(&building->all, &building->work, building->forms.n);
    for (size_t i = 0; i < building->forms.n; i++) {
        *VEC_PUSH(&building->all, &building->work) =
            TABLE_AT(&building->forms, i);
    }
    VEC_SORT(&building->all, compare_forms);
}

/* --- shards --- */

/* Halves a range of keys by the next bit until it has little weight: so the end
 * of a shard depends on the keys near by alone. At most 8 * MOST_FORM deep. */
static void divide(struct building *building, size_t from, size_t to,
                   uint64_t depth)
{
    const struct form_entry **all = building->all.p;
    uint64_t weight = 0;
    for (size_t i = from; i < to; i++) {
        weight += weight_of(all[i]->n, all[i]->bytes);
    }
    str first = key_of(all[from]);
    str last = key_of(all[to - 1]);
    if (weight <= SHARD_MOST || str_eq(first, last)) {
        *VEC_PUSH(&building->ranges, &building->work) =
            (struct range){from, to, {.depth = depth}};
        return;
    }
    while (key_bit(first, depth) == key_bit(last, depth)) {
        depth++;
    }
    size_t middle = from;
    while (!key_bit(key_of(all[middle]), depth)) {
        middle++;
    }
    divide(building, from, middle, depth + 1);
    divide(building, middle, to, depth + 1);
}

/* Forms whose own place is in another shard than their key's. */
static void add_aliases(struct building *building, size_t number)
{
    const struct range *range = &building->ranges.p[number];
    for (size_t i = range->from; i < range->to; i++) {
        const struct form_entry *entry = building->all.p[i];
        str form = form_of(entry);
        str key = key_of(entry);
        buf_clear(&building->buf);
        search_fold(form, &building->buf);
        str folded = buf_str(&building->buf);
        size_t place =
            str_eq(folded, key) ? number : shard_find(&building->root, folded);
        if (place != number) {
            *VEC_PUSH(&building->ranges.p[place].shard.aliases,
                      &building->work) =
                (struct search_entry){.form = form, .key = key};
        }
    }
}

static void write_shard(struct building *building, size_t number)
{
    struct range *range = &building->ranges.p[number];
    struct shard *shard = &range->shard;
    VEC_RESERVE(&shard->entries, &building->list, range->to - range->from);
    for (size_t i = range->from; i < range->to; i++) {
        const struct form_entry *entry = building->all.p[i];
        str list = {entry->list, entry->bytes};
        *VEC_PUSH(&shard->entries, &building->list) =
            (struct search_entry){.form = form_of(entry),
                                  .key = key_of(entry),
                                  .list = list,
                                  .common = list_is_common(list, entry->next)};
    }
    struct search_file file = shard_file(shard, building->arena);
    building->root.shards[number] = file.name;
    *VEC_PUSH(&building->out->files, building->arena) = file;
    arena_clear(&building->list);
}

static void write_shards(struct building *building)
{
    struct search_root *root = &building->root;
    root->nshards = building->ranges.n;
    root->shards = ARENA_ARRAY(building->arena, str, root->nshards + 1);
    /* Names without hashes are enough to find a shard. */
    for (size_t i = 0; i < root->nshards; i++) {
        const struct range *range = &building->ranges.p[i];
        root->shards[i] =
            shard_name(key_of(building->all.p[range->from]), range->shard.depth,
                       STR(""), &building->work);
    }
    for (size_t i = 0; i < root->nshards; i++) {
        add_aliases(building, i);
    }
    for (size_t i = 0; i < root->nshards; i++) {
        write_shard(building, i);
    }
}

/* --- fragments --- */

static str fragment_make(const struct search_source *source, size_t number,
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

void index_end(const struct search_source *source,
               const struct search_change *changes, size_t nchanges,
               struct search_root *root, struct arena *arena,
               struct search_files *out)
{
    const struct search_root last = *root;
    struct buf bytes = {0};
    root->nfragments =
        (root->documents + SEARCH_FRAGMENT - 1) / SEARCH_FRAGMENT;
    root->fragments = ARENA_ARRAY(arena, str, root->nfragments + 1);
    for (size_t i = 0, at = 0; i < root->nfragments; i++) {
        struct search_file file = {0};
        size_t first = at;
        while (at < nchanges && changes[at].document / SEARCH_FRAGMENT == i) {
            at++;
        }
        if (i < last.nfragments && at == first) {
            file.name = last.fragments[i];
        } else {
            file.bytes = fragment_make(source, i, arena);
            file.name = fragment_name(i, file.bytes, arena);
        }
        root->fragments[i] = file.name;
        *VEC_PUSH(&out->files, arena) = file;
    }
    root_write(root, &bytes);
    out->root = buf_move(&bytes, arena);
}

void search_build(const struct search_source *source, struct arena *arena,
                  struct search_files *out)
{
    enum { FIRST_SLOTS = 1 << 12 };
    struct building building = {.source = source, .arena = arena, .out = out};
    *out = (struct search_files){0};
    building.root.documents = source->documents;
    building.root.order = source->order;
    building.root.weak = source->weak;
    for (size_t i = 0; i < source->documents; i++) {
        building.root.tokens +=
            record_open(source->record(source->context, i)).tokens;
    }
    uint64_t pivot = pivot_of(building.root.tokens, source->documents);
    building.stemmers = stemmers_new();
    make_slots(&building, FIRST_SLOTS);
    for (size_t i = 0; i < source->documents; i++) {
        add_document(&building, i, pivot);
    }
    free(building.slots);
    sort_forms(&building);
    if (building.all.n) {
        divide(&building, 0, building.all.n, 0);
    }
    write_shards(&building);
    index_end(source, NULL, 0, &building.root, arena, out);
    stemmers_free(building.stemmers);
    buf_free(&building.buf);
    arena_free(&building.list);
    arena_free(&building.work);
}
