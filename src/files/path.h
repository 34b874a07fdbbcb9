/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_FILES_PATH_H
#define CRUMB_FILES_PATH_H

/* Paths as text, '/' between parts; the file system is never asked. Functions
 * with an arena return a copy in it that a NUL follows, the others a slice of
 * `path`. */

#include "base/memory/arena.h"

/* "a/b"; b alone if it is absolute or a is empty, a alone if b is empty. */
str path_join(struct arena *arena, str a, str b);
/* Strips slashes from both ends. */
str path_bare(str path);
/* "/a/b" -> "a/b": strips one slash in front. */
str path_rootless(str path);
/* "a/b/c.md" -> "a/b"; without a '/': "". */
str path_dir(str path);
/* "a/b/c.md" -> "c.md". */
str path_base(str path);
/* The path is the folder or something in it: "a" and "a/b" are in "a", "ab" is
 * not. Both as path_normal or fs_real give them. */
bool path_is_in(str path, str folder);
/* The path from the folder on: "b" of "a/b" in "a". p == NULL: it is not in the
 * folder, or that is empty. */
str path_below(str path, str folder);
/* "c.tar.gz" -> ".gz"; "" if there is none or the name starts with it. */
str path_ext(str path);
/* "a/b.tar.gz" -> "a/b.tar": without path_ext. */
str path_stem(str path);
/* A part of the path is "." or "..". */
bool path_has_dots(str path);
/* "a/./b//../c" -> "a/c": resolves "." and "..", drops empty parts. False if
 * the path is absolute or leads out of where it starts. */
bool path_normal(struct arena *arena, str path, str *out);

#endif
