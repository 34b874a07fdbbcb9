/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "base/memory/vec.h"
#include "cli/options.h"
#include "cli/report.h"
#include "jinja/jinja.h"
#include "site/site_keys.h"
#include "steps/functions.h"

/* The lists of what templates may use come from the program's own tables:
 * tests/run/manual.t compares docs/templates.md with them. It relies on the
 * layout: lines that start with two spaces, with the name, and from column
 * HELP_COLUMN on its meaning; titles at the margin. */
enum { HELP_COLUMN = 32, LAST_COLUMN = 80 };

/* --- filters, tests and functions --- */

struct builtins {
    const struct jinja_builtin **p;
    size_t n;
};

/* Jinja's own, or also those that crumb adds. */
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

/* Two names of one filter, like `d` and `default`. */
static bool is_alias(const struct jinja_builtin *a,
                     const struct jinja_builtin *b)
{
    return a->call == b->call && str_eq(a->help, b->help);
}

/* The names of one filter on one line, the last of them with its arguments;
 * empty if an earlier line had it. Filters and tests need no "()". */
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
    str signature = list.p[last]->signature;
    if (kind != JINJA_FUNCTIONS && str_ends(signature, STR("()"))) {
        signature.n -= 2;
    }
    return arena_concat(arena, names, signature);
}

/* Breaks the help into lines, from HELP_COLUMN on. */
static void print_line(str left, str help)
{
    size_t room = LAST_COLUMN - HELP_COLUMN;
    size_t column = say(stdout, "  %.*s", STR_ARG(left));
    if (column + 2 > HELP_COLUMN) {
        putchar('\n');
        column = 0;
    }
    while (help.n) {
        size_t end = help.n;
        if (end > room) {
            size_t space = str_rfind_char(str_sub(help, 0, room + 1), ' ');
            end = space == STR_NONE ? room : space;
        }
        say(stdout, "%*s%.*s\n", HELP_COLUMN - (int)column, "",
            STR_ARG(str_sub(help, 0, end)));
        help = str_trim(str_from_offset(help, end));
        column = 0;
    }
}

/* Prints the list without the entries of `other`. */
static void print_builtins(struct builtins list, struct builtins other,
                           enum jinja_kind kind, struct arena *arena)
{
    for (size_t i = 0; i < list.n; i++) {
        str left =
            has(other, list.p[i]) ? STR("") : shown_names(list, i, kind, arena);
        if (left.n) {
            print_line(left, list.p[i]->help);
        }
    }
}

static void print_kind(enum jinja_kind kind)
{
    struct arena arena = {0};
    struct builtins jinja = list_builtins(&arena, kind, false);
    struct builtins all = list_builtins(&arena, kind, true);
    fputs("Jinja's:\n\n", stdout);
    print_builtins(jinja, (struct builtins){NULL, 0}, kind, &arena);
    if (all.n > jinja.n) {
        fputs("\ncrumb's own:\n\n", stdout);
        print_builtins(all, jinja, kind, &arena);
    }
    arena_free(&arena);
}

/* --- objects --- */

/* Its attributes in order, as many on a line as fit. */
static void print_object(const char *name, const struct object_class *class)
{
    size_t column = say(stdout, "  %-12s", name);
    for (size_t i = 0; i < class->nnames; i++) {
        str attribute = class->names[i];
        if (column + 1 + attribute.n > LAST_COLUMN) {
            putchar('\n');
            column = say(stdout, "%13s", "");
        }
        column += say(stdout, " %.*s", STR_ARG(attribute));
    }
    putchar('\n');
}

static void print_objects(void)
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
        print_object(objects[i].name, classes[objects[i].kind]);
    }
    arena_free(&arena);
}

/* --- topics --- */

int command_help(const struct options *options)
{
    static const char *const lists[] = {[JINJA_FILTERS] = "filters",
                                        [JINJA_TESTS] = "tests",
                                        [JINJA_FUNCTIONS] = "functions"};
    const char *topic = options->argument;
    const struct command *command = topic ? command_find(topic) : NULL;
    if (command || !topic) {
        options_help(command, stdout);
        if (!topic) {
            puts("What templates may use: crumb help filters, tests, functions "
                 "or objects.");
        }
        return EXIT_DONE;
    }
    if (strcmp(topic, "objects") == 0) {
        print_objects();
        return EXIT_DONE;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(lists[i], topic) == 0) {
            print_kind((enum jinja_kind)i);
            return EXIT_DONE;
        }
    }
    say_error("no command %s: see crumb help", topic);
    return EXIT_USAGE;
}
