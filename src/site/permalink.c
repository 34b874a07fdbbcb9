/* SPDX-License-Identifier: MIT */
#include "site/permalink.h"

static bool wrong(span at, struct diags *diags, const char *message,
                  const char *hint)
{
    struct diag *diag = diag_error(diags, at, "bad-permalink", "%s", message);
    diag_hint(diag, "%s", hint);
    return false;
}

static const str placeholders[] = {
    STR_INIT("section"), STR_INIT("slug"),  STR_INIT("year"), STR_INIT("month"),
    STR_INIT("day"),     STR_INIT("title"), STR_INIT("name"),
};

static bool unknown_placeholder(span at, str name, struct diags *diags)
{
    size_t n = sizeof placeholders / sizeof *placeholders;
    struct diag *diag =
        diag_error(diags, at, "bad-permalink", "there is no placeholder {%.*s}",
                   STR_ARG(name));
    str near = str_nearest(name, placeholders, n);
    if (near.n) {
        diag_hint(diag, "did you mean {%.*s}?", STR_ARG(near));
    } else {
        diag_hint(diag, "there are {section} {slug} {year} {month} {day} "
                        "{title} {name}");
    }
    return false;
}

static bool is_placeholder(str name)
{
    for (size_t i = 0; i < sizeof placeholders / sizeof *placeholders; i++) {
        if (str_eq(name, placeholders[i])) {
            return true;
        }
    }
    return false;
}

/* Goes through the pattern; *unique: something in it differs from post to
 * post. */
static bool check_placeholders(str pattern, span at, struct diags *diags,
                               bool *unique)
{
    *unique = false;
    for (size_t i = 0; i < pattern.n; i++) {
        if (pattern.p[i] != '{') {
            continue;
        }
        size_t n = str_find_char(str_from_offset(pattern, i + 1), '}');
        if (n == STR_NONE) {
            return wrong(at, diags, "a { without its } in the permalink",
                         "write permalink: /{section}/{slug}/");
        }
        str name = str_sub(pattern, i + 1, n);
        if (!is_placeholder(name)) {
            return unknown_placeholder(at, name, diags);
        }
        *unique = *unique || str_eq(name, STR("slug")) ||
                  str_eq(name, STR("title")) || str_eq(name, STR("name"));
        i += n + 1;
    }
    return true;
}

bool permalink_check(str pattern, span at, struct diags *diags)
{
    bool unique;
    if (str_find(pattern, STR("/:")) != STR_NONE) {
        return wrong(at, diags, "placeholders stand in braces here",
                     "write permalink: /{year}/{month}/{slug}/");
    }
    if (pattern.p[0] != '/' || str_find(pattern, STR("/..")) != STR_NONE) {
        return wrong(at, diags,
                     "a permalink starts at the site's root, with \"/\"",
                     "write permalink: /{section}/{slug}/");
    }
    if (!check_placeholders(pattern, at, diags, &unique)) {
        return false;
    }
    if (!unique) {
        return wrong(at, diags, "all posts of a day would have one address",
                     "put {slug}, {title} or {name} into it");
    }
    return true;
}
