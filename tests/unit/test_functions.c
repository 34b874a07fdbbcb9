/* SPDX-License-Identifier: MIT */
/* steps/functions: what the filters and functions of templates give for a
 * small site, and what they say where they are called in a wrong way. */
#include <stdlib.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "dates/zone.h"
#include "engine/recorder.h"
#include "files/fs.h"
#include "files/path.h"
#include "jinja/jinja.h"
#include "markdown/markdown.h"
#include "plan/plan.h"
#include "site/config/theme_files.h"
#include "site/config/words.h"
#include "site/site_keys.h"
#include "site/view/question.h"
#include "site_help.h"
#include "steps/asset_hash.h"
#include "steps/functions.h"
#include "steps/template_host.h"
#include "tap.h"
#include "write_file.h"

/* --- the site --- */

static const char *const files[][2] = {
    {"site.yaml", "title: T\nurl: https://crumbs.test/b\n"
                  "timezone: Asia/Tokyo\n"
                  "languages: {es: {}}\n"},
    {"content/about.md", "---\ntitle: About\n---\nMe.\n"},
    {"content/life/_index.md", "---\ntitle: Life\n---\n"},
    {"content/life/rye.md",
     "---\ntitle: Rye\ndate: 2026-01-02\ntags: [oat]\n---\nx\n"},
    {"content/life/broken.md", "---\ntitle: [\n---\nx\n"},
    {"static/main.css", "p {}\n"},
    {"static/a.b/plain", "x"},
    {"templates/i18n/en.yaml",
     "hello: Hello\nopen: 'a {b'\nclosed: 'a} b'\n"
     "named: '{x} & {y}!'\nodd: '{} {z} {x'\nlast: '<{x}>'\n"
     "things: {one: '{count} thing', other: '{count} things'}\n"},
    {"templates/i18n/es.yaml", "hello: Hola\n"},
};

struct fixture {
    struct tap tap;
    struct arena arena;
    struct diags diags;
    struct theme_files theme;
    struct site *site;
    struct plan plan;
    struct view_shared shared;
    struct template_host host;
};

static void load_site(struct fixture *f)
{
    /* 2026-01-01T16:00:00Z: the next day in Tokyo. */
    const struct site_options options = {.jobs = 1, .now = 1767283200};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        str path = str_from(files[i][0]);
        fs_mkdirs(path_dir(path));
        write_file(path, str_from(files[i][1]));
    }
    diags_init(&f->diags, &f->arena);
    f->site = load_whole_site(&options, &f->arena, &f->diags);
    if (!f->site) {
        puts("Bail out! no site");
        exit(1);
    }
    theme_files_of_site(&f->theme, &f->site->config, &f->arena);
    words_load(f->site, &f->theme, &f->diags);
    plan_make(f->site, &f->diags, &f->plan);
    f->shared.files = &f->plan.files;
    f->shared.feeds = f->plan.home_feeds;
    f->host.fingerprints =
        fingerprints_new(f->site, &f->plan, &f->shared.doubts);
    view_init(&f->host.view, f->site, &f->shared, &f->arena);
    f->host.view.lang = STR("en");
}

static const struct source *load(void *text, str name, struct diags *diags)
{
    (void)name, (void)diags;
    return text;
}

/* The output of a template: its text, then "CODE: MESSAGE | HINT" of all
 * diagnostics, each in brackets. */
static str rendered(struct fixture *f, const char *text, bool site)
{
    struct arena *arena = &f->arena;
    struct source source = {.name = STR("t"), .text = str_from(text)};
    const struct jinja_host host = {.load = load, .templates = &source};
    const struct jinja_options options = {.undefined = JINJA_WARN};
    struct jinja *jinja = jinja_new(arena, options, host);
    struct render_context ctx = {
        .arena = arena, .diags = &f->diags, .host = site ? &f->host : NULL};
    struct dict *context = value_dict(arena).as.dict;
    struct buf out = {0};
    diags_init(&f->diags, arena);
    (site ? functions_add : functions_add_plain)(jinja);
    const struct jinja_template *compiled =
        jinja_get(jinja, source.name, span_of(&source, 0, 0), &f->diags);
    if (!compiled || !jinja_render(jinja, compiled, context, &ctx, &out)) {
        buf_clear(&out);
    }
    for (size_t i = 0; i < f->diags.list.n; i++) {
        const struct diag *diag = f->diags.list.p[i];
        buf_printf(&out, "[%s: %.*s | %.*s]", diag->code,
                   STR_ARG(diag->message), STR_ARG(diag->hint));
    }
    str result = arena_str(arena, buf_str(&out));
    buf_free(&out);
    jinja_free(jinja);
    return result;
}

