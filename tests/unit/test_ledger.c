/* SPDX-License-Identifier: MIT */
/* engine/ledger: a ledger of any size is believed as it was written, and not
 * after a byte of it has changed. Texts go to the end of the last one's, while
 * that is as the ledger knows it. */
#include "engine/ledger.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/fs.h"
#include "files/state_file.h"
#include "tap.h"
#include "write_file.h"

/* Of the pieces in which it is checked. */
enum { PIECE = 256 << 10 };

static const str path = STR_INIT("a.ledger");
static const str texts_path = STR_INIT("a.texts");

/* --- of any size --- */

/* A head and zeros: texts and tables that are empty. */
static void write_ledger(struct tap *tap, size_t zeros)
{
    struct arena arena = {0};
    struct ledger_file file;
    ledger_begin(&file, path, &arena);
    buf_put(&file.out, (str){arena_zalloc(&arena, zeros, 1), zeros});
    CHECK(tap, ledger_end(&file, (struct ledger_head){0}, false) == 0);
    arena_free(&arena);
}

static bool is_believed(void)
{
    struct arena arena = {0};
    struct ledger ledger;
    bool believed =
        ledger_map(&ledger, path) == 0 && ledger_open(&ledger, &arena);
    ledger_unmap(&ledger);
    arena_free(&arena);
    return believed;
}

enum change { MIDDLE, LAST };

/* Changes a byte of a file, and changes it back if it is called again. */
static void change(struct tap *tap, str file, enum change where)
{
    struct arena arena = {0};
    str text = {NULL, 0};
    CHECK(tap, fs_read(file, &arena, &text) == 0);
    char *p = arena_alloc(&arena, text.n, 1);
    memcpy(p, text.p, text.n);
    p[where == LAST ? text.n - 1 : text.n / 2] ^= 1;
    CHECK(tap, write_file(file, (str){p, text.n}) == 0);
    arena_free(&arena);
}

static void any_size(struct tap *tap)
{
    static const size_t sizes[] = {100, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_ledger(tap, sizes[i]);
        CHECK(tap, is_believed());
        for (enum change where = MIDDLE; where <= LAST; where++) {
            change(tap, path, where);
            CHECK(tap, !is_believed());
            change(tap, path, where);
        }
    }
}

/* --- files that are extended --- */

struct ends {
    uint64_t check;
    uint64_t bytes;
};

static struct ends extend(struct tap *tap, str more, bool *extended)
{
    struct arena arena = {0};
    struct ledger_file file;
    struct fs_stat stat;
    uint64_t whole;
    str mapped;
    CHECK(tap, state_file_map(texts_path, 0, &mapped, &stat) == 0);
    ledger_file_check(mapped, 0, &whole);
    *extended = ledger_file_extend(&file, texts_path, mapped, whole, &stat);
    struct ends ends = {0};
    if (*extended) {
        buf_put(&file.out, more);
        ledger_file_flow(&file);
        ledger_file_flush(&file);
        ends = (struct ends){file.check, file.bytes};
        CHECK(tap, ledger_file_end(&file, false) == 0);
    }
    state_file_unmap(mapped);
    arena_free(&arena);
    return ends;
}

static void extended(struct tap *tap)
{
    static const size_t sizes[] = {1,         1000,          PIECE - 1, PIECE,
                                   PIECE + 1, 3 * PIECE + 5, 0};
    struct arena arena = {0};
    struct buf all = {0};
    CHECK(tap, write_file(texts_path, STR("")) == 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *p = arena_alloc(&arena, sizes[i], 1);
        memset(p, (int)('a' + i), sizes[i]);
        buf_put(&all, (str){p, sizes[i]});
        bool ok;
        struct ends ends = extend(tap, (str){p, sizes[i]}, &ok);
        uint64_t whole;
        str text = {NULL, 0};
        CHECK(tap, ok && ends.bytes == all.n);
        CHECK(tap, ends.check == ledger_file_check(buf_str(&all), 0, &whole));
        CHECK(tap, fs_read(texts_path, &arena, &text) == 0 &&
                       str_eq(text, buf_str(&all)));
    }
    buf_free(&all);
    arena_free(&arena);
}

/* One with another name, or another one under its name, stays. */
static void not_extended(struct tap *tap)
{
    struct fs_stat stat = {.size = 3};
    struct ledger_file file;
    bool ok;
    CHECK(tap, write_file(texts_path, STR("abc")) == 0);
    CHECK(tap, link("a.texts", "backup") == 0);
    extend(tap, STR("d"), &ok);
    CHECK(tap, !ok);
    unlink("backup");
    extend(tap, STR("d"), &ok);
    CHECK(tap, ok);
    CHECK(tap, !ledger_file_extend(&file, texts_path, STR("abcd"), 0, &stat));
    CHECK(tap, !ledger_file_extend(&file, STR("none"), STR("abc"), 0, &stat));
}

