/* SPDX-License-Identifier: MIT */
/* publish/manifest as text: which texts are believed, and that nothing else is
 * read from one than was written into it. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory/buf.h"
#include "publish/manifest.h"
#include "random.h"
#include "tap.h"

#define HASH "df3ce784d856334d65cd25028f98f158"
#define FIRST "crumb-manifest 1\n"

enum { MOST = 40, LONGEST = 6, ROUNDS = 300 };

static bool is_believed(str text, struct manifest *out)
{
    struct arena arena = {0};
    struct manifest manifest;
    bool believed = manifest_parse(text, &arena, out ? out : &manifest);
    arena_free(&arena);
    return believed;
}

/* --- one line --- */

static const struct {
    str line;
    const char *path; /* NULL: not believed */
} lines[] = {
    {STR_INIT(HASH " 1 a"), "a"},
    {STR_INIT(HASH " 0 a b/c "), "a b/c "},
    {STR_INIT(HASH " 18446744073709551600 a"), "a"},
    {STR_INIT(HASH " 1 %41%5A%0A%7F%9f"), "AZ\n\x7F\x9F"},
    {STR_INIT(HASH " 1 %41%5A%0A%7F%9F%A0"), "AZ\n\x7F\x9F\xA0"},
    {STR_INIT(HASH " 1 a/.crumb-stage"), "a/.crumb-stage"},
    {STR_INIT(HASH " 1 .crumb-stages/..a/b.."), ".crumb-stages/..a/b.."},
    {STR_INIT(HASH " 1 .../x"), ".../x"},
    /* Texts that are no path below the output. */
    {STR_INIT(HASH " 1 "), NULL},
    {STR_INIT(HASH " 1 a\0b"), NULL},
    {STR_INIT(HASH " 1 a%00b"), NULL},
    {STR_INIT(HASH " 1 %00"), NULL},
    {STR_INIT(HASH " 1 /a"), NULL},
    {STR_INIT(HASH " 1 a/"), NULL},
    {STR_INIT(HASH " 1 a//b"), NULL},
    {STR_INIT(HASH " 1 ."), NULL},
    {STR_INIT(HASH " 1 a/./b"), NULL},
    {STR_INIT(HASH " 1 .."), NULL},
    {STR_INIT(HASH " 1 a/../b"), NULL},
    {STR_INIT(HASH " 1 a/%2E./b"), NULL},
    {STR_INIT(HASH " 1 %2Fa"), NULL},
    {STR_INIT(HASH " 1 .crumb-stage"), NULL},
    {STR_INIT(HASH " 1 .Crumb-STAGE/new/a"), NULL},
    /* Escapes that are none. */
    {STR_INIT(HASH " 1 a%"), NULL},
    {STR_INIT(HASH " 1 a%4"), NULL},
    {STR_INIT(HASH " 1 a%4G"), NULL},
    {STR_INIT(HASH " 1 a%G4"), NULL},
    {STR_INIT(HASH " 1 a%/4"), NULL},
    {STR_INIT(HASH " 1 a%4:"), NULL},
    {STR_INIT(HASH " 1 a%@1"), NULL},
    /* Sizes that are none, or more than there are. */
    {STR_INIT(HASH "  a"), NULL},
    {STR_INIT(HASH " -1 a"), NULL},
    {STR_INIT(HASH " 1x a"), NULL},
    {STR_INIT(HASH " :1 a"), NULL},
    {STR_INIT(HASH " /1 a"), NULL},
    {STR_INIT(HASH " 18446744073709551616 a"), NULL},
    {STR_INIT(HASH " 99999999999999999999 a"), NULL},
    {STR_INIT(HASH " 100000000000000000000 a"), NULL},
    /* Lines that end too soon, and hashes that are none. */
    {STR_INIT(""), NULL},
    {STR_INIT(HASH), NULL},
    {STR_INIT(HASH " "), NULL},
    {STR_INIT(HASH " 1"), NULL},
    {STR_INIT("0" HASH " 1 a"), NULL},
    {STR_INIT("g" HASH " 1 a"), NULL},
    {STR_INIT(" " HASH " 1 a"), NULL},
    {STR_INIT("df3ce784d856334d65cd25028f98f15 1 a"), NULL},
    {STR_INIT("df3ce784d856334d65cd25028f98f15g 1 a"), NULL},
};

