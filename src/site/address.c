/* SPDX-License-Identifier: MIT */
#include "site/address.h"

#include "base/simd.h"
#include "files/path.h"
#include "site/config/config.h"
#include "text/slug.h"
#include "text/url.h"

struct address address_make(struct arena *arena, const struct config *config,
                            str path)
{
    bool folder = path.n == 0 || path.p[path.n - 1] == '/';
    str index = folder ? STR("index.html") : STR("");
    str encoded = url_encode_path(arena, path);
    /* One text for all three, if the file is named as in the address. */
    str whole = arena_join(
        arena, (const str[]){config->url, STR("/"), encoded, index}, 4);
    struct address address;
    address.permalink = str_sub(whole, 0, whole.n - index.n);
    address.url = str_from_offset(address.permalink, url_origin(config->url).n);
    address.file = str_eq(encoded, path)
                       ? str_from_offset(whole, config->url.n + 1)
                       : arena_concat(arena, path, index);
    return address;
}

/* A list, and not "whatever has a dot": addresses end in v1.10 and st.gallen
 * too. For the same reason .js, .md, .net and .sh are not in it. */
bool address_is_file(str path)
{
    return str_is_word_of(
        path_ext(path_base(path)),
        STR(".html .htm .xhtml .php .asp .aspx .jsp .cgi .xml .atom .rss .rdf "
            ".opml .json .webmanifest .txt .geojson .csv .tsv .ics .vcf .svg "
            ".pdf"));
}

struct address address_make_page(struct arena *arena,
                                 const struct config *config, str path)
{
    struct address address = address_make(arena, config, path);
    bool folder = path.n == 0 || path.p[path.n - 1] == '/';
    if (!folder && !address_is_file(path)) {
        address.file = arena_concat(arena, path, STR(".html"));
    }
    return address;
}

bool address_is_readers(str file)
{
    return str_ends(file, STR(".html")) && !str_starts(file, STR(".")) &&
           str_find(file, STR("/.")) == STR_NONE &&
           !str_eq(path_base(file), ADDRESS_MISSING);
}

str address_shown(str file)
{
    str index = STR("index.html");
    bool page = str_eq(path_base(file), index);
    return str_sub(file, 0, file.n - (page ? index.n : 0));
}

str address_beside(struct arena *arena, const struct address *page)
{
    str html = STR(".html");
    str shown = address_shown(page->file);
    str base = path_base(shown);
    if (str_ends(base, html)) {
        str stem = str_sub(shown, 0, shown.n - html.n);
        return arena_concat(arena, stem, STR("/"));
    }
    return str_sub(shown, 0, shown.n - base.n);
}

str address_of_page(struct arena *arena, const struct config *config, str first,
                    size_t number, size_t pages)
{
    size_t shown = config->stable_pages ? pages - number + 1 : number;
    return number > 1
               ? arena_printf(arena, "%.*spage/%zu/", STR_ARG(first), shown)
               : first;
}

str address_folder(struct arena *arena, str folder)
{
    str path = {NULL, 0};
    str part;
    while (folder.n && str_split(&folder, '/', &part)) {
        str slug = slug_make(arena, part);
        path = arena_join(
            arena, (const str[]){path, slug.n ? slug : part, STR("/")}, 3);
    }
    return path;
}

str address_collapse(struct arena *arena, str path)
{
    char *p = ARENA_ARRAY(arena, char, path.n);
    size_t n = 0;
    for (size_t i = 0; i < path.n; i++) {
        bool slash = path.p[i] == '/';
        if (!slash || (n && p[n - 1] != '/')) {
            p[n++] = path.p[i];
        }
    }
    return (str){p, n};
}

static uint32_t capitals_mask(simd16 x)
{
    return simd16_mask(simd16_between(x, 'A', 'Z'));
}

str address_fold(struct arena *arena, str file)
{
    str folded = slug_nfc(arena, file);
    bool capital = simd16_find(folded, 0, capitals_mask) < folded.n;
    return capital ? arena_lower(arena, folded) : folded;
}
