/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_PUBLISHED_FILES_H
#define CRUMB_SITE_PUBLISHED_FILES_H

/* The files that are published as they are, by their paths below the site's
 * root: those of static/, of the theme and of content/. The plan lists them;
 * then any thread may ask. */

#include "base/map.h"
#include "base/vec.h"

struct published_files {
    VEC(str) list; /* in the order of the plan */
    struct map by_path;
};

/* The path outlives the list. */
void published_files_add(struct published_files *files, struct arena *arena,
                         str path);
bool published_files_has(const struct published_files *files, str path);
/* Of all paths, mixed into the hash that is given. */
uint64_t published_files_hash(const struct published_files *files,
                              uint64_t hash);

#endif
