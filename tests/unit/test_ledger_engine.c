/* SPDX-License-Identifier: MIT */
/* engine/ledger: engines at random come back from the file as they were, as far
 * as they are live; and nothing outside of its tables and texts comes out of
 * one that was forged. */
#include "engine/ledger.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "files/fs.h"
#include "random.h"
#include "tap.h"
#include "write_file.h"

enum { FILES = 5, SETS = 12, FORGED = 600 };

static const str path = STR_INIT("ledger");

struct fixture {
    struct random random;
    struct arena arena;
    struct engine *engine;
    uint64_t *bits;
    bool *keys;
    bool *steps;
    bool *sets;
    size_t longest; /* of a text */
    struct ledger_rest rest;
    struct fs_stat stats[FILES];
};

static size_t below(struct fixture *f, size_t n)
{
    return random_below(&f->random, n);
}

static bool half(struct fixture *f)
{
    return below(f, 2) != 0;
}

/* --- writing --- */

static str text(struct fixture *f)
{
    size_t n = half(f) ? below(f, f->longest) : below(f, 8);
    char *p = ARENA_ARRAY(&f->arena, char, n);
    for (size_t i = 0; i < n; i++) {
        p[i] = (char)below(f, 256);
    }
    return (str){p, n};
}

static struct fs_stat stat_at_random(struct fixture *f)
{
    struct fs_stat stat;
    memset(&stat, 0, sizeof stat);
    stat.kind = (enum fs_kind)below(f, FS_OTHER + 1);
    stat.size = random_word(&f->random);
    stat.inode = random_word(&f->random);
    stat.modified = (int64_t)random_word(&f->random);
    stat.changed = (int64_t)random_word(&f->random);
    return stat;
}

static struct fs_stat stat_of(const void *published, size_t i)
{
    const struct fixture *f = published;
    return f->stats[i];
}

static void add_facts(struct fixture *f, uint32_t key)
{
    uint64_t bits = random_word(&f->random) & random_word(&f->random);
    uint64_t hashes[64];
    for (size_t i = 0; i < 64; i++) {
        hashes[i] = random_word(&f->random);
    }
    fact_add(&f->engine->facts, key, bits, hashes, NULL, &f->arena);
    f->bits[key] = half(f) ? bits : random_word(&f->random);
}

static void add_list(struct fixture *f, uint32_t key)
{
    uint32_t members[20];
    size_t n = below(f, sizeof members / sizeof *members);
    for (size_t i = 0; i < n; i++) {
        members[i] = (uint32_t)below(f, key_limit(&f->engine->keys));
    }
    fact_set_list(&f->engine->facts, key, members, n, &f->arena);
}

static void add_step(struct fixture *f, uint32_t key, enum key_class class)
{
    struct step *step = step_add(&f->engine->steps, key, &f->engine->arena);
    step->trace.pairs = text(f);
    step->result = random_word(&f->random);
    step->right = 7;
    if (class == KEY_FRAGMENT) {
        return;
    }
    step->input = random_word(&f->random);
    if (class != KEY_OUTPUT) {
        step->record = text(f);
        step->parts = text(f);
        return;
    }
    step->warnings = text(f);
    step->source = text(f);
    step->why = text(f);
    step->made = (int64_t)random_word(&f->random);
    step->place = (uint32_t)random_word(&f->random);
    step->kept = half(f);
}

static void add_file(struct fixture *f, uint32_t key)
{
    struct file_record *file = engine_add_file(f->engine, key);
    file->stat = stat_at_random(f);
    file->hash = random_word(&f->random);
    file->record = text(f);
    file->warnings = text(f);
}

static void add_known(struct fixture *f, uint32_t key)
{
    enum key_class class =
        (enum key_class)key_get(&f->engine->keys, key)->class;
    f->keys[key] = below(f, 5) != 0;
    f->steps[key] = below(f, 5) != 0;
    if (half(f)) {
        add_facts(f, key);
    }
    if (half(f)) {
        add_list(f, key);
    }
    if (half(f)) {
        add_step(f, key, class);
    }
    if (half(f)) {
        add_file(f, key);
    }
}

