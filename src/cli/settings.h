/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_SETTINGS_H
#define CRUMB_CLI_SETTINGS_H

/* What the command line says of a build, for each command that makes one. */

#include "build/build.h"
#include "cli/options.h"

/* Fills in all of *build but its output. False: something is wrong, said on
 * standard error. */
bool settings_read(const struct options *options, struct build_options *build);
/* Of a clock that only goes forward. */
int64_t settings_milliseconds(void);
/* "s" for all but one. */
const char *settings_plural(size_t n);

#endif
