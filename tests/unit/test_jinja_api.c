/* SPDX-License-Identifier: MIT */
/* The parts that the cases of tests/jinja can't reach: values of the host, its
 * own filters, threads, the state after an error. */
#include "base/pool.h"
#include "jinja/jinja.h"
#include "tap.h"

/* --- a host with templates in a table --------------------------------------
 */

static const struct source sources[] = {
    {.name = STR_INIT("first.html"),
     .text = STR_INIT(
         "{% for p in posts %}{{ p.title }}{% if p.n == 2 %}{% break %}"
         "{% endif %}{% endfor %}")},
    {.name = STR_INIT("parts.html"),
     .text = STR_INIT(
         "{{ posts|length }} {{ posts[1].title }} {{ posts|first == "
         "posts[0] }} {{ posts[0].titel is defined }} {{ posts[0] }} "
         "{{ posts[0].word('x') }} {% if posts %}y{% endif %} {{ "
         "(posts|last).n }} {{ posts[2:4]|map(attribute='n')|join(',') "
         "}}")},
    {.name = STR_INIT("dates.html"),
     .text = STR_INIT(
         "{{ d }} {{ d.year }}-{{ d.month }}-{{ d.day }} {{ d < e }} "
         "{{ [e, d]|sort|first }} {{ d.strftime('%Y/%m/%d') }} {{ "
         "d.isoformat() }} {{ d == d }} {{ ([d, e]|max) == e }} {{ d|tojson "
         "}}")},
    {.name = STR_INIT("host.html"),
     .text =
         STR_INIT("{{ 'b'|shout(times=3) }}{{ 'b'|shout }}{{ hello('w') }}{{ "
                  "version }}{{ ['a']|map('shout')|join }}")},
    {.name = STR_INIT("hogs.html"),
     .text =
         STR_INIT("{% for i in range(100) %}{% set x = hog() %}{% endfor %}")},
    {.name = STR_INIT("busy.html"),
     .text = STR_INIT("{% for i in range(4000000) %}{% endfor %}busy")},
    {.name = STR_INIT("fails.html"), .text = STR_INIT("text {{ 1 // 0 }}")},
    {.name = STR_INIT("slip.html"), .text = STR_INIT("{{ posts[0].titel }}")},
    {.name = STR_INIT("unset.html"),
     .text = STR_INIT("{% set p = posts[0] %}{{ p.next.title }}")},
    {.name = STR_INIT("dynamic.html"),
     .text = STR_INIT(
         "{% include 'part' ~ n ~ '.html' %}{% set x = n * 2 %}{{ x }}")},
    {.name = STR_INIT("part1.html"), .text = STR_INIT("one{{ aa }}")},
    {.name = STR_INIT("part2.html"), .text = STR_INIT("two{{ bb }}{{ n }}")},
    {.name = STR_INIT("part0.html"),
     .text = STR_INIT("zero{% set q = 1 %}{{ q }}")},
};

enum { N_SOURCES = sizeof sources / sizeof *sources };

static const struct source *load(void *host, str name, struct diags *diags)
{
    (void)host;
    (void)diags;
    for (size_t i = 0; i < N_SOURCES; i++) {
        if (str_eq(sources[i].name, name)) {
            return &sources[i];
        }
    }
    return NULL;
}

/* --- objects ---------------------------------------------------------------
 */

struct post {
    struct object object;
    int n;
};

struct posts {
    struct object object;
    size_t *reads;
};

static const str post_names[] = {STR_INIT("title"), STR_INIT("n"),
                                 STR_INIT("next")};

static value post_get(const struct object *self, struct render_context *ctx,
                      str name)
{
    const struct post *post = (const struct post *)self;
    if (str_eq(name, STR("title"))) {
        return value_string(arena_printf(ctx->arena, "<%d>", post->n));
    }
    return str_eq(name, STR("n")) ? value_int(post->n) : value_undefined();
}

