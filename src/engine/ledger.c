/* SPDX-License-Identifier: MIT */
#include "engine/ledger.h"

#include <errno.h>
#include <stddef.h>

#include "base/identity.h"
#include "files/state_file.h"

static const char magic[8] = {'c', 'r', 'u', 'm', 'b', '-', 'l', '1'};

/* The check is of pieces of this size, so that a ledger can be written without
 * being in memory as a whole; then of the head behind the check. */
enum { PIECE = 1 << 20, MOST_HELD = 16 * PIECE };

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

/* --- writing --- */

void ledger_mark_idle(str path)
{
    static const uint64_t idle = 1;
    state_file_patch(path, offsetof(struct ledger_head, idle),
                     (str){(const char *)&idle, sizeof idle});
}

void ledger_begin(struct ledger_file *file, str path, struct arena *arena)
{
    struct ledger_head head;
    memset(&head, 0, sizeof head); /* its padding too */
    *file = (struct ledger_file){.bytes = sizeof head};
    replace_open(&file->file, path, arena);
    replace_put(&file->file, (str){(const char *)&head, sizeof head});
}

static void put_piece(struct ledger_file *file, str piece)
{
    file->check = hash64_mix(file->check, hash64(piece));
    file->bytes += piece.n;
    replace_put(&file->file, piece);
}

static bool is_cancelled(const struct ledger_file *file)
{
    const atomic_bool *cancel = file->rest ? file->rest->cancel : NULL;
    return cancel && atomic_load(cancel);
}

static void put_full(void *context)
{
    struct ledger_file *file = context;
    for (size_t i = 0; i < file->full.n; i += PIECE) {
        put_piece(file, str_sub(buf_str(&file->full), i, PIECE));
    }
}

static void release(const struct ledger_rest *rest)
{
    if (!rest) {
        return;
    }
    state_file_release(rest->mapped);
    for (size_t i = 0; i < rest->ntexts; i++) {
        text_store_release(&rest->texts[i]);
    }
}

/* What is whole pieces goes to the file, on another thread. */
static void flow(struct ledger_file *file)
{
    enum { ENOUGH = 2 * PIECE };
    if (file->out.n < ENOUGH) {
        return;
    }
    pool_wait(&file->aside);
    struct buf written = file->full;
    file->full = file->out;
    file->out = written;
    buf_clear(&file->out);
    size_t whole = file->full.n / PIECE * PIECE;
    buf_put(&file->out, str_from_offset(buf_str(&file->full), whole));
    file->full.n = whole;
    pool_start(&file->aside, put_full, file);
    release(file->rest);
}

static void put_rest_of(struct ledger_file *file)
{
    pool_wait(&file->aside);
    for (size_t i = 0; i < file->out.n; i += PIECE) {
        put_piece(file, str_sub(buf_str(&file->out), i, PIECE));
    }
}

int ledger_end(struct ledger_file *file, struct ledger_head head, bool sync)
{
    put_rest_of(file);
    memcpy(head.magic, magic, sizeof magic);
    head.bytes = file->bytes;
    head.program = this_program();
    head.check = check_of_head(file->check, &head);
    if (is_cancelled(file) && !file->file.error) {
        file->file.error = ECANCELED;
    }
    replace_put_start(&file->file, (str){(const char *)&head, sizeof head});
    buf_free(&file->out);
    buf_free(&file->full);
    return replace_finish(&file->file, sync);
}

static uint64_t check_of(const struct ledger_head *head, str bytes)
{
    uint64_t check = 0;
    size_t held = 0;
    for (size_t i = sizeof *head; i < bytes.n; i += PIECE) {
        check = hash64_mix(check, hash64(str_sub(bytes, i, PIECE)));
        held += PIECE;
        if (held >= MOST_HELD) {
            state_file_release(bytes);
            held = 0;
        }
    }
    return check_of_head(check, head);
}

/* --- records --- */

