/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_BUILTIN_H
#define CRUMB_BASE_BUILTIN_H

/* A file carried in the program. base/builtin.sh makes tables of them when
 * crumb is built, in the order that the Makefile gives: sorted by name. */

#include "base/str.h"

struct builtin {
    str name; /* as in this repository: templates/post.html */
    str bytes;
};

#endif
