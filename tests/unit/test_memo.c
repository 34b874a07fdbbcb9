/* SPDX-License-Identifier: MIT */
/* Rendered once (steps/fragment_cache.h): templates whose includes and macros
 * do all they can to tell whether they ran. Each is rendered several times,
 * with the memo and without it, and comes out the same, messages too; `tick()`
 * counts how often it really was gone through. */
#include <stdlib.h>

#include "engine/recorder.h"
#include "jinja/jinja.h"
#include "site/content/post.h"
#include "site/site_keys.h"
#include "steps/fragment_cache.h"
#include "steps/template_host.h"
#include "tap.h"

enum { ROUNDS = 4, ANY = -1 };

struct memo_case {
    const char *name;
    const char *text; /* rendered with i = 0, 1, 2, 3, other = "o" and
                         data = {letters: "ab"} */
    int ticks;        /* in all rounds, with the memo */
};

/* Included and imported: {0} in their place takes too much room. */
static const struct source sources[] = {
    {.name = STR_INIT("fixed"), .text = STR_INIT("{{ tick() }}fixed")},
    {.name = STR_INIT("looks"), .text = STR_INIT("{{ look() }}")},
    {.name = STR_INIT("fails"), .text = STR_INIT("{{ look() }}{{ 1 + 'a' }}")},
    {.name = STR_INIT("where"), .text = STR_INIT("{{ tick() }}{{ where() }}")},
    {.name = STR_INIT("outer"),
     .text = STR_INIT("{{ tick() }}{{ other }}{{ i }}")},
    {.name = STR_INIT("given"),
     .text = STR_INIT("{{ tick() }}{{ x }}{{ other }}")},
    {.name = STR_INIT("calls"),
     .text = STR_INIT("{{ time('a') }}{{ tick() }}")},
    {.name = STR_INIT("macros"),
     .text = STR_INIT(
         "{% macro list(x) %}{% for a in x %}{{ a }}{{ tick() }}"
         "{% endfor %}{% endmacro %}"
         "{% macro time(x) %}<{{ x }}>{% endmacro %}"
         "{% macro both(x) %}{% for a in x %}{{ time(a) }}{{ tick() }}"
         "{% endfor %}{% endmacro %}"
         "{% macro around(x) %}{% for a in x %}{{ caller(a) }}{{ tick() }}"
         "{% endfor %}{% endmacro %}"
         "{% macro wraps(x) %}{% call(a) around(x) %}{{ a }}{{ x }}"
         "{% endcall %}{% endmacro %}"
         "{% macro deep(x) %}{% for a in x %}{{ a }}{{ tick() }}"
         "{{ deep(x[1:]) }}{% endfor %}{% endmacro %}")},
};

#define LIST "{% from 'macros' import list %}"
#define LOOP "{% for a in x %}{{ a }}{{ tick() }}{% endfor %}{% endmacro %}"

