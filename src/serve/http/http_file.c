/* SPDX-License-Identifier: MIT */
#include "serve/http/http_file.h"

#include <errno.h>

#include "base/hash.h"
#include "files/fs.h"
#include "files/fs_at.h"
#include "files/path.h"
#include "serve/client/client.h"
#include "serve/http/http_type.h"
#include "text/url.h"

/* The answer for a path. */
struct found {
    int status; /* 0: it comes later */
    str path;   /* of the file, below the site */
    bool html;
    struct http_found at;
    int fd; /* of a file; -1: none */
    struct fs_stat stat;
};

/* A search for the answer. */
struct look {
    struct http *http;
    bool now;
};

/* --- the search --- */

static struct http_found ask(const struct look *look, str path)
{
    struct http_asked asked = {.path = path, .now = look->now};
    return http_find(look->http, &asked);
}

/* The folder that the path's last part is looked up in. Each folder is opened
 * from the one before, and none is a symbolic link, so nothing leads out. */
static int open_folder(str path, int *dir)
{
    int error = fs_at_open_root(STR("."), dir);
    str folders = path_dir(path);
    str name;
    while (!error && folders.n && str_split(&folders, '/', &name)) {
        int inner;
        error = fs_at_open_dir(*dir, name, &inner);
        fs_at_close(*dir);
        *dir = inner;
    }
    return error;
}

/* Opens the file and sets the status. */
static void open_file(struct found *found)
{
    int dir;
    int fd;
    int error = open_folder(found->at.file, &dir);
    if (!error) {
        error =
            fs_at_open_file(dir, path_base(found->at.file), &fd, &found->stat);
        fs_at_close(dir);
    }
    found->fd = error ? -1 : fd;
    found->status = !error                                    ? 200
                    : fs_is_missing(error) || error == EISDIR ? 404
                    : error == EACCES || error == EPERM       ? 403
                    : error == EMFILE || error == ENFILE      ? 503
                                                              : 500;
}

/* False: there is no such file. */
static bool try_path(const struct look *look, str path, struct found *out)
{
    out->at = ask(look, path);
    out->path = path;
    out->html = str_eq(http_type(path), HTTP_TYPE_HTML);
    switch (out->at.what) {
    case HTTP_NOTHING: return false;
    case HTTP_PAGE: out->status = out->at.status ? out->at.status : 200; break;
    case HTTP_FILE: open_file(out); break;
    case HTTP_LATER: out->status = 0; break;
    }
    return out->status != 404;
}

/* Finds the file, a page whose address goes without its .html, or a folder
 * whose address lacks the slash. */
static void look_up(const struct look *look, str path, struct found *out)
{
    struct arena *tmp = &look->http->tmp;
    bool folder = !path.n || str_ends(path, STR("/"));
    str wanted = folder ? arena_concat(tmp, path, STR("index.html")) : path;
    if (try_path(look, wanted, out) ||
        (!folder &&
         try_path(look, arena_concat(tmp, path, STR(".html")), out))) {
        return;
    }
    str index = arena_concat(tmp, path, STR("/index.html"));
    bool lacks = !folder && ask(look, index).what != HTTP_NOTHING;
    out->status = lacks ? 301 : 404;
}

static struct found find(const struct look *look, str encoded)
{
    struct http *http = look->http;
    str base = http->options.base;
    struct found found = {.fd = -1};
    buf_clear(&http->page);
    int status = http_path_decode(encoded, &http->page);
    str path = arena_str(&http->tmp, buf_str(&http->page));
    base = str_from_offset(base, base.n > 0);
    str rest = str_from_offset(path, base.n);
    if (status) {
        found.status = status;
    } else if (base.n && (!path.n || str_eq(path, base))) {
        found.status = 301;
    } else if (base.n &&
               (!str_starts(path, base) || !str_starts(rest, STR("/")))) {
        found.status = 404;
    } else {
        look_up(look, str_from_offset(rest, base.n > 0), &found);
    }
    /* The site's own page for missing ones. */
    if (found.status == 404 && try_path(look, STR("404.html"), &found) &&
        found.status == 200) {
        found.status = 404;
    }
    return found;
}

/* --- the answer --- */

static str hash_text(struct arena *arena, str bytes)
{
    char hex[HASH128_HEX];
    hash128_hex(hash128(bytes), hex);
    return arena_str(arena, (str){hex, sizeof hex});
}

/* A hash of the bytes; for HTML they include the script. */
static str etag_of_bytes(struct arena *arena, str bytes)
{
    return arena_printf(arena, "\"%.*s\"", STR_ARG(hash_text(arena, bytes)));
}

static str etag_of_stat(struct arena *arena, const struct fs_stat *st)
{
    return arena_printf(
        arena, "\"%llx-%llx-%llx\"", (unsigned long long)st->size,
        (unsigned long long)st->modified, (unsigned long long)st->inode);
}

static void reply_html(struct http *http, struct http_conn *conn,
                       const struct http_request *request,
                       const struct found *found)
{
    str also =
        found->status == 404
            ? arena_concat(&http->tmp, http->options.base, STR("/404.html"))
            : STR("");
    buf_clear(&http->page);
    str bytes = found->at.bytes;
    client_inject(bytes, hash_text(&http->tmp, bytes), also, &http->page);
    struct http_reply reply = {
        .status = found->status,
        .type = HTTP_TYPE_HTML,
        .etag = etag_of_bytes(&http->tmp, buf_str(&http->page))};
    if (found->status == 200 &&
        http_etag_matches(request->if_none_match, reply.etag)) {
        reply.status = 304;
    }
    http_conn_reply(conn, reply, buf_str(&http->page));
}

