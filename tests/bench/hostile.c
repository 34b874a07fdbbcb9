/* SPDX-License-Identifier: MIT */
/* hostile [LANGUAGE...]: how long a block of code may take, on one thread. For
 * each language and each kind of hostile text the processor time of 256 KB, 512
 * KB and 1 MB, in milliseconds, and where the block ends to be highlighted, in
 * hundredths. Texts are made from those of tests/highlight/LANGUAGE.txt. A line
 * for each language: the slowest of its kinds; ALL=1: each of them. */
#include <time.h>

#include "../unit/builtin_language.h"
#include "files/fs.h"
#include "highlight/code_block.h"
#include "highlight/language_set.h"

enum { SIZES = 3, SMALLEST = 256 * 1024 };

static struct arena arena;

static str read_file(const char *path)
{
    str text = {NULL, 0};
    fs_read(str_from(path), &arena, &text);
    return text;
}

/* The texts of the cases, without what becomes of them. */
static str texts_of(str cases)
{
    struct buf out = {0};
    bool text = false;
    for (str line; str_split(&cases, '\n', &line);) {
        if (str_starts(line, STR("@@ "))) {
            text = !str_eq(line, STR("@@ tokens"));
        } else if (text) {
            buf_put(&out, line);
            buf_putc(&out, '\n');
        }
    }
    str result = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return result;
}

/* --- texts --- */

/* The part again and again, `size` bytes of it. */
static void repeat(struct buf *out, str part, size_t size)
{
    buf_clear(out);
    while (part.n && out->n < size) {
        buf_put(out, str_sub(part, 0, size - out->n));
    }
}

/* The bytes of a text in any order. */
static void shuffle(struct buf *out, str text, size_t size)
{
    unsigned state = 1;
    buf_clear(out);
    while (text.n && out->n < size) {
        state = state * 1664525u + 1013904223u;
        buf_putc(out, text.p[(state >> 8) % text.n]);
    }
}

static str in_one_line(str text)
{
    struct buf out = {0};
    for (size_t i = 0; i < text.n; i++) {
        buf_putc(&out, text.p[i] == '\n' ? ' ' : text.p[i]);
    }
    str line = arena_str(&arena, buf_str(&out));
    buf_free(&out);
    return line;
}

/* Openers of many languages, and few closers. */
static const str openers[] = {
    STR_INIT("\""),         STR_INIT("'"),      STR_INIT("`"),
    STR_INIT("("),          STR_INIT("["),      STR_INIT("{"),
    STR_INIT("<"),          STR_INIT("/*"),     STR_INIT("<!--"),
    STR_INIT("\"\"\""),     STR_INIT("$("),     STR_INIT("${"),
    STR_INIT("<<E\n"),      STR_INIT("f\"{"),   STR_INIT("r#\""),
    STR_INIT("<script>\n"), STR_INIT("a: |\n"), STR_INIT("banner motd #\n"),
    STR_INIT("interface "), STR_INIT("a=\""),   STR_INIT("{{ "),
    STR_INIT("a("),         STR_INIT("a::"),    STR_INIT("1.1."),
    STR_INIT("a-"),         STR_INIT("a b "),   STR_INIT("a:"),
    STR_INIT("- "),         STR_INIT("1:"),     STR_INIT("a\\"),
    STR_INIT("\n "),        STR_INIT("a\n"),    STR_INIT("[a]("),
    STR_INIT("@a"),         STR_INIT("#"),      STR_INIT("a.b/"),
    STR_INIT("cat <<EOF"),  STR_INIT("<<~A"),   STR_INIT("q'a'"),
};

/* --- measuring --- */

struct measured {
    double ms[SIZES];
    size_t cut; /* hundredths of the largest one */
    str kind;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void measure(const struct language *language, str text, size_t i,
                    struct measured *measured)
{
    struct arena work = {0};
    struct buf out = {0};
    struct code_block block = {.text = text, .language = language, .first = 1};
    double start = now();
    size_t cut = code_block_html(&block, &work, &out);
    measured->ms[i] = now() - start;
    measured->cut = (cut < text.n ? cut : text.n) * 100 / text.n;
    buf_free(&out);
    arena_free(&work);
}

static void print(str name, const struct measured *measured)
{
    printf("%.*s", STR_ARG(name));
    for (size_t i = 0; i < SIZES; i++) {
        printf(" %.0f", measured->ms[i]);
    }
    printf(" %zu ", measured->cut);
    for (size_t i = 0; i < measured->kind.n; i++) {
        char c = measured->kind.p[i];
        putchar(c == '\n' ? ' ' : c);
    }
    putchar('\n');
    fflush(stdout);
}

struct trial {
    const struct language *language;
    str name;
    struct measured worst;
};

static void try_text(struct trial *trial, str kind, str part,
                     void (*make)(struct buf *out, str part, size_t size))
{
    struct measured measured = {.kind = kind};
    struct buf text = {0};
    for (size_t i = 0; i < SIZES; i++) {
        make(&text, part, (size_t)SMALLEST << i);
        measure(trial->language, buf_str(&text), i, &measured);
    }
    buf_free(&text);
    if (getenv("ALL")) {
        print(trial->name, &measured);
    }
    if (measured.ms[SIZES - 1] > trial->worst.ms[SIZES - 1]) {
        trial->worst = measured;
    }
}

static void try_language(struct language_set *languages, str name)
{
    str path = arena_printf(&arena, "tests/highlight/%.*s.txt", STR_ARG(name));
    struct trial trial = {.language = language_set_find(languages, name),
                          .name = name};
    str text = texts_of(read_file(path.p));
    if (!trial.language || !text.n) {
        return;
    }
    try_text(&trial, STR("its cases"), text, repeat);
    try_text(&trial, STR("its cases in one line"), in_one_line(text), repeat);
    try_text(&trial, STR("its bytes in any order"), text, shuffle);
    try_text(&trial, STR("the same in one line"), in_one_line(text), shuffle);
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        try_text(&trial, openers[i], openers[i], repeat);
    }
    for (char c = '!'; c <= 'A'; c++) {
        str one = arena_str(&arena, (str){&c, 1});
        try_text(&trial, one, one, repeat);
    }
    print(name, &trial.worst);
}

int main(int argc, char **argv)
{
    struct language_set languages;
    language_set_init(&languages);
    for (size_t i = 0; i < builtin_languages_count && argc == 1; i++) {
        try_language(&languages, builtin_language(i));
    }
    for (int i = 1; i < argc; i++) {
        try_language(&languages, str_from(argv[i]));
    }
    language_set_free(&languages);
    arena_free(&arena);
    return 0;
}
