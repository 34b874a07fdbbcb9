/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "files/path.h"
#include "site/address.h"
#include "site/frontmatter/frontmatter.h"
#include "text/slug.h"
#include "text/url.h"

/* The addresses that front matter chooses: what other generators would expand
 * or answer at is named and passed over, what leads out of the site refused. */

static bool escapes(const struct schema *schema, span at, const char *code,
                    const char *what)
{
    struct diag *diag = diag_error(schema->diags, at, code,
                                   "the %s leads out of its folder", what);
    diag_hint(diag, "take the parts \"..\" and \".\" out");
    return false;
}

/* Hugo takes `slug: /old/` for `slug: old`. */
static void check_slash(const struct schema *schema, struct frontmatter *out)
{
    str *slug = &out->slug;
    if (!str_starts(*slug, STR("/"))) {
        return;
    }
    struct diag *diag =
        diag_warning(schema->diags, out->slug_at, "bad-url",
                     "a slug is the end of an address: the \"/\" in front is "
                     "passed over");
    diag_hint(diag, "take it out (an address from the site's root is \"url\")");
    while (str_starts(*slug, STR("/"))) {
        *slug = str_from_offset(*slug, 1);
    }
}

static bool has_scheme(str s)
{
    return str_find(s, STR("://")) != STR_NONE || str_starts(s, STR("//"));
}

/* Words and patterns that Jekyll, Eleventy and site.yaml expand. The words are
 * addresses as a `url`, which Jekyll and Eleventy have not. */
static bool is_pattern(str url, bool permalink)
{
    static const str styles[] = {
        STR_INIT("pretty"),  STR_INIT("date"),     STR_INIT("none"),
        STR_INIT("ordinal"), STR_INIT("weekdate"),
    };
    return (permalink &&
            str_is_among(url, styles, sizeof styles / sizeof *styles)) ||
           str_eq(url, STR("false")) || str_find(url, STR("/:")) != STR_NONE ||
           str_find_char(url, '{') != STR_NONE || str_starts(url, STR(":"));
}

/* "/%E4%BD%A0/", as it is copied from a browser: servers look for the file
 * under the decoded name. */
static str decoded(const struct schema *schema, str path)
{
    if (str_find_char(path, '%') == STR_NONE) {
        return path;
    }
    str plain = url_decode(schema->arena, path);
    for (size_t i = 0; i < plain.n; i++) {
        if ((unsigned char)plain.p[i] < ' ' || plain.p[i] == 0x7F) {
            return path;
        }
    }
    return utf8_invalid(plain) == STR_NONE ? plain : path;
}

static bool check_url(const struct schema *schema, bool permalink,
                      struct frontmatter_uncommon *uncommon)
{
    uncommon->url = decoded(schema, uncommon->url);
    if (str_find_char(uncommon->url, '\\') != STR_NONE) {
        diag_hint(diag_warning(schema->diags, uncommon->url_at, "bad-url",
                               "no address has a \"\\\" in it: passed over"),
                  "write it with \"/\", as /2024/a-post/");
        uncommon->url = (str){NULL, 0};
        return true;
    }
    bool pattern = is_pattern(uncommon->url, permalink);
    if (pattern || has_scheme(uncommon->url)) {
        struct diag *diag = diag_warning(
            schema->diags, uncommon->url_at, "bad-url", "%s: passed over",
            pattern ? "this is a pattern, not the post's address"
                    : "a post's address starts at the site's root");
        diag_hint(diag, "%s",
                  pattern ? "write the address itself, as /2024/a-post/, or "
                            "set \"permalink\" in site.yaml"
                          : "write the path alone, as /2024/a-post/ (what the "
                            "post is about is \"link\")");
        uncommon->url = (str){NULL, 0};
        return true;
    }
    return !path_has_dots(uncommon->url) ||
           escapes(schema, uncommon->url_at, "url-escapes", "url");
}