static void close_file(const struct found *found)
{
    if (found->fd >= 0) {
        fs_at_close(found->fd);
    }
}

static void reply_part(struct http *http, struct http_conn *conn,
                       const struct http_request *request,
                       const struct found *found, struct http_reply *reply)
{
    uint64_t first = 0;
    uint64_t size = reply->length;
    bool same = !request->if_range.p || str_eq(request->if_range, reply->etag);
    switch (same && reply->ranges
                ? http_range(request->range, size, &first, &reply->length)
                : HTTP_RANGE_ALL) {
    case HTTP_RANGE_OUTSIDE:
        reply->status = 416;
        reply->type = HTTP_TYPE_TEXT;
        reply->range =
            arena_printf(&http->tmp, "bytes */%llu", (unsigned long long)size);
        close_file(found);
        http_conn_reply(conn, *reply, STR("Range Not Satisfiable\n"));
        return;
    case HTTP_RANGE_PART:
        reply->status = 206;
        reply->range = arena_printf(
            &http->tmp, "bytes %llu-%llu/%llu", (unsigned long long)first,
            (unsigned long long)(first + reply->length - 1),
            (unsigned long long)size);
        break;
    case HTTP_RANGE_ALL: break;
    }
    if (found->fd >= 0) {
        http_conn_reply_file(conn, *reply, found->fd, first);
    } else {
        http_conn_reply(conn, *reply,
                        str_sub(found->at.bytes, first, reply->length));
    }
}

/* A file, or bytes that are no HTML. */
static void reply_file(struct http *http, struct http_conn *conn,
                       const struct http_request *request,
                       const struct found *found)
{
    struct arena *tmp = &http->tmp;
    bool file = found->fd >= 0;
    bool whole = found->status == 404; /* the site's own 404 page */
    struct http_reply reply = {
        .status = found->status,
        .type = http_type(found->path),
        .etag = file ? etag_of_stat(tmp, &found->stat)
                     : etag_of_bytes(tmp, found->at.bytes),
        .ranges = !whole,
        .length = file ? found->stat.size : found->at.bytes.n};
    if (!whole && http_etag_matches(request->if_none_match, reply.etag)) {
        reply.status = 304;
        close_file(found);
        http_conn_reply(conn, reply, STR(""));
        return;
    }
    reply_part(http, conn, request, found, &reply);
}

/* From the decoded path, and so with one slash in front: two would lead to
 * another host. */
static void redirect(struct http *http, struct http_conn *conn,
                     const struct http_request *request)
{
    struct arena *tmp = &http->tmp;
    buf_clear(&http->page);
    http_path_decode(request->path, &http->page);
    str path = arena_str(tmp, buf_str(&http->page));
    str to = path.n ? arena_printf(tmp, "/%.*s/",
                                   STR_ARG(url_encode_path(tmp, path)))
                    : arena_concat(tmp, http->options.base, STR("/"));
    if (request->query.p) {
        to = arena_printf(tmp, "%.*s?%.*s", STR_ARG(to),
                          STR_ARG(request->query));
    }
    http_conn_reply(conn, (struct http_reply){.status = 301, .location = to},
                    STR(""));
}

void http_file_reply_html(struct http_conn *conn, int status, str html)
{
    struct buf out = {0};
    client_inject(html, STR(""), STR(""), &out);
    http_conn_reply(
        conn, (struct http_reply){.status = status, .type = HTTP_TYPE_HTML},
        buf_str(&out));
    buf_free(&out);
}

/* For a site without its own 404 page. */
#define NOT_FOUND                                                              \
    STR("<!doctype html><html lang=\"en\"><title>Not found</title>"            \
        "<h1>Not found</h1><p>There is no page at this address.</p></html>\n")

void http_file_answer(struct http *http, struct http_conn *conn,
                      const struct http_request *request)
{
    struct look look = {http, conn->late};
    struct found found = find(&look, request->path);
    bool page = found.at.what == HTTP_PAGE;
    if (found.status == 0) {
        http_conn_wait(conn);
    } else if (found.status == 301) {
        redirect(http, conn, request);
    } else if (page && found.at.status) {
        http_file_reply_html(conn, found.at.status, found.at.bytes);
    } else if (page && found.html) {
        reply_html(http, conn, request, &found);
    } else if (page || found.fd >= 0) {
        reply_file(http, conn, request, &found);
    } else if (found.status == 404) {
        http_file_reply_html(conn, 404, NOT_FOUND);
    } else {
        http_conn_refuse(conn, found.status);
    }
}

enum http_compared http_file_compare(struct http *http, str path, str version)
{
    struct look look = {http, false};
    struct found found = find(&look, path);
    bool page = found.at.what == HTTP_PAGE;
    close_file(&found);
    if (found.status == 0) {
        return HTTP_COMPARED_LATER;
    }
    if (page && found.at.status) {
        return HTTP_SAME_VERSION;
    }
    str now =
        page && found.html ? hash_text(&http->tmp, found.at.bytes) : STR("");
    return str_eq(now, version) ? HTTP_SAME_VERSION : HTTP_OTHER_VERSION;
}
