/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_CONFIG_BUILTIN_H
#define CRUMB_SITE_CONFIG_BUILTIN_H

/* The theme carried in the program: this repository's templates/ and
 * static/, made into a table by builtin.sh when crumb is built. Sorted by
 * name. */

#include "base/str.h"

struct builtin {
    str name; /* templates/post.html, static/style.css */
    str bytes;
};

extern const struct builtin builtin_files[];
extern const size_t builtin_count;

#endif