static void make_engine(struct fixture *f, size_t nkeys)
{
    f->engine = engine_new(NULL, 0, &f->arena);
    for (uint32_t i = 1; i < nkeys; i++) {
        struct key key = {(uint8_t)(1 + below(f, KEY_CLASSES - 1)),
                          (uint8_t)below(f, 256), (uint32_t)below(f, i),
                          arena_printf(&f->arena, "key %u", i)};
        key_intern(&f->engine->keys, key);
    }
    engine_grow(f->engine);
    f->bits = arena_zalloc(&f->arena, nkeys, sizeof *f->bits);
    f->keys = arena_zalloc(&f->arena, nkeys, sizeof *f->keys);
    f->steps = arena_zalloc(&f->arena, nkeys, sizeof *f->steps);
    f->sets = arena_zalloc(&f->arena, SETS, sizeof *f->sets);
    for (uint32_t i = 1; i < nkeys; i++) {
        add_known(f, i);
    }
    for (uint32_t i = 1; i < SETS; i++) {
        struct dep_set set = {random_word(&f->random), i};
        f->sets[engine_dep_set(f->engine, set)] = half(f);
    }
}

static void set_up(struct fixture *f, uint64_t seed, size_t nkeys,
                   size_t longest)
{
    *f = (struct fixture){.random = {seed}, .longest = longest};
    make_engine(f, nkeys);
    f->rest = (struct ledger_rest){.head = {.key = {1, 2},
                                            .now = 3,
                                            .from = -4,
                                            .until = 5,
                                            .seen = 6,
                                            .watched = 7,
                                            .but_texts = 8,
                                            .stamp = 9,
                                            .order = 10,
                                            .files = FILES},
                                   .summary = text(f),
                                   .said = text(f),
                                   .root = text(f),
                                   .stat = stat_of,
                                   .published = f};
    for (size_t i = 0; i < FILES; i++) {
        f->stats[i] = stat_at_random(f);
    }
}

static void tear_down(struct fixture *f)
{
    engine_free(f->engine);
    arena_free(&f->arena);
}

static int write_ledger(const struct fixture *f)
{
    const struct ledger_selection live = {f->bits, f->keys, f->steps, f->sets};
    return ledger_write(f->engine, &live, &f->rest, path, false);
}

static str read_ledger(struct arena *arena)
{
    str bytes = {NULL, 0};
    fs_read(path, arena, &bytes);
    return bytes;
}

/* --- reading --- */

static bool is_same_head(const struct fixture *f, const struct ledger *ledger)
{
    struct ledger_head want = f->rest.head;
    const struct ledger_head *head = ledger->head;
    bool same = hash128_eq(head->key, want.key) && head->now == want.now &&
                head->from == want.from && head->until == want.until &&
                head->seen == want.seen && head->watched == want.watched &&
                head->but_texts == want.but_texts &&
                head->stamp == want.stamp && head->order == want.order &&
                head->files == FILES && !head->idle &&
                str_eq(ledger->summary, f->rest.summary) &&
                str_eq(ledger->said, f->rest.said) &&
                str_eq(ledger->root, f->rest.root);
    for (uint32_t i = 0; same && i < FILES; i++) {
        struct fs_stat stat;
        same = ledger_stat(ledger, i, &stat) == (f->stats[i].kind == FS_FILE) &&
               stat.kind == f->stats[i].kind &&
               fs_stat_same(&stat, &f->stats[i]);
    }
    struct fs_stat none;
    return same && !ledger_stat(ledger, FILES, &none);
}

static bool is_same_step(const struct step *step, const struct step *want,
                         enum key_class class)
{
    if (!step || step->right != 1 || step->changed != 1 || step->stale ||
        !str_eq(step->trace.pairs, want->trace.pairs) ||
        step->result != want->result || step->input != want->input) {
        return false;
    }
    if (class == KEY_OUTPUT) {
        return str_eq(step->warnings, want->warnings) &&
               str_eq(step->source, want->source) &&
               str_eq(step->why, want->why) && step->made == want->made &&
               step->place == want->place && step->kept == want->kept;
    }
    return str_eq(step->record, want->record) &&
           str_eq(step->parts, want->parts);
}