static const struct memo_case cases[] = {
    {"an include", "{% include 'fixed' %}", 1},
    {"a tuple that holds another many times over",
     "{% macro m(x) %}{% for a in x %}{{ tick() }}{% endfor %}{% endmacro %}"
     "{% set n = namespace(v=()) %}{% for k in range(60) %}"
     "{% set n.v = (n.v, n.v) %}{% endfor %}{{ m(n.v) }}",
     8},
    {"an include of what changes", "{% include 'outer' %}", 4},
    {"an include that a macro is in sight of",
     "{% from 'macros' import time %}{% include 'calls' %}", 1},
    {"the same, of another template each time",
     "{% macro time(x) %}{{ i }}{% endmacro %}{% include 'calls' %}", 4},

    {"an include of nothing, of two kinds",
     "{% if i is odd %}{% set x = 'b' if i > 9 %}{% endif %}"
     "{% include 'given' %}",
     3},

    {"a macro", LIST "{{ list('ab') }}", 2},
    {"twice on a page", LIST "{{ list('ab') }}{{ list('ab') }}", 2},
    {"by keyword", LIST "{{ list(x='ab') }}{{ list('ab') }}", 2},
    {"of its own template", "{% macro m(x) %}" LOOP "{{ m('ab') }}", 2},
    {"not worth it",
     "{% macro m(x) %}{{ x }}{{ tick() }}{% endmacro %}"
     "{{ m('ab') }}",
     4},
    {"another argument", LIST "{{ list('ab'[:i]) }}", 3},
    {"arguments that look alike",
     LIST "{{ list('1') }}{{ list([1]) }}{{ list(['1']) }}{{ list([true]) }}"
          "{{ list([1.0]) }}{{ list(('1',)) }}",
     ANY},
    {"markup and text",
     "{% macro m(x) %}{% for a in [x] %}{{ x }}{% endfor %}{% endmacro %}"
     "{{ m('<') }}{{ m('<'|safe) }}{{ m('<') }}",
     ANY},
    {"a missing argument, none, and nothing",
     "{% macro m(x, y='d') %}{% for a in x %}{{ y }}{% endfor %}"
     "{% endmacro %}{{ m('a') }}{{ m('a', none) }}{{ m('a', '') }}"
     "{{ m('a', y=nowhere) }}",
     ANY},
    {"nothing of two kinds",
     "{% macro m(x, y) %}{% for a in x %}{{ tick() }}{{ y }}{% endfor %}"
     "{% endmacro %}{{ m('a', 'b' if i > 9) }}{{ m('a', nowhere) }}"
     "{{ m('a', 'b' if i > 9) }}",
     ANY},
    {"a default that looks outside",
     "{% macro m(x, y=i) %}" LOOP "{{ m('ab') }}", 8},
    {"an outer name", "{% macro m(x) %}{{ i }}" LOOP "{{ m('ab') }}", 8},
    {"an outer name that stays",
     "{% macro m(x) %}{{ other }}" LOOP "{{ m('ab') }}", 2},
    {"an outer name that changes on the page",
     "{% set n = 1 %}{% macro m(x) %}{{ n }}" LOOP "{{ m('ab') }}"
     "{% set n = 2 %}{{ m('ab') }}",
     4},
    {"a macro that calls its neighbour",
     "{% from 'macros' import both %}{{ both('ab') }}", 2},
    {"a macro that calls itself",
     "{% from 'macros' import deep %}{{ deep('ab') }}", ANY},
    {"a macro that takes a block",
     "{% from 'macros' import around %}"
     "{% call(a) around('ab') %}{{ a }}{{ i }}{% endcall %}",
     8},
    {"a macro that gives one",
     "{% from 'macros' import wraps %}{{ wraps('ab') }}", ANY},
    {"a macro as an argument",
     "{% macro m(x, f) %}{% for a in x %}{{ f(a) }}{{ tick() }}{% endfor %}"
     "{% endmacro %}{% macro f(a) %}{{ i }}{{ a }}{% endmacro %}"
     "{{ m('ab', f) }}",
     8},
    {"a macro as an outer name, and that one's",
     "{% macro f(a) %}{{ i }}{% endmacro %}"
     "{% macro m(x) %}{% for a in x %}{{ f(a) }}{{ tick() }}{% endfor %}"
     "{% endmacro %}{{ m('ab') }}",
     8},
    {"a macro that is another one later",
     "{% macro f(a) %}1{% endmacro %}{% macro m(x) %}{% for a in x %}"
     "{{ f(a) }}{{ tick() }}{% endfor %}{% endmacro %}{{ m('ab') }}"
     "{% macro f(a) %}2{% endmacro %}{{ m('ab') }}",
     4},
    {"all the arguments there are",
     "{% macro m(x) %}{{ varargs }}{{ kwargs }}" LOOP
     "{{ m('ab', i) }}{{ m('ab', k=i) }}",
     16},
    {"such arguments handed on, a macro among them",
     "{% macro m(x, d) %}{% for a in x %}{{ d.f(a) }}{{ tick() }}{% endfor %}"
     "{% endmacro %}{% macro n(x) %}{{ m(x, kwargs) }}{% endmacro %}"
     "{% macro f(a) %}{{ i }}{{ a }}{% endmacro %}{{ n('ab', k=1, f=f) }}",
     ANY},
    {"the same in a tuple",
     "{% macro m(x, t) %}{% for a in x %}{{ t[1](a) }}{{ tick() }}{% endfor %}"
     "{% endmacro %}{% macro f(a) %}{{ i }}{{ a }}{% endmacro %}"
     "{{ m('ab', (1, f)) }}",
     8},
    {"a macro in a loop",
     "{% for k in 'xy' %}{% macro m(x) %}{{ k }}" LOOP
     "{{ m('ab') }}{% endfor %}",
     16},
    {"a namespace outside",
     "{% set ns = namespace(n=0) %}{% macro m(x) %}{% for a in x %}"
     "{% set ns.n = ns.n + 1 %}{{ tick() }}{% endfor %}{% endmacro %}"
     "{{ m('ab') }}{{ m('ab') }}{{ ns.n }}",
     16},
    {"a namespace that is handed in",
     "{% set ns = namespace(n=0) %}{% macro m(x, ns) %}{% for a in x %}"
     "{% set ns.n = ns.n + 1 %}{{ tick() }}{% endfor %}{% endmacro %}"
     "{{ m('ab', ns) }}{{ m('ab', ns) }}{{ ns.n }}",
     16},
    {"a list outside",
     "{% set l = [] %}{% macro m(x) %}{% for a in x %}{% do l.append(a) %}"
     "{{ tick() }}{% endfor %}{% endmacro %}{{ m('ab') }}{{ m('ab') }}{{ l }}",
     16},
    {"a list that is handed in",
     "{% set l = [] %}{% macro m(x, l) %}{% for a in x %}"
     "{% do l.append(a) %}{{ tick() }}{% endfor %}{% endmacro %}"
     "{{ m('ab', l) }}{{ m('ab', l) }}{{ l }}",
     16},
    {"a map in a tuple that is handed in",
     "{% set d = {} %}{% macro m(x, t) %}{% for a in x %}"
     "{% do t[0].update({a: 1}) %}{{ tick() }}{% endfor %}{% endmacro %}"
     "{{ m('ab', (d,)) }}{{ m('ab', (d,)) }}{{ d }}",
     16},
    {"a map of data",
     "{% macro m(x) %}{% for a in x.letters %}{{ a }}{{ tick() }}{% endfor %}"
     "{% endmacro %}{{ m(data) }}",
     2},
    {"a neighbour that changes something",
     "{% set l = [] %}{% macro add(a) %}{% do l.append(a) %}{% endmacro %}"
     "{% macro m(x) %}{% for a in x %}{{ add(a) }}{{ tick() }}{% endfor %}"
     "{% endmacro %}{{ m('ab') }}{{ m('ab') }}{{ l }}",
     16},
    {"a cycler and a joiner",
     "{% set c = cycler(1, 2, 3) %}{% set j = joiner() %}{% macro m(x) %}"
     "{% for a in x %}{{ j() }}{{ c.next() }}{{ tick() }}{% endfor %}"
     "{% endmacro %}{{ m('ab') }}{{ m('ab') }}",
     16},
    {"a loop that is handed in",
     "{% macro m(x, l) %}{% for a in x %}{{ l.index }}{{ tick() }}"
     "{% endfor %}{% endmacro %}{% for k in 'xy' %}{{ m('ab', loop) }}"
     "{% endfor %}",
     16},
    {"a method that is handed in",
     "{% macro m(x, f) %}{% for a in x %}{{ f(a) }}{{ tick() }}{% endfor %}"
     "{% endmacro %}{% set l = [] %}{{ m('ab', l.append) }}{{ l }}",
     8},
    {"blocks around and inside",
     "{% block b %}{% macro m(x) %}{{ self.c() }}" LOOP
     "{{ m('ab') }}{% endblock %}{% block c %}{{ i }}{% endblock %}",
     8},
    {"an include in a macro",
     "{% macro m(x) %}{% include 'given' %}{% endmacro %}{{ m('a') }}"
     "{{ m('b') }}{{ m('a') }}",
     2},
    {"an include in a macro, of what changes",
     "{% macro m(x) %}{% include 'outer' %}{% endmacro %}{{ m('a') }}", 4},
    {"autoescape where it was written",
     "{% autoescape i > 1 %}{% macro k(x) %}{% for a in x %}{{ a }}{{ tick() }}"
     "{% endfor %}{% endmacro %}{{ k('<') }}{% endautoescape %}",
     2},
    {"a capture", LIST "{% set s %}{{ list('ab') }}{% endset %}{{ s }}{{ s }}",
     2},
    {"a filter", LIST "{{ list('ab') | upper }}", ANY},
    {"what warns, warns each time",
     "{% macro m(x) %}{{ nowhere }}" LOOP "{{ m('ab') }}", 8},
};

