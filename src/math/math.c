/* SPDX-License-Identifier: MIT */
#include "math/math.h"

#include <pthread.h>

#include "base/memory/buf.h"
#include "base/pool.h"
#include "files/fs.h"
#include "math/formula_cache.h"
#include "math/katex.h"

/* The Makefile's path, as a literal. */
#define LITERAL_OF(x) #x
#define LITERAL(x) LITERAL_OF(x)
#define KATEX_PATH LITERAL(CRUMB_KATEX)

/* Threads look results up under the lock. Engines are lent: a thread takes an
 * idle one or starts one, so there are as many as threads ever rendered at
 * once.
 */
struct math {
    str cache_path;
    bool read_cache;
    pthread_mutex_t lock; /* for the fields below */
    struct arena arena;
    bool opened;
    str script;      /* katex.js; p == NULL: there is none */
    str why_missing; /* p == NULL: no engine has failed to start */
    uint64_t script_hash;
    struct formula_cache cache;
    struct katex *idle[POOL_MAX_JOBS];
    size_t nidle;
    unsigned spent; /* texts whose time is used up, since the last math_save */
};

static str katex_path(void)
{
    const char *path = getenv("CRUMB_KATEX");
    return path && *path ? str_from(path) : STR(KATEX_PATH);
}

struct math *math_new(str cache, bool read)
{
    struct math *math = calloc(1, sizeof *math);
    if (!math) {
        arena_out_of_memory();
    }
    pthread_mutex_init(&math->lock, NULL);
    math->cache_path = cache.p ? arena_str(&math->arena, cache) : cache;
    math->read_cache = read && cache.p;
    math->cache.arena = &math->arena;
    return math;
}

void math_free(struct math *math)
{
    if (!math) {
        return;
    }
    for (size_t i = 0; i < math->nidle; i++) {
        katex_free(math->idle[i]);
    }
    pthread_mutex_destroy(&math->lock);
    arena_free(&math->arena);
    free(math);
}

int math_save(struct math *math)
{
    int error = 0;
    pthread_mutex_lock(&math->lock);
    if (math->cache_path.p && math->cache.changed) {
        error = formula_cache_write(&math->cache, math->cache_path);
        math->cache.changed = error != 0;
    }
    math->spent = 0;
    pthread_mutex_unlock(&math->lock);
    return error;
}

str math_identity(struct arena *arena)
{
    struct fs_stat stat;
    if (fs_stat(katex_path(), &stat) != 0 || stat.kind != FS_FILE) {
        return STR("none");
    }
    return arena_printf(arena, "%.*s %llu %lld", STR_ARG(katex_path()),
                        (unsigned long long)stat.size,
                        (long long)stat.modified);
}

/* --- engines --- */

/* Reads KaTeX and the cache, once. With the lock. */
static void open_katex(struct math *math)
{
    if (math->opened) {
        return;
    }
    math->opened = true;
    if (fs_read(katex_path(), &math->arena, &math->script) != 0) {
        math->why_missing = arena_printf(&math->arena,
                                         "there is no %.*s (KaTeX): install "
                                         "libjs-katex, or set CRUMB_KATEX",
                                         STR_ARG(katex_path()));
        return;
    }
    math->script_hash = hash64(math->script);
    if (math->read_cache) {
        formula_cache_read(&math->cache, math->cache_path);
    }
}

/* With the lock; releases it while an engine starts. NULL: none can start. */
static struct katex *borrow_engine(struct math *math)
{
    if (math->nidle) {
        return math->idle[--math->nidle];
    }
    const char *why = NULL;
    pthread_mutex_unlock(&math->lock);
    struct katex *katex = katex_new(math->script, &why);
    pthread_mutex_lock(&math->lock);
    if (!katex && !math->why_missing.p) {
        math->why_missing =
            arena_printf(&math->arena, "%.*s: %s", STR_ARG(katex_path()), why);
    }
    return katex;
}

/* --- formulas --- */

static struct hash128 key_of(const struct math *math,
                             const struct math_macros *macros, str tex,
                             bool display)
{
    struct buf all = {0};
    buf_printf(&all, "%llx %d", (unsigned long long)math->script_hash, display);
    for (size_t i = 0; i < macros->n; i++) {
        buf_printf(&all, " %zu %zu ", macros->p[i].name.n, macros->p[i].text.n);
        buf_put(&all, macros->p[i].name);
        buf_put(&all, macros->p[i].text);
    }
    buf_putc(&all, '\n');
    buf_put(&all, tex);
    struct hash128 key = hash128(buf_str(&all));
    buf_free(&all);
    return key;
}

static struct math_result missing(str why)
{
    return (struct math_result){.status = MATH_MISSING, .text = why};
}

/* Results that hit the time limit are not cached. */
static bool is_lasting(struct math_result result)
{
    return result.status == MATH_DONE || result.status == MATH_MISTAKE;
}

/* The time of a text. Each that used its own up halves that of the others: many
 * small texts must not stop a build. */
static int64_t time_of_text(const struct math *math)
{
    enum { LEAST = 5 };
    return ((int64_t)MATH_SECONDS * 1000000000) >>
           (math->spent < LEAST ? math->spent : LEAST);
}

static str say_spent(const struct math *math)
{
    return math->spent > 1
               ? STR("the formulas of several texts take too long: this one "
                     "and those after it are shown as they are typed")
               : STR("the formulas of this text take more than 10 s: this one "
                     "and those after it are shown as they are typed");
}

/* With the lock; releases it while KaTeX works. */
static struct math_result render_new(struct math *math,
                                     const struct math_macros *macros, str tex,
                                     bool display, int64_t *used,
                                     struct arena *arena)
{
    int64_t most = time_of_text(math);
    int64_t left = most - *used;
    if (left <= 0) {
        return (struct math_result){.status = MATH_SPENT,
                                    .text = say_spent(math)};
    }
    struct katex *katex = borrow_engine(math);
    if (!katex) {
        return missing(math->why_missing);
    }
    pthread_mutex_unlock(&math->lock);
    struct math_result result =
        katex_render(katex, macros, tex, display, &left, arena);
    pthread_mutex_lock(&math->lock);
    *used = most - left;
    if (result.status == MATH_SPENT) {
        math->spent++;
        result.text = say_spent(math);
    }
    if (katex_is_spent(katex) || math->nidle == POOL_MAX_JOBS) {
        katex_free(katex);
    } else {
        math->idle[math->nidle++] = katex;
    }
    return result;
}

struct math_result math_render(struct math *math,
                               const struct math_macros *macros, str tex,
                               bool display, int64_t *used, struct arena *arena)
{
    if (!math) {
        return missing(STR("formulas are not rendered here"));
    }
    if (tex.n > MATH_LONGEST) {
        return (struct math_result){MATH_MISTAKE,
                                    STR("it is longer than 10,000 bytes"), 0};
    }
    pthread_mutex_lock(&math->lock);
    open_katex(math);
    struct math_result result = missing(math->why_missing);
    if (!math->why_missing.p) {
        struct hash128 key = key_of(math, macros, tex, display);
        const struct math_result *known = formula_cache_get(&math->cache, key);
        result = known ? *known
                       : render_new(math, macros, tex, display, used, arena);
        if (!known && is_lasting(result)) {
            result = formula_cache_put(&math->cache, key, result);
        }
    }
    pthread_mutex_unlock(&math->lock);
    return result;
}
