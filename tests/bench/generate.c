/* SPDX-License-Identifier: MIT */
/* generate DIR COUNT: a blog of COUNT posts for measuring.
 *
 * Every byte follows from the post's number alone, through a generator of
 * our own and integers only: the same on every machine, and post 17 is the
 * same in a blog of a hundred posts as in one of a hundred thousand (links
 * lead to earlier posts). Sizes are spread as in real blogs: half of the
 * posts are below 4 KB, some reach 20 KB. */

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "words.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum { MAX_POST = 64 * 1024, MAX_NAME = 64, MAX_PATH = 4096 };

static const char *const sections[] = {"networking", "baking", "life"};

/* --- random numbers: xorshift64* ---
 *
 * Never two draws in the arguments of one call: compilers differ in which
 * they evaluate first. */

struct random {
    uint64_t state;
};

static uint64_t next(struct random *random)
{
    uint64_t x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return x * 0x2545F4914F6CDD1DU;
}

/* From 0 to n - 1. */
static unsigned below(struct random *random, size_t n)
{
    return (unsigned)((next(random) >> 32) % n);
}

static bool one_in(struct random *random, unsigned n)
{
    return below(random, n) == 0;
}

/* `purpose` keeps the numbers of a post's name apart from those of its text.
 * The first few numbers after a small seed are alike: they are dropped. */
static struct random random_of(size_t post, unsigned purpose)
{
    struct random random = {(post + 1) * 0x9E3779B97F4A7C15U + purpose};
    for (int i = 0; i < 4; i++) {
        next(&random);
    }
    return random;
}

/* --- text --- */

struct text {
    size_t n;
    char p[MAX_POST];
};

__attribute__((format(printf, 2, 3))) static void put(struct text *text,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = sizeof text->p - text->n;
    int n = vsnprintf(text->p + text->n, room, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= room) {
        fputs("generate: a post is too long\n", stderr);
        exit(1);
    }
    text->n += (size_t)n;
}

static void put_text(struct text *text, const char *s)
{
    size_t n = strlen(s);
    if (n >= sizeof text->p - text->n) {
        fputs("generate: a post is too long\n", stderr);
        exit(1);
    }
    memcpy(text->p + text->n, s, n + 1);
    text->n += n;
}

/* The post that is being written, and the source of its random choices. */
struct writer {
    struct random random;
    size_t post;
    unsigned footnotes;
    struct text *text;
};

/* The smaller of two draws: few words make most of a text. */
static const char *word(struct random *random)
{
    if (one_in(random, 16)) {
        return other_words[below(random, COUNT(other_words))];
    }
    unsigned a = below(random, COUNT(latin_words));
    unsigned b = below(random, COUNT(latin_words));
    return latin_words[a < b ? a : b];
}

static void put_words(struct writer *writer, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (i) {
            put_text(writer->text, " ");
        }
        put_text(writer->text, word(&writer->random));
    }
}

/* --- names --- */

static const char *section_of(size_t post)
{
    struct random random = random_of(post, 1);
    return sections[below(&random, COUNT(sections))];
}

static void name_of(size_t post, char name[static MAX_NAME])
{
    struct random random = random_of(post, 2);
    enum { FIRST_NOUN = 36 }; /* the small words make poor names */
    unsigned nouns = (unsigned)COUNT(latin_words) - FIRST_NOUN;
    const char *first = latin_words[FIRST_NOUN + below(&random, nouns)];
    const char *second = latin_words[FIRST_NOUN + below(&random, nouns)];
    snprintf(name, MAX_NAME, "%s-%s-%06zu", first, second, post);
}

/* --- inlines --- */

static void put_post_link(struct writer *writer)
{
    size_t target = below(&writer->random, writer->post);
    char name[MAX_NAME];
    name_of(target, name);
    put(writer->text, "[");
    put_words(writer, 2);
    put(writer->text, "](../%s/%s.md%s)", section_of(target), name,
        one_in(&writer->random, 4) ? "#notes" : "");
}

static void put_ornament(struct writer *writer)
{
    struct random *random = &writer->random;
    const char *w = word(random);
    unsigned n = below(random, 100);
    switch (below(random, 12)) {
    case 0:
    case 1: put(writer->text, "*%s*", w); break;
    case 2: put(writer->text, "**%s %s**", w, word(random)); break;
    case 3:
    case 4: put(writer->text, "`%s_%u()`", "call", n); break;
    case 5: put(writer->text, "~~%s~~", w); break;
    case 6: put(writer->text, "https://example.org/%u/page", n); break;
    case 7: put(writer->text, "<https://example.net/?q=%u>", n); break;
    case 8:
        put(writer->text, "[%s](https://example.com/%u \"%s\")", w, n, w);
        break;
    case 9:
        writer->footnotes++;
        put(writer->text, "%s[^%u]", w, writer->footnotes);
        break;
    case 10: put(writer->text, "\"%s\" -- %s's...", w, word(random)); break;
    default:
        if (writer->post) {
            put_post_link(writer);
        } else {
            put_text(writer->text, w);
        }
        break;
    }
}

