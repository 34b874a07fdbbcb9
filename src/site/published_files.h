/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_PUBLISHED_FILES_H
#define CRUMB_SITE_PUBLISHED_FILES_H

/* The files that are published unchanged (from static/, the theme and content/)
 * by their paths below the site's root. The plan adds them; then any thread may
 * read. */

#include "base/memory/map.h"
#include "base/memory/vec.h"

struct published_files {
    VEC(str) list; /* in the order of the plan */
    struct map by_path;
};

/* Adds a path, which must outlive the list. */
void published_files_add(struct published_files *files, struct arena *arena,
                         str path);
bool published_files_has(const struct published_files *files, str path);
/* Mixes a hash of all paths into `hash`. */
uint64_t published_files_hash(const struct published_files *files,
                              uint64_t hash);

#endif