static void test_lines(struct tap *tap)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct arena arena = {0};
        struct manifest manifest = {0};
        str text = arena_concat(&arena, STR(FIRST), lines[i].line);
        text = arena_concat(&arena, text, STR("\nend 1\n"));
        bool believed = manifest_parse(text, &arena, &manifest);
        bool good = believed == (lines[i].path != NULL) &&
                    (!believed ||
                     str_eq(manifest.entries[0].path, str_from(lines[i].path)));
        if (!CHECK(tap, good)) {
            printf("# [%.*s]\n", STR_ARG(lines[i].line));
        }
        arena_free(&arena);
    }
}

/* --- the whole text --- */

static void test_texts(struct tap *tap)
{
    static const struct {
        const char *text;
        bool believed;
    } texts[] = {
        {FIRST "end 0\n", true},
        {FIRST HASH " 1 a\n" HASH " 1 a b\n" HASH " 1 a/b\nend 3\n", true},
        {"", false},
        {"\n", false},
        {FIRST, false},
        {FIRST "end 0", false},
        {FIRST "end 1\n", false},
        {FIRST "end \n", false},
        {FIRST "end\n", false},
        {FIRST "End 0\n", false},
        {FIRST "end 0x\n", false},
        {FIRST " end 0\n", false},
        {FIRST "end 0\n\n", false},
        {FIRST "end 0\nend 0\n", false},
        {"crumb-manifest 2\nend 0\n", false},
        {"crumb-manifest 1 \nend 0\n", false},
        {"\n" FIRST "end 0\n", false},
        {FIRST HASH " 1 a\nend 0\n", false},
        {FIRST HASH " 1 a\nend 2\n", false},
        {FIRST HASH " 1 b\n" HASH " 1 a\nend 2\n", false},
        {FIRST HASH " 1 a\n" HASH " 1 a\nend 2\n", false},
        {FIRST HASH " 1 a\n" HASH " 1 %61\nend 2\n", false},
        {FIRST HASH " 1 a\n\nend 2\n", false},
        {FIRST HASH " 1 a\n" HASH " 1 b\n", false},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!CHECK(tap, is_believed(str_from(texts[i].text), NULL) ==
                            texts[i].believed)) {
            printf("# text %zu\n", i);
        }
    }
}

/* --- at random --- */

static str random_path(struct random *random, struct arena *arena)
{
    static const char alphabet[] = "ab/%. \n\x01\x1F\x7F~\x80\xFF";
    size_t n = 1 + random_below(random, LONGEST);
    char *p = ARENA_ARRAY(arena, char, n);
    for (size_t i = 0; i < n; i++) {
        p[i] = alphabet[random_below(random, sizeof alphabet - 1)];
    }
    return (str){p, n};
}

static int compare_entries(const void *a, const void *b)
{
    const struct manifest_entry *one = a;
    const struct manifest_entry *other = b;
    return str_cmp(one->path, other->path);
}

/* In order, and no path twice. */
static struct manifest random_manifest(struct random *random,
                                       struct arena *arena)
{
    size_t n = random_below(random, MOST);
    struct manifest_entry *all = ARENA_ARRAY(arena, struct manifest_entry, n);
    size_t found = 0;
    while (found < n) {
        struct manifest_entry entry = {
            .path = random_path(random, arena),
            .hash = {random_word(random), random_word(random)},
            .size = random_word(random) >> 1 >> random_below(random, 63)};
        if (manifest_is_path(entry.path)) {
            all[found++] = entry;
        }
    }
    if (n) {
        qsort(all, n, sizeof *all, compare_entries);
    }
    struct manifest manifest = {all, 0};
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !str_eq(all[i].path, all[i - 1].path)) {
            all[manifest.n++] = all[i];
        }
    }
    return manifest;
}

/* As its header says that it is written. */
static void write_manifest(const struct manifest *manifest, struct buf *out)
{
    buf_put(out, STR(FIRST));
    for (size_t i = 0; i < manifest->n; i++) {
        const struct manifest_entry *entry = &manifest->entries[i];
        buf_printf(out, "%016" PRIx64 "%016" PRIx64 " %" PRIu64 " ",
                   entry->hash.high, entry->hash.low, entry->size);
        for (size_t k = 0; k < entry->path.n; k++) {
            unsigned char c = (unsigned char)entry->path.p[k];
            buf_printf(out, c < 32 || c == 127 || c == '%' ? "%%%02X" : "%c",
                       c);
        }
        buf_putc(out, '\n');
    }
    buf_printf(out, "end %zu\n", manifest->n);
}

