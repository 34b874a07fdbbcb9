/* SPDX-License-Identifier: MIT */
#include "builder/last_build.h"

#include "builder/key_check.h"
#include "files/state_file.h"

static const str unreadable =
    STR_INIT("another crumb made the last build, or its ledger is damaged");

void last_build_open(struct last_build *last, str path, struct hash128 key,
                     uint64_t stamp)
{
    const struct ledger *ledger = &last->ledger;
    last->none = (str){NULL, 0};
    if (state_file_map(path, &last->mapped) != 0) {
        last->none = STR("there was no build before");
    } else if (!ledger_open(last->mapped, last->arena, &last->ledger)) {
        last->none = unreadable;
    } else if (!hash128_eq(ledger->head->key, key)) {
        last->none = STR("the settings or options changed");
    } else if (ledger->head->stamp != stamp) {
        last->none = STR("the last build was cut short");
    }
    last->known = !last->none.p;
}

void last_build_read(struct last_build *last)
{
    if (last->known) {
        last->engine = ledger_read(&last->ledger, last->arena);
        if (last->engine && !keys_are_of_a_site(last->engine)) {
            engine_free(last->engine);
            last->engine = NULL;
        }
        last->known = last->engine != NULL;
        last->none = last->known ? last->none : unreadable;
    }
    if (!last->engine) {
        last->engine = engine_new(&(struct engine_known){0}, 0, last->arena);
    }
}

void last_build_forget(struct last_build *last, str reason)
{
    engine_free(last->engine);
    last->engine = NULL;
    last->known = false;
    last->none = reason;
    last_build_read(last);
}

void last_build_close(struct last_build *last)
{
    engine_free(last->engine);
    state_file_unmap(last->mapped);
}

bool last_build_is_same(const struct last_build *last,
                        const struct fs_stat *now, const struct fs_stat *then)
{
    int64_t clock = last->ledger.head->seen;
    return !last->hash_all && fs_stat_same(now, then) &&
           now->modified < clock && now->changed < clock;
}

const struct known_post *last_build_posts(const struct last_build *last,
                                          const struct content *content)
{
    size_t n = content->files.n;
    if (!last->known) {
        return NULL;
    }
    struct known_post *known = arena_zalloc(last->arena, n, sizeof *known);
    for (size_t i = 0; i < n; i++) {
        const struct content_file *file = &content->files.p[i];
        struct key key = {KEY_OBJECT, OBJECT_POST, 0, file->path};
        uint32_t id = key_find(&last->engine->keys, key);
        const struct file_record *then = engine_file(last->engine, id);
        if (then && last_build_is_same(last, &file->stat, &then->stat)) {
            known[i] =
                (struct known_post){then->hash, then->record, then->warnings};
        }
    }
    return known;
}
