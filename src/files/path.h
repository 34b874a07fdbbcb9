/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_PATH_H
#define CRUMB_FILES_PATH_H

/* Paths as text, '/' between parts: no file system behind them. */

#include "base/arena.h"

/* a/b; an empty part disappears, an absolute b stays as it is. */
str path_join(struct arena *arena, str a, str b);
/* Without slashes at either end. */
str path_bare(str path);
/* "a/b/c.md" -> "a/b"; without a '/': "". */
str path_dir(str path);
/* "a/b/c.md" -> "c.md". */
str path_base(str path);
/* The path is the folder or something in it: "a" and "a/b" are in "a", "ab" is
 * not. Both as path_normal or fs_real give them. */
bool path_is_in(str path, str folder);
/* "c.tar.gz" -> ".gz"; "" if there is none or the name starts with it. */
str path_ext(str path);
/* Without "." and empty parts, ".." taken back. False if it would climb out
 * of where it starts, or is absolute. */
bool path_normal(struct arena *arena, str path, str *out);

#endif
