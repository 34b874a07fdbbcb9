/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "search/search_parts.h"

/* A shard's bytes: "crumb-s1", then varints and texts:
 *
 *     depth
 *     number of forms; of each: bytes that it shares with the form before, the
 *         other ones with their number; how many bytes less its key has, and
 *         the bytes that follow in it; 2 * length of its list (+ 1: a bitmap),
 *         the list
 *     number of aliases; of each: its bytes, as above, and its key, as above
 *
 * A list is a run of varints: ((distance to the document before) * 8 + level) *
 * 8 + zone, where the distance from none is the number + 1. A form that more
 * than half of the documents up to its last one have says nothing but that: its
 * list is a bitmap, lowest bit first. */

static const str magic = STR_INIT("crumb-s1");

/* --- weights --- */

/* w / K of BM25, where K is what the length of the document makes of it. */
const double level_weights[LEVELS] = {0.30, 0.50, 0.85, 1.45,
                                      2.50, 4.30, 7.50, 13.00};

uint64_t pivot_of(uint64_t tokens, size_t documents)
{
    uint64_t mean = documents ? tokens / documents : 0;
    uint64_t pivot = 16;
    mean = mean < INT32_MAX ? mean : INT32_MAX; /* a forged index says more */
    /* The nearest power of two: it seldom changes. */
    while (2 * pivot * pivot < mean * mean) {
        pivot *= 2;
    }
    return pivot;
}

/* 1 for a text of middling length. */
static double length_factor(uint64_t tokens, uint64_t pivot)
{
    static const double b = 0.75;
    return 1 - b + b * (double)tokens / (double)pivot;
}

/* A word of the title has the same weight whether the document is short or
 * long, but more in a short title: its weight goes up with what its document's
 * length takes from it. */
struct scale scale_of(const struct record_reader *record, uint64_t pivot)
{
    static const double k1 = 1.2;
    enum { HALVES = 2, MOST = 1 << 30, TITLE = 8, TITLE_PIVOT = 4 };
    double length = length_factor(record->tokens, pivot);
    double unit = HALVES * k1 * length;
    double title = length_factor(record->title_tokens, TITLE_PIVOT);
    struct scale scale = {.title = (uint64_t)(TITLE * length / title)};
    for (size_t i = 0; i < LEVELS - 1; i++) {
        double limit = unit * sqrt(level_weights[i] * level_weights[i + 1]);
        scale.limits[i] = limit < MOST ? (uint64_t)limit : MOST;
    }
    return scale;
}

/* --- lists --- */

enum { MARK = 1 << 6 };

bool list_next(struct unpack *in, struct posting *posting)
{
    if (!unpack_left(in)) {
        return false;
    }
    uint64_t packed = unpack_uint(in);
    posting->document += (uint32_t)(packed / MARK);
    posting->level = (uint8_t)(packed % MARK / 8);
    posting->zone = (uint8_t)(packed % 8);
    return !in->failed;
}

size_t list_count(str list)
{
    size_t n = 0;
    for (size_t i = 0; i < list.n; i++) {
        n += !((unsigned char)list.p[i] & 0x80); /* the end of a number */
    }
    return n;
}

bool list_is_common(str list, uint32_t next)
{
    enum { FEW = 8 };
    size_t documents = list_count(list);
    return documents > FEW && 2 * documents > next;
}

/* The level of all postings of a bitmap: a word of the text, once. */
enum { COMMON_LEVEL = 2 };

static void put_bitmap(str list, struct buf *out)
{
    struct unpack in = unpack_of(list);
    struct posting posting = {0};
    while (list_next(&in, &posting)) {
    }
    size_t n = (posting.document + 7) / 8;
    pack_uint(out, 2 * n + 1);
    buf_reserve(out, n);
    memset(out->p + out->n, 0, n);
    in = unpack_of(list);
    posting.document = 0;
    while (list_next(&in, &posting)) {
        uint32_t i = posting.document - 1;
        out->p[out->n + i / 8] |= (char)(1 << i % 8);
    }
    out->n += n;
}

static str unpack_bitmap(str bits, struct arena *arena)
{
    struct buf list = {0};
    uint32_t next = 0;
    for (size_t i = 0; i < 8 * bits.n; i++) {
        if ((unsigned char)bits.p[i / 8] >> i % 8 & 1) {
            struct posting posting = {(uint32_t)i, COMMON_LEVEL, 0};
            pack_uint(&list, posting_pack(next, posting));
            next = posting.document + 1;
        }
    }
    return buf_move(&list, arena);
}

static void put_list(const struct search_entry *entry, struct buf *out)
{
    if (entry->common) {
        put_bitmap(entry->list, out);
    } else {
        pack_uint(out, 2 * entry->list.n);
        buf_put(out, entry->list);
    }
}

/* --- shards --- */

static size_t shared(str a, str b)
{
    size_t n = 0;
    while (n < a.n && n < b.n && a.p[n] == b.p[n]) {
        n++;
    }
    return n;
}

