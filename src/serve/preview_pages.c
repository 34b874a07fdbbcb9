/* SPDX-License-Identifier: MIT */
#include "files/fs.h"
#include "serve/dev_pages.h"
#include "serve/http/http_type.h"
#include "serve/preview_state.h"
#include "steps/asset_hash.h"
#include "text/url.h"

/* Answers of the web server: pages of the store, files, and the preview's own
 * pages. */

/* The page that is sent in place of one that is not there. */
static struct http_found not_yet(const struct preview *preview, int status,
                                 struct arena *arena)
{
    struct buf out = {0};
    const struct preview_report *problems = preview->problems;
    pages_not_yet(problems ? problems->problems_text : STR(""), &out);
    return (struct http_found){
        .what = HTTP_PAGE, .bytes = buf_move(&out, arena), .status = status};
}

/* A page of the revision that is shown. If it is older, it is ordered, and the
 * request waits. */
static struct http_found find_in_store(struct preview *preview,
                                       const struct http_asked *asked,
                                       struct arena *arena)
{
    struct http_found found = {.what = HTTP_PAGE};
    struct page *page;
    enum store_state state = page_store_get(preview->store, asked->path, &page);
    bool right = state == STORE_CURRENT || state == STORE_BROKEN;
    if (state == STORE_ABSENT) {
        found.what = HTTP_NOTHING;
    } else if (right && page) {
        found.bytes = arena_str(arena, page_bytes(page));
    } else if (right || asked->now) {
        found = not_yet(preview, right ? 500 : 503, arena);
    } else {
        found.what = HTTP_LATER;
        build_thread_want(preview->thread, asked->path);
    }
    if (page) {
        page_release(page);
    }
    return found;
}

/* Pictures, and texts that may have some in them, are sent as a build publishes
 * them; other files, films among them, from their place. */
static struct http_found find_on_disk(const struct served_file *served,
                                      str file, str path, struct arena *arena)
{
    struct http_found found = {.what = file.p ? HTTP_FILE : HTTP_NOTHING,
                               .file = file};
    str type = http_type(path);
    bool clean = str_starts(type, STR("image/")) ||
                 (asset_is_text(path) && !str_eq(type, HTTP_TYPE_HTML));
    if (file.p && clean && fs_read(file, arena, &found.bytes) == 0) {
        found.what = HTTP_PAGE;
        found.bytes = asset_clean(path, found.bytes, served->keep, arena);
    }
    return found;
}

static struct http_found find_in_site(struct preview *preview,
                                      const struct http_asked *asked,
                                      struct arena *arena)
{
    if (!preview->good) {
        return preview->builds && !asked->now
                   ? (struct http_found){.what = HTTP_LATER}
                   : not_yet(preview, 503, arena);
    }
    struct served_file served =
        build_thread_find(preview->thread, asked->path, arena);
    switch (served.kind) {
    case SERVED_NONE: break;
    case SERVED_PAGE: return find_in_store(preview, asked, arena);
    case SERVED_SOURCE:
        return find_on_disk(
            &served, site_place_file(&preview->place, served.source, arena),
            asked->path, arena);
    }
    return (struct http_found){.what = HTTP_NOTHING};
}

static struct http_found find_own(struct preview *preview,
                                  const struct http_asked *asked,
                                  struct arena *arena)
{
    struct http_found found = {.what = HTTP_PAGE};
    struct open_pages open;
    struct pages pages = {.site = preview->site,
                          .ledger = preview->options->session.builder.ledger};
    struct buf out = {0};
    if (str_eq(asked->path, STR("outline"))) {
        pages.file =
            pages_outlined(asked->query, url_path(preview->url), arena);
        struct http_asked page = {.path = pages.file, .now = asked->now};
        found = find_in_site(preview, &page, arena);
        bool is_page = found.what == HTTP_PAGE && !found.status;
        pages.html = is_page ? found.bytes : (str){NULL, 0};
    }
    if (found.what == HTTP_LATER) {
        return found;
    }
    preview_open_pages(preview, &open);
    pages.open = open.paths.p;
    pages.nopen = open.paths.n;
    bool there = pages_put(&pages, asked->path, &out);
    arena_free(&open.arena);
    return (struct http_found){.what = there ? HTTP_PAGE : HTTP_NOTHING,
                               .bytes = buf_move(&out, arena)};
}

struct http_found preview_find(void *host, const struct http_asked *asked,
                               struct arena *arena)
{
    preview_check_clock(host); /* the machine may have slept */
    preview_check_place(
        host); /* no event says that a folder around it was moved */
    return (asked->own ? find_own : find_in_site)(host, asked, arena);
}
