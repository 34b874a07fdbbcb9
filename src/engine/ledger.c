/* SPDX-License-Identifier: MIT */
#include "engine/ledger.h"

#include <errno.h>
#include <stddef.h>

#include "base/builtin.h"
#include "files/state_file.h"

static const char magic[8] = {'c', 'r', 'u', 'm', 'b', '-', 'l', '3'};

static uint64_t check_of_head(uint64_t check, const struct ledger_head *head)
{
    str all = {(const char *)head, sizeof *head};
    return hash64_mix(
        check, hash64(str_from_offset(all, offsetof(struct ledger_head, key))));
}

static uint64_t this_program(void)
{
    return hash64(str_from(build_identity));
}

/* --- the file --- */

void ledger_mark_idle(str path)
{
    static const uint64_t idle = 1;
    state_file_patch(path, offsetof(struct ledger_head, idle),
                     (str){(const char *)&idle, sizeof idle});
}

void ledger_begin(struct ledger_file *file, str path, struct arena *arena)
{
    ledger_file_begin(file, path, sizeof(struct ledger_head), arena);
}

int ledger_end(struct ledger_file *file, struct ledger_head head, bool sync)
{
    ledger_file_flush(file);
    memcpy(head.magic, magic, sizeof magic);
    head.bytes = file->bytes;
    head.program = this_program();
    head.check = check_of_head(file->check, &head);
    replace_put_start(&file->file, (str){(const char *)&head, sizeof head});
    return ledger_file_end(file, sync);
}

/* --- records --- */

static void pack_file(struct buf *out, const struct file_record *file)
{
    pack_uint(out, file->stat.kind);
    pack_uint(out, file->stat.size);
    pack_uint(out, file->stat.inode);
    pack_word(out, (uint64_t)file->stat.modified);
    pack_word(out, (uint64_t)file->stat.changed);
    pack_word(out, file->hash);
    pack_str(out, file->warnings);
}

static void unpack_file(struct unpack *in, struct file_record *file)
{
    file->stat.kind = (enum fs_kind)unpack_uint_to(in, FS_OTHER);
    file->stat.size = unpack_uint(in);
    file->stat.inode = unpack_uint(in);
    file->stat.modified = (int64_t)unpack_word(in);
    file->stat.changed = (int64_t)unpack_word(in);
    file->hash = unpack_word(in);
    file->warnings = unpack_str(in);
}

/* A fragment's record is its result. Places of texts are packed separately. */
static void pack_step(struct buf *out, const struct step *step,
                      enum key_class class)
{
    pack_word(out, step->result);
    if (class == KEY_FRAGMENT) {
        return;
    }
    pack_word(out, step->input);
    if (class != KEY_OUTPUT) {
        return;
    }
    pack_str(out, step->warnings);
    pack_str(out, step->source);
    pack_uint(out, step->place);
    pack_str(out, step->why);
    pack_int(out, step->made);
    pack_bool(out, step->kept);
}

/* The steps of a ledger are right in revision 1. */
static void unpack_step(struct unpack *in, struct step *step,
                        enum key_class class)
{
    step->right = 1;
    step->changed = 1;
    step->result = unpack_word(in);
    if (class == KEY_FRAGMENT) {
        return;
    }
    step->input = unpack_word(in);
    if (class != KEY_OUTPUT) {
        return;
    }
    step->warnings = unpack_str(in);
    step->source = unpack_str(in);
    step->place = unpack_uint32(in);
    step->why = unpack_str(in);
    step->made = unpack_int(in);
    step->kept = unpack_bool(in);
}

static void unpack_list(struct unpack *in, struct fact_row *row, size_t keys,
                        struct arena *arena)
{
    struct fact_list *list = ARENA_NEW(arena, struct fact_list);
    size_t n = unpack_count(in, 1);
    uint32_t *members = ARENA_ARRAY(arena, uint32_t, n);
    for (size_t i = 0; i < n; i++) {
        members[i] = (uint32_t)unpack_uint_to(in, keys - 1);
    }
    list->members = members;
    list->n = n;
    row->list = list;
}

/* --- keys --- */

/* The parts of a key's record. */
enum { HAS_FACTS = 1, HAS_LIST = 2, HAS_STEP = 4, HAS_FILE = 8, HAS_ALL = 15 };

static enum key_class class_of(const struct engine *engine, uint32_t id)
{
    return (enum key_class)key_get(&engine->keys, id)->class;
}

static void pack_known(const struct engine *engine,
                       const struct ledger_selection *selected, uint32_t id,
                       struct buf *out)
{
    const struct fact_row *row = fact_row(&engine->facts, id);
    const struct step *step =
        selected->steps[id] ? step_find(&engine->steps, id) : NULL;
    const struct file_record *file = engine_file(engine, id);
    uint64_t bits = selected->bits[id] & row->bits;
    pack_uint(out, (bits ? HAS_FACTS : 0U) | (row->list ? HAS_LIST : 0U) |
                       (step ? HAS_STEP : 0U) | (file ? HAS_FILE : 0U));
    if (bits) {
        pack_uint(out, bits);
    }
    if (row->list) {
        pack_uint(out, row->list->n);
        for (size_t i = 0; i < row->list->n; i++) {
            pack_uint(out, row->list->members[i]);
        }
    }
    if (step) {
        pack_step(out, step, class_of(engine, id));
    }
    if (file) {
        pack_file(out, file);
    }
}