static bool is_same(const struct manifest *a, const struct manifest *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++) {
        same = str_eq(a->entries[i].path, b->entries[i].path) &&
               a->entries[i].size == b->entries[i].size &&
               hash128_eq(a->entries[i].hash, b->entries[i].hash);
    }
    return same;
}

/* Reads it back, and with one damaged byte: each of its entries that is
 * believed must still be a valid one. */
static bool comes_back(struct random *random, const struct manifest *manifest,
                       struct arena *arena)
{
    struct buf text = {0};
    struct buf want = {0};
    struct manifest read;
    manifest_print(manifest, &text);
    write_manifest(manifest, &want);
    bool good = str_eq(buf_str(&text), buf_str(&want)) &&
                manifest_parse(buf_str(&text), arena, &read) &&
                is_same(&read, manifest);
    text.p[random_below(random, text.n)] =
        "\0\n %/09AFaf"[random_below(random, 11)];
    if (good && manifest_parse(buf_str(&text), arena, &read)) {
        for (size_t i = 0; i < read.n; i++) {
            good = good && manifest_is_path(read.entries[i].path) &&
                   (i == 0 || compare_entries(&read.entries[i - 1],
                                              &read.entries[i]) < 0);
        }
    }
    buf_free(&text);
    buf_free(&want);
    return good;
}

/* Of a path that it may have, and of one that it may lack. */
static bool finds(struct random *random, const struct manifest *manifest,
                  str path)
{
    size_t lower = 0;
    while (lower < manifest->n &&
           str_cmp(manifest->entries[lower].path, path) < 0) {
        lower++;
    }
    const struct manifest_entry *want =
        lower < manifest->n && str_eq(manifest->entries[lower].path, path)
            ? &manifest->entries[lower]
            : NULL;
    bool good = manifest_find(manifest, path) == want &&
                manifest_find_near(manifest, path, SIZE_MAX) == want;
    for (size_t i = 0; i < 4; i++) {
        size_t guess = random_below(random, manifest->n + 2);
        good = good && manifest_find_near(manifest, path, guess) == want;
    }
    return good && manifest_find_near(manifest, path, lower) == want;
}

/* A change of any kind makes it another one. */
static bool differs(struct random *random, const struct manifest *manifest,
                    struct arena *arena)
{
    size_t n = manifest->n;
    struct manifest other = {ARENA_ARRAY(arena, struct manifest_entry, n), n};
    memcpy(other.entries, manifest->entries, n * sizeof *other.entries);
    bool good = manifest_equal(manifest, &other) &&
                manifest_hash(manifest) == manifest_hash(&other);
    struct manifest_entry *entry = &other.entries[random_below(random, n)];
    size_t what = random_below(random, 5);
    switch (what) {
    case 0: entry->hash.low ^= UINT64_C(1) << random_below(random, 64); break;
    case 1: entry->hash.high ^= UINT64_C(1) << random_below(random, 64); break;
    case 2: entry->path = arena_concat(arena, entry->path, STR("!")); break;
    case 3: other.n--; break;
    default: entry->size++; break; /* the hash says that too */
    }
    return good && !manifest_equal(manifest, &other) &&
           !manifest_equal(&other, manifest) &&
           (what > 3 || manifest_hash(manifest) != manifest_hash(&other));
}

static void test_random(struct tap *tap)
{
    struct random random = {1};
    bool back = true;
    bool found = true;
    bool other = true;
    for (int round = 0; round < ROUNDS; round++) {
        struct arena arena = {0};
        struct manifest manifest = random_manifest(&random, &arena);
        back = back && comes_back(&random, &manifest, &arena);
        found =
            found && finds(&random, &manifest, random_path(&random, &arena));
        for (size_t i = 0; i < manifest.n; i++) {
            found =
                found && finds(&random, &manifest, manifest.entries[i].path);
        }
        other = other && (!manifest.n || differs(&random, &manifest, &arena));
        arena_free(&arena);
    }
    CHECK(tap, back);
    CHECK(tap, found);
    CHECK(tap, other);
}

int main(void)
{
    struct tap tap = {0};
    test_lines(&tap);
    test_texts(&tap);
    test_random(&tap);
    return tap_done(&tap);
}