static void put_sentence(struct writer *writer)
{
    unsigned n = 6 + below(&writer->random, 12);
    for (unsigned i = 0; i < n; i++) {
        if (one_in(&writer->random, 14)) {
            put_ornament(writer);
        } else {
            put_text(writer->text, word(&writer->random));
        }
        bool comma = i == n / 2 && one_in(&writer->random, 2);
        put_text(writer->text, i + 1 == n ? "." : comma ? ", " : " ");
    }
}

/* --- blocks --- */

static void put_paragraph(struct writer *writer)
{
    unsigned n = 2 + below(&writer->random, 4);
    for (unsigned i = 0; i < n; i++) {
        put_sentence(writer);
        put_text(writer->text, "\n");
    }
    put_text(writer->text, "\n");
}

static void put_heading(struct writer *writer)
{
    put(writer->text, "%s ", one_in(&writer->random, 3) ? "###" : "##");
    put_words(writer, 2 + below(&writer->random, 4));
    put_text(writer->text, "\n\n");
}

static void put_list(struct writer *writer)
{
    bool numbered = one_in(&writer->random, 3);
    bool tasks = !numbered && one_in(&writer->random, 4);
    unsigned n = 2 + below(&writer->random, 5);
    for (unsigned i = 1; i <= n; i++) {
        if (numbered) {
            put(writer->text, "%u. ", i);
        } else {
            put(writer->text, "- %s", !tasks ? "" : i % 2 ? "[x] " : "[ ] ");
        }
        put_sentence(writer);
        put_text(writer->text, "\n");
        if (one_in(&writer->random, 4)) {
            put(writer->text, "   - %s\n", word(&writer->random));
            put(writer->text, "     - %s\n", word(&writer->random));
        }
    }
    put_text(writer->text, "\n");
}

static void put_table(struct writer *writer)
{
    unsigned columns = 2 + below(&writer->random, 4);
    unsigned rows = 2 + below(&writer->random, 6);
    for (unsigned row = 0; row < rows + 2; row++) {
        for (unsigned column = 0; column < columns; column++) {
            if (row == 1) {
                put_text(writer->text, column % 2 ? "|--:" : "|---");
            } else {
                put(writer->text, "| %s ", word(&writer->random));
            }
        }
        put_text(writer->text, "|\n");
    }
    put_text(writer->text, "\n");
}

static void put_fence(struct writer *writer)
{
    unsigned n = 3 + below(&writer->random, 10);
    put_text(writer->text, "```\n");
    for (unsigned i = 0; i < n; i++) {
        const char *name = latin_words[36 + below(&writer->random, 40)];
        unsigned number = below(&writer->random, 65536);
        put(writer->text, "set %s_%u = %u; /* <%s> & more */\n", name, i,
            number, word(&writer->random));
    }
    put_text(writer->text, "```\n\n");
}

static void put_quote(struct writer *writer)
{
    put_text(writer->text, "> ");
    put_sentence(writer);
    put_text(writer->text, "\n> ");
    put_sentence(writer);
    put_text(writer->text, "\n\n");
}

static void put_block(struct writer *writer)
{
    unsigned draw = below(&writer->random, 100);
    if (draw < 58) {
        put_paragraph(writer);
    } else if (draw < 70) {
        put_heading(writer);
    } else if (draw < 82) {
        put_list(writer);
    } else if (draw < 88) {
        put_table(writer);
    } else if (draw < 96) {
        put_fence(writer);
    } else {
        put_quote(writer);
    }
}

/* --- posts --- */

/* The sizes below which 0, 1/32, 2/32 ... of the posts are: a log-normal
 * spread around 4 KB, cut at 1 and 20 KB. */
static const unsigned sizes[] = {
    1024, 1071, 1357, 1585, 1789, 1979, 2162, 2341,  2520,  2699,  2880,
    3066, 3256, 3452, 3657, 3871, 4096, 4333, 4587,  4858,  5152,  5471,
    5823, 6215, 6656, 7163, 7758, 8475, 9377, 10580, 12361, 15661, 20480,
};

static size_t wanted_size(struct random *random)
{
    unsigned step = below(random, COUNT(sizes) - 1);
    unsigned low = sizes[step];
    return low + below(random, sizes[step + 1] - low + 1);
}

