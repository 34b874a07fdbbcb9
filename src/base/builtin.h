/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_BUILTIN_H
#define CRUMB_BASE_BUILTIN_H

/* Parts of the program that are made when it is built. */

#include "base/str.h"

/* A file carried in the program. base/builtin.sh makes tables of them, in the
 * order that the Makefile gives: sorted by name. */
struct builtin {
    str name; /* as in this repository: templates/post.html */
    str bytes;
};

/* A checksum of the sources and flags that this program was built from. */
extern const char build_identity[];

#endif
