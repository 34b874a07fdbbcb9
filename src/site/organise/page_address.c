/* SPDX-License-Identifier: MIT */
#include "site/organise/page_address.h"

#include "base/buf.h"
#include "files/path.h"
#include "site/site.h"
#include "text/slug.h"
#include "text/url.h"

struct address address_make(struct arena *arena, const struct config *config,
                            str path)
{
    bool folder = path.n == 0 || path.p[path.n - 1] == '/';
    str index = folder ? STR("index.html") : STR("");
    str encoded = url_encode_path(arena, path);
    /* One text for all three, if the file is as it stands in the address. */
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
    static const str endings[] = {
        STR_INIT(".html"), STR_INIT(".htm"),     STR_INIT(".xhtml"),
        STR_INIT(".php"),  STR_INIT(".asp"),     STR_INIT(".aspx"),
        STR_INIT(".jsp"),  STR_INIT(".cgi"),     STR_INIT(".xml"),
        STR_INIT(".atom"), STR_INIT(".rss"),     STR_INIT(".rdf"),
        STR_INIT(".opml"), STR_INIT(".json"),    STR_INIT(".webmanifest"),
        STR_INIT(".txt"),  STR_INIT(".geojson"), STR_INIT(".csv"),
        STR_INIT(".tsv"),  STR_INIT(".ics"),     STR_INIT(".vcf"),
        STR_INIT(".svg"),  STR_INIT(".pdf"),
    };
    return str_is_one_of(path_ext(path_base(path)), endings,
                         sizeof endings / sizeof *endings);
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

str address_beside(struct arena *arena, const struct address *page)
{
    str index = STR("index.html");
    str html = STR(".html");
    str base = path_base(page->file);
    if (str_eq(base, index)) {
        return str_sub(page->file, 0, page->file.n - index.n);
    }
    if (str_ends(base, html)) {
        str stem = str_sub(page->file, 0, page->file.n - html.n);
        return arena_concat(arena, stem, STR("/"));
    }
    return str_sub(page->file, 0, page->file.n - base.n);
}

struct address address_of_page(struct arena *arena, const struct config *config,
                               str list, size_t number, size_t pages)
{
    if (number > 1) {
        size_t shown = config->stable_pages ? pages - number + 1 : number;
        list = arena_printf(arena, "%.*spage/%zu/", STR_ARG(list), shown);
    }
    return address_make(arena, config, list);
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

static void put_field(struct arena *arena, const struct post *post, str field,
                      struct buf *out)
{
    struct civil day = date_civil(post->date);
    if (str_eq(field, STR("section"))) {
        str folder = address_folder(arena, post->file->folder);
        buf_put(out, str_sub(folder, 0, folder.n ? folder.n - 1 : 0));
    } else if (str_eq(field, STR("slug"))) {
        buf_put(out, post->slug);
    } else if (str_eq(field, STR("title"))) {
        buf_put(out, slug_make(arena, post->title));
    } else if (str_eq(field, STR("name"))) {
        buf_put(out, post->file->name);
    } else if (!post->has_date) {
        buf_put(out, STR("undated"));
    } else if (str_eq(field, STR("year"))) {
        buf_printf(out, "%04d", day.year);
    } else if (str_eq(field, STR("month"))) {
        buf_printf(out, "%02d", day.month);
    } else {
        buf_printf(out, "%02d", day.day);
    }
}

static str expand(struct arena *arena, const struct post *post, str pattern)
{
    struct buf out = {0};
    while (pattern.n) {
        size_t open = str_find_char(pattern, '{');
        size_t close =
            open == STR_NONE ? STR_NONE : str_find_char(pattern, '}');
        if (close == STR_NONE || close < open) {
            buf_put(&out, pattern);
            break;
        }
        buf_put(&out, str_sub(pattern, 0, open));
        put_field(arena, post, str_sub(pattern, open + 1, close - open - 1),
                  &out);
        pattern = str_from_offset(pattern, close + 1);
    }
    str path = arena_str(arena, buf_str(&out));
    buf_free(&out);
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

str address_pattern(const struct config *config, const struct post *post)
{
    return post->kind == PAGE_PAGE
               ? config->permalink.pages
               : permalink_of(&config->permalink, post->file->folder);
}

str address_path(struct arena *arena, const struct config *config,
                 const struct post *post)
{
    if (post->front->url.n) {
        return address_collapse(arena, post->front->url);
    }
    bool page = post->kind == PAGE_PAGE;
    if (page && str_eq(post->slug, STR("404"))) {
        return arena_concat(arena, post->file->at.prefix, ADDRESS_MISSING);
    }
    str pattern = address_pattern(config, post);
    str path = expand(arena, post, pattern);
    path = arena_concat(arena, post->file->at.prefix, path);
    if (!str_ends(pattern, STR("/")) || pattern.n == 1) {
        return address_collapse(arena, path);
    }
    path = address_collapse(arena, path);
    switch (config->permalink.style) {
    case PERMALINK_SLASH: break;
    case PERMALINK_BARE: return str_sub(path, 0, path.n - 1);
    case PERMALINK_UGLY:
        return arena_concat(arena, str_sub(path, 0, path.n - 1), STR(".html"));
    }
    return path;
}