static void put_bytes(str bytes, struct buf *out)
{
    pack_uint(out, bytes.n);
    buf_put(out, bytes);
}

static void put_form(str form, str before, str key, struct buf *out)
{
    size_t same = shared(form, before);
    pack_uint(out, same);
    put_bytes(str_from_offset(form, same), out);
    same = shared(form, key);
    pack_uint(out, form.n - same);
    put_bytes(str_from_offset(key, same), out);
}

static int alias_compare(const void *left, const void *right)
{
    const struct search_entry *a = left;
    const struct search_entry *b = right;
    int order = str_cmp(a->form, b->form);
    return order ? order : str_cmp(a->key, b->key);
}

static void put_entries(const struct search_entry *all, size_t n,
                        bool with_lists, struct buf *out)
{
    str before = STR("");
    pack_uint(out, n);
    for (size_t i = 0; i < n; i++) {
        put_form(all[i].form, before, all[i].key, out);
        if (with_lists) {
            put_list(&all[i], out);
        }
        before = all[i].form;
    }
}

struct search_file shard_file(struct shard *shard, struct arena *arena)
{
    struct buf out = {0};
    VEC_SORT(&shard->aliases, alias_compare);
    buf_put(&out, magic);
    pack_uint(&out, shard->depth);
    put_entries(shard->entries.p, shard->entries.n, true, &out);
    put_entries(shard->aliases.p, shard->aliases.n, false, &out);
    str bytes = buf_move(&out, arena);
    return (struct search_file){
        shard_name(shard->entries.p[0].key, shard->depth, bytes, arena), bytes};
}

/* A part of `whole`, and what follows it. */
static str joined(str whole, uint64_t n, struct unpack *in, struct arena *arena)
{
    str more = unpack_bytes(in, unpack_uint(in));
    if (n > whole.n) {
        unpack_fail(in);
    }
    return in->failed ? (str){0}
                      : arena_concat(arena, str_sub(whole, 0, (size_t)n), more);
}

static void take_form(struct unpack *in, struct arena *arena, str *form,
                      str *key)
{
    uint64_t same = unpack_uint(in);
    *form = joined(*form, same, in, arena);
    uint64_t less = unpack_uint_to(in, form->n);
    *key = joined(*form, form->n - less, in, arena);
}

static str take_list(struct unpack *in, struct arena *arena, bool *common)
{
    uint64_t head = unpack_uint(in);
    str list = unpack_bytes(in, head / 2);
    *common = head % 2;
    return *common ? unpack_bitmap(list, arena) : list;
}

static size_t take_entries(struct unpack *in, bool with_lists,
                           struct arena *arena, struct search_entry **out)
{
    enum { LEAST = 4 }; /* bytes of an alias */
    size_t n = unpack_count(in, LEAST);
    struct search_entry entry = {.form = STR("")};
    *out = ARENA_ARRAY(arena, struct search_entry, n + 1);
    for (size_t i = 0; i < n && !in->failed; i++) {
        take_form(in, arena, &entry.form, &entry.key);
        if (with_lists) {
            entry.list = take_list(in, arena, &entry.common);
        }
        (*out)[i] = entry;
    }
    return n;
}

bool shard_read(str bytes, struct arena *arena, struct shard *out)
{
    *out = (struct shard){0};
    if (!str_starts(bytes, magic)) {
        return false;
    }
    struct unpack in = unpack_of(str_from_offset(bytes, magic.n));
    out->depth = unpack_uint_to(&in, UINT64_C(8) * MOST_FORM);
    out->entries.n = take_entries(&in, true, arena, &out->entries.p);
    out->aliases.n = take_entries(&in, false, arena, &out->aliases.p);
    out->entries.cap = out->entries.n;
    out->aliases.cap = out->aliases.n;
    if (in.failed || unpack_left(&in)) {
        return false;
    }
    out->before = shard_weight(out);
    return true;
}

struct shard_set shard_set_of(const struct search_index *index,
                              struct arena *arena)
{
    size_t n = index->root.nshards;
    return (struct shard_set){
        index, arena_zalloc(arena, n + 1, sizeof(struct shard *)), arena};
}

struct shard *shard_set_get(struct shard_set *set, size_t number)
{
    const struct search_index *index = set->index;
    struct shard **shard = &set->read[number];
    str bytes;
    if (!*shard && index->load(index->context, index->root.shards[number],
                               set->arena, &bytes)) {
        struct shard *read = ARENA_NEW(set->arena, struct shard);
        *shard = shard_read(bytes, set->arena, read) ? read : NULL;
    }
    return *shard;
}

uint64_t shard_weight(const struct shard *shard)
{
    uint64_t weight = 0;
    for (size_t i = 0; i < shard->entries.n; i++) {
        const struct search_entry *entry = &shard->entries.p[i];
        weight += weight_of(entry->form.n, entry->list.n);
    }
    return weight;
}

int entry_compare(const void *left, const void *right)
{
    const struct search_entry *a = left;
    const struct search_entry *b = right;
    int order = str_cmp(a->key, b->key);
    return order ? order : str_cmp(a->form, b->form);
}