static void put_date(struct writer *writer)
{
    static const char *const offsets[] = {"Z",      "+01:00", "+02:00",
                                          "-05:00", "+05:30", "-08:00"};
    struct random *random = &writer->random;
    unsigned year = 2015 + below(random, 10);
    unsigned month = 1 + below(random, 12);
    unsigned day = 1 + below(random, 28);
    unsigned minute = below(random, 24 * 60);
    put(writer->text, "date: %04u-%02u-%02u", year, month, day);
    if (!one_in(random, 6)) {
        put(writer->text, "T%02u:%02u:00%s", minute / 60, minute % 60,
            offsets[below(random, COUNT(offsets))]);
    }
    put_text(writer->text, "\n");
}

static void put_tags(struct writer *writer)
{
    unsigned n = 2 + below(&writer->random, 4);
    unsigned all = (unsigned)(COUNT(tag_first) * COUNT(tag_second));
    unsigned tag = below(&writer->random, all);
    put_text(writer->text, "tags: [");
    for (unsigned i = 0; i < n; i++) {
        put(writer->text, "%s%s%s", i ? ", " : "",
            tag_first[tag % COUNT(tag_first)],
            tag_second[tag / COUNT(tag_first)]);
        /* At most four steps of 40 out of 200: never the same tag again. */
        tag = (tag + 1 + below(&writer->random, 40)) % all;
    }
    put_text(writer->text, "]\n");
}

static void put_front_matter(struct writer *writer)
{
    put_text(writer->text, "---\ntitle: \"");
    put_words(writer, 3 + below(&writer->random, 5));
    put(writer->text, "%s\"\n", one_in(&writer->random, 8) ? ": part 2" : "");
    put_date(writer);
    put_tags(writer);
    if (one_in(&writer->random, 3)) {
        put_text(writer->text, "summary: ");
        put_words(writer, 12);
        put_text(writer->text, ".\n");
    }
    put_text(writer->text, "---\n");
}

static void put_notes(struct writer *writer)
{
    put_text(writer->text, "## Notes\n\n");
    put_sentence(writer);
    put_text(writer->text, "\n\n");
    for (unsigned i = 1; i <= writer->footnotes; i++) {
        put(writer->text, "[^%u]: ", i);
        put_words(writer, 8);
        put_text(writer->text, ".\n");
    }
}

/* About as many bytes as put_notes adds. */
enum { NOTES_SIZE = 400 };

static void write_post(size_t post, struct text *text)
{
    struct writer writer = {random_of(post, 3), post, 0, text};
    size_t size = wanted_size(&writer.random);
    text->n = 0;
    put_front_matter(&writer);
    put_paragraph(&writer);
    if (one_in(&writer.random, 4)) {
        put_text(text, "<!--more-->\n\n");
    }
    while (text->n + NOTES_SIZE < size) {
        put_block(&writer);
    }
    put_notes(&writer);
}

/* --- files --- */

static void fail(const char *path)
{
    fprintf(stderr, "generate: %s: %s\n", path, strerror(errno));
    exit(1);
}

static void make_dir(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        fail(path);
    }
}

static void write_file(const char *path, const char *p, size_t n)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0 || write(file, p, n) != (ssize_t)n || close(file) != 0) {
        fail(path);
    }
}

static void write_settings(const char *dir)
{
    static const char settings[] =
        "title: A generated blog\n"
        "url: https://blog.example\n"
        "timezone: Europe/London\n"
        "author: Nobody\n"
        "feeds: {formats: [atom], sections: [], terms: []}\n";
    char path[MAX_PATH];
    make_dir(dir);
    snprintf(path, sizeof path, "%s/site.yaml", dir);
    write_file(path, settings, sizeof settings - 1);
    snprintf(path, sizeof path, "%s/content", dir);
    make_dir(path);
    for (size_t i = 0; i < COUNT(sections); i++) {
        snprintf(path, sizeof path, "%s/content/%s", dir, sections[i]);
        make_dir(path);
    }
}

int main(int argc, char **argv)
{
    char *end = NULL;
    size_t count = argc == 3 ? strtoul(argv[2], &end, 10) : 0;
    if (count == 0 || *end || count > 999999) {
        fputs("usage: generate DIR COUNT\n", stderr);
        return 2;
    }
    struct text text;
    write_settings(argv[1]);
    for (size_t i = 0; i < count; i++) {
        char name[MAX_NAME];
        char path[MAX_PATH];
        write_post(i, &text);
        name_of(i, name);
        snprintf(path, sizeof path, "%s/content/%s/%s.md", argv[1],
                 section_of(i), name);
        write_file(path, text.p, text.n);
    }
    return 0;
}