/* Where every other round has another language, plain dates, another site. */
static const struct {
    struct memo_case of;
    char what;
} varying[] = {
    {{"in two languages", "{% include 'where' %}", 2}, 'l'},
    {{"in a feed and on a page", "{% include 'where' %}", 2}, 'p'},
    {{"of two sites", "{% include 'where' %}", 2}, 's'},
    {{"a macro in two languages", LIST "{{ list('ab') }}", 4}, 'l'},
};

/* Of a shortcode in the body of a post. */
static const struct memo_case in_body = {
    "an include in a body, which reads it itself", "{% include 'fixed' %}", 4};

struct fixture {
    struct arena site_arena;
    struct arena work;
    struct site site;
    struct post post;
    struct template_host host;
    struct recorder recorder;
    struct source main;
    int ticks;
    struct deps deps; /* the reads of the last round */
};

/* jinja_call knows the engine's host alone. */
static struct fixture *fixture_of(const struct render_context *ctx)
{
    struct template_host *host = ctx->host;
    return (struct fixture *)(void *)((char *)host -
                                      offsetof(struct fixture, host));
}

static bool tick(struct jinja_call *call, value *out)
{
    fixture_of(call->ctx)->ticks++;
    *out = value_string(STR(""));
    return true;
}

/* The parts of the view that templates see. */
static bool where(struct jinja_call *call, value *out)
{
    const struct view *view = &fixture_of(call->ctx)->host.view;
    *out = value_string(arena_printf(call->ctx->arena, "%.*s %d %u",
                                     STR_ARG(view->lang), view->plain_dates,
                                     (unsigned)view->site->object.number));
    return true;
}

