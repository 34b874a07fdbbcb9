/* SPDX-License-Identifier: MIT */
#include "builder/ledger.h"

#include <stddef.h>

#include "builder/identity.h"
#include "files/state_file.h"

static const char magic[8] = {'c', 'r', 'u', 'm', 'b', '-', 'l', '1'};

/* The check is of pieces of this size, so that a ledger can be written without
 * being in memory as a whole; then of the head behind the check. */
enum { PIECE = 1 << 20 };

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
    fs_own_patch(path, offsetof(struct ledger_head, idle),
                 (str){(const char *)&idle, sizeof idle});
}

void ledger_begin(struct ledger_file *file, str path, struct arena *arena)
{
    struct ledger_head head;
    memset(&head, 0, sizeof head); /* its padding too */
    *file = (struct ledger_file){.bytes = sizeof head};
    fs_new_open(&file->file, path, arena);
    fs_new_put(&file->file, (str){(const char *)&head, sizeof head});
}

static void put_piece(struct ledger_file *file, str piece)
{
    file->check = hash64_mix(file->check, hash64(piece));
    file->bytes += piece.n;
    fs_new_put(&file->file, piece);
}

void ledger_flow(struct ledger_file *file)
{
    size_t gone = 0;
    while (file->out.n - gone >= PIECE) {
        put_piece(file, str_sub(buf_str(&file->out), gone, PIECE));
        gone += PIECE;
    }
    if (gone) {
        memmove(file->out.p, file->out.p + gone, file->out.n - gone);
        file->out.n -= gone;
    }
}

int ledger_end(struct ledger_file *file, struct ledger_head head, bool sync)
{
    ledger_flow(file);
    if (file->out.n) {
        put_piece(file, buf_str(&file->out));
    }
    memcpy(head.magic, magic, sizeof magic);
    head.bytes = file->bytes;
    head.program = this_program();
    head.check = check_of_head(file->check, &head);
    fs_new_put_start(&file->file, (str){(const char *)&head, sizeof head});
    buf_free(&file->out);
    return fs_new_finish(&file->file, sync);
}

static uint64_t check_of(const struct ledger_head *head, str bytes)
{
    uint64_t check = 0;
    for (size_t i = sizeof *head; i < bytes.n; i += PIECE) {
        check = hash64_mix(check, hash64(str_sub(bytes, i, PIECE)));
    }
    return check_of_head(check, head);
}

/* --- reading --- */

void ledger_pack_stat(struct buf *out, const struct fs_stat *stat)
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

static struct trace unpack_trace(struct unpack *in)
{
    return (struct trace){unpack_str(in)};
}

static void read_post(struct unpack *in, struct ledger_post *out)
{
    out->path = unpack_str(in);
    out->stat = unpack_stat(in);
    out->hash = unpack_word(in);
    out->record = unpack_str(in);
    out->warnings = unpack_str(in);
    out->derived = unpack_str(in);
    out->input = unpack_word(in);
    out->trace = unpack_trace(in);
}

static size_t count_bits(uint64_t bits)
{
    size_t n = 0;
    for (; bits; bits &= bits - 1) {
        n++;
    }
    return n;
}

static void read_key(struct unpack *in, struct ledger_key *out)
{
    out->key.class = (uint8_t)unpack_uint_to(in, KEY_CLASSES - 1);
    if (out->key.class == KEY_FREE) {
        return;
    }
    out->key.kind = (uint8_t)unpack_uint_to(in, UINT8_MAX);
    out->key.owner = unpack_uint32(in);
    out->key.name = unpack_str(in);
    switch ((enum key_class)out->key.class) {
    case KEY_LIST:
        out->length = (size_t)unpack_uint(in);
        out->members = unpack_array(in, out->length, sizeof(uint32_t));
        break;
    case KEY_OBJECT:
    case KEY_QUESTION:
        out->bits = unpack_uint(in);
        out->hash = unpack_array(in, count_bits(out->bits), sizeof(uint64_t));
        break;
    case KEY_FRAGMENT: out->trace = unpack_trace(in); break;
    case KEY_FREE: break;
    }
}

static void read_output(struct unpack *in, struct ledger_output *out)
{
    out->file = unpack_str(in);
    out->from = unpack_str(in);
    out->spec = unpack_word(in);
    out->place = unpack_uint32(in);
    out->trace = unpack_trace(in);
    out->warnings = unpack_str(in);
    out->made.why = unpack_str(in);
    out->made.at = unpack_int(in);
    out->made.kept = unpack_bool(in);
}

/* Room for n records, each of at least so many bytes: no more than there can
 * be. */
static void *table(struct unpack *in, struct arena *arena, uint64_t n,
                   size_t least, size_t size)
{
    if (n > unpack_left(in) / least) {
        unpack_fail(in);
        return NULL;
    }
    return arena_zalloc(arena, (size_t)n, size);
}

/* The shortest of each kind: a text takes a byte or more, a trace two. */
enum {
    LEAST_STAT = 3 + 2 * sizeof(uint64_t),
    LEAST_TRACE = 1,
    LEAST_POST = 4 + LEAST_STAT + 2 * sizeof(uint64_t) + LEAST_TRACE,
    LEAST_OUTPUT = 7 + sizeof(uint64_t) + LEAST_TRACE,
    LEAST_SET = 1 + sizeof(uint64_t),
    LEAST_KEY = 1,
};

static void read_made(struct unpack *in, struct arena *arena,
                      struct ledger *out)
{
    const struct ledger_head *head = out->head;
    out->posts = table(in, arena, head->posts, LEAST_POST, sizeof *out->posts);
    for (size_t i = 0; !in->failed && i < head->posts; i++) {
        read_post(in, &out->posts[i]);
    }
    out->outputs =
        table(in, arena, head->outputs, LEAST_OUTPUT, sizeof *out->outputs);
    for (size_t i = 0; !in->failed && i < head->outputs; i++) {
        read_output(in, &out->outputs[i]);
    }
}

/* What traces name. */
static void read_named(struct unpack *in, struct arena *arena,
                       struct ledger *out)
{
    const struct ledger_head *head = out->head;
    out->sets = table(in, arena, head->sets, LEAST_SET, sizeof *out->sets);
    for (size_t i = 0; !in->failed && i < head->sets; i++) {
        out->sets[i].bits = unpack_word(in);
        out->sets[i].first = unpack_uint32(in);
    }
    out->keys = table(in, arena, head->keys, LEAST_KEY, sizeof *out->keys);
    for (size_t i = 0; !in->failed && i < head->keys; i++) {
        read_key(in, &out->keys[i]);
    }
}

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

bool ledger_read(struct ledger *ledger, struct arena *arena)
{
    struct unpack *in = &ledger->rest;
    read_made(in, arena, ledger);
    read_named(in, arena, ledger);
    return !in->failed && unpack_left(in) == 0 && ledger_check(ledger, arena);
}
