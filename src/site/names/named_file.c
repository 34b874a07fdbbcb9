/* SPDX-License-Identifier: MIT */
#include "site/names/named_file.h"

#include "base/hash.h"
#include "files/path.h"
#include "site/names/known_names.h"
#include "site/published_files.h"
#include "site/site.h"

/* p == NULL: no file of content/ is there. */
static str at_path(const struct site *site, str folder, str name,
                   struct arena *arena)
{
    str path;
    const struct asset *asset =
        path_normal(arena, path_join(arena, folder, name), &path)
            ? site_asset(site, path, arena)
            : NULL;
    return asset ? asset->file->path : (str){NULL, 0};
}

/* A picture of content/ is published too, and then counts once. */
static str by_end(const struct site *site,
                  const struct published_files *published, str name,
                  struct arena *arena)
{
    str found = {NULL, 0};
    str other = {NULL, 0};
    str end = arena_concat(arena, STR("/"), name);
    size_t n = nearest_ending(
        file_names_of(site->file_names, site, NAMES_ASSETS), end, &found);
    size_t all =
        published
            ? nearest_ending(file_names_published(site->file_names, published),
                             end, &other)
            : n;
    return n > 1 || all > 1 ? (str){NULL, 0} : n ? found : other;
}

str named_file_find(const struct site *site,
                    const struct published_files *published, str folder,
                    str name, struct arena *arena)
{
    name = str_trim(name);
    str bare = str_from_offset(name, str_starts(name, STR("/")));
    str found = {NULL, 0};
    if (bare.n == name.n) {
        found = at_path(site, folder, name, arena);
    }
    if (!found.p) {
        found = at_path(site, STR(""), bare, arena);
    }
    if (!found.p && published && published_files_has(published, bare)) {
        found = bare;
    }
    if (!found.p && bare.n) {
        found = by_end(site, published, bare, arena);
    }
    return found.p ? arena_concat(arena, STR("/"), found) : found;
}

uint64_t named_file_hash(const struct site *site,
                         const struct published_files *published, str question,
                         struct arena *work)
{
    size_t bar = str_rfind_char(question, '|');
    return hash64(named_file_find(
        site, published, str_sub(question, 0, bar),
        str_from_offset(question, bar == STR_NONE ? 0 : bar + 1), work));
}
