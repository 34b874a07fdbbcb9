/* SPDX-License-Identifier: MIT */
#include "builder/last_build.h"

#include "base/diag/diag_pack.h"
#include "builder/key_check.h"
#include "files/state_file.h"
#include "site/content/post_record.h"

static const str unreadable =
    STR_INIT("another crumb made the last build, or its ledger is damaged");

void last_build_open(struct last_build *last, str path, struct hash128 key,
                     uint64_t stamp)
{
    const struct ledger *ledger = &last->ledger;
    last->none = (str){NULL, 0};
    if (fs_own_map(path, &last->mapped) != 0) {
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
    fs_own_unmap(last->mapped);
}

bool last_build_is_same(const struct last_build *last,
                        const struct fs_stat *now, const struct fs_stat *then)
{
    int64_t clock = last->ledger.head->seen;
    return !last->hash_all && fs_stat_same(now, then) &&
           now->modified < clock && now->changed < clock;
}

bool last_build_post(const struct last_build *last, const struct site *site,
                     struct post *post, struct arena *keep)
{
    struct key key = {KEY_OBJECT, OBJECT_POST, 0, post->file->path};
    uint32_t id = last->known ? key_find(&last->engine->keys, key) : 0;
    const struct file_record *file = engine_file(last->engine, id);
    if (!file || !last_build_is_same(last, &post->file->stat, &file->stat)) {
        return false;
    }
    struct unpack record = unpack_of(file->record);
    struct unpack warnings = unpack_of(file->warnings);
    if (!post_unpack(site, post, &record, keep) ||
        !diags_unpack(&post->warnings, &warnings)) {
        return false;
    }
    post->file_hash = file->hash;
    post->record = file->record;
    post->recalled = true;
    return true;
}