static value post_call(const struct object *self, struct render_context *ctx,
                       str name, const value *args, size_t nargs, bool *found)
{
    (void)self;
    (void)ctx;
    *found = str_eq(name, STR("word")) && nargs == 1;
    return *found ? args[0] : value_undefined();
}

static const struct object_class post_class = {.name = "post",
                                               .get = post_get,
                                               .call = post_call,
                                               .names = post_names,
                                               .nnames = 3};

static const struct post all_posts[] = {{{&post_class, 0}, 0},
                                        {{&post_class, 0}, 1},
                                        {{&post_class, 0}, 2},
                                        {{&post_class, 0}, 3},
                                        {{&post_class, 0}, 4}};

static size_t posts_length(const struct object *self,
                           struct render_context *ctx)
{
    (void)self;
    (void)ctx;
    return 5;
}

static value posts_at(const struct object *self, struct render_context *ctx,
                      size_t i)
{
    (void)ctx;
    ++*((const struct posts *)self)->reads;
    return value_object(&all_posts[i].object);
}

static const struct object_class posts_class = {
    .name = "posts", .length = posts_length, .at = posts_at};

/* --- filters ---------------------------------------------------------------
 */

static bool shout(struct jinja_call *call, value *out)
{
    const value *times = jinja_arg(call, 0, "times");
    *out = value_string(arena_printf(call->ctx->arena, "%.*s%lld!",
                                     STR_ARG(value_str(call->args[0])),
                                     times ? (long long)times->as.i : 1));
    return true;
}

static bool hello(struct jinja_call *call, value *out)
{
    *out = value_markup(arena_printf(call->ctx->arena, "<%.*s>",
                                     STR_ARG(value_str(call->args[0]))));
    return call->nargs == 1;
}

/* As much memory as thousands of small values take, none of it touched. */
static bool hog(struct jinja_call *call, value *out)
{
    arena_alloc(call->ctx->arena, 64 * 1024 * 1024, 1);
    *out = value_none();
    return true;
}

static const struct jinja_builtin filters[] = {
    JINJA_BUILTIN("shout", "(times=1)", "louder", shout)};
static const struct jinja_builtin functions[] = {
    JINJA_BUILTIN("hello", "(name)", "greets", hello),
    JINJA_BUILTIN("hog", "()", "takes memory", hog)};

/* --- the tests -------------------------------------------------------------
 */

struct bench {
    struct arena arena;
    struct arena work;
    struct diags diags;
    struct render_context ctx;
    struct jinja *env;
    size_t reads;
    struct posts posts;
    struct buf out;
};

static void bench_init(struct bench *b, enum jinja_undefined undefined)
{
    *b = (struct bench){0};
    diags_init(&b->diags, &b->arena);
    b->ctx = (struct render_context){.arena = &b->work, .diags = &b->diags};
    b->env =
        jinja_new(&b->arena, (struct jinja_options){.undefined = undefined},
                  (struct jinja_host){.load = load});
    b->posts = (struct posts){{&posts_class, 0}, &b->reads};
    jinja_add(b->env, JINJA_FILTERS, filters, 1);
    jinja_add(b->env, JINJA_FUNCTIONS, functions, 2);
    jinja_add_global(b->env, STR("version"), value_int(7));
}

static void bench_free(struct bench *b)
{
    jinja_free(b->env);
    buf_free(&b->out);
    arena_free(&b->work);
    arena_free(&b->arena);
}

static bool render(struct bench *b, const char *name,
                   const struct dict *context)
{
    const struct jinja_template *template =
        jinja_get(b->env, str_from(name), (span){0}, &b->diags);
    buf_clear(&b->out);
    return template &&
           jinja_render(b->env, template, context, &b->ctx, &b->out);
}

