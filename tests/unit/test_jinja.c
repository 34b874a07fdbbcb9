/* SPDX-License-Identifier: MIT */
/* Runs the cases of tests/jinja (or of the files named on the command line):
 * see tests/jinja/README.md for their format. */
#include <stdlib.h>

#include "data/json.h"
#include "files/fs.h"
#include "jinja/jinja.h"
#include "tap.h"

/* --- the format ------------------------------------------------------------
 */

struct template
{
    struct source source;
};

struct test_case {
    str name;
    str options;
    str context;
    VEC(struct template) templates; /* the first is rendered */
    str wanted;
    bool fails; /* `wanted` is a diagnostic */
    bool listing;
    bool present;
};

/* A line starting with one of these begins a part. */
static bool is_marker(str line)
{
    return str_starts(line, STR("=== ")) || str_starts(line, STR("--- ")) ||
           str_eq(line, STR("+++")) || str_eq(line, STR("!!!")) ||
           str_eq(line, STR(">>>"));
}

/* The lines up to the next marker, without the last line break. */
static str take_part(str *rest)
{
    str all = *rest;
    str before = *rest;
    str line;
    size_t n = all.n;
    while (str_split(rest, '\n', &line)) {
        if (is_marker(line)) {
            *rest = before;
            n = (size_t)(before.p - all.p);
            break;
        }
        before = *rest;
    }
    str part = {all.p, n};
    if (part.n && part.p[part.n - 1] == '\n') {
        part.n--;
    }
    return part;
}

static str field(str line, str name)
{
    return str_starts(line, name) ? str_trim(str_from_offset(line, name.n))
                                  : (str){NULL, 0};
}

static void read_head(struct test_case *tc, str *rest)
{
    str line;
    str before = *rest;
    while (str_split(rest, '\n', &line)) {
        if (is_marker(line)) {
            *rest = before;
            return;
        }
        before = *rest;
        if (str_starts(line, STR("options:"))) {
            tc->options = field(line, STR("options:"));
        } else if (str_starts(line, STR("context:"))) {
            tc->context = field(line, STR("context:"));
        }
    }
}

static struct test_case read_case(str *rest, struct arena *arena)
{
    struct test_case tc = {0};
    str line;
    while (!tc.present && str_split(rest, '\n', &line)) {
        tc.present = str_starts(line, STR("=== "));
        tc.name = str_from_offset(line, 4);
    }
    if (!tc.present) {
        return tc;
    }
    read_head(&tc, rest);
    for (str before = *rest; str_split(rest, '\n', &line); before = *rest) {
        if (str_starts(line, STR("=== "))) {
            *rest = before;
            break;
        }
        bool is_template = str_starts(line, STR("--- "));
        str part = take_part(rest);
        if (is_template) {
            *VEC_PUSH(&tc.templates, arena) = (struct template){
                {.name = str_from_offset(line, 4), .text = part}};
        } else {
            tc.wanted = part;
            tc.fails = str_eq(line, STR("!!!"));
            tc.listing = str_eq(line, STR(">>>"));
        }
    }
    return tc;
}

/* --- running ---------------------------------------------------------------
 */

static const struct source *load(void *host, str name, struct diags *diags)
{
    struct test_case *tc = host;
    (void)diags;
    for (size_t i = 0; i < tc->templates.n; i++) {
        if (str_eq(tc->templates.p[i].source.name, name)) {
            return &tc->templates.p[i].source;
        }
    }
    return NULL;
}

static void names(void *host, struct arena *arena, const str **out, size_t *n)
{
    struct test_case *tc = host;
    str *list = ARENA_ARRAY(arena, str, tc->templates.n);
    for (size_t i = 0; i < tc->templates.n; i++) {
        list[i] = tc->templates.p[i].source.name;
    }
    *out = list;
    *n = tc->templates.n;
}

static bool has(str options, const char *word)
{
    return str_find(options, str_from(word)) != STR_NONE;
}

static struct jinja_options options_of(str s)
{
    return (struct jinja_options){
        .trim_blocks = has(s, "trim_blocks"),
        .lstrip_blocks = has(s, "lstrip_blocks"),
        .keep_trailing_newline = has(s, "keep_trailing_newline"),
        .undefined = has(s, "strict")      ? JINJA_STRICT
                     : has(s, "chainable") ? JINJA_CHAINABLE
                     : has(s, "warn")      ? JINJA_WARN
                     : has(s, "error")     ? JINJA_ERROR
                                           : JINJA_LENIENT};
}

