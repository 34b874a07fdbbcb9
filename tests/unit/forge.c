/* SPDX-License-Identifier: MIT */
/* forge LEDGER SEED: changes a ledger at random and makes its checksum right,
 * as a stranger could who sends a .crumb/ along with a site. For
 * tests/run/forged.t; the same seed makes the same changes, and 0 none.
 *
 * forge LEDGER sets=N, or keys=N: gives it another count, and changes no more.
 *
 * forge .crumb/formulas x=q: the letter x is q in all of them.
 *
 * forge .crumb/edit.journal SEED: writes a journal of steps that no mv took. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pack.h"
#include "engine/ledger.h"
#include "files/fs.h"
#include "files/fs_batch.h"
#include "write_file.h"

static uint64_t state;

/* splitmix64 */
static uint64_t next(void)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static size_t below(size_t n)
{
    return n ? (size_t)(next() % n) : 0;
}

/* A number that is likely to be at some limit. */
static uint64_t odd_number(void)
{
    switch (below(6)) {
    case 0: return 0;
    case 1: return UINT64_MAX;
    case 2: return below(8);
    case 3: return UINT64_C(1) << below(64);
    case 4: return below(1 << 14);
    default: return next();
    }
}

/* Counts and instants: the part of the head after the key. */
static void change_head(struct ledger_head *head)
{
    enum { FIRST = offsetof(struct ledger_head, files) };
    size_t n = (sizeof *head - FIRST) / sizeof(uint64_t);
    uint64_t odd = odd_number();
    char *at = (char *)head + FIRST + below(n) * sizeof odd;
    uint64_t old;
    memcpy(&old, at, sizeof old);
    odd = below(2) ? old + odd % 5 - 2 : odd;
    memcpy(at, &odd, sizeof odd);
}

static void change_bytes(struct buf *body)
{
    size_t at = below(body->n);
    size_t n = below(8) + 1;
    size_t from = below(body->n);
    n = n > body->n - at ? body->n - at : n;
    n = n > body->n - from ? body->n - from : n;
    uint64_t odd = odd_number();
    switch (below(6)) {
    case 0:
    case 1: body->p[at] = (char)odd; break;
    case 2: body->p[at] = (char)(body->p[at] + (below(2) ? 1 : -1)); break;
    case 3: memcpy(body->p + at, &odd, n); break;
    case 4: memmove(body->p + at, body->p + from, n); break;
    default:
        memmove(body->p + at, body->p + at + n, body->n - at - n);
        body->n -= n;
        break;
    }
}

static str some_path(void)
{
    static const char *const paths[] = {
        "content/about.md", "site.yaml",          "../outside.txt",
        "/outside.txt",     ".hidden/kept",       "content/.hidden/kept",
        "public/link/kept", "content/../no/such", "content/\033[2K.md",
    };
    return str_from(paths[below(sizeof paths / sizeof *paths)]);
}

/* Undone, it would move a file to where none is, or remove one of these
 * bytes. */
static void forge_step(struct buf *steps)
{
    struct hash128 hash = hash128(STR("kept\n"));
    bool move = below(2);
    pack_uint(steps, below(16) ? move ? FS_BATCH_MOVE : FS_BATCH_CREATE
                               : odd_number());
    pack_str(steps, move && below(4) ? STR("content/such.md") : some_path());
    pack_str(steps, move || !below(4) ? some_path() : STR(""));
    pack_str(steps, below(4) ? STR("") : some_path());
    pack_word(steps, below(16) ? hash.low : odd_number());
    pack_word(steps, hash.high);
}

/* As files/fs_batch.c has it: the steps, after their hash. */
static int forge_journal(str path)
{
    struct buf steps = {0};
    struct buf out = {0};
    size_t n = below(2) + 1;
    pack_bool(&steps, false);
    pack_uint(&steps, below(16) ? n : odd_number());
    for (size_t i = 0; i < n; i++) {
        forge_step(&steps);
    }
    pack_word(&out, hash64(buf_str(&steps)));
    buf_put(&out, buf_str(&steps));
    int error = write_file(path, buf_str(&out));
    buf_free(&steps);
    buf_free(&out);
    return error != 0;
}

