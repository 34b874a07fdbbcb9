/* SPDX-License-Identifier: MIT */
#include "engine/fact.h"

#include <stddef.h>
#include <string.h>

/* The number of lower bits in `bits`. */
static size_t rank_of(uint64_t bits, unsigned bit)
{
    return (size_t)__builtin_popcountll(bits & ((UINT64_C(1) << bit) - 1));
}

static size_t count_of(const struct fact_row *row)
{
    return (size_t)__builtin_popcountll(row->bits);
}

static uint64_t hash_at(const struct fact_row *row, size_t at)
{
    uint64_t hash;
    memcpy(&hash, (const char *)row->hashes + at * sizeof hash, sizeof hash);
    return hash;
}

uint64_t fact_hash(const struct fact_row *row, unsigned bit)
{
    return hash_at(row, rank_of(row->bits, bit));
}

static struct fact_times *new_times(size_t n, struct arena *arena)
{
    size_t size = offsetof(struct fact_times, changed) + n * sizeof(uint32_t);
    return arena_zalloc(arena, size / sizeof(uint32_t), sizeof(uint32_t));
}

/* A row with times has hashes of its own. */
static struct fact_times *times_of(struct fact_row *row, struct arena *arena)
{
    if (!row->times) {
        size_t n = count_of(row);
        row->hashes = vec_copy(arena, row->hashes, n, sizeof(uint64_t));
        row->times = new_times(n, arena);
    }
    return row->times;
}

/* Notes that a fact of the key has changed in this revision. */
static void note_change(struct fact_table *facts, uint32_t key,
                        struct arena *arena)
{
    struct fact_times *times = times_of(fact_row(facts, key), arena);
    if (times->last != facts->revision) {
        times->last = facts->revision;
        times->next = atomic_load(&facts->changed);
        while (
            !atomic_compare_exchange_weak(&facts->changed, &times->next, key)) {
        }
    }
}

void facts_next_revision(struct fact_table *facts)
{
    facts->revision++;
    atomic_store(&facts->changed, 0);
}

/* No step that was right before reads an attribute without a hash, so its time
 * may be 0. */
void fact_add(struct fact_table *facts, uint32_t key, uint64_t bits,
              const uint64_t *hashes, struct text_store *texts,
              struct arena *arena)
{
    struct fact_row *row = fact_row(facts, key);
    struct fact_row old = *row;
    uint64_t all[64];
    row->bits |= bits;
    if (old.times) {
        row->times = new_times(count_of(row), arena);
        row->times->last = old.times->last;
        row->times->next = old.times->next;
        row->times->gone = old.times->gone;
    }
    size_t from = 0;
    size_t at = 0;
    for (uint64_t rest = row->bits; rest; rest &= rest - 1, at++) {
        bool new = (bits & rest & -rest) != 0;
        all[at] = new ? *hashes++ : hash_at(&old, from);
        if (old.times && !new) {
            row->times->changed[at] = old.times->changed[from];
        }
        from += !new;
    }
    size_t size = at * sizeof *all;
    if (texts && !row->times) {
        row->hashes = text_store_put(texts, (str){(const char *)all, size}).p;
        return;
    }
    row->hashes = vec_copy(arena, all, at, sizeof *all);
}

void fact_set(struct fact_table *facts, uint32_t key, unsigned bit,
              uint64_t hash, struct arena *arena)
{
    struct fact_row *row = fact_row(facts, key);
    if (!(row->bits >> bit & 1)) {
        fact_add(facts, key, UINT64_C(1) << bit, &hash, NULL, arena);
        return;
    }
    size_t at = rank_of(row->bits, bit);
    if (hash_at(row, at) != hash) {
        note_change(facts, key, arena);
        row->times->changed[at] = facts->revision;
        uint64_t *own = (uint64_t *)(uintptr_t)row->hashes;
        own[at] = hash;
    }
}