static bool is_same_file(const struct file_record *file,
                         const struct file_record *want)
{
    return file && file->stat.kind == want->stat.kind &&
           fs_stat_same(&file->stat, &want->stat) && file->hash == want->hash &&
           file->seen == 6 && str_eq(file->record, want->record) &&
           str_eq(file->warnings, want->warnings);
}

static bool are_same_facts(const struct fixture *f, const struct engine *engine,
                           uint32_t key)
{
    const struct fact_row *row = fact_row(&engine->facts, key);
    const struct fact_row *want = fact_row(&f->engine->facts, key);
    bool same = row->bits == (want->bits & f->bits[key]) &&
                !row->list == !want->list && !row->times;
    for (unsigned bit = 0; same && bit < 64; bit++) {
        same = !(row->bits >> bit & 1) ||
               fact_hash(row, bit) == fact_hash(want, bit);
    }
    if (same && row->list) {
        same = row->list->n == want->list->n && row->list->changes.n == 0;
        for (size_t i = 0; same && i < row->list->n; i++) {
            same = row->list->members[i] == want->list->members[i];
        }
    }
    return same;
}

static bool is_same_key(const struct fixture *f, const struct engine *engine,
                        uint32_t id)
{
    const struct key *key = key_get(&engine->keys, id);
    const struct key *want = key_get(&f->engine->keys, id);
    const struct step *step = step_find(&engine->steps, id);
    const struct file_record *file = engine_file(engine, id);
    if (!f->keys[id]) {
        return key->class == KEY_FREE && !step && !file &&
               !fact_row(&engine->facts, id)->bits;
    }
    const struct step *step_then =
        f->steps[id] ? step_find(&f->engine->steps, id) : NULL;
    const struct file_record *file_then = engine_file(f->engine, id);
    return key->class == want->class && key->kind == want->kind &&
           key->owner == want->owner && str_eq(key->name, want->name) &&
           key_find(&engine->keys, *want) == id &&
           are_same_facts(f, engine, id) &&
           (step_then
                ? is_same_step(step, step_then, (enum key_class)want->class)
                : !step) &&
           (file_then ? is_same_file(file, file_then) : !file);
}

static bool is_same_engine(const struct fixture *f, const struct engine *engine)
{
    bool same = key_limit(&engine->keys) == key_limit(&f->engine->keys) &&
                engine->sets.rows.n == SETS && engine->facts.revision == 1;
    for (size_t i = 1; same && i < SETS; i++) {
        struct dep_set set = engine->sets.rows.p[i];
        struct dep_set want =
            f->sets[i] ? f->engine->sets.rows.p[i] : (struct dep_set){0};
        same = set.bits == want.bits && set.first == want.first;
    }
    for (uint32_t i = 1; same && i < key_limit(&engine->keys); i++) {
        same = is_same_key(f, engine, i);
    }
    return same;
}

/* Of these bytes beside the texts that were written last; empty for a ledger
 * that is not believed. The ledger has to be unmapped. */
static struct engine *engine_of(str bytes, struct ledger *ledger,
                                struct arena *arena)
{
    if (write_file(path, bytes) != 0 || ledger_map(ledger, path) != 0) {
        exit(1);
    }
    return ledger_open(ledger, arena) ? ledger_read(ledger, arena) : NULL;
}