static void unpack_known(struct unpack *in, struct engine *engine, uint32_t id)
{
    struct fact_row *row = fact_row(&engine->facts, id);
    struct arena *arena = &engine->arena;
    uint64_t has = unpack_uint_to(in, HAS_ALL);
    if (has & HAS_FACTS) {
        row->bits = unpack_uint(in);
    }
    if (has & HAS_LIST) {
        unpack_list(in, row, key_limit(&engine->keys), arena);
    }
    if (has & HAS_STEP) {
        unpack_step(in, step_add(&engine->steps, id, arena),
                    class_of(engine, id));
    }
    if (has & HAS_FILE) {
        unpack_file(in, engine_add_file(engine, id));
    }
}

/* --- writing --- */

static void put_rest(const struct ledger_rest *rest, struct ledger_file *file)
{
    struct buf *out = &file->out;
    pack_str(out, rest->summary);
    pack_str(out, rest->said);
    pack_str(out, rest->root);
    for (size_t i = 0; i < rest->head.files; i++) {
        struct fs_stat stat;
        memset(&stat, 0, sizeof stat); /* its padding too */
        const struct fs_stat now = rest->stat(rest->published, i);
        stat.kind = now.kind;
        stat.size = now.size;
        stat.inode = now.inode;
        stat.modified = now.modified;
        stat.changed = now.changed;
        buf_put(out, (str){(const char *)&stat, sizeof stat});
        ledger_file_flow(file);
    }
}

/* NAME.ledger, up to the places of names. */
static void put_records(const struct engine *engine,
                        const struct ledger_selection *selected,
                        const struct ledger_rest *rest, str names,
                        struct ledger_file *file)
{
    size_t n = key_limit(&engine->keys);
    put_rest(rest, file);
    for (size_t i = 0; i < engine->sets.rows.n; i++) {
        struct dep_set set =
            selected->sets[i] ? engine->sets.rows.p[i] : (struct dep_set){0};
        pack_word(&file->out, set.bits);
        pack_uint(&file->out, set.first);
    }
    for (uint32_t i = 0; i < n && !ledger_file_is_cancelled(file); i++) {
        const struct key *key = key_get(&engine->keys, i);
        pack_uint(&file->out, selected->keys[i] ? key->class : KEY_FREE);
        if (selected->keys[i]) {
            pack_uint(&file->out, key->kind);
            pack_uint(&file->out, key->owner);
        }
        ledger_file_flow(file);
    }
    buf_put(&file->out, names);
    for (uint32_t i = 0; i < n && !ledger_file_is_cancelled(file); i++) {
        if (selected->keys[i]) {
            pack_known(engine, selected, i, &file->out);
            ledger_file_flow(file);
        }
    }
}

/* Another thread writes the texts. */
int ledger_write(struct engine *engine, const struct ledger_selection *selected,
                 const struct ledger_rest *rest, str path, bool sync)
{
    struct arena arena = {0};
    struct ledger_file file;
    struct text_writer writer = {
        .engine = engine, .selected = selected, .sync = sync};
    struct pool_aside aside = {.started = false};
    struct ledger_head head = rest->head;
    struct ledger_memory memory = {.texts = rest->texts,
                                   .ntexts = rest->ntexts};
    if (rest->last) {
        memory.mapped[0] = rest->last->mapped;
        memory.mapped[1] = rest->last->texts.mapped;
    }
    str texts = ledger_texts_path(path, &arena);
    text_writer_begin(&writer, rest->last ? &rest->last->texts : NULL, texts,
                      &arena);
    writer.file.memory = &memory;
    writer.file.cancel = rest->cancel;
    text_writer_put_names(&writer);
    pool_start(&aside, text_writer_put_others, &writer);
    ledger_begin(&file, path, &arena);
    file.memory = &memory;
    file.cancel = rest->cancel;
    put_records(engine, selected, rest, buf_str(&writer.names), &file);
    pool_wait(&aside);
    buf_put(&file.out, buf_str(&writer.places));
    ledger_file_fail(&file, writer.error);
    head.sets = engine->sets.rows.n;
    head.keys = key_limit(&engine->keys);
    head.texts = text_writer_seal(&writer);
    int error = ledger_end(&file, head, sync);
    if (!error && rest->follow) {
        ledger_texts_follow(&rest->follow->texts, &writer, texts);
    }
    buf_free(&writer.names);
    buf_free(&writer.places);
    arena_free(&arena);
    return error;
}

/* --- reading --- */

int ledger_map(struct ledger *ledger, str path)
{
    struct arena arena = {0};
    *ledger = (struct ledger){.mapped = {NULL, 0}};
    struct ledger_texts *texts = &ledger->texts;
    int error = state_file_map(path, 0, &ledger->mapped, &texts->stat);
    if (!error) {
        error = state_file_map(ledger_texts_path(path, &arena), 0,
                               &texts->mapped, &texts->stat);
        error = error == ENOENT ? 0 : error; /* ledger_open finds out */
    }
    arena_free(&arena);
    return error;
}

