/* SPDX-License-Identifier: MIT */
#include "steps/why.h"

#include <errno.h>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/settings.h"

static bool open_it(const struct options *options, struct why *why,
                    struct arena *arena)
{
    str output = settings_output(options, arena);
    switch (why_open(why, output, STR(".crumb"), arena)) {
    case WHY_OPEN: return true;
    case WHY_NO_BUILD:
        say_error("there was no build into %.*s/ yet", STR_ARG(output));
        break;
    case WHY_UNREADABLE:
        say_error("the ledger of the last build into %.*s/: %s",
                  STR_ARG(output), strerror(errno));
        break;
    case WHY_OTHER:
        say_error("the last build was of another crumb, or its ledger is "
                  "damaged: build again");
        break;
    }
    return false;
}

static bool explain(const struct why *why, const char *name, struct buf *out)
{
    str path = str_from(name);
    const struct step *output = why_find(why, path);
    if (output) {
        why_output(why, output, out);
        return true;
    }
    /* "./content/a.md" and whole paths, as shells complete them */
    settings_path(path, why->arena, &path);
    const str inside = arena_concat(why->arena, STR("content/"), path);
    if (why_source(why, path, out) || why_source(why, inside, out)) {
        return true;
    }
    str near = why_nearest(why, path);
    near = near.n ? near : why_nearest(why, inside);
    if (near.n) {
        say_error("no output or source %s: did you mean %.*s?", name,
                  STR_ARG(near));
    } else {
        say_error("no output or source %s", name);
    }
    return false;
}

int command_why(const struct options *options)
{
    struct arena arena = {0};
    struct why why;
    int status = EXIT_ERRORS;
    if (open_it(options, &why, &arena)) {
        struct buf out = {0};
        bool found = true;
        if (options->argument) {
            found = explain(&why, options->argument, &out);
        } else {
            why_list(&why, &out);
        }
        report_text(buf_str(&out), stdout);
        buf_free(&out);
        status = found ? EXIT_DONE : EXIT_ERRORS;
    }
    why_close(&why);
    arena_free(&arena);
    return status;
}
