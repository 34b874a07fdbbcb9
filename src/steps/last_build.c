/* SPDX-License-Identifier: MIT */
#include "steps/last_build.h"

#include "base/builtin.h"
#include "base/diag/diag.h"
#include "base/pool.h"
#include "base/utf8.h"
#include "data/yaml.h"
#include "dates/zone.h"
#include "drawing/card.h"
#include "highlight/regex.h"
#include "markdown/markdown.h"
#include "publish/publish.h"
#include "steps/key_check.h"

static const str unreadable =
    STR_INIT("another crumb made the last build, or its ledger is damaged");

/* The settings, the options, the zone of dates, the program, and the libraries
 * whose versions may differ in what they make of a text, KaTeX, FreeType and
 * PCRE2 among them. Others follow a specification (hashes, digests). */
struct hash128 last_build_key(const struct site *site)
{
    const struct site_options *options = &site->options;
    struct arena work = {0};
    struct buf all = {0};
    if (site->config.math.on) {
        buf_put(&all, math_identity(&work));
    }
    if (site->config.cards.on) {
        buf_put(&all, card_identity(site->config.cards.font, &work));
    }
    buf_put(&all, regex_library(&work));
    buf_printf(&all, " %s %s %s %s %d%d%d %llx\n", build_identity,
               markdown_library(), yaml_library(), utf8_library(),
               options->drafts, options->future, options->untrusted,
               (unsigned long long)zone_hash(site->config.zone));
    buf_put(&all, site->config.url);
    buf_putc(&all, '\n');
    buf_put(&all, site->config.source->text);
    if (site->config.theme_source) {
        buf_put(&all, site->config.theme_source->text);
    }
    struct hash128 key = hash128(buf_str(&all));
    buf_free(&all);
    arena_free(&work);
    return key;
}

void last_build_open_any(struct last_build *last, str path, struct hash128 key)
{
    struct ledger *ledger = &last->ledger;
    last->none = (str){NULL, 0};
    if (ledger_map(ledger, path) != 0) {
        last->none = STR("there was no build before");
    } else if (!ledger_open(ledger, last->arena)) {
        last->none = unreadable;
    } else if (!hash128_eq(ledger->head->key, key)) {
        last->none = STR("the settings or options changed");
    }
    last->known = !last->none.p;
    ledger_release(&last->ledger);
}

void last_build_open(struct last_build *last, str path, struct hash128 key,
                     uint64_t stamp)
{
    last_build_open_any(last, path, key);
    if (last->known && last->ledger.head->stamp != stamp) {
        last->none = STR("the last build was cut short");
        last->known = false;
    }
}

void last_build_read(struct last_build *last)
{
    if (last->engine) {
        return;
    }
    if (last->known) {
        last->engine = ledger_read(&last->ledger, last->arena);
        if (last->engine && !keys_are_of_a_site(last->engine)) {
            engine_free(last->engine);
            last->engine = NULL;
        }
        last->known = last->engine != NULL;
        last->read = last->known;
        last->order = last->ledger.head->order;
        last->seen = last->ledger.head->seen;
        last->none = last->known ? last->none : unreadable;
    }
    if (!last->engine) {
        last->engine = engine_new(NULL, 0, last->arena);
    }
    if (last->borrows) {
        engine_borrow(last->engine);
    }
    ledger_release(&last->ledger);
}

uint32_t last_build_place(const struct last_build *last, str file)
{
    struct key key = {.class = KEY_OUTPUT, .name = file};
    uint32_t id = key_find(&last->engine->keys, key);
    const struct step *step = id ? step_find(&last->engine->steps, id) : NULL;
    return step ? step->place : UINT32_MAX;
}

bool last_build_keeps(const struct last_build *last, struct publish *publish,
                      size_t worker, str file, uint32_t place)
{
    struct fs_stat stat;
    bool believed = last->known && !last->hash_all &&
                    ledger_stat(&last->ledger, place, &stat);
    return publish_keep(publish, worker, file, believed ? &stat : NULL, place);
}

void last_build_forget(struct last_build *last, str reason)
{
    engine_free(last->engine);
    last->engine = NULL;
    last->known = false;
    last->read = false;
    last->none = reason;
    last_build_read(last);
}

void last_build_release(struct last_build *last)
{
    engine_free(last->engine);
    last->read = false;
    last->engine = engine_new(NULL, 0, last->arena);
    ledger_release(&last->ledger);
}

void last_build_close(struct last_build *last)
{
    engine_free(last->engine);
    ledger_unmap(&last->ledger);
}

bool last_build_is_same(const struct last_build *last,
                        const struct fs_stat *now, const struct fs_stat *then,
                        int64_t clock)
{
    return !last->hash_all && fs_stat_same(now, then) &&
           now->modified < clock && now->changed < clock;
}

struct file_record *last_build_file(const struct last_build *last, str path)
{
    struct key key = {KEY_OBJECT, OBJECT_POST, 0, path};
    return engine_file(last->engine, key_find(&last->engine->keys, key));
}

struct recall {
    const struct last_build *last;
    const struct content *content;
    struct known_post *known; /* by number in content->files */
};

static void recall_one(void *context, size_t worker, size_t i)
{
    const struct recall *recall = context;
    const struct last_build *last = recall->last;
    const struct content_file *file = recall->content->files.p[i];
    const struct file_record *then = last_build_file(last, file->path);
    (void)worker;
    if (then &&
        last_build_is_same(last, &file->stat, &then->stat, then->seen)) {
        recall->known[i] =
            (struct known_post){then->hash, then->record, then->warnings};
    }
}

struct known_post *last_build_posts(const struct last_build *last,
                                    const struct site *site,
                                    struct arena *arena)
{
    size_t n = site->content.files.n;
    if (!last->known) {
        return NULL;
    }
    struct recall recall = {last, &site->content,
                            arena_zalloc(arena, n, sizeof(struct known_post))};
    pool_run(site->options.jobs, n, recall_one, &recall);
    return recall.known;
}

/* --- records of files for the next build --- */

void file_learn(struct engine *engine, const struct post *post, int64_t seen)
{
    const struct loaded_post *loaded = post->loaded;
    struct file_record *file = engine_add_file(engine, post->object.number);
    struct buf warnings = {0};
    if (!file->record.p || !str_eq(file->record, loaded->record)) {
        file->record = engine_keep(engine, loaded->record);
    }
    diags_pack(loaded->warnings, 0, &warnings);
    file->warnings = arena_str(&engine->arena, buf_str(&warnings));
    file->stat = post->file->stat;
    file->hash = loaded->file_hash;
    file->seen = seen;
    post->loaded->recalled = true;
    buf_free(&warnings);
}

void files_learn(struct engine *engine, const struct site *site, int64_t seen)
{
    for (size_t i = 0; i < engine->files.n; i++) {
        if (!objects_get(site->objects, (uint32_t)i)) {
            *TABLE_AT(&engine->files, i) = NULL;
        }
    }
    for (size_t i = 0; i < site->nall; i++) {
        if (!site->all[i].loaded->recalled) {
            file_learn(engine, &site->all[i], seen);
        }
    }
}
