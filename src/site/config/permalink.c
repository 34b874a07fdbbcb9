/* SPDX-License-Identifier: MIT */
#include "site/config/config_parts.h"

#include <string.h>

#include "base/memory/buf.h"
#include "files/path.h"

static bool wrong(span at, struct diags *diags, const char *message,
                  const char *hint)
{
    struct diag *diag = diag_error(diags, at, "bad-permalink", "%s", message);
    diag_hint(diag, "%s", hint);
    return false;
}

static const str placeholders[] = {
    STR_INIT("section"), STR_INIT("slug"),       STR_INIT("year"),
    STR_INIT("month"),   STR_INIT("day"),        STR_INIT("title"),
    STR_INIT("name"),    STR_INIT("categories"),
};

enum { PLACEHOLDERS = sizeof placeholders / sizeof *placeholders };

static bool unknown_placeholder(span at, str name, struct diags *diags)
{
    struct diag *diag =
        diag_error(diags, at, "bad-permalink", "there is no placeholder {%.*s}",
                   STR_ARG(name));
    str near = str_nearest(name, placeholders, PLACEHOLDERS);
    if (near.n) {
        diag_hint(diag, "did you mean {%.*s}?", STR_ARG(near));
    } else {
        diag_hint(diag, "there are {section} {slug} {year} {month} {day} "
                        "{title} {name} {categories} {extra.KEY}");
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
        bool extra =
            str_starts(name, PERMALINK_EXTRA) && name.n > PERMALINK_EXTRA.n;
        if (!extra && !str_is_among(name, placeholders, PLACEHOLDERS)) {
            return unknown_placeholder(at, name, diags);
        }
        *unique =
            *unique || extra || str_is_word_of(name, STR("slug title name"));
        i += n + 1;
    }
    return true;
}

static bool has_odd_character(str pattern)
{
    for (size_t i = 0; i < pattern.n; i++) {
        if ((unsigned char)pattern.p[i] < ' ' || strchr("?#\\", pattern.p[i])) {
            return true;
        }
    }
    return false;
}

/* Puts a pattern of Jekyll's in crumb's words. False: it has one of its own. */
static bool put_in_braces(str pattern, struct buf *out)
{
    static const struct {
        str theirs, ours;
    } words[] = {
        {STR_INIT(":year"), STR_INIT("{year}")},
        {STR_INIT(":month"), STR_INIT("{month}")},
        {STR_INIT(":day"), STR_INIT("{day}")},
        {STR_INIT(":title"), STR_INIT("{slug}")},
        {STR_INIT(":slug"), STR_INIT("{slug}")},
        {STR_INIT(":categories"), STR_INIT("{categories}")},
        {STR_INIT(":section"), STR_INIT("{section}")},
        {STR_INIT(":filename"), STR_INIT("{name}")},
        {STR_INIT(":abbrlink"), STR_INIT("{extra.abbrlink}")},
    };
    str part;
    while (str_split(&pattern, '/', &part)) {
        bool found = !str_starts(part, STR(":"));
        for (size_t i = 0; !found && i < sizeof words / sizeof *words; i++) {
            str theirs = words[i].theirs; /* of ":title.html", too */
            found = str_eq(str_sub(part, 0, str_find_char(part, '.')), theirs);
            buf_put(out, found ? words[i].ours : STR(""));
            part = str_from_offset(part, found ? theirs.n : 0);
        }
        buf_put(out, part);
        buf_put(out, pattern.p ? STR("/") : STR(""));
        if (!found) {
            return false;
        }
    }
    return true;
}

static bool has_colons(str pattern, span at, struct diags *diags)
{
    if (str_find(pattern, STR("/:")) == STR_NONE) {
        return false;
    }
    struct buf ours = {0};
    bool known = put_in_braces(pattern, &ours);
    struct diag *diag = diag_error(diags, at, "bad-permalink",
                                   "placeholders are in braces here");
    str cure = known ? buf_str(&ours) : STR("/{year}/{month}/{slug}/");
    diag_hint(diag, "write permalink: %.*s", STR_ARG(cure));
    buf_free(&ours);
    return true;
}