void ledger_release(const struct ledger *ledger)
{
    state_file_release(ledger->mapped);
    state_file_release(ledger->texts.mapped);
    for (size_t i = 0; i < ledger->texts.before.n; i++) {
        state_file_release(ledger->texts.before.p[i]);
    }
}

void ledger_unmap(struct ledger *ledger)
{
    struct ledger_texts *texts = &ledger->texts;
    state_file_unmap(ledger->mapped);
    state_file_unmap(texts->mapped);
    for (size_t i = 0; i < texts->before.n; i++) {
        state_file_unmap(texts->before.p[i]);
    }
    arena_free(&texts->arena);
}

static bool is_whole(const struct ledger_head *head, str mapped)
{
    uint64_t whole;
    return memcmp(head->magic, magic, sizeof magic) == 0 &&
           head->bytes == mapped.n && head->program == this_program() &&
           head->check ==
               check_of_head(ledger_file_check(mapped, sizeof *head, &whole),
                             head);
}

bool ledger_open(struct ledger *ledger, struct arena *arena)
{
    struct ledger_head *head = ARENA_NEW(arena, struct ledger_head);
    struct unpack *in = &ledger->rest;
    str bytes = ledger->mapped;
    ledger->head = head;
    if (bytes.n < sizeof *head) {
        return false;
    }
    memcpy(head, bytes.p, sizeof *head);
    if (!is_whole(head, bytes) ||
        !ledger_texts_open(&ledger->texts, &head->texts)) {
        return false;
    }
    *in = unpack_of(str_from_offset(bytes, sizeof *head));
    ledger->summary = unpack_str(in);
    ledger->said = unpack_str(in);
    ledger->root = unpack_str(in);
    ledger->stats = in->p;
    if (in->failed || head->files > unpack_left(in) / sizeof(struct fs_stat)) {
        return false;
    }
    in->p += head->files * sizeof(struct fs_stat);
    return true;
}

enum { LEAST_SET = 1 + sizeof(uint64_t), LEAST_KEY = 1 };

/* Whether there can be n records, each of at least so many bytes. */
static bool fits(struct unpack *in, uint64_t n, size_t least)
{
    bool fits = n > 0 && n <= UINT32_MAX && n <= unpack_left(in) / least;
    in->failed = in->failed || !fits;
    return fits;
}

/* Number 0 is no set. */
static const struct dep_set *read_sets(struct unpack *in, uint64_t n,
                                       struct arena *arena)
{
    if (!fits(in, n, LEAST_SET)) {
        return NULL;
    }
    struct dep_set *sets = arena_zalloc(arena, (size_t)n, sizeof *sets);
    for (size_t i = 0; !in->failed && i < n; i++) {
        sets[i].bits = unpack_word(in);
        sets[i].first = unpack_uint32(in);
    }
    return sets;
}

/* Number 0 is no set. */
static void read_keys(struct unpack *in, uint64_t n, struct key_table *keys)
{
    if (!fits(in, n, LEAST_KEY) || unpack_uint(in) != KEY_FREE) {
        unpack_fail(in);
        return;
    }
    for (size_t i = 1; !in->failed && i < n; i++) {
        struct key key = {.class =
                              (uint8_t)unpack_uint_to(in, KEY_CLASSES - 1)};
        if (key.class != KEY_FREE) {
            key.kind = (uint8_t)unpack_uint_to(in, UINT8_MAX);
            key.owner = (uint32_t)unpack_uint_to(in, n - 1);
            key.name = STR("");
        }
        key_table_restore(keys, key);
    }
    key_table_free_ids(keys);
}

static void index_keys(void *keys)
{
    key_table_index(keys);
}

struct engine *ledger_read(struct ledger *ledger, struct arena *arena)
{
    struct unpack *in = &ledger->rest;
    const struct ledger_head *head = ledger->head;
    const struct dep_set *sets = read_sets(in, head->sets, arena);
    struct engine *engine =
        engine_new(sets, in->failed ? 0 : (size_t)head->sets, arena);
    struct pool_aside aside = {.started = false};
    struct text_cursor cursor = {ledger->texts.bytes, 0};
    read_keys(in, head->keys, &engine->keys);
    texts_find_names(in, engine, &cursor);
    pool_start(&aside, index_keys, &engine->keys);
    engine_grow(engine);
    for (uint32_t i = 1; !in->failed && i < head->keys; i++) {
        if (class_of(engine, i) != KEY_FREE) {
            unpack_known(in, engine, i);
        }
    }
    texts_find_others(in, engine, &cursor);
    pool_wait(&aside);
    if (in->failed || unpack_left(in)) {
        engine_free(engine);
        return NULL;
    }
    for (uint32_t i = 0; i < engine->files.n; i++) {
        struct file_record *file = engine_file(engine, i);
        if (file) {
            file->seen = head->seen;
        }
    }
    return engine;
}