static bool set_count(struct ledger_head *head, str words)
{
    str name;
    if (!str_split(&words, '=', &name) || !words.n) {
        return false;
    }
    bool sets = str_eq(name, STR("sets"));
    *(sets ? &head->sets : &head->keys) = strtoull(words.p, NULL, 10);
    return true;
}

/* Changes the texts of a ledger. */
static int forge_texts(str path, struct ledger_head *head)
{
    struct arena arena = {0};
    struct ledger_file file;
    str bytes;
    int error = fs_read(path, &arena, &bytes);
    if (!error) {
        ledger_file_begin(&file, path, 0, &arena);
        buf_put(&file.out, bytes);
        if (bytes.n) {
            change_bytes(&file.out);
        }
        ledger_file_flush(&file);
        head->texts.bytes = file.bytes;
        head->texts.check = file.check;
        head->texts.whole = file.whole;
        error = ledger_file_end(&file, false);
        head->texts.inode = file.file.stat.inode;
        head->texts.modified = below(2) ? file.file.stat.modified : 0;
    }
    arena_free(&arena);
    return error;
}

static int forge_ledger(str path, str words)
{
    struct arena arena = {0};
    struct ledger_head head;
    struct ledger_file file;
    str bytes;
    if (fs_read(path, &arena, &bytes) != 0 || bytes.n <= sizeof head) {
        return 2;
    }
    memcpy(&head, bytes.p, sizeof head);
    if (state && below(2) &&
        forge_texts(ledger_texts_path(path, &arena), &head) != 0) {
        return 2;
    }
    ledger_begin(&file, path, &arena);
    buf_put(&file.out, str_from_offset(bytes, sizeof head));
    size_t changes = set_count(&head, words) || !state ? 0 : below(4) + 1;
    for (size_t i = 0; i < changes && file.out.n; i++) {
        if (below(16) == 0) {
            change_head(&head);
        } else {
            change_bytes(&file.out);
        }
    }
    int error = ledger_end(&file, head, false);
    arena_free(&arena);
    return error != 0;
}

/* As math/formula_cache.c has it: a line, the hash of the rest, and the rest.
 */
static int forge_formulas(str path, str words)
{
    struct arena arena = {0};
    struct buf out = {0};
    str line;
    str rest;
    if (fs_read(path, &arena, &rest) != 0 || words.n != 3 ||
        !str_split(&rest, '\n', &line) || rest.n < sizeof(uint64_t)) {
        return 2;
    }
    buf_put(&out, str_from_offset(rest, sizeof(uint64_t)));
    const char letter[] = {'>', words.p[0], '<'};
    size_t at = 0;
    size_t next;
    while ((next = str_find(str_from_offset(buf_str(&out), at),
                            (str){letter, sizeof letter})) != STR_NONE) {
        at += next + 1;
        out.p[at] = words.p[2];
    }
    struct buf file = {0};
    buf_put(&file, line);
    buf_putc(&file, '\n');
    pack_word(&file, hash64(buf_str(&out)));
    buf_put(&file, buf_str(&out));
    int error = write_file(path, buf_str(&file));
    buf_free(&file);
    buf_free(&out);
    arena_free(&arena);
    return error != 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: forge FILE SEED|sets=N|keys=N|x=q\n", stderr);
        return 2;
    }
    str path = str_from(argv[1]);
    if (str_ends(path, STR("/formulas"))) {
        return forge_formulas(path, str_from(argv[2]));
    }
    state = strtoull(argv[2], NULL, 10);
    return str_ends(path, STR(".journal"))
               ? forge_journal(path)
               : forge_ledger(path, str_from(argv[2]));
}
