/* SPDX-License-Identifier: MIT */
#include "site/code_languages.h"

#include "files/path.h"
#include "files/source_file.h"
#include "files/tree/tree.h"

static void add_file(struct language_set *languages, str dir, str name,
                     struct arena *arena, struct diags *diags)
{
    str ext = path_ext(name);
    if (!str_eq_nocase(ext, STR(".yaml")) && !str_eq_nocase(ext, STR(".yml"))) {
        return;
    }
    struct source *source = ARENA_NEW(arena, struct source);
    source->name = path_join(arena, dir, name);
    if (source_file_read(source, arena, diags)) {
        str id = path_base(name);
        language_set_add(languages, str_sub(id, 0, id.n - ext.n), source);
    }
}

void code_languages_load(str dir, const struct tree_site *site,
                         struct arena *arena, struct diags *diags,
                         struct language_set *languages)
{
    struct fs_list list = {0};
    if (fs_kind(dir, false) == FS_MISSING) {
        return;
    }
    int error = tree_scan(dir, site, arena, diags, &list);
    if (error) {
        struct source *source = ARENA_NEW(arena, struct source);
        source->name = dir;
        diag_error(diags, span_of(source, 0, 0), "unreadable", "%s",
                   strerror(error));
        return;
    }
    for (size_t i = 0; i < list.n; i++) {
        add_file(languages, dir, list.entries[i].name, arena, diags);
    }
    language_set_check(languages, diags);
}
