/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"
#include "cli/options.h"

int command_mv(const struct options *options)
{
    (void)options;
    return EXIT_USAGE;
}