struct function_case {
    const char *text;
    const char *want;
};

/* --- without a site --- */

static const struct function_case plain_cases[] = {
    {"{{ 'one two three' | truncate_words(2) }}", "one two…"},
    {"{{ 'one two three' | truncate_words(3) }}", "one two three"},
    {"{{ 'one two three' | truncate_words(4) }}", "one two three"},
    {"{{ 'one two three' | truncate_words(0) }}", "…"},
    {"{{ 'one two three' | truncate_words(-1) }}", "…"},
    {"{{ '' | truncate_words(0) }}|{{ '' | truncate_words }}", "|"},
    {"{{ '  one   two  ' | truncate_words(1) }}", "one…"},
    {"{{ '  one   two  ' | truncate_words(2) }}", "  one   two  "},
    {"{{ 'a b ' | truncate_words('x') }}", "a b "},
    {"{{ ('w ' * 50) | truncate_words | length }}", "100"},
    {"{{ ('w ' * 51) | truncate_words | length }}", "100"}, /* … is one */
    {"{{ 12 | truncate_words(1) }}", "12"},
    {"{{ 'A & B, c' | slugify }} {{ 2024 | slugify }}", "a-b-c 2024"},
    {"{{ '<b>x</b> &amp; y' | plain }}", "x & y"},
    {"{{ '*x*' | markdownify | trim }}", "<p><em>x</em></p>"},
    {"{{ '\"x\" <b>' | markdownify | trim }}", "<p>“x” <b></p>"},
    {"{{ '<h2 id=\"a\">A</h2>' | heading_links('To') }}",
     "<h2 id=\"a\">A</h2>"},
    {"{{ 'a\x01\x02' | xml_safe }}", "a"},
    {"{{ '2026-01-02' | date }}", "2026-01-02"},
    {"{{ '2026-01-02T03:04:05Z' | date('%d.%m.%Y %H:%M') }}",
     "02.01.2026 03:04"},
    {"{{ '2026-01-02T03:04:05Z' | date('%F %T %z', 'Asia/Tokyo') }}",
     "2026-01-02 12:04:05 +0900"},
    {"{{ '2026-01-02T03:04:05Z' | date('%F %T', none) }}",
     "2026-01-02 03:04:05"},
    {"{{ '2026-01-02' | date('%B', none, 'es') }}", "January"},
    {"{{ '2026-01-02' | date(tz='UTC', format='%Y') }}", "2026"},
    {"{{ nothing | date }}|",
     "|[template-undefined: 'nothing' is undefined | ]"},
    {"{{ 'soon' | date }}", "[template-type: not a date: \"soon\" | ]"},
    {"{{ 12 | date }}",
     "[template-type: date wants a date, and this is a whole number | ]"},
    {"{{ '2026-01-02' | date('%F', 'Nowhere/Land') }}",
     "[template-type: date: no time zone \"Nowhere/Land\" | ]"},
};

/* --- with one --- */

