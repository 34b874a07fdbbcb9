/* SPDX-License-Identifier: MIT */
#include "site/published_files.h"

#include "base/hash.h"

void published_files_add(struct published_files *files, struct arena *arena,
                         str path)
{
    *VEC_PUSH(&files->list, arena) = path;
    *map_put(&files->by_path, arena, path) = files;
}

bool published_files_has(const struct published_files *files, str path)
{
    return map_get(&files->by_path, path) != NULL;
}

uint64_t published_files_hash(const struct published_files *files,
                              uint64_t hash)
{
    for (size_t i = 0; i < files->list.n; i++) {
        hash = hash64_mix(hash, hash64(files->list.p[i]));
    }
    return hash;
}
