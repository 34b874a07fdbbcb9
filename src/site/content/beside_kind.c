/* SPDX-License-Identifier: MIT */
#include "site/content/beside_kind.h"

#include "files/path.h"
#include "files/tree/tree.h"
#include "site/content/foreign_markup.h"

static str without_ext(str path)
{
    return str_sub(path, 0, path.n - path_ext(path).n);
}

static bool is_source(str path)
{
    str base = path_base(path);
    return tree_post_ext(base).n || tree_html_ext(base).n ||
           foreign_markup(base);
}

/* The number of the first file that is not before the name. */
static size_t find_first(const struct fs_list *all, str name)
{
    size_t low = 0;
    size_t high = all->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (str_cmp(all->entries[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool has_post(const struct fs_list *all, str stem)
{
    for (size_t i = find_first(all, stem); i < all->n; i++) {
        str name = all->entries[i].name;
        if (!str_starts(name, stem)) {
            return false;
        }
        if (is_source(name) && str_eq(without_ext(name), stem)) {
            return true;
        }
    }
    return false;
}

/* "content" of a file at the top. */
static str folder_name(str path)
{
    str folder = path_dir(path);
    return folder.n ? path_base(folder) : STR("content");
}

enum beside_kind beside_kind(const struct fs_list *all, str path)
{
    static const str programs[] = {STR_INIT(".js"), STR_INIT(".cjs"),
                                   STR_INIT(".mjs")};
    static const str data[] = {STR_INIT(".json"), STR_INIT(".meta")};
    str ext = path_ext(path_base(path));
    str stem = str_sub(path, 0, path.n - ext.n);
    bool json = str_eq(ext, STR(".json"));
    if (str_ends(stem, STR(".11tydata"))) {
        size_t n = sizeof programs / sizeof *programs;
        return json                              ? BESIDE_ELEVENTY
               : str_is_one_of(ext, programs, n) ? BESIDE_PROGRAM
                                                 : BESIDE_NOT;
    }
    if (!str_is_one_of(ext, data, sizeof data / sizeof *data)) {
        return BESIDE_NOT;
    }
    bool folder = json && str_eq(path_base(stem), folder_name(path));
    if (!folder && !has_post(all, stem)) {
        return BESIDE_NOT;
    }
    return json ? BESIDE_ELEVENTY : BESIDE_NIKOLA;
}
