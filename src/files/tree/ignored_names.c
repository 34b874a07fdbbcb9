/* SPDX-License-Identifier: MIT */
#include "files/tree/ignored_names.h"

#include "files/path.h"

static bool is_hidden_name(str name)
{
    static const str shown[] = {STR_INIT(".well-known"), STR_INIT(".htaccess"),
                                STR_INIT(".nojekyll")};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (str_eq(name, shown[i])) {
            return false;
        }
    }
    return str_starts(name, STR(".")) || str_ends(name, STR("~")) ||
           (str_starts(name, STR("#")) && str_ends(name, STR("#")));
}

static bool is_backup_name(str name)
{
    static const str endings[] = {STR_INIT(".bak"), STR_INIT(".orig"),
                                  STR_INIT(".swp")};
    return str_is_one_of(path_ext(name), endings,
                         sizeof endings / sizeof *endings);
}

bool name_is_ignored(str name)
{
    return is_hidden_name(name) || is_backup_name(name);
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

bool path_is_ignored(str path)
{
    return any_name(path, name_is_ignored);
}

bool path_is_hidden(str path)
{
    return any_name(path, is_hidden_name);
}

bool path_is_backup(str path)
{
    return any_name(path, is_backup_name);
}
