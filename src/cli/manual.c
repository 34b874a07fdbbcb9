/* SPDX-License-Identifier: MIT */
#include "cli/manual.h"

#include "base/memory/vec.h"
#include "cli/say.h"
#include "jinja/jinja.h"
#include "render/functions.h"
#include "site/site_keys.h"

/* A listing is lines that start with two spaces: what one writes, then, from
 * column HELP_COLUMN on, what it is. Titles stand at the margin. The test that
 * makes tables of it relies on both. */
enum { HELP_COLUMN = 32, LAST_COLUMN = 80 };

/* --- filters, tests and functions ------------------------------------------
 */

struct builtins {
    const struct jinja_builtin **p;
    size_t n;
};

/* Of Jinja alone, or of a site's templates. */
static struct builtins list_builtins(struct arena *arena, enum jinja_kind kind,
                                     bool site)
{
    struct builtins list;
    struct jinja *jinja =
        jinja_new(arena, (struct jinja_options){0}, (struct jinja_host){0});
    if (site) {
        functions_add(jinja);
    }
    list.p = jinja_builtins(jinja, kind, arena, &list.n);
    jinja_free(jinja);
    return list;
}

static bool has(struct builtins list, const struct jinja_builtin *builtin)
{
    for (size_t i = 0; i < list.n; i++) {
        if (list.p[i] == builtin) {
            return true;
        }
    }
    return false;
}

/* Two names of one thing, `d` and `default`. */
static bool is_alias(const struct jinja_builtin *a,
                     const struct jinja_builtin *b)
{
    return a->call == b->call && str_eq(a->help, b->help);
}

/* Without parentheses that hold nothing: filters and tests need none. */
static str shown_signature(const struct jinja_builtin *builtin,
                           enum jinja_kind kind)
{
    str signature = builtin->signature;
    if (kind != JINJA_FUNCTIONS && str_ends(signature, STR("()"))) {
        signature.n -= 2;
    }
    return signature;
}

/* The names of one thing on one line, the last of them with what it takes;
 * nothing if an earlier line had it. */
static str shown_names(struct builtins list, size_t at, enum jinja_kind kind,
                       struct arena *arena)
{
    str names = STR("");
    for (size_t i = 0; i < at; i++) {
        if (is_alias(list.p[i], list.p[at])) {
            return names;
        }
    }
    size_t last = at;
    for (size_t i = at + 1; i < list.n; i++) {
        if (is_alias(list.p[i], list.p[at])) {
            names = arena_printf(arena, "%.*s%.*s, ", STR_ARG(names),
                                 STR_ARG(list.p[last]->name));
            last = i;
        }
    }
    return arena_concat(arena, names, shown_signature(list.p[last], kind));
}

/* As many words of *help as the line takes, from HELP_COLUMN on. */
static str next_line(str *help)
{
    size_t room = LAST_COLUMN - HELP_COLUMN;
    size_t end = help->n;
    if (end > room) {
        size_t space = str_rfind_char(str_sub(*help, 0, room + 1), ' ');
        end = space == STR_NONE ? room : space;
    }
    str line = str_sub(*help, 0, end);
    *help = str_trim(str_from_offset(*help, end));
    return line;
}

static void print_line(str left, str help, FILE *to)
{
    say(to, "  %.*s", STR_ARG(left));
    size_t column = 2 + left.n;
    if (column + 2 > HELP_COLUMN) {
        fputc('\n', to);
        column = 0;
    }
    while (help.n) {
        str line = next_line(&help);
        say(to, "%*s%.*s\n", HELP_COLUMN - (int)column, "", STR_ARG(line));
        column = 0;
    }
}

/* Those of `list` that are (not) in `other` as well. */
static void print_builtins(struct builtins list, struct builtins other,
                           enum jinja_kind kind, FILE *to)
{
    struct arena arena = {0};
    for (size_t i = 0; i < list.n; i++) {
        str left = has(other, list.p[i]) ? STR("")
                                         : shown_names(list, i, kind, &arena);
        if (left.n) {
            print_line(left, list.p[i]->help, to);
        }
    }
    arena_free(&arena);
}

static void print_kind(enum jinja_kind kind, FILE *to)
{
    struct arena arena = {0};
    struct builtins jinja = list_builtins(&arena, kind, false);
    struct builtins all = list_builtins(&arena, kind, true);
    fputs("Jinja's:\n\n", to);
    print_builtins(jinja, (struct builtins){NULL, 0}, kind, to);
    if (all.n > jinja.n) {
        fputs("\ncrumb's own:\n\n", to);
        print_builtins(all, jinja, kind, to);
    }
    arena_free(&arena);
}

static void print_filters(FILE *to)
{
    print_kind(JINJA_FILTERS, to);
}

static void print_tests(FILE *to)
{
    print_kind(JINJA_TESTS, to);
}

static void print_functions(FILE *to)
{
    print_kind(JINJA_FUNCTIONS, to);
}

/* --- objects ---------------------------------------------------------------
 */

/* Its attributes in order, as many on a line as it takes. */
static void print_object(const char *name, const struct object_class *class,
                         FILE *to)
{
    size_t column = say(to, "  %-12s", name);
    for (size_t i = 0; i < class->nnames; i++) {
        str attribute = class->names[i];
        if (column + 1 + attribute.n > LAST_COLUMN) {
            fputc('\n', to);
            column = say(to, "%13s", "");
        }
        column += say(to, " %.*s", STR_ARG(attribute));
    }
    fputc('\n', to);
}

static void print_objects(FILE *to)
{
    static const struct {
        const char *name;
        enum object_kind kind;
    } objects[] = {
        {"site", OBJECT_SITE},           {"post", OBJECT_POST},
        {"list page", OBJECT_LIST_PAGE}, {"section", OBJECT_SECTION},
        {"term", OBJECT_TERM},           {"taxonomy", OBJECT_TAXONOMY},
        {"paginator", OBJECT_PAGINATOR}, {"feed", OBJECT_FEED},
        {"author", OBJECT_AUTHOR},       {"address", OBJECT_ADDRESS},
    };
    struct arena arena = {0};
    const struct object_class *classes[OBJECT_KINDS];
    objects_classes(&arena, classes);
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        print_object(objects[i].name, classes[objects[i].kind], to);
    }
    arena_free(&arena);
}

/* --- topics ----------------------------------------------------------------
 */

bool manual_print(const char *topic, FILE *to)
{
    static const struct {
        const char *name;
        void (*print)(FILE *to);
    } topics[] = {
        {"filters", print_filters},
        {"tests", print_tests},
        {"functions", print_functions},
        {"objects", print_objects},
    };
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        if (strcmp(topics[i].name, topic) == 0) {
            topics[i].print(to);
            return true;
        }
    }
    return false;
}
