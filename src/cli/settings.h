/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_SETTINGS_H
#define CRUMB_CLI_SETTINGS_H

/* What the command line says of a build, for each command that makes one. */

#include "builder/build.h"
#include "cli/options.h"

/* Fills in all of *build but its output. False: something is wrong, said on
 * standard error. */
bool settings_read(const struct options *options, struct build_options *build);
/* The output folder: --output, else the one that site.yaml names; a site.yaml
 * that is not there or wrong leaves the default. */
str settings_output(const struct options *options, struct arena *arena);
/* "s" for all but one. */
const char *settings_plural(size_t n);

#endif
