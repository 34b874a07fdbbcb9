/* SPDX-License-Identifier: MIT */
#include "serve/http/http_request.h"

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "text/url.h"

size_t http_request_end(str bytes, size_t *seen)
{
    for (;;) {
        size_t at = str_find_char(str_from_offset(bytes, *seen), '\n');
        if (at == STR_NONE) {
            return STR_NONE;
        }
        size_t next = *seen + at + 1;
        size_t blank = next + (next < bytes.n && bytes.p[next] == '\r');
        if (blank >= bytes.n) {
            /* The byte after the line break decides: search it again. */
            *seen += at;
            return STR_NONE;
        }
        if (bytes.p[blank] == '\n') {
            return blank + 1;
        }
        *seen = next;
    }
}

/* RFC 9110, 5.6.2. */
static bool is_token(str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!is_alnum(s.p[i]) &&
            str_find_char(STR("!#$%&'*+-.^_`|~"), s.p[i]) == STR_NONE) {
            return false;
        }
    }
    return s.n > 0;
}

/* Other than a tab. */
static bool has_control(str s)
{
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if ((c < ' ' && c != '\t') || c == 0x7F) {
            return true;
        }
    }
    return false;
}

/* Numbers that are too big become the biggest. */
static bool number(str s, uint64_t *out)
{
    size_t digits = s.n;
    *out = str_take_number(&s, SIZE_MAX - 1);
    return digits && !s.n;
}

/* The next line without its break; false: there is none. */
static bool next_line(str *rest, str *line)
{
    if (!str_split(rest, '\n', line)) {
        return false;
    }
    if (str_ends(*line, STR("\r"))) {
        line->n--;
    }
    return true;
}

static int parse_version(str version, struct http_request *out)
{
    if (version.n != 8 || !str_starts(version, STR("HTTP/")) ||
        !is_digit(version.p[5]) || version.p[6] != '.' ||
        !is_digit(version.p[7])) {
        return 400;
    }
    out->keep_alive = version.p[7] != '0';
    return version.p[5] == '1' ? 0 : 505;
}

/* /path?query, or the whole address as proxies get it: its host counts then,
 * not the field of that name. */
static int parse_target(str target, struct http_request *out)
{
    str scheme = STR("http://");
    bool whole = target.n > scheme.n &&
                 str_eq_nocase(str_sub(target, 0, scheme.n), scheme);
    if (whole) {
        size_t end = scheme.n;
        while (end < target.n && target.p[end] != '/' && target.p[end] != '?') {
            end++;
        }
        out->host = str_sub(target, scheme.n, end - scheme.n);
        target = str_from_offset(target, end);
    }
    size_t mark = str_find_char(target, '?');
    out->path = str_sub(target, 0, mark);
    if (whole && !out->path.n) {
        out->path = STR("/");
    }
    if (mark != STR_NONE) {
        out->query = str_from_offset(target, mark + 1);
    }
    return str_starts(out->path, STR("/")) &&
                   str_find_char(target, '#') == STR_NONE
               ? 0
               : 400;
}

static int parse_line(str line, struct http_request *out)
{
    str method;
    str target;
    str version;
    str rest = line;
    if (!str_split(&rest, ' ', &method) || !str_split(&rest, ' ', &target) ||
        !str_split(&rest, ' ', &version) || rest.p || !is_token(method) ||
        has_control(line) || str_find_char(line, '\t') != STR_NONE) {
        return 400;
    }
    out->method = str_eq(method, STR("GET"))    ? HTTP_GET
                  : str_eq(method, STR("HEAD")) ? HTTP_HEAD
                                                : HTTP_OTHER;
    int status = parse_version(version, out);
    if (status || out->method == HTTP_OTHER) {
        return status;
    }
    return parse_target(target, out);
}

/* One of the words between commas. */
static bool lists(str value, str word)
{
    str part;
    while (str_split(&value, ',', &part)) {
        if (str_eq_nocase(str_trim(part), word)) {
            return true;
        }
    }
    return false;
}

static int take_field(str name, str value, struct http_request *out,
                      bool *seen_host)
{
    if (str_eq_nocase(name, STR("Host"))) {
        bool twice = *seen_host;
        *seen_host = true;
        out->host = out->host.p ? out->host : value;
        return twice ? 400 : 0;
    }
    if (str_eq_nocase(name, STR("Content-Length"))) {
        uint64_t length;
        bool valid = number(value, &length);
        out->has_body = out->has_body || (valid && length);
        return valid ? 0 : 400;
    }
    if (str_eq_nocase(name, STR("Origin"))) {
        bool twice = out->origin.p;
        out->origin = value;
        return twice ? 400 : 0;
    }
    if (str_eq_nocase(name, STR("Sec-Fetch-Site"))) {
        static const str own[] = {STR_INIT("same-origin"), STR_INIT("none")};
        out->other_site = out->other_site || !str_is_one_of(value, own, 2);
    } else if (str_eq_nocase(name, STR("Transfer-Encoding"))) {
        out->has_body = true;
    } else if (str_eq_nocase(name, STR("Connection"))) {
        out->keep_alive = !lists(value, STR("close")) &&
                          (out->keep_alive || lists(value, STR("keep-alive")));
    } else if (str_eq_nocase(name, STR("Range"))) {
        out->range = value;
    } else if (str_eq_nocase(name, STR("If-Range"))) {
        out->if_range = value;
    } else if (str_eq_nocase(name, STR("If-None-Match"))) {
        out->if_none_match = value;
    }
    return 0;
}