static void test_objects(struct tap *tap)
{
    struct bench b;
    bench_init(&b, JINJA_LENIENT);
    value context = value_dict(&b.arena);
    dict_set(context.as.dict, &b.arena, value_string(STR("posts")),
             value_object(&b.posts.object));
    CHECK(tap, render(&b, "first.html", context.as.dict));
    CHECK_STR(tap, buf_str(&b.out), "&lt;0&gt;&lt;1&gt;&lt;2&gt;");
    CHECK(tap, b.reads == 3); /* a loop that breaks off reads no more */
    CHECK(tap, render(&b, "parts.html", context.as.dict));
    CHECK_STR(tap, buf_str(&b.out),
              "5 &lt;1&gt; True False &lt;post&gt; x y 4 2,3");
    bench_free(&b);
}

static void test_dates(struct tap *tap)
{
    struct bench b;
    bench_init(&b, JINJA_LENIENT);
    value context = value_dict(&b.arena);
    struct date d = {.instant = civil_days(2024, 3, 5) * 86400,
                     .date_only = true};
    struct date e = {.instant = civil_days(2024, 3, 5) * 86400 + 34200};
    dict_set(context.as.dict, &b.arena, value_string(STR("d")), value_date(d));
    dict_set(context.as.dict, &b.arena, value_string(STR("e")), value_date(e));
    CHECK(tap, render(&b, "dates.html", context.as.dict));
    CHECK_STR(tap, buf_str(&b.out),
              "2024-03-05 2024-3-5 True 2024-03-05 2024/03/05 2024-03-05 "
              "True True \"2024-03-05\"");
    bench_free(&b);
}

static void test_host(struct tap *tap)
{
    struct bench b;
    bench_init(&b, JINJA_LENIENT);
    CHECK(tap, render(&b, "host.html", NULL));
    CHECK_STR(tap, buf_str(&b.out), "b3!b1!<w>7a1!");
    CHECK(tap, jinja_has(b.env, STR("first.html")));
    CHECK(tap, !jinja_has(b.env, STR("nope.html")));
    CHECK(tap, !jinja_get(b.env, STR("nope.html"), (span){0}, &b.diags));
    CHECK(tap, b.diags.errors == 1);
    bench_free(&b);
}

static void test_errors(struct tap *tap)
{
    struct bench b;
    bench_init(&b, JINJA_ERROR);
    value context = value_dict(&b.arena);
    dict_set(context.as.dict, &b.arena, value_string(STR("posts")),
             value_object(&b.posts.object));
    const struct jinja_template *template =
        jinja_get(b.env, STR("fails.html"), (span){0}, &b.diags);
    buf_put(&b.out, STR("before "));
    CHECK(tap, !jinja_render(b.env, template, NULL, &b.ctx, &b.out));
    CHECK_STR(tap, buf_str(&b.out), "before ");
    CHECK(tap, !render(&b, "slip.html", context.as.dict));
    CHECK(tap, !render(&b, "unset.html", context.as.dict));
    arena_clear(&b.work); /* nothing may point into it any more */
    struct buf text = {0};
    for (size_t i = 0; i < b.diags.list.n; i++) {
        diag_print(b.diags.list.p[i], false, &text);
    }
    CHECK_STR(tap, buf_str(&text),
              "fails.html:1:9: error[template-type]: division by zero\n"
              "   1 | text {{ 1 // 0 }}\n"
              "     |         ^^^^^^\n"
              "slip.html:1:4: error[template-undefined]: post has no "
              "'titel'\n"
              "   1 | {{ posts[0].titel }}\n"
              "     |    ^^^^^^^^^^^^^^ did you mean \"title\"?\n"
              "unset.html:1:26: error[template-undefined]: 'p.next' is not "
              "set\n"
              "   1 | {% set p = posts[0] %}{{ p.next.title }}\n"
              "     |                          ^^^^^^ ask with {% if p.next "
              "%}\n");
    buf_free(&text);
    bench_free(&b);
}

/* Memory counts for the render that holds it, and steps for all renders of a
 * context. */
