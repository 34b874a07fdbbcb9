/* SPDX-License-Identifier: MIT */
#include "files/path.h"
#include "site/names/file_names.h"
#include "site/view/picture_html.h"
#include "site/view/question.h"
#include "text/html_entity.h"
#include "text/url.h"

size_t picture_ending(str text, size_t at)
{
    static const str endings[] = {
        STR_INIT("jpg"),  STR_INIT("jpeg"), STR_INIT("png"),
        STR_INIT("webp"), STR_INIT("heic"), STR_INIT("heif"),
        STR_INIT("avif"), STR_INIT("jfif"), STR_INIT("jpe")};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        str part = str_sub(text, at + 1, endings[i].n);
        if (str_eq_nocase(part, endings[i]) &&
            !is_alnum(str_at(text, at + 1 + part.n))) {
            return part.n;
        }
    }
    return 0;
}

/* Characters around an address. */
static bool is_around(char c)
{
    return is_space(c) || is_any_of(c, "\"'<>()=,;\\");
}

/* Whether a path goes on with these bytes: those of x.jpg/y.jpg are of one. */
static bool is_path(str bytes)
{
    for (size_t i = 0; i < bytes.n; i++) {
        char c = bytes.p[i];
        if (!is_alnum(c) && !(c & 0x80) && !is_any_of(c, "._-/%~+@")) {
            return false;
        }
    }
    return true;
}

str picture_below_root(const struct site *site, str address)
{
    str base = site->config.url;
    str root = url_path(base);
    return base.n && str_starts(address, base)
               ? str_from_offset(address, base.n)
           : str_starts(address, root) ? str_from_offset(address, root.n)
                                       : address;
}

/* The path below the root that an address in that file names; p == NULL: it is
 * of another site. */
static str path_of(const struct site *site, str file, str address,
                   struct arena *arena)
{
    str path;
    address = picture_below_root(
        site, url_decode(arena, html_decode(arena, address)));
    if (url_is_absolute(address)) {
        return (str){NULL, 0};
    }
    address = str_starts(address, STR("/"))
                  ? str_from_offset(address, 1)
                  : path_join(arena, path_dir(file), address);
    return path_normal(arena, address, &path) ? path : (str){NULL, 0};
}

/* Whether the site has a picture whose original may be left out. Most have
 * none, and their pages are not searched. */
static bool has_optional(const struct view *view, const struct site *site)
{
    struct gate gate = question_gate(view, site, ASK_ORIGINAL, STR(""));
    bool any = view->shared->files->optional > 0;
    gate_restore(gate);
    return any;
}

static void note_address(const struct view *view, const struct site *site,
                         str file, str address, struct arena *arena)
{
    enum { LONGEST = 2000 };
    str path = address.n && address.n <= LONGEST
                   ? path_of(site, file, address, arena)
                   : (str){NULL, 0};
    /* A file that is not there yet is a fact as well. */
    if (path.n && !picture_form_stem(path).n) {
        question_ask(view, site, ASK_ORIGINAL, path);
    }
}

/* Each byte belongs to one address at most, so that a text of endings alone
 * takes no longer than another. */
void picture_uses(const struct view *view, const struct site *site, str file,
                  str text, struct arena *arena)
{
    str address = STR("");
    size_t from = 0; /* the end of `address` */
    if (!has_optional(view, site)) {
        return;
    }
    for (size_t dot = str_find_char_from(text, 0, '.'); dot < text.n;
         dot = str_find_char_from(text, dot + 1, '.')) {
        size_t n = picture_ending(text, dot);
        if (!n) {
            continue;
        }
        size_t start = dot;
        while (start > from && !is_around(text.p[start - 1])) {
            start--;
        }
        size_t end = dot + 1 + n;
        if (address.n && start == from &&
            is_path(str_sub(text, from, dot - from))) {
            start -= address.n;
        } else {
            note_address(view, site, file, address, arena);
        }
        address = str_sub(text, start, end - start);
        from = end;
    }
    note_address(view, site, file, address, arena);
}
