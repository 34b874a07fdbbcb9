/* SPDX-License-Identifier: MIT */
#include "files/path.h"
#include "site/names/file_names.h"
#include "site/view/picture_html.h"
#include "site/view/question.h"
#include "text/html_entity.h"
#include "text/url.h"

/* The length of a picture's ending behind the '.' at `at`; 0: another one. */
static size_t ending_at(str text, size_t at)
{
    static const str endings[] = {STR_INIT("jpg"),  STR_INIT("jpeg"),
                                  STR_INIT("png"),  STR_INIT("webp"),
                                  STR_INIT("heic"), STR_INIT("heif")};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        str part = str_sub(text, at + 1, endings[i].n);
        if (str_eq_nocase(part, endings[i]) &&
            !is_alnum(str_at(text, at + 1 + part.n))) {
            return part.n;
        }
    }
    return 0;
}

/* The address that ends there: back to a character that none has as it is. */
static str address_before(str text, size_t end)
{
    enum { LONGEST = 2000 };
    size_t start = end;
    while (start > 0 && end - start < LONGEST && !is_space(text.p[start - 1]) &&
           !is_any_of(text.p[start - 1], "\"'<>()=,;\\")) {
        start--;
    }
    return str_sub(text, start, end - start);
}

/* The path below the root that an address in that file names; p == NULL: it is
 * of another site. */
static str path_of(const struct site *site, str file, str address,
                   struct arena *arena)
{
    str base = site->config.url;
    str root = url_path(base);
    str path;
    address = url_decode(arena, html_decode(arena, address));
    if (base.n && str_starts(address, base)) {
        address = str_from_offset(address, base.n);
    } else if (root.n && str_starts(address, root)) {
        address = str_from_offset(address, root.n);
    } else if (url_is_absolute(address)) {
        return (str){NULL, 0};
    }
    address = str_starts(address, STR("/"))
                  ? str_from_offset(address, 1)
                  : path_join(arena, path_dir(file), address);
    return path_normal(arena, address, &path) ? path : (str){NULL, 0};
}

void picture_uses(const struct view *view, const struct site *site, str file,
                  str text, struct arena *arena)
{
    const struct published_files *files = view->shared->files;
    if (!files->optional) {
        return;
    }
    for (size_t dot = str_find_char_from(text, 0, '.'); dot < text.n;
         dot = str_find_char_from(text, dot + 1, '.')) {
        size_t n = ending_at(text, dot);
        if (!n) {
            continue;
        }
        str address = address_before(text, dot + 1 + n);
        str path = path_of(site, file, address, arena);
        const struct published_file *found =
            path.p ? published_files_find(files, path) : NULL;
        if (found && found->optional) {
            question_answered(view->recorder, site, ASK_ORIGINAL, path, 1);
        }
    }
}