static void test_limits(struct tap *tap)
{
    struct bench b;
    bench_init(&b, JINJA_LENIENT);
    CHECK(tap, !render(&b, "hogs.html", NULL));
    CHECK_STR(tap, b.diags.list.p[0]->message,
              "this page takes more than 1024 MiB of memory");
    CHECK(tap, arena_size(&b.work) < (size_t)3 << 30);
    arena_clear(&b.work);
    CHECK(tap, render(&b, "busy.html", NULL));
    CHECK(tap, render(&b, "busy.html", NULL));
    CHECK(tap, !render(&b, "busy.html", NULL));
    b.ctx.steps = 0;
    CHECK(tap, render(&b, "busy.html", NULL));
    bench_free(&b);
}

static const struct source *load_only(void *host, str name, struct diags *diags)
{
    (void)name;
    (void)diags;
    return host;
}

/* So many times the line in one template. */
static size_t errors_of(const char *line, size_t times)
{
    struct arena arena = {0};
    struct diags diags;
    struct buf text = {0};
    diags_init(&diags, &arena);
    for (size_t i = 0; i < times; i++) {
        buf_put(&text, str_from(line));
    }
    struct source source = {.name = STR("t.html"), .text = buf_str(&text)};
    struct jinja *env =
        jinja_new(&arena, (struct jinja_options){0},
                  (struct jinja_host){.load = load_only, .templates = &source});
    bool made = jinja_get(env, STR("t.html"), (span){0}, &diags) != NULL;
    size_t errors = diags.errors;
    jinja_free(env);
    buf_free(&text);
    arena_free(&arena);
    return made ? 0 : errors;
}

/* At most a hundred errors of one template are reported. */
static void test_most_errors(struct tap *tap)
{
    const char *const lines[] = {"{{ 1|nope }}\n", "{{ 1 + }}\n",
                                 "{{ '\\n }}\n", "{% nope %}\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        CHECK(tap, errors_of(lines[i], 5000) <= 100);
        CHECK(tap, errors_of(lines[i], 1) == 1);
    }
    CHECK(tap, errors_of(lines[0], 99) == 99);
    CHECK(tap, errors_of(lines[0], 5000) == 100);
}

/* --- threads ---------------------------------------------------------------
 */

enum { JOBS = 4, RENDERS = 400 };

struct parallel {
    struct jinja *env;
    const struct jinja_template *template;
    struct arena work[JOBS];
    bool ok[RENDERS];
};

static void render_one(void *context, size_t worker, size_t i)
{
    static const char *const wanted[] = {"zero10", "one2", "two24"};
    struct parallel *p = context;
    struct arena *arena = &p->work[worker];
    struct diags diags;
    struct render_context ctx = {.arena = arena, .diags = &diags};
    struct buf out = {0};
    value vars = value_dict(arena);
    diags_init(&diags, arena);
    dict_set(vars.as.dict, arena, value_string(STR("n")),
             value_int((int64_t)(i % 3)));
    p->ok[i] = jinja_render(p->env, p->template, vars.as.dict, &ctx, &out) &&
               str_eq(buf_str(&out), str_from(wanted[i % 3]));
    buf_free(&out);
    arena_clear(arena);
}

static void test_threads(struct tap *tap)
{
    struct bench b;
    struct parallel p = {0};
    size_t right = 0;
    bench_init(&b, JINJA_LENIENT);
    p.env = b.env;
    p.template = jinja_get(b.env, STR("dynamic.html"), (span){0}, &b.diags);
    pool_run(JOBS, RENDERS, render_one, &p);
    for (size_t i = 0; i < RENDERS; i++) {
        right += p.ok[i];
    }
    CHECK(tap, right == RENDERS);
    for (size_t i = 0; i < JOBS; i++) {
        arena_free(&p.work[i]);
    }
    bench_free(&b);
}

int main(void)
{
    struct tap tap = {0};
    test_objects(&tap);
    test_dates(&tap);
    test_host(&tap);
    test_errors(&tap);
    test_limits(&tap);
    test_most_errors(&tap);
    test_threads(&tap);
    return tap_done(&tap);
}