static bool check_pattern(str pattern, span at, struct diags *diags)
{
    bool unique;
    if (has_colons(pattern, at, diags)) {
        return false;
    }
    if (pattern.p[0] != '/') {
        return wrong(at, diags,
                     "a permalink starts at the site's root, with \"/\"",
                     "write permalink: /{section}/{slug}/");
    }
    if (path_has_dots(pattern)) {
        return wrong(at, diags, "the permalink leads out of its folder",
                     "take the parts \"..\" and \".\" out, as in "
                     "/{section}/{slug}/");
    }
    if (has_odd_character(pattern)) {
        return wrong(at, diags,
                     "the permalink has a character in it that addresses "
                     "can't have",
                     "letters, digits and - are best: no ? # \\");
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

/* --- reading --- */

static bool read_entry(const struct schema *schema, const struct dict *dict,
                       size_t i, struct permalink *out)
{
    str name = schema_key_text(dict, i);
    const struct schema_key pattern_key = {.name = name, .type = SCHEMA_TEXT};
    str pattern = {NULL, 0};
    if (!schema_read(schema, &pattern_key, dict, i, &pattern)) {
        return false;
    }
    if (!pattern.n) {
        return true;
    }
    if (!check_pattern(pattern, dict_value_span(dict, i), schema->diags)) {
        return false;
    }
    if (str_eq(name, STR("posts"))) {
        out->posts = pattern;
    } else if (str_eq(name, STR("pages"))) {
        out->pages = pattern;
    } else {
        *VEC_PUSH(&out->rules, schema->arena) = (struct permalink_rule){
            path_bare(name), pattern, dict_key_span(dict, i)};
    }
    return true;
}

bool config_take_permalink(const struct schema_setting *setting, void *config)
{
    const struct schema *schema = setting->schema;
    struct permalink *out = &((struct config *)config)->permalink;
    value v = setting->as.any;
    span at = setting->at;
    if (value_is_sequence(v)) {
        return schema_wrong_type(schema, STR("permalink"), v, at,
                                 "a pattern or a map",
                                 "write permalink: /{section}/{slug}/");
    }
    if (!value_is(v, VALUE_DICT)) {
        str pattern = str_trim(schema_text(v, at));
        if (!check_pattern(pattern, at, schema->diags)) {
            return false;
        }
        out->posts = pattern;
        return true;
    }
    bool ok = true;
    for (size_t i = 0; i < v.as.dict->entries.n; i++) {
        ok = read_entry(schema, v.as.dict, i, out) && ok;
    }
    return ok;
}

bool config_take_urls(const struct schema_setting *setting, void *config)
{
    static const str words[] = {
        [PERMALINK_SLASH] = STR_INIT("slash"),
        [PERMALINK_BARE] = STR_INIT("bare"),
        [PERMALINK_UGLY] = STR_INIT("ugly"),
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_eq(setting->as.text, words[i])) {
            ((struct config *)config)->permalink.style =
                (enum permalink_style)i;
            return true;
        }
    }
    struct diag *diag =
        diag_error(setting->schema->diags, setting->at, "wrong-type",
                   "\"urls\" wants slash, bare or ugly");
    diag_hint(diag, "slash: /baking/rye/, bare: /baking/rye, ugly: "
                    "/baking/rye.html");
    return false;
}

/* --- rules --- */

const struct permalink_rule *permalink_rule(const struct permalink *permalink,
                                            str folder)
{
    const struct permalink_rule *nearest = NULL;
    for (size_t i = 0; i < permalink->rules.n; i++) {
        const struct permalink_rule *rule = &permalink->rules.p[i];
        if (path_is_in(folder, rule->name) &&
            (!nearest || rule->name.n > nearest->name.n)) {
            nearest = rule;
        }
    }
    return nearest;
}