static const struct function_case cases[] = {
    /* Dates: of the site's zone, in its language or another one. */
    {"{{ '2026-01-02T20:00:00Z' | date('%F %R') }}", "2026-01-02 20:00"},
    {"{{ '2026-01-02' | date('%z') }}", "+0900"},
    {"{{ '2026-01-02' | date('%B') }}", "January"},
    {"{{ '2026-01-02' | date('%B', lang='es') }}", "enero"},
    {"{{ today() }} {{ today() | date('%F %T %z') }}",
     "2026-01-02 2026-01-02 00:00:00 +0900"},
    /* Addresses. */
    {"{{ 'a/' | absolute_url }}", "https://crumbs.test/b/a/"},
    {"{{ '/a/' | absolute_url }}", "https://crumbs.test/a/"},
    {"{{ 'c' | absolute_url('/x/y') }}", "https://crumbs.test/x/c"},
    {"{{ 'c' | absolute_url(none) }}", "https://crumbs.test/b/c"},
    {"{{ '<a href=\"c\">' | safe | absolute_url('/x/y') }}",
     "<a href=\"https://crumbs.test/x/c\">"},
    {"{{ '<a href=\"c\">' | absolute_url('/x/') }}",
     "https://crumbs.test/x/<a href=\"c\">"},
    {"{{ 'https://crumbs.test/b/a' | relative_url }}", "/b/a"},
    {"{{ 'https://crumbs.test' | relative_url }}", "/"},
    {"{{ 'https://crumbs.test/' | relative_url }}", "/"},
    {"{{ 'https://crumbs.test?q' | relative_url }}", "/?q"},
    {"{{ 'https://crumbs.test#f' | relative_url }}", "/#f"},
    {"{{ 'https://crumbs.testanic/a' | relative_url }}",
     "https://crumbs.testanic/a"},
    {"{{ 'http://crumbs.test/a' | relative_url }}", "http://crumbs.test/a"},
    {"{{ 'a/b' | relative_url }}|{{ '' | relative_url }}", "a/b|"},
    {"{{ '<i>\x01' | safe | xml_safe | escape }}", "<i>"},
    {"{{ '<i>\x01' | xml_safe | escape }}", "&lt;i&gt;"},
    {"{{ '<h2 id=\"a\">A</h2>' | safe | heading_links('To <it>') }}",
     "<h2 id=\"a\">A <a class=\"permalink\" href=\"#a\" aria-label=\"To "
     "&lt;it&gt;: A\">#</a></h2>"},
    {"{{ '<h2 id=\"a\">A</h2>' | heading_links('To') | escape }}",
     "&lt;h2 id=&#34;a&#34;&gt;A&lt;/h2&gt;"},
    {"{{ 12 | heading_links('To') }}", "12"},
    /* Posts, sections, files by their names. */
    {"{{ url_for('about.md') }} {{ url_for('/life/rye.md#x') }}",
     "/b/about/ /b/life/rye/#x"},
    {"{{ url_for('feed.xml') }} {{ url_for('/a b/') }}",
     "/b/feed.xml /b/a%20b/"},
    {"{{ url_for('https://x.org/a.md') }}", "https://x.org/a.md"},
    {"{{ url_for('life/rey.md?q') }}",
     "life/rey.md?q[broken-link: there is no post \"life/rey.md?q\" | did you "
     "mean \"life/rye.md\"?]"},
    {"{{ url_for('life/broken.md') }}", "life/broken.md"},
    {"{{ url_for(12) }}",
     "[template-type: url_for wants a page, a section, a term or a path | ]"},
    {"{{ url_for(get_page('about.md')) }}", "/b/about/"},
    {"{{ url_for(get_section('life')) }}", "/b/life/"},
    {"{{ get_page('none.md') }}{{ get_section('none') }}"
     "{{ get_taxonomy('none') }}",
     "NoneNoneNone"},
    {"{{ get_taxonomy('tags').name }}", "tags"},
    {"{{ get_page(12) }}",
     "[template-call: get_page wants a path in quotes | ]"},
    {"{{ get_section() }}",
     "[template-call: get_section wants a path in quotes | ]"},
    {"{{ get_taxonomy(none) }}",
     "[template-call: get_taxonomy wants a name in quotes | ]"},
    /* Files with fingerprints. */
    {"{{ asset('main.css') }} {{ asset('/main.css') }}",
     "/b/main.HASH.css /b/main.HASH.css"},
    {"{{ asset('a.b/plain') }}", "/b/a.b/plain.HASH"},
    {"{{ asset_integrity('main.css') }}", "sha384-INTEGRITY"},
    {"{{ asset('mian.css') }}",
     "[missing-asset: there is no file \"mian.css\" in static/ or content/ | "
     "did you mean \"main.css\"?]"},
    {"{{ asset_integrity('//main.css') }}",
     "[missing-asset: there is no file \"//main.css\" in static/ or content/ "
     "| did you mean \"main.css\"?]"},
    {"{{ asset(12) }}", "[template-call: asset wants a path in quotes | ]"},
    {"{{ leave('why') }}", "[template-call: leave() is for shortcodes | ]"},
    {"{{ leave(1) }}", "[template-call: leave wants a why in quotes | ]"},
    /* Words. */
    {"{{ t('hello') }} {{ t('hello', lang='es') }} {{ t('hello', 'es') }}",
     "Hello Hola Hola"},
    {"{{ t('hello', lang='xx') }} {{ t('hello', lang=none) }}", "Hello Hello"},
    {"{{ t('hello', 'es', 'en') }}", "Hello"},
    {"{{ t('things', 1) }}, {{ t('things', 2) }}, {{ t('things', count=0) }}",
     "1 thing, 2 things, 0 things"},
    {"{{ t('things') }}", "{count} things"},
    {"{{ t('named', x='<', y=2) }}", "< & 2!"},
    {"{{ t('named', x='<', y='>' | safe) }}", "&lt; &amp; >!"},
    {"{{ t('named', y='<' | safe, x=[1, 'a']) }}", "[1, 'a'] &amp; <!"},
    {"{{ t('named', x='1') }}", "1 & {y}!"},
    {"{{ t('odd', x='1', z='2') }}", "{} 2 {x"},
    {"{{ t('last', x='1') }}|{{ t('open', b='1') }}|{{ t('closed', a='1') }}",
     "<1>|a {b|a} b"},
    {"{{ t('helo') }}",
     "helo[unknown-word: no language has a word \"helo\" | did you mean "
     "\"hello\"?]"},
    {"{{ t('nothing-like-it-at-all') }}",
     "nothing-like-it-at-all[unknown-word: no language has a word "
     "\"nothing-like-it-at-all\" | put it into templates/i18n/en.yaml]"},
    {"{{ t(12) }}", "[template-call: t wants a key in quotes | ]"},
    {"{{ t() }}", "[template-call: t wants a key in quotes | ]"},
};

