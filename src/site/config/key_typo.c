/* SPDX-License-Identifier: MIT */
#include "site/config/schema.h"

/* Keys of other generators that are near to one of ours, and no typos. */
bool key_is_foreign(str name)
{
    static const str names[] = {
        STR_INIT("links"),     STR_INIT("images"), STR_INIT("covers"),
        STR_INIT("langs"),     STR_INIT("pin"),    STR_INIT("linkurl"),
        STR_INIT("linkUrl"),   STR_INIT("tocs"),   STR_INIT("subtitle"),
        STR_INIT("templates"), STR_INIT("serves"),
    };
    return str_is_among(name, names, sizeof names / sizeof *names);
}

enum { MAX_KEY = 24 }; /* no known key is as long */

/* A quick test before the distance is computed, since every key of the author's
 * own is compared: most pairs of words differ in their lengths or sets of
 * letters. A typo of one letter changes up to two letters of the set. */
static bool is_far(str a, str b)
{
    size_t slips = b.n >= 8 ? 2 : 1;
    uint32_t letters = 0;
    if (a.n > b.n + slips || b.n > a.n + slips) {
        return true;
    }
    for (size_t i = 0; i < a.n; i++) {
        letters |= 1u << (to_lower(a.p[i]) & 31);
    }
    uint32_t others = 0;
    for (size_t i = 0; i < b.n; i++) {
        others |= 1u << (to_lower(b.p[i]) & 31);
    }
    return (size_t)__builtin_popcount(letters ^ others) > 2 * slips;
}

/* Stricter than a setting's nearest name: any word may be a key of the
 * author's own. One letter too many, too few or swapped; in longer words also
 * a wrong one. `data` and `rate` are words, not typos of `date`. */
bool key_is_typo(str name, str known)
{
    char small[MAX_KEY];
    if (name.n > MAX_KEY || name.n < 3 || is_far(name, known)) {
        return false;
    }
    for (size_t i = 0; i < name.n; i++) {
        small[i] = to_lower(name.p[i]);
    }
    size_t distance = str_distance((str){small, name.n}, known, 2);
    if (distance != 1) {
        return distance == 0 || str_eq_nocase(name, known) ||
               (distance == 2 && known.n >= 8);
    }
    if (name.n != known.n || known.n >= 6) {
        return true;
    }
    size_t different = 0;
    for (size_t i = 0; i < name.n; i++) {
        different += small[i] != known.p[i];
    }
    return different == 2;
}

str key_foreign_setting(str name)
{
    static const struct {
        str theirs;
        str ours;
    } names[] = {
        {STR_INIT("baseurl"), STR_INIT("url")},
        {STR_INIT("base_url"), STR_INIT("url")},
        {STR_INIT("site_url"), STR_INIT("url")},
        {STR_INIT("name"), STR_INIT("title")},
        {STR_INIT("sitename"), STR_INIT("title")},
        {STR_INIT("tagline"), STR_INIT("description")},
        {STR_INIT("subtitle"), STR_INIT("description")},
        {STR_INIT("lang"), STR_INIT("language")},
        {STR_INIT("locale"), STR_INIT("language")},
        {STR_INIT("languagecode"), STR_INIT("language")},
        {STR_INIT("default_language"), STR_INIT("language")},
        {STR_INIT("defaultcontentlanguage"), STR_INIT("language")},
        {STR_INIT("enablegitinfo"), STR_INIT("updated")},
        {STR_INIT("uglyurls"), STR_INIT("urls")},
        {STR_INIT("tz"), STR_INIT("timezone")},
        {STR_INIT("permalinks"), STR_INIT("permalink")},
        {STR_INIT("per_page"), STR_INIT("paginate")},
        {STR_INIT("paginate_by"), STR_INIT("paginate")},
        {STR_INIT("pagination"), STR_INIT("paginate")},
        {STR_INIT("destination"), STR_INIT("output")},
        {STR_INIT("publishdir"), STR_INIT("output")},
        {STR_INIT("public_dir"), STR_INIT("output")},
        {STR_INIT("nav"), STR_INIT("menu")},
        {STR_INIT("navigation"), STR_INIT("menu")},
        {STR_INIT("markup"), STR_INIT("markdown")},
        {STR_INIT("extra"), STR_INIT("params")},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_eq_nocase(name, names[i].theirs)) {
            return names[i].ours;
        }
    }
    return (str){NULL, 0};
}