/* In Obsidian, aliases are other names of a note: "Ethernet VPN". A text
 * without a slash is an address only if it looks like one. */
static bool is_name(str alias)
{
    bool address =
        str_find_char(alias, '/') != STR_NONE || address_is_file(alias);
    for (size_t i = 0; i < alias.n && !address; i++) {
        char c = alias.p[i];
        bool plain =
            is_digit(c) || (c >= 'a' && c <= 'z') || (c && strchr("-_.~", c));
        if (!plain) {
            return true;
        }
    }
    return false;
}

/* It may still have been an address: Rel-2.0. */
static bool is_doubtful(str name)
{
    for (size_t i = 0; i < name.n; i++) {
        if (!is_alnum(name.p[i]) && !strchr("-_.~", name.p[i])) {
            return false;
        }
    }
    return str_find_char(name, '.') != STR_NONE;
}

static void warn_name(const struct schema *schema,
                      const struct text_item *first, size_t n)
{
    str rest = n > 1 ? arena_printf(schema->arena, ", nor for %zu more", n - 1)
                     : STR("");
    struct diag *diag = diag_warning(
        schema->diags, first->at, "bad-alias",
        "this is a name and no address: no page is made for it%.*s",
        STR_ARG(rest));
    str slug = slug_make(schema->arena, first->text);
    if (slug.n) {
        diag_hint(diag, "write /%.*s/ if the post was there, else leave it",
                  STR_ARG(slug));
    }
}

/* Drops addresses that a static site can't answer at: full ones, and
 * WordPress's /?p=12. Names are kept apart. */
static bool check_aliases(const struct schema *schema, struct frontmatter *out,
                          struct frontmatter_uncommon *uncommon)
{
    struct text_list *aliases = &out->aliases;
    bool ok = true;
    size_t kept = 0;
    struct text_item name = {0};
    size_t doubtful = 0;
    for (size_t i = 0; i < aliases->n; i++) {
        struct text_item alias = aliases->p[i];
        alias.text = decoded(schema, alias.text);
        bool typed = str_eq(alias.text, aliases->p[i].text);
        bool query = str_find_char(alias.text, '?') != STR_NONE ||
                     str_find_char(alias.text, '#') != STR_NONE ||
                     str_find_char(alias.text, '\\') != STR_NONE;
        if (has_scheme(alias.text) || query) {
            struct diag *diag =
                diag_warning(schema->diags, alias.at, "bad-alias",
                             "there can be no file at this alias: passed over");
            diag_hint(diag, "write a path of this site, as /old/address/");
        } else if (typed && is_name(alias.text)) {
            *VEC_PUSH(&uncommon->names, schema->arena) = alias;
            if (is_doubtful(alias.text)) {
                name = doubtful++ ? name : alias;
            }
        } else if (str_starts(alias.text, STR("/")) &&
                   path_has_dots(alias.text)) {
            ok = escapes(schema, alias.at, "alias-escapes", "alias");
        } else {
            aliases->p[kept++] = alias;
            /* Hugo's "was" is an address beside the post's, Obsidian's a name:
             * links find it as both. */
            if (typed && str_find_char(alias.text, '/') == STR_NONE &&
                str_find_char(alias.text, '.') == STR_NONE) {
                *VEC_PUSH(&uncommon->names, schema->arena) = alias;
            }
        }
    }
    aliases->n = kept;
    if (doubtful) {
        warn_name(schema, &name, doubtful);
    }
    return ok;
}

bool frontmatter_check_addresses(const struct schema *schema, bool permalink,
                                 struct frontmatter *out,
                                 struct frontmatter_uncommon *uncommon)
{
    bool ok = check_aliases(schema, out, uncommon);
    out->slug = decoded(schema, out->slug);
    check_slash(schema, out);
    if (path_has_dots(out->slug)) {
        ok = escapes(schema, out->slug_at, "slug-escapes", "slug");
    }
    return check_url(schema, permalink, uncommon) && ok;
}