/* The output, or every diagnostic, as text. */
static void run_case(struct test_case *tc, struct arena *arena, struct buf *out)
{
    struct diags diags;
    struct render_context ctx = {.arena = arena, .diags = &diags};
    struct source json = {.name = STR("context.json"), .text = tc->context};
    value context = value_dict(arena);
    diags_init(&diags, arena);
    if (tc->context.n && !json_parse(&json, arena, &diags, &context)) {
        buf_put(out, STR("bad context"));
        return;
    }
    struct jinja_host host = {.load = load, .names = names, .templates = tc};
    struct jinja *env = jinja_new(arena, options_of(tc->options), host);
    const struct jinja_template *template =
        jinja_get(env, tc->templates.p[0].source.name, (span){0}, &diags);
    if (template && tc->listing) {
        jinja_listing(template, out);
    } else if (template) {
        jinja_render(env, template, context.as.dict, &ctx, out);
    }
    diags_sort(&diags);
    for (size_t i = 0; i < diags.list.n; i++) {
        diag_print(diags.list.p[i], false, out);
    }
    jinja_free(env);
}

static str without_newline(str s)
{
    while (s.n && s.p[s.n - 1] == '\n') {
        s.n--;
    }
    return s;
}

static void check_case(struct tap *tap, struct test_case *tc, str file)
{
    struct arena arena = {0};
    struct buf out = {0};
    run_case(tc, &arena, &out);
    str got = buf_str(&out);
    bool lines = tc->fails || tc->listing;
    if (lines) {
        got = without_newline(got);
    }
    bool ok = str_eq(got, lines ? without_newline(tc->wanted) : tc->wanted);
    str what =
        arena_printf(&arena, "%.*s: %.*s", STR_ARG(file), STR_ARG(tc->name));
    if (!tap_check(tap, ok, what.p, __FILE__, __LINE__)) {
        printf("#  got: [%.*s]\n# want: [%.*s]\n", STR_ARG(got),
               STR_ARG(tc->wanted));
    }
    buf_free(&out);
    arena_free(&arena);
}

static void check_file(struct tap *tap, str path)
{
    struct arena arena = {0};
    str text;
    if (!CHECK(tap, fs_read(path, &arena, &text) == 0)) {
        return;
    }
    for (str rest = text;;) {
        struct test_case tc = read_case(&rest, &arena);
        if (!tc.present) {
            break;
        }
        check_case(tap, &tc, path);
    }
    arena_free(&arena);
}

/* Prints what every case of a file gives, for the script that compares with
 * the reference. */
static int show(const char *path)
{
    struct arena arena = {0};
    str text;
    if (fs_read(str_from(path), &arena, &text)) {
        return 1;
    }
    for (str rest = text;;) {
        struct arena one = {0};
        struct test_case tc = read_case(&rest, &arena);
        if (!tc.present) {
            break;
        }
        struct buf out = {0};
        run_case(&tc, &one, &out);
        printf("=== %.*s\n", STR_ARG(tc.name));
        fwrite(out.n ? out.p : "", 1, out.n, stdout);
        putchar('\n');
        buf_free(&out);
        arena_free(&one);
    }
    arena_free(&arena);
    return 0;
}

int main(int argc, char **argv)
{
    struct tap tap = {0};
    struct arena arena = {0};
    struct fs_list files = {0};
    const char *dir = getenv("CRUMB_JINJA_CASES");
    str root = str_from(dir ? dir : "tests/jinja");
    if (argc == 3 && str_eq(str_from(argv[1]), STR("--show"))) {
        return show(argv[2]);
    }
    for (int i = 1; i < argc; i++) {
        check_file(&tap, str_from(argv[i]));
    }
    if (argc == 1 && CHECK(&tap, fs_list_dir(root, &arena, &files) == 0)) {
        for (size_t i = 0; i < files.n; i++) {
            if (str_ends(files.entries[i].name, STR(".txt"))) {
                check_file(&tap,
                           arena_printf(&arena, "%.*s/%.*s", STR_ARG(root),
                                        STR_ARG(files.entries[i].name)));
            }
        }
    }
    arena_free(&arena);
    return tap_done(&tap);
}
