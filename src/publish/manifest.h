/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PUBLISH_MANIFEST_H
#define CRUMB_PUBLISH_MANIFEST_H

/* What is ours in an output folder. The format is frozen: a newer crumb must
 * know what an older one wrote, else it would take it for somebody else's.
 *
 *     crumb-manifest 1
 *     0f3b...32 hexadecimal digits 5120 2024/index.html
 *     ...
 *     end 2
 *
 * A line is the file's XXH3-128, its size and its path below the output, by
 * path in byte order; the last line counts them, so that a torn file shows.
 * In a path a control character, DEL or '%' is %XX; all else, spaces and
 * non-UTF-8 included, stands as it is. */

#include "base/arena.h"
#include "base/hash.h"

struct buf;

struct manifest_entry {
    str path;
    struct hash128 hash;
    uint64_t size;
};

struct manifest {
    struct manifest_entry *entries; /* by path, byte order, no path twice */
    size_t n;
};

/* False: torn, or none of ours; then nothing of it is to be believed. Paths
 * without an escape point into text. */
bool manifest_parse(str text, struct arena *arena, struct manifest *out);
void manifest_print(const struct manifest *manifest, struct buf *out);
/* NULL: not there. */
const struct manifest_entry *manifest_find(const struct manifest *manifest,
                                           str path);
/* The index of the first entry that is not before the path. */
size_t manifest_lower(const struct manifest *manifest, str path);
bool manifest_equal(const struct manifest *a, const struct manifest *b);
/* Stands for all that is in it, to tell one manifest from another. */
uint64_t manifest_hash(const struct manifest *manifest);
/* Relative, below the output, without "." and ".." and empty parts, not in
 * the folder where files are staged. */
bool manifest_is_path(str path);

#define MANIFEST_STAGE ".crumb-stage"

#endif
