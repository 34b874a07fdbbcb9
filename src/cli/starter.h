/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CLI_STARTER_H
#define CRUMB_CLI_STARTER_H

/* The files with which `crumb init` begins a blog: src/cli/starter/, carried in
 * the program by builtin.sh. In them @TITLE@, @TIMEZONE@ and @DATE@ stand for
 * the blog's own. Sorted by name. */

#include "site/config/builtin.h"

extern const struct builtin starter_files[]; /* src/cli/starter/site.yaml */
extern const size_t starter_count;

#endif