static void pack_stat(struct buf *out, const struct fs_stat *stat)
{
    pack_uint(out, stat->kind);
    pack_uint(out, stat->size);
    pack_uint(out, stat->inode);
    pack_word(out, (uint64_t)stat->modified);
    pack_word(out, (uint64_t)stat->changed);
}

static struct fs_stat unpack_stat(struct unpack *in)
{
    struct fs_stat stat = {0};
    stat.kind = (enum fs_kind)unpack_uint_to(in, FS_OTHER);
    stat.size = unpack_uint(in);
    stat.inode = unpack_uint(in);
    stat.modified = (int64_t)unpack_word(in);
    stat.changed = (int64_t)unpack_word(in);
    return stat;
}

/* Of a text that stands apart. */
static size_t unpack_length(struct unpack *in)
{
    return (size_t)unpack_uint_to(in, unpack_left(in));
}

static void pack_file(struct buf *out, const struct file_record *file)
{
    pack_stat(out, &file->stat);
    pack_word(out, file->hash);
    pack_uint(out, file->record.n);
    pack_str(out, file->warnings);
}

static void unpack_file(struct unpack *in, struct file_record *file)
{
    file->stat = unpack_stat(in);
    file->hash = unpack_word(in);
    file->record.n = unpack_length(in);
    file->warnings = unpack_str(in);
}

/* That of a fragment has a trace, a result and nothing else. */
static void pack_step(struct buf *out, const struct step *step,
                      enum key_class class)
{
    pack_uint(out, step->trace.pairs.n);
    pack_word(out, step->result);
    if (class == KEY_FRAGMENT) {
        return;
    }
    pack_word(out, step->input);
    if (class != KEY_OUTPUT) {
        pack_uint(out, step->record.n);
        pack_uint(out, step->parts.n);
        return;
    }
    pack_str(out, step->warnings);
    pack_str(out, step->source);
    pack_uint(out, step->place);
    pack_str(out, step->why);
    pack_int(out, step->made);
    pack_bool(out, step->kept);
}

/* What a ledger says was right when that was revision 1. */
static void unpack_step(struct unpack *in, struct step *step,
                        enum key_class class)
{
    step->right = 1;
    step->changed = 1;
    step->trace.pairs.n = unpack_length(in);
    step->result = unpack_word(in);
    if (class == KEY_FRAGMENT) {
        return;
    }
    step->input = unpack_word(in);
    if (class != KEY_OUTPUT) {
        step->record.n = unpack_length(in);
        step->parts.n = unpack_length(in);
        return;
    }
    step->warnings = unpack_str(in);
    step->source = unpack_str(in);
    step->place = unpack_uint32(in);
    step->why = unpack_str(in);
    step->made = unpack_int(in);
    step->kept = unpack_bool(in);
}

static const char *unpack_array(struct unpack *in, size_t n, size_t size)
{
    const char *p = in->p;
    if (n > unpack_left(in) / size) {
        unpack_fail(in);
        return NULL;
    }
    in->p += n * size;
    return p;
}

