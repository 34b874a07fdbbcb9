/* SPDX-License-Identifier: MIT */
#include "builder/scan/touched.h"

#include "base/hash.h"
#include "files/path.h"

static bool has_bytes(const struct fs_entry *entry, uint64_t hash)
{
    struct arena work = {0};
    str text;
    bool same = fs_read(path_join(&work, STR("content"), entry->name), &work,
                        &text) == 0 &&
                hash64(text) == hash;
    arena_free(&work);
    return same;
}

bool touched_are_same(struct last_build *last, const struct source_stamp *stamp)
{
    bool same = true;
    last_build_read(last);
    for (size_t i = 0; same && last->known && i < stamp->content.n; i++) {
        const struct fs_entry *entry = &stamp->content.entries[i];
        struct fs_stat stat = entry->stat;
        if (!source_stamp_is_text(entry)) {
            continue;
        }
        struct file_record *file = last_build_file(last, entry->name);
        same =
            file && (last_build_is_same(last, &stat, &file->stat, file->seen) ||
                     has_bytes(entry, file->hash));
        if (same) {
            file->stat = stat;
        }
    }
    return same && last->known;
}

static struct fs_stat stat_of(const void *ledger, size_t place)
{
    struct fs_stat stat;
    const struct ledger *last = ledger;
    memcpy(&stat, last->stats + place * sizeof stat, sizeof stat);
    return stat;
}

int touched_save(const struct last_build *last, struct ledger_head head,
                 str path, bool sync)
{
    struct engine *engine = last->engine;
    const struct ledger *ledger = &last->ledger;
    struct arena work = {0};
    size_t n = key_limit(&engine->keys);
    uint64_t *bits = arena_zalloc(&work, n, sizeof *bits);
    bool *keys = arena_zalloc(&work, n, sizeof *keys);
    bool *sets = arena_zalloc(&work, engine->sets.rows.n, sizeof *sets);
    for (uint32_t i = 1; i < n; i++) {
        bits[i] = fact_row(&engine->facts, i)->bits;
        keys[i] = key_get(&engine->keys, i)->class != KEY_FREE;
    }
    memset(sets, true, engine->sets.rows.n);
    struct ledger_rest rest = {.head = head,
                               .summary = ledger->summary,
                               .said = ledger->said,
                               .root = ledger->root,
                               .stat = stat_of,
                               .published = ledger,
                               .last = ledger};
    int error =
        ledger_write(engine, &(struct ledger_selection){bits, keys, keys, sets},
                     &rest, path, sync);
    arena_free(&work);
    return error;
}