/* Reads an attribute of the post with the number 7. */
static bool look(struct jinja_call *call, value *out)
{
    recorder_note(&fixture_of(call->ctx)->recorder, 7, 1);
    *out = value_string(STR(""));
    return true;
}

static const struct jinja_builtin tick_table[] = {
    JINJA_BUILTIN("tick", "()", "Counts.", tick),
    JINJA_BUILTIN("look", "()", "Reads.", look),
    JINJA_BUILTIN("where", "()", "Says where.", where),
};

static const struct source *load(void *host, str name, struct diags *diags)
{
    const struct fixture *f = host;
    (void)diags;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        if (str_eq(sources[i].name, name)) {
            return &sources[i];
        }
    }
    return str_eq(name, f->main.name) ? &f->main : NULL;
}

static void set_up(struct fixture *f, const struct memo_case *c, bool memo)
{
    struct objects *objects = ARENA_NEW(&f->site_arena, struct objects);
    objects->engine = engine_new(NULL, 0, &f->site_arena);
    *VEC_PUSH(&objects->of, &f->site_arena) = NULL;
    f->main = (struct source){.name = STR("main"), .text = str_from(c->text)};
    f->site.objects = objects;
    f->post.lang = STR("en");
    recorder_init(&f->recorder, objects->engine, &f->site_arena);
    f->host = (struct template_host){
        .view = {.site = &f->site,
                 .lang = STR("en"),
                 .keep = &f->site_arena,
                 .recorder = &f->recorder,
                 .computing = c == &in_body ? &f->post : NULL},
        .memo = memo ? memo_new(&f->site_arena) : NULL};
}

static void vary(struct fixture *f, char what, bool other)
{
    f->host.view.lang = what == 'l' && other ? STR("es") : STR("en");
    f->host.view.plain_dates = what == 'p' && other;
    f->site.object.number = what == 's' && other;
}

/* All rounds one after another, with what was said. varies: what every other
 * round has otherwise; 0: nothing. */
