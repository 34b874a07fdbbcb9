/* SPDX-License-Identifier: MIT */
#include "files/tree/ignored_names.h"

#include "files/path.h"

static bool is_hidden_name(str name)
{
    static const str shown[] = {STR_INIT(".well-known"), STR_INIT(".htaccess"),
                                STR_INIT(".nojekyll")};
    return (str_starts(name, STR(".")) && !str_is_among(name, shown, 3)) ||
           str_ends(name, STR("~")) ||
           str_is_word_of(name, STR("Thumbs.db desktop.ini")) ||
           (str_starts(name, STR("#")) && str_ends(name, STR("#")));
}

static bool is_backup_name(str name)
{
    return str_is_word_of(path_ext(name), STR(".bak .orig .swp"));
}

static bool any_name(str path, bool (*is)(str name))
{
    str name;
    while (str_split(&path, '/', &name)) {
        if (is(name)) {
            return true;
        }
    }
    return false;
}

bool path_is_hidden(str path)
{
    return any_name(path, is_hidden_name);
}

bool path_is_backup(str path)
{
    return any_name(path, is_backup_name);
}

bool path_is_ignored(str path)
{
    return path_is_hidden(path) || path_is_backup(path);
}
