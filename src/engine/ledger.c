/* SPDX-License-Identifier: MIT */
#include "engine/ledger.h"

#include <errno.h>
#include <stddef.h>

#include "base/builtin.h"
#include "files/path.h"
#include "files/state_file.h"

static const char magic[8] = {'c', 'r', 'u', 'm', 'b', '-', 'l', '2'};

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
    ledger_file_begin(file, path, sizeof(struct ledger_head), arena);
}

int ledger_end(struct ledger_file *file, struct ledger_head head, bool sync)
{
    ledger_file_flush(file);
    memcpy(head.magic, magic, sizeof magic);
    head.bytes = file->bytes;
    head.program = this_program();
    head.check = check_of_head(file->check, &head);
    ledger_file_put_head(file, (str){(const char *)&head, sizeof head});
    return ledger_file_end(file, sync);
}

str ledger_texts_path(str path, struct arena *arena)
{
    str stem = path_stem(path);
    return arena_concat(arena, stem, STR(".texts"));
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

/* --- texts --- */

/* Kinds of texts, in the order in which they are written and read. */
enum texts {
    TEXTS_NAMES,
    TEXTS_TRACES,
    TEXTS_FILES,
    TEXTS_BODIES,
    TEXTS_PARTS,
    TEXTS_SEARCH,
    TEXTS
};

/* NULL: the key has no text of that kind. */
static str *text_slot(const struct engine *engine, uint32_t id, enum texts kind)
{
    struct key *key = TABLE_AT(&engine->keys.rows, id);
    if (kind == TEXTS_NAMES) {
        return key->class != KEY_FREE ? &key->name : NULL;
    }
    if (kind == TEXTS_FILES) {
        struct file_record *file = engine_file(engine, id);
        return file ? &file->record : NULL;
    }
    struct step *step = step_find(&engine->steps, id);
    if (!step || kind == TEXTS_TRACES) {
        return step ? &step->trace.pairs : NULL;
    }
    if (key->class == KEY_OUTPUT || key->class == KEY_FRAGMENT) {
        return NULL;
    }
    return kind == TEXTS_BODIES  ? &step->record
           : kind == TEXTS_PARTS ? &step->parts
                                 : &step->search;
}

static size_t size_of_facts(uint64_t bits)
{
    return (size_t)__builtin_popcountll(bits) * sizeof(uint64_t);
}

/* Writes NAME.texts, and notes the place of each text. */
struct text_writer {
    const struct engine *engine;
    const struct ledger_selection *selected;
    struct ledger_file file;
    str last;          /* texts that are in it already, mapped */
    uint64_t end;      /* of the file */
    uint64_t expected; /* place of the next text */
    uint64_t live;
    struct buf names;  /* places of names... */
    struct buf places; /* ...and of other texts */
    bool sync;
    int error;
};

static bool is_fragmented(const struct ledger_texts *texts)
{
    enum { LITTLE = 1 << 20 };
    return texts->bytes.n - texts->live > texts->live / 2 + LITTLE;
}

static void text_writer_begin(struct text_writer *writer,
                              const struct ledger_rest *rest,
                              const struct ledger_memory *memory, str path,
                              struct arena *arena)
{
    const struct ledger *last = rest->last;
    if (last && !is_fragmented(&last->texts) &&
        ledger_file_extend(&writer->file, path, last->texts.bytes,
                           last->texts.whole, &last->texts.stat)) {
        writer->last = last->texts.bytes;
        writer->end = writer->last.n;
    } else {
        ledger_file_begin(&writer->file, path, 0, arena);
    }
    writer->file.memory = memory;
    writer->file.cancel = rest->cancel;
}

static void put_text(struct text_writer *writer, str text, struct buf *places)
{
    uint64_t at = writer->end;
    pack_uint(places, text.n);
    if (!text.n) {
        return;
    }
    if (str_is_slice(text, writer->last)) {
        at = (uintptr_t)text.p - (uintptr_t)writer->last.p;
    } else {
        buf_put(&writer->file.out, text);
        ledger_file_flow(&writer->file);
        writer->end += text.n;
    }
    pack_int(places, (int64_t)(at - writer->expected));
    writer->expected = at + text.n;
    writer->live += text.n;
}

/* NULL: the key has no such text, or it is not written. */
static str *kept_text(const struct text_writer *writer, uint32_t id,
                      enum texts kind)
{
    const struct ledger_selection *selected = writer->selected;
    bool with_key = kind == TEXTS_NAMES || kind == TEXTS_FILES;
    bool stays = selected->keys[id] && (with_key || selected->steps[id]);
    return stays ? text_slot(writer->engine, id, kind) : NULL;
}

/* The attributes whose hashes are written. */
static uint64_t kept_facts(const struct text_writer *writer, uint32_t id)
{
    const struct ledger_selection *selected = writer->selected;
    const struct fact_row *row = fact_row(&writer->engine->facts, id);
    return selected->keys[id] ? selected->bits[id] & row->bits : 0;
}

static void put_texts(struct text_writer *writer, enum texts kind)
{
    struct buf *places = kind == TEXTS_NAMES ? &writer->names : &writer->places;
    size_t n = key_limit(&writer->engine->keys);
    for (uint32_t i = 0; i < n && !ledger_file_is_cancelled(&writer->file);
         i++) {
        const str *text = kept_text(writer, i, kind);
        if (text) {
            put_text(writer, *text, places);
        }
    }
}

/* The row's own hashes, if all of them are written. */
static str facts_of(const struct fact_row *row, uint64_t bits,
                    uint64_t hashes[64])
{
    if (bits == row->bits) {
        return (str){row->hashes, size_of_facts(bits)};
    }
    size_t n = 0;
    for (uint64_t rest = bits; rest; rest &= rest - 1) {
        hashes[n++] = fact_hash(row, (unsigned)__builtin_ctzll(rest));
    }
    return (str){(const char *)hashes, size_of_facts(bits)};
}

/* All texts but names. */
static void put_others(void *context)
{
    struct text_writer *writer = context;
    size_t n = key_limit(&writer->engine->keys);
    uint64_t hashes[64];
    for (uint32_t i = 0; i < n && !ledger_file_is_cancelled(&writer->file);
         i++) {
        uint64_t bits = kept_facts(writer, i);
        if (bits) {
            const struct fact_row *row = fact_row(&writer->engine->facts, i);
            put_text(writer, facts_of(row, bits, hashes), &writer->places);
        }
    }
    for (enum texts kind = TEXTS_NAMES + 1; kind < TEXTS; kind++) {
        put_texts(writer, kind);
    }
    ledger_file_flush(&writer->file);
    writer->error = ledger_file_end(&writer->file, writer->sync);
}

/* Finds texts by their places. The texts themselves are not read. */
struct text_cursor {
    str texts;
    uint64_t expected;
};

static str find_text(struct unpack *in, struct text_cursor *cursor)
{
    uint64_t n = unpack_uint_to(in, cursor->texts.n);
    uint64_t at = n ? cursor->expected + (uint64_t)unpack_int(in) : 0;
    if (at > cursor->texts.n - n) {
        unpack_fail(in);
    }
    if (!n || in->failed) {
        return (str){NULL, 0};
    }
    cursor->expected = at + n;
    return (str){cursor->texts.p + at, (size_t)n};
}

/* --- a run that goes on ---
 *
 * After a save the engine's texts are those in the file, so that the next save
 * writes only their places. */

static void move_texts(const struct text_writer *writer, enum texts kind,
                       struct unpack *in, struct text_cursor *cursor)
{
    for (uint32_t i = 0; i < key_limit(&writer->engine->keys); i++) {
        str *text = kept_text(writer, i, kind);
        str found = text ? find_text(in, cursor) : STR("");
        if (found.n) {
            *text = found;
        }
    }
}

/* Makes the engine's texts those of the file. The hashes of a row with times
 * are its own, and may be set. */
static void move_into_file(const struct text_writer *writer, str texts)
{
    struct text_cursor cursor = {texts, 0};
    struct unpack names = unpack_of(buf_str(&writer->names));
    struct unpack places = unpack_of(buf_str(&writer->places));
    move_texts(writer, TEXTS_NAMES, &names, &cursor);
    for (uint32_t i = 0; i < key_limit(&writer->engine->keys); i++) {
        struct fact_row *row = fact_row(&writer->engine->facts, i);
        uint64_t bits = kept_facts(writer, i);
        str found = bits ? find_text(&places, &cursor) : STR("");
        if (found.n && bits == row->bits && !row->times) {
            row->hashes = found.p;
        }
    }
    for (enum texts kind = TEXTS_NAMES + 1; kind < TEXTS; kind++) {
        move_texts(writer, kind, &places, &cursor);
    }
}

/* Maps the file, with addresses for twice its size. If it has replaced the one
 * that is mapped, that one stays mapped too. */
static int map_texts(struct ledger_texts *texts, str path, size_t n)
{
    enum { LITTLE = 16 << 20 };
    struct fs_stat stat = texts->stat;
    size_t had = texts->bytes.n;
    if (texts->room && had <= n &&
        state_file_map_more(path, texts->mapped, had, &stat) == 0) {
        texts->stat = stat;
        return 0;
    }
    *VEC_PUSH(&texts->before, &texts->arena) = texts->mapped;
    texts->mapped = (str){NULL, 0};
    texts->room = true;
    return state_file_map(path, 2 * n + LITTLE, &texts->mapped, &texts->stat);
}

/* If the file can't be mapped, the next save writes a new one. */
static void follow(struct ledger *ledger, const struct text_writer *writer,
                   str path)
{
    struct ledger_texts *texts = &ledger->texts;
    size_t n = (size_t)writer->file.bytes;
    if (map_texts(texts, path, n) == 0 && texts->stat.size == n) {
        texts->bytes = str_sub(texts->mapped, 0, n);
        texts->whole = writer->file.whole;
        texts->live = writer->live;
        move_into_file(writer, texts->bytes);
    } else {
        texts->bytes = (str){NULL, 0};
        texts->stat = (struct fs_stat){.kind = FS_MISSING};
    }
}

/* --- writing all of it --- */

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
    text_writer_begin(&writer, rest, &memory, texts, &arena);
    put_texts(&writer, TEXTS_NAMES);
    pool_start(&aside, put_others, &writer);
    ledger_begin(&file, path, &arena);
    file.memory = &memory;
    file.cancel = rest->cancel;
    put_records(engine, selected, rest, buf_str(&writer.names), &file);
    pool_wait(&aside);
    buf_put(&file.out, buf_str(&writer.places));
    ledger_file_fail(&file, writer.error);
    head.sets = engine->sets.rows.n;
    head.keys = key_limit(&engine->keys);
    head.texts = writer.file.bytes;
    head.texts_check = writer.file.check;
    head.live = writer.live;
    int error = ledger_end(&file, head, sync);
    if (!error && rest->follow) {
        follow(rest->follow, &writer, texts);
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

static bool open_texts(struct ledger_texts *texts,
                       const struct ledger_head *head)
{
    texts->bytes = str_sub(texts->mapped, 0, (size_t)head->texts);
    texts->live = head->live;
    return texts->bytes.n == head->texts &&
           ledger_file_check(texts->bytes, 0, &texts->whole) ==
               head->texts_check;
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
    if (!is_whole(head, bytes) || !open_texts(&ledger->texts, head)) {
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

static void find_texts(struct unpack *in, const struct engine *engine,
                       enum texts kind, struct text_cursor *cursor)
{
    for (uint32_t i = 1; !in->failed && i < key_limit(&engine->keys); i++) {
        str *text = text_slot(engine, i, kind);
        if (text) {
            *text = find_text(in, cursor);
        }
    }
}

static void find_facts(struct unpack *in, const struct engine *engine,
                       struct text_cursor *cursor)
{
    for (uint32_t i = 1; !in->failed && i < key_limit(&engine->keys); i++) {
        struct fact_row *row = fact_row(&engine->facts, i);
        str hashes = row->bits ? find_text(in, cursor) : STR("");
        if (hashes.n != size_of_facts(row->bits)) {
            unpack_fail(in);
        }
        row->hashes = hashes.p;
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
    struct text_cursor cursor = {ledger->texts.bytes, 0};
    read_keys(in, head->keys, &engine->keys);
    find_texts(in, engine, TEXTS_NAMES, &cursor);
    pool_start(&aside, index_keys, &engine->keys);
    engine_grow(engine);
    for (uint32_t i = 1; !in->failed && i < head->keys; i++) {
        if (class_of(engine, i) != KEY_FREE) {
            unpack_known(in, engine, i);
        }
    }
    find_facts(in, engine, &cursor);
    for (enum texts kind = TEXTS_NAMES + 1; kind < TEXTS; kind++) {
        find_texts(in, engine, kind, &cursor);
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