static void cancelled(struct tap *tap)
{
    struct arena arena = {0};
    struct ledger_file file;
    struct fs_stat stat;
    str mapped;
    atomic_bool cancel = false;
    str text = {NULL, 0};
    CHECK(tap, write_file(texts_path, STR("abc")) == 0);
    CHECK(tap, state_file_map(texts_path, 0, &mapped, &stat) == 0);
    CHECK(tap, ledger_file_extend(&file, texts_path, mapped, 0, &stat));
    file.cancel = &cancel;
    buf_put(&file.out, STR("def"));
    ledger_file_flush(&file);
    cancel = true;
    CHECK(tap, ledger_file_end(&file, false) == ECANCELED);
    CHECK(tap,
          fs_read(texts_path, &arena, &text) == 0 && str_eq(text, STR("abc")));
    state_file_unmap(mapped);
    arena_free(&arena);
}

/* --- texts of an engine --- */

/* The trace of a step, and with the name of its key. */
enum { STEPS = 100, LENGTH = 40000, TEXTS = LENGTH + 2 };

struct kept {
    struct arena arena;
    struct ledger ledger;
    bool has; /* it has texts of the engine */
    struct engine *engine;
};

static uint64_t size_of(str file)
{
    struct arena arena = {0};
    str text = {NULL, 0};
    fs_read(file, &arena, &text);
    arena_free(&arena);
    return text.n;
}

static struct fs_stat no_stat(const void *published, size_t i)
{
    (void)published;
    (void)i;
    return (struct fs_stat){0};
}

/* Gives that step a trace of its own. */
static void make(struct kept *kept, size_t number, char letter)
{
    struct engine *engine = kept->engine;
    char name[2] = {'s', (char)('!' + number)};
    uint32_t key = engine_key(
        engine, (struct key){.class = KEY_OUTPUT, .name = {name, sizeof name}});
    struct step *step = step_add(&engine->steps, key, &engine->arena);
    char *p = arena_alloc(&engine->arena, LENGTH, 1);
    memset(p, letter, LENGTH);
    step->trace.pairs = (str){p, LENGTH};
    step->right = 1;
}

static bool has(const struct kept *kept, size_t number, char letter)
{
    char name[2] = {'s', (char)('!' + number)};
    struct key key = {.class = KEY_OUTPUT, .name = {name, sizeof name}};
    const struct step *step =
        step_find(&kept->engine->steps, key_find(&kept->engine->keys, key));
    str trace = step_trace(step).pairs;
    return trace.n == LENGTH && trace.p[0] == letter &&
           trace.p[LENGTH - 1] == letter;
}

static int save_as(struct kept *kept, struct ledger *follow)
{
    struct engine *engine = kept->engine;
    struct arena work = {0};
    size_t n = key_limit(&engine->keys);
    bool *all = arena_alloc(&work, n, sizeof *all);
    memset(all, true, n);
    all[0] = false;
    engine_grow(engine);
    struct ledger_selection live = {arena_zalloc(&work, n, sizeof(uint64_t)),
                                    all, all, all};
    struct ledger_rest rest = {.stat = no_stat,
                               .last = kept->has ? &kept->ledger : NULL,
                               .follow = follow};
    int error = ledger_write(engine, &live, &rest, path, false);
    arena_free(&work);
    return error;
}

static int save(struct kept *kept)
{
    return save_as(kept, NULL);
}

static void keep_close(struct kept *kept)
{
    engine_free(kept->engine);
    ledger_unmap(&kept->ledger);
    arena_free(&kept->arena);
}

static void keep_open(struct tap *tap, struct kept *kept)
{
    *kept = (struct kept){.engine = NULL};
    CHECK(tap, ledger_map(&kept->ledger, path) == 0 &&
                   ledger_open(&kept->ledger, &kept->arena));
    kept->engine = ledger_read(&kept->ledger, &kept->arena);
    kept->has = true;
    if (!CHECK(tap, kept->engine)) {
        exit(1);
    }
}

/* The next run changes one step. */
static void next(struct tap *tap, size_t number, char letter)
{
    struct kept kept;
    keep_open(tap, &kept);
    make(&kept, number, letter);
    CHECK(tap, save(&kept) == 0);
    keep_close(&kept);
}