/* Hashes are those of the files' bytes. */
static str with_hashes(struct fixture *f, const char *want)
{
    struct arena *arena = &f->arena;
    str text = str_from(want);
    size_t at;
    while ((at = str_find(text, STR("HASH"))) != STR_NONE) {
        bool css = str_find(text, STR("main")) != STR_NONE;
        char hex[HASH128_HEX];
        hash128_hex(hash128(css ? STR("p {}\n") : STR("x")), hex);
        text =
            arena_printf(arena, "%.*s%.8s%.*s", STR_ARG(str_sub(text, 0, at)),
                         hex, STR_ARG(str_from_offset(text, at + 4)));
    }
    if (str_eq(text, STR("sha384-INTEGRITY"))) {
        text = fingerprint_of(f->host.fingerprints, STR("main.css"), arena,
                              &f->diags)
                   ->integrity;
    }
    return text;
}

static void check(struct fixture *f, const struct function_case *c, bool site)
{
    str want = with_hashes(f, c->want);
    str got = rendered(f, c->text, site);
    if (!CHECK(&f->tap, str_eq(got, want))) {
        printf("# %s\n#  got: %.*s\n# want: %.*s\n", c->text, STR_ARG(got),
               STR_ARG(want));
    }
}

/* --- recorded questions --- */

/* The letters and names of questions, in their order. */
static const struct function_case questions[] = {
    {"{{ '2026-01-02' | date('%B') }}", "m en; "},
    {"{{ '2026-01-02' | date('%B', lang='es') }}", "m es; "},
    {"{{ '2026-01-02' | date('%F', 'Asia/Tokyo') }}", "z Asia/Tokyo; m en; "},
    {"{{ '2026-01-02' | date('%F', 'Nowhere') }}", "z Nowhere; "},
    {"{{ today() }}", "d ; "},
    {"{{ url_for('about.md') }}", ""}, /* found: read as facts of its own */
    {"{{ url_for('life/rey.md') }}", "p life/rey.md; n ; "},
    {"{{ url_for('/feed.xml') }}{{ 'a' | absolute_url | relative_url }}", ""},
    {"{{ get_page('life/rey.md') }}", "p life/rey.md; "},
    {"{{ get_section('life') }}{{ get_section('no') }}", "s life; s no; "},
    {"{{ get_taxonomy('tags') }}", "x tags; "},
    {"{{ asset('/main.css') }}{{ asset_integrity('main.css') }}",
     "a main.css; "},
    {"{{ asset('no.css') }}", "a no.css; "},
    {"{{ t('hello') }}{{ t('hello', lang='es') }}{{ t('hello') }}",
     "w en hello; w es hello; "},
    {"{{ t('helo') }}", "w en helo; W ; "},
};

