/* SPDX-License-Identifier: MIT */
/* Copies built-in files to the place of the site's own. Their bytes are the
 * same, so the site looks the same until the author edits them. */
#include <errno.h>

#include "cli/commands.h"
#include "cli/commands/edit_session.h"
#include "cli/options.h"
#include "cli/report.h"
#include "files/fs.h"
#include "files/fs_batch.h"
#include "files/path.h"
#include "site/config/builtin.h"

/* templates/post.html -> post.html: the name by which templates know it. */
static str short_name(str name)
{
    return str_from_offset(name, str_find_char(name, '/') + 1);
}

/* Finds templates/post.html, post.html or theme/NAME. NULL: there is none. */
static const struct builtin *find_builtin(str name)
{
    str theme = STR("theme/");
    if (str_starts(name, theme)) {
        name = str_from_offset(name, theme.n);
    }
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtin_files[i];
        if (str_eq(builtin->name, name) ||
            str_eq(short_name(builtin->name), name)) {
            return builtin;
        }
    }
    return NULL;
}

/* A way to name the file, the likeliest first. */
static str form(str name, size_t which)
{
    str base = path_base(name);
    switch (which) {
    case 0: return short_name(name);
    case 1: return base;
    case 2: return path_stem(base);
    default: return name;
    }
}

static const struct builtin *nearest(str name, struct arena *arena)
{
    enum { FORMS = 4 };
    str *names = ARENA_ARRAY(arena, str, builtin_count);
    for (size_t which = 0; which < FORMS; which++) {
        const struct builtin *found =
            NULL; /* post.html, not macros/post.html */
        for (size_t i = 0; i < builtin_count; i++) {
            const struct builtin *one = &builtin_files[i];
            names[i] = form(one->name, which);
            if (str_eq(names[i], name) &&
                (!found || one->name.n < found->name.n)) {
                found = one;
            }
        }
        if (found) {
            return found;
        }
        str near = str_nearest(name, names, builtin_count);
        for (size_t i = 0; near.n && i < builtin_count; i++) {
            if (names[i].p == near.p) {
                return &builtin_files[i];
            }
        }
    }
    return NULL;
}

static void print_all(void)
{
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtin_files[i];
        str name = builtin->name;
        const char *mark = fs_kind(name, true) != FS_FILE ? ""
                           : fs_same(name, builtin->bytes)
                               ? "the site's own, unchanged"
                               : "the site's own";
        say(stdout, *mark ? "%-36.*s %s\n" : "%.*s%s\n", STR_ARG(name), mark);
    }
}

static int unknown(str name, struct arena *arena)
{
    const struct builtin *near = nearest(name, arena);
    if (near) {
        say_error("there is no built-in %.*s: did you mean %.*s?",
                  STR_ARG(name), STR_ARG(short_name(near->name)));
    } else {
        say_error("there is no built-in %.*s: crumb eject lists all",
                  STR_ARG(name));
    }
    return EXIT_ERRORS;
}

static int copy(const struct builtin *builtin, struct arena *arena)
{
    struct fs_batch batch = {.arena = arena};
    str name = builtin->name;
    fs_batch_create(&batch, name, builtin->bytes);
    enum fs_kind kind = fs_kind(name, false);
    if (kind != FS_MISSING && kind != FS_UNKNOWN) {
        say_error("%.*s is there already: nothing was written; move it away "
                  "for a new copy",
                  STR_ARG(name));
        return EXIT_ERRORS;
    }
    if (!edit_session_commit(&batch, "written")) {
        return EXIT_ERRORS;
    }
    say(stdout, "%.*s\n", STR_ARG(name));
    return EXIT_DONE;
}

int command_eject(const struct options *options)
{
    struct arena arena = {0};
    int status = EXIT_DONE;
    str name;
    if (!options->argument) {
        print_all();
    } else if (fs_kind(STR("site.yaml"), true) == FS_MISSING) {
        say_error("there is no site.yaml here: go to the site's folder, or use "
                  "-C DIR");
        status = EXIT_ERRORS;
    } else if (!path_normal(&arena, str_from(options->argument), &name) ||
               !find_builtin(name)) {
        status = unknown(str_from(options->argument), &arena);
    } else {
        status = copy(find_builtin(name), &arena);
    }
    arena_free(&arena);
    return status;
}