static void render(struct fixture *f, char varies, bool memo, struct buf *out)
{
    struct jinja_options options = {.undefined = JINJA_WARN};
    struct jinja_host host = {.load = load, .templates = f};
    if (memo) {
        host.find_fragment = fragment_cache_find;
        host.keep_fragment = fragment_cache_keep;
    }
    struct diags diags;
    diags_init(&diags, &f->site_arena);
    struct jinja *env = jinja_new(&f->site_arena, options, host);
    jinja_add(env, JINJA_FUNCTIONS, tick_table,
              sizeof tick_table / sizeof *tick_table);
    const struct jinja_template *template =
        jinja_get(env, f->main.name, span_of(&f->main, 0, 0), &diags);
    if (!template) {
        buf_put(out, STR("FAILED"));
    }
    for (int64_t i = 0; template && i < ROUNDS; i++) {
        struct render_context ctx = {
            .arena = &f->work, .diags = &diags, .host = &f->host};
        struct dict *context = value_dict(&f->work).as.dict;
        dict_set(context, &f->work, value_string(STR("i")), value_int(i));
        dict_set(context, &f->work, value_string(STR("other")),
                 value_string(STR("o")));
        value data = value_dict(&f->work);
        dict_set(data.as.dict, &f->work, value_string(STR("letters")),
                 value_string(STR("ab")));
        dict_set(context, &f->work, value_string(STR("data")), data);
        vary(f, varies, i % 2);
        struct recorder_mark mark = recorder_begin(&f->recorder);
        if (!jinja_render(env, template, context, &ctx, out)) {
            buf_put(out, STR("FAILED"));
        }
        f->deps = recorder_end(&f->recorder, mark, &f->site_arena);
        buf_put(out, STR("\n"));
        arena_clear(&f->work);
    }
    for (size_t i = 0; i < diags.list.n; i++) {
        buf_printf(out, "%.*s\n", STR_ARG(diags.list.p[i]->message));
    }
    jinja_free(env);
}

/* A page that shows a fragment hangs on that; one that failed in it on all that
 * was read up to there, or it would stay so once that is mended. */
static void test_deps(struct tap *tap, bool fails)
{
    const struct memo_case c = {
        "", fails ? "{% include 'fails' %}" : "{% include 'looks' %}", ANY};
    struct fixture *f = calloc(1, sizeof *f);
    struct buf out = {0};
    set_up(f, &c, true);
    render(f, 0, true, &out);
    CHECK(tap, (str_find(buf_str(&out), STR("FAILED")) != STR_NONE) == fails);
    bool looked = false;
    bool showed = false;
    for (size_t i = 0; i < f->deps.n; i++) {
        const struct engine *engine = f->site.objects->engine;
        uint32_t key = f->deps.p[i].key;
        looked = looked || (key == 7 && f->deps.p[i].bits == 1);
        showed = showed || (key < key_limit(&engine->keys) &&
                            key_get(&engine->keys, key)->class == KEY_FRAGMENT);
    }
    CHECK(tap, looked == fails && showed != fails);
    engine_free(f->site.objects->engine);
    buf_free(&out);
    arena_free(&f->work);
    arena_free(&f->site_arena);
    free(f);
}

static int render_case(const struct memo_case *c, char varies, bool memo,
                       struct buf *out)
{
    struct fixture *f = calloc(1, sizeof *f);
    set_up(f, c, memo);
    render(f, varies, memo, out);
    int ticks = f->ticks;
    engine_free(f->site.objects->engine);
    arena_free(&f->work);
    arena_free(&f->site_arena);
    free(f);
    return ticks;
}

static void check_case(struct tap *tap, const struct memo_case *c, char varies)
{
    struct buf with = {0};
    struct buf without = {0};
    int ticks = render_case(c, varies, true, &with);
    render_case(c, varies, false, &without);
    bool same = str_eq(buf_str(&with), buf_str(&without)) &&
                str_find(buf_str(&with), STR("FAILED")) == STR_NONE;
    tap_check(tap, same, c->name, __FILE__, __LINE__);
    if (!same) {
        printf("# %.*s\n# but without:\n# %.*s\n", STR_ARG(buf_str(&with)),
               STR_ARG(buf_str(&without)));
    }
    bool counted = c->ticks == ANY || ticks == c->ticks;
    tap_check(tap, counted, "... so often", __FILE__, __LINE__);
    if (!counted) {
        printf("# %d times, not %d\n", ticks, c->ticks);
    }
    buf_free(&with);
    buf_free(&without);
}

int main(void)
{
    struct tap tap = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case(&tap, &cases[i], 0);
    }
    for (size_t i = 0; i < sizeof varying / sizeof *varying; i++) {
        check_case(&tap, &varying[i].of, varying[i].what);
    }
    check_case(&tap, &in_body, 0);
    test_deps(&tap, false);
    test_deps(&tap, true);
    return tap_done(&tap);
}
