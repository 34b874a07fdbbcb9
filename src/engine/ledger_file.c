/* SPDX-License-Identifier: MIT */
#include "engine/ledger_file.h"

#include <errno.h>

#include "base/hash.h"
#include "files/state_file.h"

enum { PIECE = 256 << 10, MOST_HELD = 16 << 20 };

/* --- writing --- */

void ledger_file_begin(struct ledger_file *file, str path, size_t head,
                       struct arena *arena)
{
    str zeros = {arena_zalloc(arena, head, 1), head};
    *file = (struct ledger_file){.bytes = head};
    replace_open(&file->file, path, arena);
    replace_put(&file->file, zeros);
}

bool ledger_file_extend(struct ledger_file *file, str path, str bytes,
                        uint64_t whole, const struct fs_stat *stat)
{
    size_t n = bytes.n / PIECE * PIECE;
    *file = (struct ledger_file){.check = whole, .whole = whole, .bytes = n};
    if (bytes.n != stat->size || !replace_open_end(&file->file, path, stat)) {
        return false;
    }
    buf_put(&file->out, str_from_offset(bytes, n));
    file->there = file->out.n;
    return true;
}

static void put_piece(struct ledger_file *file, str piece)
{
    file->check = hash64_mix(file->check, hash64(piece));
    file->whole = piece.n == PIECE ? file->check : file->whole;
    file->bytes += piece.n;
    replace_put(&file->file, str_from_offset(piece, file->there));
    file->there = 0;
}

bool ledger_file_is_cancelled(const struct ledger_file *file)
{
    return file->cancel && atomic_load(file->cancel);
}

static void put_pieces(struct ledger_file *file, str bytes)
{
    for (size_t i = 0; i < bytes.n; i += PIECE) {
        put_piece(file, str_sub(bytes, i, PIECE));
    }
}

static void put_full(void *context)
{
    struct ledger_file *file = context;
    put_pieces(file, buf_str(&file->full));
}

/* Gives back the memory that the texts come from. */
static void release(struct ledger_file *file)
{
    enum { MUCH = 2 << 20 };
    const struct ledger_memory *memory = file->memory;
    if (!memory || file->flowed < MUCH) {
        return;
    }
    file->flowed = 0;
    for (size_t i = 0; i < sizeof memory->mapped / sizeof *memory->mapped;
         i++) {
        state_file_release(memory->mapped[i]);
    }
    for (size_t i = 0; i < memory->ntexts; i++) {
        text_store_release(&memory->texts[i]);
    }
}

/* Another thread writes the whole pieces. */
void ledger_file_flow(struct ledger_file *file)
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
    file->flowed += whole;
    pool_start(&file->aside, put_full, file);
    release(file);
}

void ledger_file_fail(struct ledger_file *file, int error)
{
    pool_wait(&file->aside);
    file->file.error = file->file.error ? file->file.error : error;
}

void ledger_file_flush(struct ledger_file *file)
{
    pool_wait(&file->aside);
    put_pieces(file, buf_str(&file->out));
    buf_free(&file->out);
    buf_free(&file->full);
}

int ledger_file_end(struct ledger_file *file, bool sync)
{
    if (ledger_file_is_cancelled(file) && !file->file.error) {
        file->file.error = ECANCELED;
    }
    return replace_finish(&file->file, sync);
}

/* --- reading --- */

uint64_t ledger_file_check(str mapped, size_t head, uint64_t *whole)
{
    uint64_t check = 0;
    size_t held = 0;
    *whole = 0;
    for (size_t i = head; i < mapped.n; i += PIECE) {
        str piece = str_sub(mapped, i, PIECE);
        check = hash64_mix(check, hash64(piece));
        *whole = piece.n == PIECE ? check : *whole;
        held += PIECE;
        if (held >= MOST_HELD) {
            state_file_release(mapped);
            held = 0;
        }
    }
    state_file_release(mapped);
    return check;
}
