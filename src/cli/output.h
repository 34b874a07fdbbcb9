/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_OUTPUT_H
#define CRUMB_CLI_OUTPUT_H

/* Whether --output names a folder that crumb may write into: not the site's
 * own, and none in it that holds what people write, links resolved. False:
 * said on standard error. NULL, the option was not given, is fine. */

#include "base/arena.h"

bool output_check(const char *output);

#endif
