/* SPDX-License-Identifier: MIT */
#include "engine/fact.h"

#include <string.h>

void facts_grow(struct fact_table *facts, size_t keys, struct arena *arena)
{
    if (keys > facts->rows.cap) {
        size_t cap = keys + keys / 4;
        struct fact_row *rows = arena_zalloc(arena, cap, sizeof *rows);
        if (facts->rows.n) {
            memcpy(rows, facts->rows.p, facts->rows.n * sizeof *rows);
        }
        facts->rows.p = rows;
        facts->rows.cap = cap;
    }
    if (keys > facts->rows.n) {
        facts->rows.n = keys;
    }
}

/* Where the bit stands among `bits`. */
static size_t rank_of(uint64_t bits, unsigned bit)
{
    return (size_t)__builtin_popcountll(bits & ((UINT64_C(1) << bit) - 1));
}

uint64_t fact_hash(const struct fact_row *row, unsigned bit)
{
    return row->hashes[rank_of(row->bits, bit)];
}

/* Room for a revision for each hash. */
static void add_revisions(struct fact_row *row, struct arena *arena)
{
    if (!row->changed) {
        size_t n = (size_t)__builtin_popcountll(row->bits);
        row->changed = arena_zalloc(arena, n, sizeof *row->changed);
    }
}

/* Nothing that was right before names what had no hash, so it does not matter
 * when that changed. */
void fact_add(struct fact_table *facts, uint32_t key, uint64_t bits,
              const uint64_t *hashes, struct arena *arena)
{
    struct fact_row *row = &facts->rows.p[key];
    struct fact_row old = *row;
    size_t n = (size_t)__builtin_popcountll(old.bits | bits);
    row->bits |= bits;
    row->hashes = ARENA_ARRAY(arena, uint64_t, n);
    row->changed = old.changed ? ARENA_ARRAY(arena, uint32_t, n) : NULL;
    size_t from = 0;
    size_t at = 0;
    for (uint64_t rest = row->bits; rest; rest &= rest - 1, at++) {
        bool new = (bits & rest & -rest) != 0;
        row->hashes[at] = new ? *hashes++ : old.hashes[from];
        if (row->changed) {
            row->changed[at] = new ? 0 : old.changed[from];
        }
        from += !new;
    }
}

void fact_set(struct fact_table *facts, uint32_t key, unsigned bit,
              uint64_t hash, struct arena *arena)
{
    struct fact_row *row = &facts->rows.p[key];
    if (!(row->bits >> bit & 1)) {
        fact_add(facts, key, UINT64_C(1) << bit, &hash, arena);
        return;
    }
    size_t at = rank_of(row->bits, bit);
    if (row->hashes[at] != hash) {
        add_revisions(row, arena);
        row->hashes[at] = hash;
        row->changed[at] = facts->revision;
    }
}

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
    struct fact_row *row = &facts->rows.p[key];
    bool new = !row->list;
    if (new) {
        row->list = ARENA_NEW(arena, struct fact_list);
    }
    struct fact_list *list = row->list;
    struct list_change change = change_of(list, members, n);
    if (!change.bits && change.first == n) {
        return;
    }
    uint32_t *kept = ARENA_ARRAY(arena, uint32_t, n);
    if (n) {
        memcpy(kept, members, n * sizeof *kept);
    }
    list->members = kept;
    list->n = n;
    if (!new) {
        change.revision = facts->revision;
        *VEC_PUSH(&list->changes, arena) = change;
    }
}

void fact_set_gone(struct fact_table *facts, uint32_t key)
{
    if (!facts->rows.p[key].gone) {
        facts->rows.p[key].gone = facts->revision;
    }
}

void fact_set_back(struct fact_table *facts, uint32_t key, struct arena *arena)
{
    struct fact_row *row = &facts->rows.p[key];
    if (!row->gone) {
        return;
    }
    row->gone = 0;
    add_revisions(row, arena);
    for (size_t i = 0; i < (size_t)__builtin_popcountll(row->bits); i++) {
        row->changed[i] = facts->revision;
    }
    if (row->list) {
        *VEC_PUSH(&row->list->changes, arena) =
            (struct list_change){facts->revision, 0, DEP_LENGTH | DEP_EMPTY};
    }
}

uint64_t fact_changed(const struct fact_table *facts, uint32_t key,
                      uint64_t bits, uint32_t since)
{
    const struct fact_row *row = &facts->rows.p[key];
    if (row->gone > since) {
        return bits;
    }
    uint64_t changed = bits & ~row->bits;
    if (!row->changed) {
        return changed;
    }
    for (uint64_t rest = bits & row->bits; rest; rest &= rest - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(rest);
        if (row->changed[rank_of(row->bits, bit)] > since) {
            changed |= UINT64_C(1) << bit;
        }
    }
    return changed;
}

bool fact_list_changed(const struct fact_table *facts, uint32_t list,
                       uint32_t since)
{
    const struct fact_row *row = &facts->rows.p[list];
    size_t n = row->list ? row->list->changes.n : 0;
    return row->gone > since ||
           (n && row->list->changes.p[n - 1].revision > since);
}

/* Since that revision: the latest come last. */
static bool members_changed(const struct fact_list *list,
                            const struct dep_set *set, uint32_t since)
{
    for (size_t i = list->changes.n; i-- > 0;) {
        const struct list_change *change = &list->changes.p[i];
        if (change->revision <= since) {
            break;
        }
        if ((change->bits & set->bits) || change->first < set->first) {
            return true;
        }
    }
    return false;
}

bool fact_dep_changed(const struct fact_table *facts, uint32_t key,
                      const struct dep_set *set, uint32_t since, uint64_t *bits)
{
    const struct fact_row *row = &facts->rows.p[key];
    *bits = 0;
    if (row->gone > since) {
        return true;
    }
    if (row->list) {
        return members_changed(row->list, set, since);
    }
    *bits = fact_changed(facts, key, set->bits, since);
    return *bits != 0;
}