/* A line that starts with a blank would continue the one before. Only attacks
 * use that today (RFC 9112, 5.2). */
static int parse_field(str line, struct http_request *out, bool *seen_host)
{
    size_t colon = str_find_char(line, ':');
    if (colon == STR_NONE || !is_token(str_sub(line, 0, colon)) ||
        has_control(line)) {
        return 400;
    }
    return take_field(str_sub(line, 0, colon),
                      str_trim(str_from_offset(line, colon + 1)), out,
                      seen_host);
}

int http_request_parse(str head, struct http_request *out)
{
    *out = (struct http_request){0};
    str line;
    if (!next_line(&head, &line)) {
        return 400;
    }
    if (line.n > HTTP_LINE_MOST) {
        return 414;
    }
    int status = parse_line(line, out);
    bool seen_host = false;
    size_t fields = 0;
    while (!status && next_line(&head, &line) && line.n) {
        status = ++fields > HTTP_FIELDS_MOST
                     ? 431
                     : parse_field(line, out, &seen_host);
    }
    /* HTTP/1.1 requires the field, and no client of today uses 1.0. */
    return status ? status : seen_host && out->host.n ? 0 : 400;
}

/* --- the path --- */

static int check_name(str name, bool last)
{
    if (str_eq(name, STR(".")) || str_eq(name, STR("..")) ||
        utf8_invalid(name) != STR_NONE) {
        return 400;
    }
    for (size_t i = 0; i < name.n; i++) {
        if ((unsigned char)name.p[i] < ' ' || name.p[i] == 0x7F) {
            return 400;
        }
    }
    bool hidden =
        str_starts(name, STR(".")) && !str_eq(name, STR(".well-known"));
    bool odd = str_find_char(name, '/') != STR_NONE ||
               str_find_char(name, '\\') != STR_NONE || (!name.n && !last);
    return hidden || odd ? 404 : 0;
}

/* Split before it is decoded: an encoded slash is part of a name. */
int http_path_decode(str path, struct buf *out)
{
    int worst = 0;
    str part;
    path = str_from_offset(path, 1);
    while (str_split(&path, '/', &part)) {
        size_t start = out->n;
        if (!url_decode_strictly(part, out)) {
            return 400;
        }
        str name = str_from_offset(buf_str(out), start);
        int status = check_name(name, !path.p);
        if (status == 400) {
            return 400;
        }
        worst = status ? status : worst;
        if (path.p) {
            buf_putc(out, '/');
        }
    }
    return worst;
}

/* --- ranges and versions --- */

enum http_range http_range(str field, uint64_t size, uint64_t *first,
                           uint64_t *n)
{
    str unit = STR("bytes=");
    if (field.n < unit.n || !str_eq_nocase(str_sub(field, 0, unit.n), unit)) {
        return HTTP_RANGE_ALL;
    }
    field = str_trim(str_from_offset(field, unit.n));
    size_t dash = str_find_char(field, '-');
    if (dash == STR_NONE) {
        return HTTP_RANGE_ALL;
    }
    str from = str_sub(field, 0, dash);
    str to = str_from_offset(field, dash + 1);
    uint64_t start;
    uint64_t last = UINT64_MAX;
    if (from.n == 0) { /* "-N": the last N bytes */
        if (!number(to, &last)) {
            return HTTP_RANGE_ALL;
        }
        if (!last || !size) {
            return HTTP_RANGE_OUTSIDE;
        }
        *n = last < size ? last : size;
        *first = size - *n;
        return HTTP_RANGE_PART;
    }
    if (!number(from, &start) || (to.n && !number(to, &last)) || last < start) {
        return HTTP_RANGE_ALL;
    }
    if (start >= size) {
        return HTTP_RANGE_OUTSIDE;
    }
    last = last < size ? last : size - 1;
    *first = start;
    *n = last - start + 1;
    return HTTP_RANGE_PART;
}

bool http_etag_matches(str field, str etag)
{
    str part;
    while (str_split(&field, ',', &part)) {
        part = str_trim(part);
        if (str_starts(part, STR("W/"))) {
            part = str_from_offset(part, 2);
        }
        if (str_eq(part, etag) || str_eq(part, STR("*"))) {
            return true;
        }
    }
    return false;
}