static void test_same(struct tap *tap)
{
    static const struct {
        size_t nkeys;
        size_t longest;
        int rounds;
    } sizes[] = {{1, 10, 1}, {2, 10, 10}, {60, 200, 20}, {70, 200000, 2}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bool same = true;
        for (int round = 0; round < sizes[i].rounds; round++) {
            struct fixture f;
            struct arena arena = {0};
            struct ledger ledger;
            set_up(&f, (uint64_t)round, sizes[i].nkeys, sizes[i].longest);
            same = same && write_ledger(&f) == 0;
            struct engine *engine =
                engine_of(read_ledger(&arena), &ledger, &arena);
            same = same && engine && is_same_head(&f, &ledger) &&
                   is_same_engine(&f, engine);
            engine_free(engine);
            ledger_unmap(&ledger);
            arena_free(&arena);
            tear_down(&f);
        }
        CHECK(tap, same);
    }
}

/* Nothing is written once that is asked for. */
static void test_cancel(struct tap *tap)
{
    const atomic_bool yes = true;
    const atomic_bool no = false;
    struct fixture f;
    struct arena arena = {0};
    set_up(&f, 1, 60, 200);
    f.rest.cancel = &no;
    CHECK(tap, write_ledger(&f) == 0);
    str before = read_ledger(&arena);
    f.rest.head.now++;
    f.rest.cancel = &yes;
    CHECK(tap, write_ledger(&f) == ECANCELED);
    CHECK(tap, str_eq(read_ledger(&arena), before));
    f.rest.cancel = NULL;
    CHECK(tap, write_ledger(&f) == 0);
    CHECK(tap, !str_eq(read_ledger(&arena), before));
    arena_free(&arena);
    tear_down(&f);
}

/* --- damaged --- */

/* The bytes with their check, as a forger would make it. */
static str sign(str bytes, struct arena *arena)
{
    struct ledger_head head;
    char *p = ARENA_ARRAY(arena, char, bytes.n);
    memcpy(p, bytes.p, bytes.n);
    memcpy(&head, p, sizeof head);
    head.bytes = bytes.n;
    str whole = {(const char *)&head, sizeof head};
    head.check = hash64_mix(
        hash64_mix(0, hash64(str_from_offset(bytes, sizeof head))),
        hash64(str_from_offset(whole, offsetof(struct ledger_head, key))));
    memcpy(p, &head, sizeof head);
    return (str){p, bytes.n};
}

static str with_byte(str bytes, size_t at, char c, struct arena *arena)
{
    char *p = ARENA_ARRAY(arena, char, bytes.n);
    memcpy(p, bytes.p, bytes.n);
    p[at] = c;
    return (str){p, bytes.n};
}

static bool is_believed(str bytes)
{
    struct arena arena = {0};
    struct ledger ledger;
    struct engine *engine = engine_of(bytes, &ledger, &arena);
    bool believed = engine != NULL;
    engine_free(engine);
    ledger_unmap(&ledger);
    arena_free(&arena);
    return believed;
}

/* Of the head only the mark may be another one. */
static void test_head(struct tap *tap, str bytes, struct arena *arena)
{
    size_t idle = offsetof(struct ledger_head, idle);
    bool good = is_believed(bytes) && is_believed(sign(bytes, arena));
    for (size_t i = 0; i < sizeof(struct ledger_head); i++) {
        bool marked = i >= idle && i < idle + sizeof(uint64_t);
        str other = with_byte(bytes, i, (char)(bytes.p[i] ^ 1), arena);
        good = good && is_believed(other) == marked;
    }
    CHECK(tap, good);
    struct ledger ledger;
    CHECK(tap, write_file(path, bytes) == 0);
    ledger_mark_idle(path);
    CHECK(tap, ledger_map(&ledger, path) == 0 && ledger_open(&ledger, arena) &&
                   ledger.head->idle == 1);
    ledger_unmap(&ledger);
    CHECK(tap, is_believed(read_ledger(arena)));
}

/* Each shorter ledger is refused, and one that is too long. */
static void test_length(struct tap *tap, str bytes, struct arena *arena)
{
    bool good = true;
    for (size_t n = 0; n < bytes.n; n++) {
        struct arena_mark mark = arena_mark(arena);
        str part = str_sub(bytes, 0, n);
        good =
            good && !is_believed(part) &&
            (n < sizeof(struct ledger_head) || !is_believed(sign(part, arena)));
        arena_reset(arena, mark);
    }
    str more = arena_concat(arena, bytes, STR("\0"));
    CHECK(tap, good && !is_believed(more) && !is_believed(sign(more, arena)));
}

