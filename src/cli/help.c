/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/options.h"
#include "cli/say.h"

int command_help(const struct options *options)
{
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
    if (manual_print(topic, stdout)) {
        return EXIT_DONE;
    }
    say(stderr, "crumb: no command %s: see crumb help\n", topic);
    return EXIT_USAGE;
}
