/* SPDX-License-Identifier: MIT */
/* highlight FILE.md...: how fast code becomes HTML, beside how fast cmark-gfm
 * parses those files, on one thread. A line for each: name, MB/s. The code is
 * tests/bench/code/LANGUAGE, or else the texts of tests/highlight/LANGUAGE.txt,
 * as one block, again and again. */
#include <cmark-gfm-core-extensions.h>
#include <time.h>

#include "../unit/builtin_language.h"
#include "files/fs.h"
#include "highlight/code_block.h"
#include "highlight/language_set.h"

enum { ROUNDS = 5 };

static struct arena arena;

static str read_file(const char *path)
{
    str text = {NULL, 0};
    fs_read(str_from(path), &arena, &text);
    return text;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The best of some rounds, each of at least a tenth of a second. */
static double speed(void (*run)(void *context), void *context, size_t bytes)
{
    double best = 0;
    run(context); /* regexes are compiled */
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        double end = start;
        size_t n = 0;
        for (; end < start + 0.1; end = now()) {
            run(context);
            n++;
        }
        double rate = (double)(n * bytes) / (end - start) / 1e6;
        best = rate > best ? rate : best;
    }
    return best;
}

struct code {
    struct code_block block;
    struct arena work;
    struct buf out;
};

static void run_code(void *context)
{
    struct code *code = context;
    buf_clear(&code->out);
    code_block_html(&code->block, &code->work, &code->out);
    arena_clear(&code->work);
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

static str code_of(str name)
{
    str code = arena_printf(&arena, "tests/bench/code/%.*s", STR_ARG(name));
    str cases = arena_printf(&arena, "tests/highlight/%.*s.txt", STR_ARG(name));
    str text = read_file(code.p);
    return text.n ? text : texts_of(read_file(cases.p));
}

static void measure_language(struct language_set *languages, str name)
{
    struct code code = {
        .block = {.text = code_of(name),
                  .language = language_set_find(languages, name),
                  .first = 1},
    };
    if (code.block.language && code.block.text.n) {
        printf("%.*s %.1f\n", STR_ARG(name),
               speed(run_code, &code, code.block.text.n));
    }
    arena_free(&code.work);
    buf_free(&code.out);
}

static void run_parse(void *context)
{
    static const char *const names[] = {"table", "tasklist"};
    const str *text = context;
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_FOOTNOTES);
    for (size_t i = 0; i < 2; i++) {
        cmark_parser_attach_syntax_extension(
            parser, cmark_find_syntax_extension(names[i]));
    }
    cmark_parser_feed(parser, text->p, text->n);
    cmark_node_free(cmark_parser_finish(parser));
    cmark_parser_free(parser);
}

int main(int argc, char **argv)
{
    struct buf all = {0};
    struct language_set languages;
    language_set_init(&languages);
    cmark_gfm_core_extensions_ensure_registered();
    for (int i = 1; i < argc; i++) {
        buf_put(&all, read_file(argv[i]));
    }
    str text = buf_str(&all);
    printf("cmark-gfm %.1f\n", speed(run_parse, &text, text.n));
    for (size_t i = 0; i < builtin_languages_count; i++) {
        measure_language(&languages, builtin_language(i));
    }
    buf_free(&all);
    language_set_free(&languages);
    arena_free(&arena);
    return 0;
}
