/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_BUILTIN_H
#define CRUMB_SITE_CONFIG_BUILTIN_H

/* The theme, which is part of the program: this repository's templates/ and
 * static/. */

#include "base/builtin.h"

extern const struct builtin builtin_files[];
extern const size_t builtin_count;

#endif
