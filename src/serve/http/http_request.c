/* SPDX-License-Identifier: MIT */
#include "serve/http/http_request.h"

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
            /* What follows the line break decides: it is looked at again. */
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

/* The next line without its break; false: there is no further. */
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

static enum http_method method_of(str name)
{
    return str_eq(name, STR("GET"))    ? HTTP_GET
           : str_eq(name, STR("HEAD")) ? HTTP_HEAD
                                       : HTTP_OTHER;
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
    out->method = method_of(method);
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

static int take_host(str value, struct http_request *out, bool *seen)
{
    if (*seen) {
        return 400;
    }
    *seen = true;
    if (!out->host.p) {
        out->host = value;
    }
    return 0;
}

static int take_origin(str value, struct http_request *out)
{
    bool twice = out->origin.p;
    out->origin = value;
    return twice ? 400 : 0;
}

static int take_length(str value, struct http_request *out)
{
    if (value.n == 0) {
        return 400;
    }
    for (size_t i = 0; i < value.n; i++) {
        if (!is_digit(value.p[i])) {
            return 400;
        }
        out->has_body = out->has_body || value.p[i] != '0';
    }
    return 0;
}

static int take_field(str name, str value, struct http_request *out,
                      bool *seen_host)
{
    if (str_eq_nocase(name, STR("Host"))) {
        return take_host(value, out, seen_host);
    }
    if (str_eq_nocase(name, STR("Content-Length"))) {
        return take_length(value, out);
    }
    if (str_eq_nocase(name, STR("Origin"))) {
        return take_origin(value, out);
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