static void texts_of_steps(struct tap *tap)
{
    struct kept kept = {.engine = NULL};
    kept.engine = engine_new(NULL, 0, &kept.arena);
    for (size_t i = 0; i < STEPS; i++) {
        make(&kept, i, 'a');
    }
    CHECK(tap, save(&kept) == 0);
    keep_close(&kept);
    CHECK(tap, size_of(texts_path) == (uint64_t)STEPS * TEXTS);
    CHECK(tap, size_of(path) < LENGTH);

    next(tap, 7, 'b');
    CHECK(tap, size_of(texts_path) == (uint64_t)STEPS * TEXTS + LENGTH);
    keep_open(tap, &kept);
    CHECK(tap, has(&kept, 6, 'a') && has(&kept, 7, 'b') && has(&kept, 8, 'a'));
    keep_close(&kept);

    /* A killed run has left texts there: all are written again. */
    struct arena arena = {0};
    str text = {NULL, 0};
    CHECK(tap, fs_read(texts_path, &arena, &text) == 0);
    CHECK(tap,
          write_file(texts_path, arena_concat(&arena, text, STR("more"))) == 0);
    arena_free(&arena);
    CHECK(tap, is_believed());
    next(tap, 8, 'c');
    CHECK(tap, size_of(texts_path) == (uint64_t)STEPS * TEXTS);

    /* No more than a third is of no use. */
    uint64_t most = 0;
    for (size_t i = 0; i < STEPS; i++) {
        next(tap, i, 'd');
        uint64_t size = size_of(texts_path);
        most = size > most ? size : most;
    }
    CHECK(tap, most > (uint64_t)STEPS * TEXTS * 3 / 2 &&
                   most < (uint64_t)STEPS * TEXTS * 2);
    keep_open(tap, &kept);
    for (size_t i = 0; i < STEPS; i++) {
        CHECK(tap, has(&kept, i, 'd'));
    }
    keep_close(&kept);
}

static bool is_followed(const struct kept *kept)
{
    const struct engine *engine = kept->engine;
    bool followed = true;
    for (uint32_t i = 1; i < key_limit(&engine->keys); i++) {
        str trace = step_trace(step_find(&engine->steps, i)).pairs;
        followed = followed && str_is_slice(trace, kept->ledger.texts.bytes) &&
                   str_is_slice(key_get(&engine->keys, i)->name,
                                kept->ledger.texts.bytes);
    }
    return followed;
}

/* A run that goes on after it has written the ledger. */
static void followed(struct tap *tap)
{
    struct kept kept = {.engine = NULL};
    struct kept other;
    uint64_t most = 0;
    kept.engine = engine_new(NULL, 0, &kept.arena);
    for (size_t i = 0; i < STEPS; i++) {
        make(&kept, i, 'a');
    }
    CHECK(tap, save_as(&kept, &kept.ledger) == 0 && is_followed(&kept));
    kept.has = true;
    make(&kept, 3, 'b');
    CHECK(tap, save_as(&kept, &kept.ledger) == 0 && is_followed(&kept));
    CHECK(tap, size_of(texts_path) == (uint64_t)STEPS * TEXTS + LENGTH);
    make(&kept, 4, 'c');
    CHECK(tap, save_as(&kept, &kept.ledger) == 0 && is_followed(&kept));
    CHECK(tap, size_of(texts_path) == (uint64_t)STEPS * TEXTS + 2 * LENGTH);
    keep_open(tap, &other);
    CHECK(tap,
          has(&other, 2, 'a') && has(&other, 3, 'b') && has(&other, 4, 'c'));
    keep_close(&other);

    /* Another run writes it meanwhile. */
    next(tap, 5, 'd');
    CHECK(tap, save_as(&kept, &kept.ledger) == 0 && is_followed(&kept));
    CHECK(tap, size_of(texts_path) == (uint64_t)STEPS * TEXTS);
    bool same = true;
    for (size_t i = 0; i < 3 * STEPS; i++) {
        make(&kept, i % STEPS, 'e');
        same = same && save_as(&kept, &kept.ledger) == 0 && is_followed(&kept);
        uint64_t size = size_of(texts_path);
        most = size > most ? size : most;
    }
    CHECK(tap, same && most < (uint64_t)STEPS * TEXTS * 2);
    keep_open(tap, &other);
    for (size_t i = 0; i < STEPS; i++) {
        same = same && has(&other, i, 'e') && has(&kept, i, 'e');
    }
    CHECK(tap, same);
    keep_close(&other);
    keep_close(&kept);
}

static void damaged_texts(struct tap *tap)
{
    for (enum change where = MIDDLE; where <= LAST; where++) {
        change(tap, texts_path, where);
        CHECK(tap, !is_believed());
        change(tap, texts_path, where);
        CHECK(tap, is_believed());
    }
    CHECK(tap, truncate("a.texts", 100) == 0 && !is_believed());
    CHECK(tap, unlink("a.texts") == 0 && !is_believed());
}

int main(void)
{
    struct tap tap = {0};
    char dir[] = "/tmp/crumb-ledger-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0) {
        puts("Bail out! no temporary folder");
        return 1;
    }
    any_size(&tap);
    extended(&tap);
    not_extended(&tap);
    cancelled(&tap);
    texts_of_steps(&tap);
    followed(&tap);
    damaged_texts(&tap);
    if (chdir("/") == 0) {
        fs_remove_tree(str_from(dir));
    }
    return tap_done(&tap);
}
