/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_STARTER_H
#define CRUMB_CLI_STARTER_H

/* The files that `crumb init` creates, from src/cli/starter/; base/builtin.sh
 * puts them into the program. @TITLE@, @TIMEZONE@ and @DATE@ are placeholders.
 * Sorted by name. */

#include "base/builtin.h"

extern const struct builtin starter_files[]; /* src/cli/starter/site.yaml */
extern const size_t starter_count;

#endif