static bool is_part(str bytes, const void *p, size_t n)
{
    const char *start = p;
    return n == 0 ||
           (start >= bytes.p && n <= bytes.n && start <= bytes.p + bytes.n - n);
}

static bool is_text(const struct ledger *ledger, str part)
{
    return is_part(ledger->mapped, part.p, part.n) ||
           is_part(ledger->texts.bytes, part.p, part.n);
}

static bool is_safe_step(const struct ledger *ledger, const struct step *step,
                         enum key_class class)
{
    return !step || (is_text(ledger, step->trace.pairs) &&
                     (class == KEY_OUTPUT ? is_text(ledger, step->warnings) &&
                                                is_text(ledger, step->source) &&
                                                is_text(ledger, step->why)
                                          : is_text(ledger, step->record) &&
                                                is_text(ledger, step->parts)));
}

static bool is_safe_list(const struct fact_list *list, size_t keys)
{
    bool safe = true;
    for (size_t i = 0; list && i < list->n; i++) {
        safe = safe && list->members[i] < keys;
    }
    return safe;
}

/* All numbers are within the tables, all texts within the bytes. */
static bool is_safe(const struct engine *engine, const struct ledger *ledger)
{
    size_t n = key_limit(&engine->keys);
    bool safe = engine->facts.rows.n == n && engine->steps.by_key.n <= n &&
                engine->files.n <= n;
    for (uint32_t i = 1; safe && i < n; i++) {
        const struct key *key = key_get(&engine->keys, i);
        const struct fact_row *row = fact_row(&engine->facts, i);
        const struct file_record *file = engine_file(engine, i);
        safe = key->class < KEY_CLASSES && key->owner < n &&
               is_text(ledger, key->name) &&
               is_part(ledger->texts.bytes, row->hashes,
                       8 * (size_t)__builtin_popcountll(row->bits)) &&
               is_safe_list(row->list, n) &&
               is_safe_step(ledger, step_find(&engine->steps, i),
                            (enum key_class)key->class) &&
               (!file ||
                (file->stat.kind <= FS_OTHER && is_text(ledger, file->record) &&
                 is_text(ledger, file->warnings)));
    }
    return safe;
}

static void test_forged(struct tap *tap, struct fixture *f, str bytes)
{
    int believed = 0;
    bool safe = true;
    for (int i = 0; safe && i < FORGED; i++) {
        struct arena arena = {0};
        struct ledger ledger;
        size_t from = offsetof(struct ledger_head, files);
        size_t at = from + below(f, bytes.n - from);
        char c = half(f) ? (char)(bytes.p[at] + 1) : (char)below(f, 256);
        str forged = sign(with_byte(bytes, at, c, &arena), &arena);
        struct engine *engine = engine_of(forged, &ledger, &arena);
        if (engine) {
            believed++;
            safe = is_safe(engine, &ledger);
        }
        engine_free(engine);
        ledger_unmap(&ledger);
        arena_free(&arena);
    }
    printf("# %d of %d are believed\n", believed, FORGED);
    CHECK(tap, safe && believed > FORGED / 10);
}

int main(void)
{
    struct tap tap = {0};
    struct fixture f;
    struct arena arena = {0};
    char dir[] = "/tmp/crumb-ledger-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0) {
        puts("Bail out! no temporary folder");
        return 1;
    }
    test_same(&tap);
    test_cancel(&tap);
    set_up(&f, 3, 12, 8);
    CHECK(&tap, write_ledger(&f) == 0);
    str bytes = read_ledger(&arena);
    test_head(&tap, bytes, &arena);
    test_length(&tap, bytes, &arena);
    test_forged(&tap, &f, bytes);
    tear_down(&f);
    arena_free(&arena);
    if (chdir("/") == 0) {
        fs_remove_tree(str_from(dir));
    }
    return tap_done(&tap);
}