/* The change is none if it has no bits and its first member is number n. */
static struct list_change change_of(const struct fact_list *list,
                                    const uint32_t *members, size_t n)
{
    struct list_change change = {0};
    size_t most = n < list->n ? n : list->n;
    change.bits |= n != list->n ? DEP_LENGTH : 0;
    change.bits |= (n > 0) != (list->n > 0) ? DEP_EMPTY : 0;
    while (change.first < most &&
           members[change.first] == list->members[change.first]) {
        change.first++;
    }
    return change;
}

void fact_set_list(struct fact_table *facts, uint32_t key,
                   const uint32_t *members, size_t n, struct arena *arena)
{
    struct fact_row *row = fact_row(facts, key);
    bool new = !row->list;
    if (new) {
        row->list = ARENA_NEW(arena, struct fact_list);
    }
    struct fact_list *list = row->list;
    struct list_change change = change_of(list, members, n);
    if (!change.bits && change.first == n) {
        return;
    }
    list->members = vec_copy(arena, members, n, sizeof *members);
    list->n = n;
    if (!new) {
        note_change(facts, key, arena);
        change.revision = facts->revision;
        *VEC_PUSH(&list->changes, arena) = change;
    }
}

void fact_set_gone(struct fact_table *facts, uint32_t key, struct arena *arena)
{
    struct fact_times *times = times_of(fact_row(facts, key), arena);
    if (!times->gone) {
        note_change(facts, key, arena);
        times->gone = facts->revision;
    }
}

void fact_set_back(struct fact_table *facts, uint32_t key, struct arena *arena)
{
    struct fact_row *row = fact_row(facts, key);
    if (!fact_is_gone(row)) {
        return;
    }
    note_change(facts, key, arena);
    row->times->gone = 0;
    for (size_t i = 0; i < count_of(row); i++) {
        row->times->changed[i] = facts->revision;
    }
    if (row->list) {
        *VEC_PUSH(&row->list->changes, arena) =
            (struct list_change){facts->revision, 0, DEP_LENGTH | DEP_EMPTY};
    }
}

static bool is_gone_since(const struct fact_row *row, uint32_t since)
{
    return row->times && row->times->gone > since;
}

uint64_t fact_changed(const struct fact_table *facts, uint32_t key,
                      uint64_t bits, uint32_t since)
{
    const struct fact_row *row = fact_row(facts, key);
    uint64_t changed = bits & ~row->bits;
    if (!row->times || row->times->last <= since) {
        return changed;
    }
    if (row->times->gone > since) {
        return bits;
    }
    for (uint64_t rest = bits & row->bits; rest; rest &= rest - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(rest);
        if (row->times->changed[rank_of(row->bits, bit)] > since) {
            changed |= UINT64_C(1) << bit;
        }
    }
    return changed;
}

bool fact_list_changed(const struct fact_table *facts, uint32_t list,
                       uint32_t since)
{
    const struct fact_row *row = fact_row(facts, list);
    size_t n = row->list ? row->list->changes.n : 0;
    return is_gone_since(row, since) ||
           (n && row->list->changes.p[n - 1].revision > since);
}

/* The latest changes come last. */
static bool members_changed(const struct fact_list *list, const struct dep *dep,
                            uint32_t since)
{
    for (size_t i = list->changes.n; i-- > 0;) {
        const struct list_change *change = &list->changes.p[i];
        if (change->revision <= since) {
            break;
        }
        if ((change->bits & dep->bits) || change->first < dep->first) {
            return true;
        }
    }
    return false;
}

bool fact_dep_changed(const struct fact_table *facts, const struct dep *dep,
                      uint32_t since, uint64_t *bits)
{
    const struct fact_row *row = fact_row(facts, dep->key);
    *bits = 0;
    if (is_gone_since(row, since)) {
        return true;
    }
    if (row->list) {
        return members_changed(row->list, dep, since);
    }
    *bits = fact_changed(facts, dep->key, dep->bits, since);
    return *bits != 0;
}
