/* SPDX-License-Identifier: MIT */
#include "serve/http/http_file.h"

#include <errno.h>

#include "base/hash.h"
#include "files/fs.h"
#include "files/fs_at.h"
#include "files/path.h"
#include "serve/client.h"
#include "serve/http/http_path.h"
#include "serve/http/http_range.h"
#include "serve/http/http_type.h"
#include "text/url.h"

/* What stands at a path: a status, and for 200 and 404 a file, if there is
 * one. */
struct found {
    int status;
    str path; /* of the file below the root */
    bool html;
    int fd; /* -1: none; HTML is read at once */
    struct fs_stat stat;
    str bytes; /* of HTML */
};

/* --- the file ---------------------------------------------------------------
 */

/* The folder that the path's last part is looked up in. Each folder is opened
 * from the one before, and none is a symbolic link, so nothing leads out. */
static int open_folder(str root, str path, int *dir)
{
    int error = fs_at_open_root(root, dir);
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

static int status_of(int error)
{
    return fs_is_missing(error) || error == EISDIR ? 404
           : error == EACCES || error == EPERM     ? 403
           : error == EMFILE || error == ENFILE    ? 503
                                                   : 500;
}

static bool is_html(str path)
{
    return str_eq(http_type(path), HTTP_TYPE_HTML);
}

/* Opens or reads the file, as long as nobody renames it. */
static int take(int dir, str path, struct arena *tmp, struct found *out)
{
    str name = path_base(path);
    out->path = path;
    out->html = is_html(path);
    if (out->html) {
        return fs_at_read(dir, name, tmp, &out->bytes);
    }
    int fd;
    int error = fs_at_open_file(dir, name, &fd, &out->stat);
    if (!error) {
        out->fd = fd;
    }
    return error;
}

/* The file, a page whose address goes without its .html, or a folder whose
 * address lacks the slash. */
static void look_up(str root, str path, struct arena *tmp, struct found *out)
{
    str wanted = !path.n || str_ends(path, STR("/"))
                     ? arena_concat(tmp, path, STR("index.html"))
                     : path;
    int dir;
    int error = open_folder(root, wanted, &dir);
    if (error) {
        out->status = status_of(error);
        return;
    }
    error = take(dir, wanted, tmp, out);
    if ((error == ENOENT || error == EISDIR) && wanted.n == path.n) {
        int other = take(dir, arena_concat(tmp, path, STR(".html")), tmp, out);
        str index = arena_concat(tmp, path_base(path), STR("/index.html"));
        if (other == ENOENT && error == EISDIR &&
            fs_at_kind(dir, index) == FS_AT_FILE) {
            out->status = 301;
        }
        error = other;
    }
    fs_at_close(dir);
    if (!out->status) {
        out->status = error ? status_of(error) : 200;
    }
}

/* The site's own page for what is not there. */
static void look_up_missing(str root, struct arena *tmp, struct found *out)
{
    look_up(root, STR("404.html"), tmp, out);
    out->status = 404;
}

/* path: decoded, from the origin's root, without the slash in front. */
static struct found find(struct http *http, str path, int status)
{
    const struct http_options *options = &http->options;
    struct found found = {.fd = -1};
    str base = str_from_offset(options->base, options->base.n > 0);
    str rest = str_from_offset(path, base.n);
    if (options->hooks.lock) {
        options->hooks.lock(options->hooks.host);
    }
    if (status) {
        found.status = status;
    } else if (base.n && (!path.n || str_eq(path, base))) {
        found.status = 301;
    } else if (base.n &&
               (!str_starts(path, base) || !str_starts(rest, STR("/")))) {
        found.status = 404;
    } else {
        rest = str_from_offset(rest, base.n > 0);
        look_up(options->root, rest, &http->tmp, &found);
    }
    if (found.status == 404) {
        look_up_missing(options->root, &http->tmp, &found);
    }
    if (options->hooks.unlock) {
        options->hooks.unlock(options->hooks.host);
    }
    return found;
}

static struct found find_encoded(struct http *http, str path)
{
    buf_clear(&http->page);
    int status = http_path_decode(path, &http->page);
    return find(http, arena_str(&http->tmp, buf_str(&http->page)), status);
}

/* --- the answer ------------------------------------------------------------
 */

static str hash_text(struct arena *arena, str bytes)
{
    char hex[HASH128_HEX];
    hash128_hex(hash128(bytes), hex);
    return arena_str(arena, (str){hex, sizeof hex});
}

/* Of HTML, its bytes: the script is among them. */
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
    client_inject(found->bytes, hash_text(&http->tmp, found->bytes), also,
                  &http->page);
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

static void reply_part(struct http *http, struct http_conn *conn,
                       const struct http_request *request,
                       const struct found *found, struct http_reply *reply)
{
    uint64_t first = 0;
    uint64_t size = found->stat.size;
    bool same = !request->if_range.p || str_eq(request->if_range, reply->etag);
    reply->length = size;
    switch (same ? http_range(request->range, size, &first, &reply->length)
                 : HTTP_RANGE_ALL) {
    case HTTP_RANGE_OUTSIDE:
        reply->status = 416;
        reply->type = HTTP_TYPE_TEXT;
        reply->range =
            arena_printf(&http->tmp, "bytes */%llu", (unsigned long long)size);
        fs_at_close(found->fd);
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
    http_conn_reply_file(conn, *reply, found->fd, first);
}

static void reply_file(struct http *http, struct http_conn *conn,
                       const struct http_request *request,
                       const struct found *found)
{
    struct http_reply reply = {.status = 200,
                               .type = http_type(found->path),
                               .etag = etag_of_stat(&http->tmp, &found->stat),
                               .ranges = true};
    if (http_etag_matches(request->if_none_match, reply.etag)) {
        reply.status = 304;
        fs_at_close(found->fd);
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

/* For a site without a page of its own; it too is shown anew. */
#define NOT_FOUND                                                              \
    STR("<!doctype html><html lang=\"en\"><title>Not found</title>"            \
        "<h1>Not found</h1><p>There is no page at this address.</p></html>\n")

/* There is no site yet: *out says so. */
static bool has_no_site(struct http *http, struct buf *out)
{
    const struct http_hooks *hooks = &http->options.hooks;
    return hooks->error && hooks->error(hooks->host, out);
}

void http_file_answer(struct http *http, struct http_conn *conn,
                      const struct http_request *request)
{
    buf_clear(&http->page);
    if (has_no_site(http, &http->page)) {
        http_file_reply_html(conn, 503, buf_str(&http->page));
        return;
    }
    struct found found = find_encoded(http, request->path);
    if (found.status == 301) {
        redirect(http, conn, request);
    } else if (found.bytes.p) {
        reply_html(http, conn, request, &found);
    } else if (found.fd >= 0) {
        reply_file(http, conn, request, &found);
    } else if (found.status == 404) {
        http_file_reply_html(conn, 404, NOT_FOUND);
    } else {
        http_conn_refuse(conn, found.status);
    }
}

str http_file_version(struct http *http, str path)
{
    buf_clear(&http->page);
    if (has_no_site(http, &http->page)) {
        return (str){NULL, 0};
    }
    struct found found = find_encoded(http, path);
    if (found.fd >= 0) {
        fs_at_close(found.fd);
    }
    return found.bytes.p ? hash_text(&http->tmp, found.bytes) : STR("");
}
