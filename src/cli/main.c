/* SPDX-License-Identifier: MIT */
/* Picks the verb: crumb [-C DIR] COMMAND [OPTION...]. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/commands.h"
#include "cli/commands/edit_session.h"
#include "cli/options.h"
#include "cli/report.h"

#define VERSION "0.1.0"

static bool enter(const char *dir)
{
    if (dir && chdir(dir) != 0) {
        say_error("%s: %s", dir, strerror(errno));
        return false;
    }
    return true;
}

static bool is_written(FILE *to)
{
    return fflush(to) == 0 && !ferror(to);
}

/* Standard output may be a full disk: a command whose text was not written
 * has not done its work. */
static int finish(int status, FILE *diagnostics)
{
    if (!is_written(stdout) || !is_written(diagnostics)) {
        say_error("standard output: %s", strerror(errno));
        return EXIT_ERRORS;
    }
    return status;
}

/* glibc learns from large blocks that are freed to keep the next ones: then
 * what a phase of a build leaves stays with the process. */
static void give_memory_back(void)
{
#ifdef __GLIBC__
    enum { LARGE = 1 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

int main(int argc, char **argv)
{
    give_memory_back();
    signal(SIGXFSZ, SIG_IGN); /* at a limit for files, writing fails */
    struct options options = {.color = "auto"};
    const struct command *command = options_parse(argc, argv, &options);
    if (command && options.version) {
        puts("crumb " VERSION);
        return finish(EXIT_DONE, stderr);
    }
    if (command && options.help) {
        bool general = !command->name[0] || command->run == command_help;
        options_help(general ? NULL : command, stdout);
        return finish(EXIT_DONE, stderr);
    }
    if (!command || !report_begin(&options) || !enter(options.dir)) {
        return EXIT_USAGE;
    }
    edit_session_recover();
    return finish(command->run(&options), options.diagnostics);
}