static void unpack_facts(struct unpack *in, struct fact_row *row)
{
    uint64_t bits = unpack_uint(in);
    size_t n = (size_t)__builtin_popcountll(bits);
    row->hashes = unpack_array(in, n, sizeof(uint64_t));
    row->bits = row->hashes ? bits : 0;
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

static void pack_list(struct buf *out, const struct fact_list *list)
{
    pack_uint(out, list->n);
    for (size_t i = 0; i < list->n; i++) {
        pack_uint(out, list->members[i]);
    }
}

/* --- keys --- */

/* What there is of a key. */
enum { HAS_FACTS = 1, HAS_LIST = 2, HAS_STEP = 4, HAS_FILE = 8, HAS_ALL = 15 };

static void pack_facts(struct buf *out, const struct fact_row *row,
                       uint64_t bits)
{
    pack_uint(out, bits);
    if (bits == row->bits) {
        buf_put(out, (str){row->hashes, (size_t)__builtin_popcountll(bits) *
                                            sizeof(uint64_t)});
        return;
    }
    for (; bits; bits &= bits - 1) {
        pack_word(out, fact_hash(row, (unsigned)__builtin_ctzll(bits)));
    }
}

static void pack_key(const struct key *key, bool stays, struct buf *out)
{
    pack_uint(out, stays ? key->class : KEY_FREE);
    if (stays) {
        pack_uint(out, key->kind);
        pack_uint(out, key->owner);
        pack_str(out, key->name);
    }
}

static void unpack_key(struct unpack *in, struct key *key, size_t keys)
{
    *key = (struct key){.class = (uint8_t)unpack_uint_to(in, KEY_CLASSES - 1)};
    if (key->class != KEY_FREE) {
        key->kind = (uint8_t)unpack_uint_to(in, UINT8_MAX);
        key->owner = (uint32_t)unpack_uint_to(in, keys - 1);
        key->name = unpack_str(in);
    }
}

static enum key_class class_of(const struct engine *engine, uint32_t id)
{
    return (enum key_class)key_get(&engine->keys, id)->class;
}

static void pack_known(const struct engine *engine,
                       const struct ledger_live *live, uint32_t id,
                       struct buf *out)
{
    const struct fact_row *row = fact_row(&engine->facts, id);
    const struct step *step =
        live->steps[id] ? step_find(&engine->steps, id) : NULL;
    const struct file_record *file = engine_file(engine, id);
    uint64_t bits = live->bits[id] & row->bits;
    pack_uint(out, (bits ? HAS_FACTS : 0U) | (row->list ? HAS_LIST : 0U) |
                       (step ? HAS_STEP : 0U) | (file ? HAS_FILE : 0U));
    if (bits) {
        pack_facts(out, row, bits);
    }
    if (row->list) {
        pack_list(out, row->list);
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
        unpack_facts(in, row);
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

/* --- texts that stand apart --- */

enum texts { TEXTS_TRACES, TEXTS_FILES, TEXTS_BODIES, TEXTS_PARTS, TEXTS };

/* NULL: there is none of that key. */
static str *text_of(const struct engine *engine, uint32_t id, enum texts kind)
{
    struct file_record *file = engine_file(engine, id);
    struct step *step = step_find(&engine->steps, id);
    enum key_class class = class_of(engine, id);
    bool body = step && class != KEY_OUTPUT && class != KEY_FRAGMENT;
    switch (kind) {
    case TEXTS_TRACES: return step ? &step->trace.pairs : NULL;
    case TEXTS_FILES: return file ? &file->record : NULL;
    case TEXTS_BODIES: return body ? &step->record : NULL;
    case TEXTS_PARTS: return body ? &step->parts : NULL;
    case TEXTS: break;
    }
    return NULL;
}

static void put_texts(const struct engine *engine,
                      const struct ledger_live *live, enum texts kind,
                      struct ledger_file *file)
{
    size_t n = key_limit(&engine->keys);
    for (uint32_t i = 0; i < n && !is_cancelled(file); i++) {
        bool stays = live->keys[i] && (live->steps[i] || kind == TEXTS_FILES);
        const str *text = stays ? text_of(engine, i, kind) : NULL;
        if (text) {
            buf_put(&file->out, *text);
            flow(file);
        }
    }
}

/* --- writing all of it --- */

static void put_rest(const struct ledger_rest *rest, struct buf *out)
{
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
    }
}

static void put_sets(const struct engine *engine,
                     const struct ledger_live *live, struct buf *out)
{
    for (size_t i = 0; i < engine->sets.rows.n; i++) {
        struct dep_set set =
            live->sets[i] ? engine->sets.rows.p[i] : (struct dep_set){0};
        pack_word(out, set.bits);
        pack_uint(out, set.first);
    }
}

int ledger_write(const struct engine *engine, const struct ledger_live *live,
                 const struct ledger_rest *rest, str path, bool sync)
{
    struct arena arena = {0};
    struct ledger_file file;
    struct ledger_head head = rest->head;
    size_t n = key_limit(&engine->keys);
    head.sets = engine->sets.rows.n;
    head.keys = n;
    ledger_begin(&file, path, &arena);
    file.rest = rest;
    put_rest(rest, &file.out);
    put_sets(engine, live, &file.out);
    for (uint32_t i = 0; i < n && !is_cancelled(&file); i++) {
        pack_key(key_get(&engine->keys, i), live->keys[i], &file.out);
        flow(&file);
    }
    for (uint32_t i = 0; i < n && !is_cancelled(&file); i++) {
        if (live->keys[i]) {
            pack_known(engine, live, i, &file.out);
            flow(&file);
        }
    }
    for (enum texts kind = 0; kind < TEXTS; kind++) {
        put_texts(engine, live, kind, &file);
    }
    int error = ledger_end(&file, head, sync);
    arena_free(&arena);
    return error;
}

/* --- reading --- */

bool ledger_open(str bytes, struct arena *arena, struct ledger *out)
{
    *out = (struct ledger){0};
    if (bytes.n < sizeof(struct ledger_head)) {
        return false;
    }
    struct ledger_head *head = ARENA_NEW(arena, struct ledger_head);
    memcpy(head, bytes.p, sizeof *head);
    out->head = head;
    out->rest = unpack_of(str_from_offset(bytes, sizeof *head));
    if (memcmp(head->magic, magic, sizeof magic) != 0 ||
        head->bytes != bytes.n || head->program != this_program() ||
        head->check != check_of(head, bytes)) {
        return false;
    }
    out->summary = unpack_str(&out->rest);
    out->said = unpack_str(&out->rest);
    out->root = unpack_str(&out->rest);
    out->stats = unpack_array(&out->rest, head->files, sizeof(struct fs_stat));
    return !out->rest.failed;
}

enum { LEAST_SET = 1 + sizeof(uint64_t), LEAST_KEY = 1 };

/* Whether there can be n records, each of at least so many bytes. */
static bool fits(struct unpack *in, uint64_t n, size_t least)
{
    bool fits = n > 0 && n <= UINT32_MAX && n <= unpack_left(in) / least;
    in->failed = in->failed || !fits;
    return fits;
}

/* Number 0 is none. */
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

/* Number 0 is none. */
static void read_keys(struct unpack *in, uint64_t n, struct key_table *keys)
{
    if (!fits(in, n, LEAST_KEY) || unpack_uint(in) != KEY_FREE) {
        unpack_fail(in);
        return;
    }
    for (size_t i = 1; !in->failed && i < n; i++) {
        struct key key;
        unpack_key(in, &key, (size_t)n);
        key_table_restore(keys, key);
    }
    key_table_free_ids(keys);
}

static void index_keys(void *keys)
{
    key_table_index(keys);
}

static void read_known(struct unpack *in, struct engine *engine, uint64_t n)
{
    engine_grow(engine);
    for (uint32_t i = 1; !in->failed && i < n; i++) {
        if (key_get(&engine->keys, i)->class != KEY_FREE) {
            unpack_known(in, engine, i);
        }
    }
}

/* Their lengths are known, so that they need not be looked at. */
static void find_texts(struct unpack *in, const struct engine *engine,
                       enum texts kind)
{
    for (uint32_t i = 1; !in->failed && i < key_limit(&engine->keys); i++) {
        str *text = text_of(engine, i, kind);
        if (text && text->n) {
            text->p = unpack_array(in, text->n, 1);
        }
    }
}

struct engine *ledger_read(struct ledger *ledger, struct arena *arena)
{
    struct unpack *in = &ledger->rest;
    const struct ledger_head *head = ledger->head;
    const struct dep_set *sets = read_sets(in, head->sets, arena);
    struct engine *engine =
        engine_new(sets, in->failed ? 0 : (size_t)head->sets, arena);
    struct pool_aside aside = {.started = false};
    read_keys(in, head->keys, &engine->keys);
    pool_start(&aside, index_keys, &engine->keys);
    read_known(in, engine, head->keys);
    for (enum texts kind = 0; kind < TEXTS; kind++) {
        find_texts(in, engine, kind);
    }
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
