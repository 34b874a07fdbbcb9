/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PUBLISH_MANIFEST_H
#define CRUMB_PUBLISH_MANIFEST_H

/* The manifest: the list of files in an output folder that crumb wrote. The
 * format is frozen: a newer crumb must recognise the files of an older one,
 * else it would treat them as foreign.
 *
 *     crumb-manifest 1
 *     0f3b...32 hexadecimal digits 5120 2024/index.html
 *     ...
 *     end 2
 *
 * A line has the file's XXH3-128, its size and its path below the output. Lines
 * are sorted by path in byte order; the last one has their number, so that a
 * torn file is noticed. In a path control characters, DEL and '%' are written
 * as %XX, all other bytes, spaces and non-UTF-8 included, as they are. */

#include "base/hash.h"
#include "base/memory/arena.h"

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

/* False: the text is torn or no manifest; then *out must not be used. Paths
 * without an escape point into text. */
bool manifest_parse(str text, struct arena *arena, struct manifest *out);
void manifest_print(const struct manifest *manifest, struct buf *out);
/* The entry of the path; NULL: there is none. */
const struct manifest_entry *manifest_find(const struct manifest *manifest,
                                           str path);
/* Finds the entry of the path, quicker if its place is `guess`. */
const struct manifest_entry *manifest_find_near(const struct manifest *manifest,
                                                str path, size_t guess);
bool manifest_equal(const struct manifest *a, const struct manifest *b);
/* A hash of the whole manifest, to tell one from another. */
uint64_t manifest_hash(const struct manifest *manifest);
/* Whether the path is valid in a manifest: relative, without "." and ".." and
 * empty parts, not in the stage. */
bool manifest_is_path(str path);

#define MANIFEST_STAGE ".crumb-stage"

#endif
