/* SPDX-License-Identifier: MIT */
/* math/: formulas without a site, their cache, and that no formula changes the
 * next one. If KaTeX or Duktape is missing: the message about it. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "files/fs.h"
#include "math/formula_cache.h"
#include "math/math.h"
#include "tap.h"

static struct arena arena;
static const struct math_macros none;

static struct math_result render(struct math *math, str tex)
{
    int64_t used = 0;
    return math_render(math, &none, tex, false, &used, &arena);
}

static void check_missing(struct tap *tap)
{
    struct math_result result = render(NULL, STR("x"));
    CHECK(tap, result.status == MATH_MISSING && result.text.n > 0);
    setenv("CRUMB_KATEX", "/nowhere/katex.js", 1);
    struct math *math = math_new((str){0}, false);
    result = render(math, STR("x"));
    CHECK(tap, result.status == MATH_MISSING);
    CHECK(tap, str_find(result.text, STR("/nowhere/katex.js")) != STR_NONE);
    CHECK_STR(tap, math_identity(&arena), "none");
    math_free(math);
    unsetenv("CRUMB_KATEX");
}

/* No engine starts for a formula whose text has no time left: each start is a
 * fifth of a second. */
static void check_no_start(struct tap *tap)
{
    setenv("CRUMB_KATEX", "/bin/sh", 1); /* which can't start */
    struct math *math = math_new((str){0}, false);
    int64_t used = (int64_t)MATH_SECONDS * 1000000000;
    struct math_result result =
        math_render(math, &none, STR("x"), false, &used, &arena);
    CHECK(tap, result.status == MATH_SPENT && result.text.n > 0);
    CHECK(tap, render(math, STR("x")).status == MATH_MISSING);
    math_free(math);
    unsetenv("CRUMB_KATEX");
}

static void check_bounds(struct tap *tap, struct math *math)
{
    char *p = arena_alloc(&arena, MATH_LONGEST + 1, 1);
    memset(p, 'x', MATH_LONGEST + 1);
    struct math_result result = render(math, (str){p, MATH_LONGEST + 1});
    CHECK(tap, result.status == MATH_MISTAKE && result.at == 0);
    result = render(math, STR("\\def\\a#1{\\a{#1#1}}\\a{xx}"));
    CHECK(tap, result.status == MATH_MISTAKE);
    CHECK(tap, render(math, STR("y")).status == MATH_DONE);
}

/* A text whose time is used up gets known results, and no new ones. */
static void check_time(struct tap *tap, struct math *math)
{
    int64_t used = 0;
    CHECK(tap,
          math_render(math, &none, STR("t"), false, &used, &arena).status ==
              MATH_DONE);
    CHECK(tap, used > 0);
    used = (int64_t)MATH_SECONDS * 1000000000;
    CHECK(tap,
          math_render(math, &none, STR("t"), false, &used, &arena).status ==
              MATH_DONE);
    CHECK(tap,
          math_render(math, &none, STR("t+1"), false, &used, &arena).status ==
              MATH_SPENT);
    CHECK(tap, render(math, STR("t+1")).status == MATH_DONE);
}

/* Texts that use their time up leave the others half of it, until the build
 * ends. */
static void check_times(struct tap *tap, struct math *math)
{
    int64_t second = 1000000000;
    int64_t used = MATH_SECONDS * second / 2;
    CHECK(tap,
          math_render(math, &none, STR("u+1"), false, &used, &arena).status ==
              MATH_DONE);
    used = MATH_SECONDS * second - 1;
    CHECK(tap,
          math_render(math, &none, STR("u+2"), false, &used, &arena).status ==
              MATH_SPENT);
    CHECK(tap,
          math_render(math, &none, STR("u+3"), false, &used, &arena).status ==
              MATH_SPENT);
    used = MATH_SECONDS * second / 2;
    CHECK(tap,
          math_render(math, &none, STR("u+4"), false, &used, &arena).status ==
              MATH_SPENT);
    used = MATH_SECONDS * second / 4;
    CHECK(tap,
          math_render(math, &none, STR("u+5"), false, &used, &arena).status ==
              MATH_DONE);
    math_save(math);
    used = MATH_SECONDS * second / 2;
    CHECK(tap,
          math_render(math, &none, STR("u+6"), false, &used, &arena).status ==
              MATH_DONE);
}

