/* SPDX-License-Identifier: MIT */
#include "engine/ledger_texts.h"

#include "files/path.h"
#include "files/state_file.h"

str ledger_texts_path(str path, struct arena *arena)
{
    str stem = path_stem(path);
    return arena_concat(arena, stem, STR(".texts"));
}

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

/* --- writing --- */

static bool is_fragmented(const struct ledger_texts *texts)
{
    enum { LITTLE = 1 << 20 };
    return texts->bytes.n - texts->live > texts->live / 2 + LITTLE;
}

void text_writer_begin(struct text_writer *writer,
                       const struct ledger_texts *last, str path,
                       struct arena *arena)
{
    if (last && !is_fragmented(last) &&
        ledger_file_extend(&writer->file, path, last->bytes, last->whole,
                           &last->stat)) {
        writer->last = last->bytes;
        writer->end = writer->last.n;
    } else {
        ledger_file_begin(&writer->file, path, 0, arena);
    }
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

void text_writer_put_names(struct text_writer *writer)
{
    put_texts(writer, TEXTS_NAMES);
}

void text_writer_put_others(void *context)
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

struct texts_seal text_writer_seal(const struct text_writer *writer)
{
    const struct fs_stat *stat = &writer->file.file.stat;
    return (struct texts_seal){
        .bytes = writer->file.bytes,
        .live = writer->live,
        .check = writer->file.check,
        .whole = writer->file.whole,
        .inode = stat->inode,
        .modified = writer->sync ? stat->modified : 0,
    };
}

/* --- reading --- */

/* Whether it is the file that was written, to the last byte. */
static bool is_as_left(const struct fs_stat *stat,
                       const struct texts_seal *seal)
{
    return seal->modified && stat->modified == seal->modified &&
           stat->inode == seal->inode && stat->size == seal->bytes;
}

bool ledger_texts_open(struct ledger_texts *texts,
                       const struct texts_seal *seal)
{
    texts->bytes = str_sub(texts->mapped, 0, (size_t)seal->bytes);
    texts->live = seal->live;
    texts->whole = seal->whole;
    return texts->bytes.n == seal->bytes &&
           (is_as_left(&texts->stat, seal) ||
            ledger_file_check(texts->bytes, 0, &texts->whole) == seal->check);
}

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

void texts_find_names(struct unpack *in, const struct engine *engine,
                      struct text_cursor *cursor)
{
    find_texts(in, engine, TEXTS_NAMES, cursor);
}

void texts_find_others(struct unpack *in, const struct engine *engine,
                       struct text_cursor *cursor)
{
    find_facts(in, engine, cursor);
    for (enum texts kind = TEXTS_NAMES + 1; kind < TEXTS; kind++) {
        find_texts(in, engine, kind, cursor);
    }
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

void ledger_texts_follow(struct ledger_texts *texts,
                         const struct text_writer *writer, str path)
{
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
