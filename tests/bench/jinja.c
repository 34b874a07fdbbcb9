/* SPDX-License-Identifier: MIT */
/* jinja ACTION TEMPLATES CONTEXT NAME: the template engine alone, through its
 * public header. CONTEXT is a JSON file.
 *
 *     time     prints `compile render`, nanoseconds each
 *     text     prints what the template makes
 *     memory   prints the peak of the process' memory, in kilobytes, after a
 *              thousand renders and after a million
 *
 * Each time is that of the best of a few batches: what else the machine does
 * only ever adds to it. jinja_peer.py and jinja_peer.js do the same with the
 * engines that crumb is set against. */

#include <sys/resource.h>
#include <time.h>

#include "base/memory/map.h"
#include "data/json.h"
#include "files/fs.h"
#include "jinja/jinja.h"

enum {
    BATCHES = 8,
    BATCH_NS = 60 * 1000 * 1000,
    /* As many names as one environment gets before a fresh one is used. */
    COPIES = 200,
};

/* The folder's templates, read once: compiling is timed without the disk. */
struct folder {
    str path;
    struct arena arena;
    struct map sources;
};

static _Noreturn void fail(const char *what, const char *of)
{
    fprintf(stderr, "jinja: %s: %s\n", what, of);
    exit(1);
}

static void fail_with(const struct diags *diags)
{
    struct buf text = {0};
    for (size_t i = 0; i < diags->list.n; i++) {
        diag_print(diags->list.p[i], false, &text);
    }
    fprintf(stderr, "%.*s", STR_ARG(buf_str(&text)));
    exit(1);
}

static struct source *read_source(struct arena *arena, str path)
{
    struct source *source = ARENA_NEW(arena, struct source);
    source->name = path;
    if (fs_read(path, arena, &source->text) != 0) {
        fail("can't read", arena_str(arena, path).p);
    }
    return source;
}

/* Any number of copies of a template have a name: "17/post.html". */
static const struct source *load(void *host, str name, struct diags *diags)
{
    struct folder *folder = host;
    (void)diags;
    size_t slash = str_rfind_char(name, '/');
    str base = slash == STR_NONE ? name : str_from_offset(name, slash + 1);
    const struct source *source = map_get(&folder->sources, base);
    if (!source) {
        str path = arena_printf(&folder->arena, "%.*s/%.*s",
                                STR_ARG(folder->path), STR_ARG(base));
        struct source *read = read_source(&folder->arena, path);
        base = arena_str(&folder->arena, base);
        *map_put(&folder->sources, &folder->arena, base) = read;
        source = read;
    }
    return source;
}

static struct jinja *new_environment(struct arena *arena, struct folder *folder)
{
    struct jinja_options options = {.keep_trailing_newline = true};
    struct jinja_host host = {.load = load, .templates = folder};
    return jinja_new(arena, options, host);
}

static const struct jinja_template *get(struct jinja *jinja, str name,
                                        struct diags *diags)
{
    const struct jinja_template *template =
        jinja_get(jinja, name, (span){0}, diags);
    if (!template) {
        fail_with(diags);
    }
    return template;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* --- compiling -------------------------------------------------------------
 */

/* Nanoseconds for one compilation of the template, without what it names. */
static double compile_copies(struct folder *folder, str name)
{
    struct arena arena = {0};
    struct diags diags;
    diags_init(&diags, &arena);
    struct jinja *jinja = new_environment(&arena, folder);
    get(jinja, name, &diags);
    double start = now();
    for (int i = 0; i < COPIES; i++) {
        get(jinja, arena_printf(&arena, "%d/%.*s", i, STR_ARG(name)), &diags);
    }
    double each = (now() - start) / COPIES;
    jinja_free(jinja);
    arena_free(&arena);
    return each;
}

static double time_compile(struct folder *folder, str name)
{
    double best = 1e18;
    double until = now() + BATCHES * BATCH_NS / 4.0;
    while (now() < until) {
        double each = compile_copies(folder, name);
        best = each < best ? each : best;
    }
    return best;
}

/* --- rendering -------------------------------------------------------------
 */

struct job {
    struct jinja *jinja;
    const struct jinja_template *template;
    const struct dict *context;
    struct render_context ctx;
    struct buf out;
};

static void render(struct job *job)
{
    buf_clear(&job->out);
    job->ctx.steps = 0; /* the limits are those of one render */
    job->ctx.made = 0;
    if (!jinja_render(job->jinja, job->template, job->context, &job->ctx,
                      &job->out)) {
        fail_with(job->ctx.diags);
    }
    arena_clear(job->ctx.arena);
}

static double time_render(struct job *job)
{
    double best = 1e18;
    render(job);
    for (int batch = 0; batch < BATCHES; batch++) {
        double start = now();
        size_t n = 0;
        for (; now() - start < BATCH_NS; n++) {
            render(job);
        }
        double each = (now() - start) / (double)n;
        best = each < best ? each : best;
    }
    return best;
}

static long peak_after(struct job *job, long renders)
{
    struct rusage usage;
    for (long i = 0; i < renders; i++) {
        render(job);
    }
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void act(const char *action, struct folder *folder, struct job *job,
                str name)
{
    if (strcmp(action, "text") == 0) {
        render(job);
        fwrite(job->out.p, 1, job->out.n, stdout);
    } else if (strcmp(action, "time") == 0) {
        double rendering = time_render(job);
        printf("%.0f %.0f\n", time_compile(folder, name), rendering);
    } else if (strcmp(action, "memory") == 0) {
        long before = peak_after(job, 1000);
        printf("%ld %ld\n", before, peak_after(job, 999000));
    } else {
        fail("no such action", action);
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fail("usage", "jinja time|text|memory TEMPLATES CONTEXT NAME");
    }
    struct arena arena = {0};
    struct arena work = {0};
    struct folder folder = {.path = str_from(argv[2])};
    struct diags diags;
    value context;
    diags_init(&diags, &arena);
    const struct source *json = read_source(&arena, str_from(argv[3]));
    if (!json_parse(json, &arena, &diags, &context)) {
        fail_with(&diags);
    }
    struct job job = {.jinja = new_environment(&arena, &folder),
                      .context = context.as.dict,
                      .ctx = {&work, &diags, NULL}};
    job.template = get(job.jinja, str_from(argv[4]), &diags);
    act(argv[1], &folder, &job, str_from(argv[4]));
    jinja_free(job.jinja);
    buf_free(&job.out);
    arena_free(&folder.arena);
    arena_free(&work);
    arena_free(&arena);
    return 0;
}
