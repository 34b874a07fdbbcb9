/* SPDX-License-Identifier: MIT */
#include "site/config/config.h"

#include "base/memory/vec.h"
#include "dates/zone.h"
#include "files/fs.h"
#include "files/path.h"

/* Names of a continent and a city. Beside them the folder holds copies
 * (posix/, right/), fixed offsets (Etc/) and tables in small letters. */
static bool is_city(str name)
{
    return str_find_char(name, '/') != STR_NONE && name.p[0] >= 'A' &&
           name.p[0] <= 'Z' && !str_starts(name, STR("Etc/")) &&
           !str_starts(name, STR("SystemV/"));
}

str timezone_nearest(str name, struct arena *arena)
{
    struct fs_list list = {0};
    VEC(str) names = {0};
    VEC(str) cities = {0};
    fs_walk(STR("/usr/share/zoneinfo"), arena, &list);
    name = arena_replace(arena, name, ' ', '_'); /* "new york": New_York */
    for (size_t i = 0; i < list.n; i++) {
        str zone = list.entries[i].name;
        if (is_city(zone)) {
            *VEC_PUSH(&names, arena) = zone;
            *VEC_PUSH(&cities, arena) = path_base(zone);
        }
    }
    for (size_t i = 0; i < names.n; i++) {
        if (str_eq_nocase(cities.p[i], name)) {
            return names.p[i];
        }
    }
    str near = str_nearest(name, names.p, names.n);
    str city = near.n ? near : str_nearest(name, cities.p, cities.n);
    for (size_t i = 0; !near.n && city.n && i < names.n; i++) {
        near = cities.p[i].p == city.p ? names.p[i] : near;
    }
    return near;
}

/* :Europe/Madrid, /usr/share/zoneinfo/Europe/Madrid -> Europe/Madrid */
static str name_of(str text)
{
    str folder = STR("/zoneinfo/");
    size_t at = str_find(text, folder);
    if (at != STR_NONE) {
        return str_from_offset(text, at + folder.n);
    }
    return str_trim(str_starts(text, STR(":")) ? str_from_offset(text, 1)
                                               : text);
}

/* The places that the C library reads, in its order. */
str timezone_of_machine(const char *tz, struct arena *arena)
{
    str text = str_from(tz);
    if (!tz && fs_real(STR("/etc/localtime"), arena, &text) != 0) {
        text = STR("");
    }
    bool copied = !tz && str_find(text, STR("/zoneinfo/")) == STR_NONE;
    if (copied && fs_read(STR("/etc/timezone"), arena, &text) != 0) {
        text = STR("");
    }
    str name = name_of(text);
    bool utc = str_eq(name, STR("Etc/UTC")) || !zone_load(name, arena);
    return utc ? STR("UTC") : name;
}