static void number_objects(struct fixture *f)
{
    struct engine *engine = engine_new(NULL, 0, &f->arena);
    struct objects *objects = objects_new(f->site, engine, false);
    plan_number(&f->plan, objects, f->site->arena);
    for (size_t i = 0; i < f->site->languages.n; i++) {
        f->site->languages.p[i]->objects = objects;
    }
}

/* Each has the hash of its answer, by which the next build sees a change. */
static bool is_answered(struct fixture *f, const struct answer *answer)
{
    const struct engine *engine = f->site->objects->engine;
    const struct key *key = key_get(&engine->keys, answer->key);
    bool missing = str_find(key->name, STR("no")) == 0;
    switch (key->kind) {
    case ASK_ASSET: return (answer->hash == 0) == missing;
    case ASK_ZONE:
        return answer->hash == zone_hash(zone_load(key->name, &f->arena));
    default: break;
    }
    return answer->hash == question_answer(&f->shared, f->site,
                                           (enum question)key->kind, key->name,
                                           &f->arena);
}

static void check_questions(struct fixture *f, const struct function_case *c)
{
    const struct engine *engine = f->site->objects->engine;
    struct recorder recorder;
    struct buf asked = {0};
    recorder_init(&recorder, f->site->objects->engine, &f->arena);
    f->host.view.recorder = &recorder;
    struct recorder_mark mark = recorder_begin(&recorder);
    rendered(f, c->text, true);
    recorder_end(&recorder, mark, &f->arena);
    f->host.view.recorder = NULL;
    for (size_t i = 0; i < recorder.answers.n; i++) {
        const struct answer *answer = &recorder.answers.p[i];
        const struct key *key = key_get(&engine->keys, answer->key);
        if (key->class == KEY_QUESTION) {
            buf_printf(&asked, "%c %.*s; ", key->kind, STR_ARG(key->name));
            CHECK(&f->tap, is_answered(f, answer));
        }
    }
    CHECK_STR(&f->tap, buf_str(&asked), c->want);
    buf_free(&asked);
}

static void test_names(struct fixture *f)
{
    static const char *const names[][2] = {
        {"css/main.1a2b3c4d.css", "css/main.css"},
        {"main.00000000", "main"},
        {"a.99ffffff.b.c", ""},
        {"a.b.0123abcd.gz", "a.b.gz"},
        {"a.b/plain.0123abcd", "a.b/plain"},
        {"a.b.0123abcd", ""}, /* of a.b it would be a.0123abcd.b */
        {"main.0123abcd.89abcdef", "main.89abcdef"},
        {"main.1a2b3c4.css", ""},
        {"main.1a2b3c4de.css", ""},
        {"main.1a2b3c4g.css", ""},
        {"main.1A2b3c4d.css", ""},
        {"main.1a2b3c4`.css", ""},
        {"main.css", ""},
        {"1a2b3c4d.css", ""},
        {"a.1a2b3c4d/b.css", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        str original = fingerprint_original(str_from(names[i][0]), &f->arena);
        CHECK_STR(&f->tap, original, names[i][1]);
        CHECK(&f->tap, (original.p != NULL) == (names[i][1][0] != '\0'));
    }
}

int main(void)
{
    static struct fixture f;
    char dir[] = "/tmp/crumb-functions-XXXXXX";
    if (!mkdtemp(dir) || chdir(dir) != 0) {
        puts("Bail out! no temporary folder");
        return 1;
    }
    markdown_init();
    load_site(&f);
    for (size_t i = 0; i < sizeof plain_cases / sizeof *plain_cases; i++) {
        check(&f, &plain_cases[i], false);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check(&f, &cases[i], true);
    }
    test_names(&f);
    number_objects(&f);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        check_questions(&f, &questions[i]);
    }
    engine_free(f.site->objects->engine);
    site_free(f.site);
    if (chdir("/") == 0) {
        fs_remove_tree(str_from(dir));
    }
    arena_free(&f.arena);
    return tap_done(&f.tap);
}
