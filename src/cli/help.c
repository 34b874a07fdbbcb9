/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/options.h"

int command_help(const struct options *options)
{
    const struct command *command = NULL;
    if (options->argument) {
        command = command_find(options->argument);
        if (!command) {
            fprintf(stderr, "crumb: no command %s: see crumb help\n",
                    options->argument);
            return EXIT_USAGE;
        }
    }
    options_help(command, stdout);
    return EXIT_DONE;
}