static void check_results(struct tap *tap, struct math *math)
{
    int64_t used = 0;
    struct math_result result = render(math, STR("x"));
    CHECK_STR(tap, result.text,
              "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><semantics>"
              "<mrow><mi>x</mi></mrow><annotation "
              "encoding=\"application/x-tex\">x</annotation></semantics>"
              "</math>");
    result = math_render(math, &none, STR("x"), true, &used, &arena);
    CHECK(tap, str_find(result.text, STR("display=\"block\"")) != STR_NONE);
    /* Offsets are those of bytes: 2 for \u00e9, 4 for U+1D400. */
    result = render(math, STR("\xC3\xA9\xF0\x9D\x90\x80\\foo"));
    CHECK(tap, result.status == MATH_MISTAKE && result.at == 6);
    CHECK_STR(tap, result.text, "Undefined control sequence: \\foo");
    result = render(math, STR("\\text{\xF0\x9F\x9A\x80}"));
    CHECK(tap, str_find(result.text, STR("\xF0\x9F\x9A\x80")) != STR_NONE);
    result = render(math, STR("\\gdef\\g{y}\\g"));
    CHECK(tap, result.status == MATH_DONE);
    CHECK(tap, render(math, STR("\\g")).status == MATH_MISTAKE);
    const struct math_macro macro = {STR("\\g"), STR("#1^2")};
    const struct math_macros macros = {&macro, 1};
    result = math_render(math, &macros, STR("\\g x"), false, &used, &arena);
    CHECK(tap, str_find(result.text, STR("<msup>")) != STR_NONE);
}

/* --- threads --- */

struct thread {
    struct math *math;
    size_t number;
    bool ok;
};

static void *render_many(void *context)
{
    struct thread *thread = context;
    struct arena own = {0};
    int64_t used = 0;
    thread->ok = true;
    for (size_t i = 0; i < 60; i++) {
        str tex = arena_printf(&own, "x_{%zu}", i % 20 + thread->number);
        struct math_result result =
            math_render(thread->math, &none, tex, false, &used, &own);
        thread->ok = thread->ok && result.status == MATH_DONE &&
                     str_find(result.text, tex) != STR_NONE;
    }
    arena_free(&own);
    return NULL;
}

static void check_threads(struct tap *tap, struct math *math)
{
    enum { THREADS = 4 };
    struct thread threads[THREADS];
    pthread_t ids[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        threads[i] = (struct thread){math, i, false};
        pthread_create(&ids[i], NULL, render_many, &threads[i]);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        CHECK(tap, threads[i].ok);
    }
}

/* --- the file --- */

static struct formula_cache read_cache(str path)
{
    struct formula_cache cache = {.arena = &arena};
    formula_cache_read(&cache, path);
    return cache;
}

static void check_cache(struct tap *tap, str folder)
{
    str path = arena_concat(&arena, folder, STR("/formulas"));
    struct formula_cache cache = read_cache(path);
    CHECK(tap, cache.list.n == 0 && !cache.changed);
    const struct hash128 a = {1, 2};
    const struct hash128 b = {2, 1};
    formula_cache_put(&cache, a, (struct math_result){MATH_DONE, STR("A"), 0});
    formula_cache_put(&cache, b,
                      (struct math_result){MATH_MISTAKE, STR("B"), 7});
    CHECK(tap, cache.changed && formula_cache_write(&cache, path) == 0);
    cache = read_cache(path);
    CHECK(tap, cache.list.n == 2 && !cache.changed);
    const struct math_result *found = formula_cache_get(&cache, b);
    CHECK(tap, found && found->status == MATH_MISTAKE && found->at == 7);
    CHECK_STR(tap, found ? found->text : (str){0}, "B");
    CHECK(tap, !formula_cache_get(&cache, (struct hash128){3, 3}));
    /* Cut anywhere it is not read. */
    str whole;
    fs_read(path, &arena, &whole);
    for (size_t n = 0; n < whole.n; n++) {
        FILE *file = fopen(path.p, "wb");
        fwrite(whole.p, 1, n, file);
        fclose(file);
        CHECK(tap, read_cache(path).list.n == 0);
    }
    fs_unlink(path);
}

int main(void)
{
    struct tap tap = {0};
    char folder[] = "/tmp/crumb-math-XXXXXX";
    check_missing(&tap);
    check_no_start(&tap);
    if (CHECK(&tap, mkdtemp(folder) != NULL)) {
        check_cache(&tap, str_from(folder));
        fs_rmdir(str_from(folder));
    }
    struct math *math = math_new((str){0}, false);
    struct math_result result = render(math, STR("x"));
    if (result.status == MATH_DONE) {
        check_results(&tap, math);
        check_bounds(&tap, math);
        check_time(&tap, math);
        check_times(&tap, math);
        check_threads(&tap, math);
    } else {
        printf("# %.*s\n", STR_ARG(result.text));
    }
    math_free(math);
    arena_free(&arena);
    return tap_done(&tap);
}
