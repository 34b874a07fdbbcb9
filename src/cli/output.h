/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_OUTPUT_H
#define CRUMB_CLI_OUTPUT_H

/* Whether crumb may write into the folder that --output names: it must not be,
 * with links resolved, the site's folder or one in it with the author's files.
 * If not, reports that on standard error. NULL (no such option) is fine. */

#include "base/memory/arena.h"

bool output_check(const char *output);

#endif
