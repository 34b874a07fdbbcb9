/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_SETTINGS_H
#define CRUMB_CLI_SETTINGS_H

/* Turns the command line into the options of a build. */

#include "builder/build.h"
#include "cli/options.h"

/* Sets all of *build except its output. Returns false after reporting an error
 * on standard error. */
bool settings_read(const struct options *options, struct build_options *build);
/* The output folder: --output, else that of site.yaml. If site.yaml is missing
 * or has errors, the default. */
str settings_output(const struct options *options, struct arena *arena);
/* "" for 1, else "s". */
const char *settings_plural(size_t n);

#endif
