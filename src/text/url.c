/* SPDX-License-Identifier: MIT */
#include "text/url.h"

#include <string.h>

#include "base/memory/buf.h"

/* Length of "scheme:", 0 if there is none (RFC 3986 3.1). */
static size_t url_scheme_length(str url)
{
    if (url.n == 0 || !is_alpha(url.p[0])) {
        return 0;
    }
    size_t i = 1;
    while (i < url.n && (is_alnum(url.p[i]) || url.p[i] == '+' ||
                         url.p[i] == '-' || url.p[i] == '.')) {
        i++;
    }
    return i < url.n && url.p[i] == ':' ? i + 1 : 0;
}

bool url_is_absolute(str url)
{
    return url_scheme_length(url) > 0 || str_starts(url, STR("//"));
}

bool url_is_base(str url)
{
    size_t scheme = str_starts(url, STR("https://"))  ? strlen("https://")
                    : str_starts(url, STR("http://")) ? strlen("http://")
                                                      : 0;
    str rest = str_from_offset(url, scheme);
    if (!scheme || !rest.n || rest.p[0] == '/' ||
        str_find(rest, STR("://")) != STR_NONE) {
        return false;
    }
    for (size_t i = 0; i < rest.n; i++) {
        if ((unsigned char)rest.p[i] <= ' ' || strchr("?#\"<>\\", rest.p[i])) {
            return false;
        }
    }
    return true;
}

static bool is_plain_url_char(char c)
{
    return is_alnum(c) || (c && strchr("-._~:/?#[]@!$&'()*+,;=", c));
}

static bool is_encoded(str url, size_t i)
{
    return url.p[i] == '%' && i + 2 < url.n && digit_value(url.p[i + 1]) < 16 &&
           digit_value(url.p[i + 2]) < 16;
}

static bool is_kept(str text, size_t i, bool is_path)
{
    char c = text.p[i];
    if (is_alnum(c) || c == '-' || c == '/' || c == '.') { /* nearly all */
        return true;
    }
    return is_path ? is_plain_url_char(c) && !strchr("?#[]", c)
                   : is_plain_url_char(c) || is_encoded(text, i);
}

/* The byte that is encoded at i. */
static char decoded(str url, size_t i)
{
    return (char)(digit_value(url.p[i + 1]) * 16 + digit_value(url.p[i + 2]));
}

static void put_percent(char c, struct buf *out)
{
    static const char hex[] = "0123456789ABCDEF";
    unsigned char byte = (unsigned char)c;
    const char code[] = {'%', hex[byte >> 4], hex[byte & 15]};
    buf_put(out, (str){code, sizeof code});
}

static str encode(struct arena *arena, str text, bool is_path)
{
    size_t plain = 0;
    while (plain < text.n && is_kept(text, plain, is_path)) {
        plain++;
    }
    if (plain == text.n) {
        return text;
    }
    struct buf out = {0};
    buf_put(&out, str_sub(text, 0, plain));
    for (size_t i = plain; i < text.n; i++) {
        if (is_kept(text, i, is_path)) {
            buf_putc(&out, text.p[i]);
        } else {
            put_percent(text.p[i], &out);
        }
    }
    return buf_move(&out, arena);
}

void url_put_encoded(str text, const char *kept, struct buf *out)
{
    size_t from = 0;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (!is_alnum(c) && !(c && strchr(kept, c))) {
            buf_put(out, str_sub(text, from, i - from));
            put_percent(c, out);
            from = i + 1;
        }
    }
    buf_put(out, str_from_offset(text, from));
}

str url_encode(struct arena *arena, str url)
{
    return encode(arena, url, false);
}

str url_encode_path(struct arena *arena, str path)
{
    return encode(arena, path, true);
}

str url_parameter(str query, str name, struct arena *arena)
{
    str part;
    while (str_split(&query, '&', &part)) {
        size_t equals = str_find_char(part, '=');
        if (equals != STR_NONE && str_eq(str_sub(part, 0, equals), name)) {
            return url_decode(arena, str_from_offset(part, equals + 1));
        }
    }
    return (str){NULL, 0};
}

str url_decode(struct arena *arena, str url)
{
    char *p = arena_alloc(arena, url.n + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < url.n; i++) {
        if (is_encoded(url, i)) {
            p[n++] = decoded(url, i);
            i += 2;
        } else {
            p[n++] = url.p[i];
        }
    }
    p[n] = '\0';
    return (str){p, n};
}

bool url_decode_strictly(str text, struct buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] != '%') {
            buf_putc(out, text.p[i]);
        } else if (is_encoded(text, i)) {
            buf_putc(out, decoded(text, i));
            i += 2;
        } else {
            return false;
        }
    }
    return true;
}

void url_split(str url, str *path, str *tail)
{
    size_t i = str_find_any(url, 0, "?#");
    *path = str_sub(url, 0, i);
    *tail = str_from_offset(url, i);
}

/* The parts of RFC 3986 appendix B; p == NULL: it isn't there. */
struct parts {
    str scheme;    /* with ':' */
    str authority; /* with "//" */
    str path;
    str query;    /* with '?' */
    str fragment; /* with '#' */
};

static struct parts take_apart(str url)
{
    struct parts parts = {0};
    size_t scheme = url_scheme_length(url);
    if (scheme) {
        parts.scheme = str_sub(url, 0, scheme);
        url = str_from_offset(url, scheme);
    }
    if (str_starts(url, STR("//"))) {
        size_t end = str_find_any(url, strlen("//"), "/?#");
        parts.authority = str_sub(url, 0, end);
        url = str_from_offset(url, end);
    }
    size_t hash = str_find_char(url, '#');
    if (hash != STR_NONE) {
        parts.fragment = str_from_offset(url, hash);
        url = str_sub(url, 0, hash);
    }
    size_t mark = str_find_char(url, '?');
    if (mark != STR_NONE) {
        parts.query = str_from_offset(url, mark);
        url = str_sub(url, 0, mark);
    }
    parts.path = url;
    return parts;
}

str url_path(str url)
{
    str path = take_apart(url).path;
    while (path.n && path.p[path.n - 1] == '/') {
        path.n--;
    }
    return path;
}

str url_first_folder(str path)
{
    size_t name = str_starts(path, STR("/")) ? 1 : 0;
    while (str_starts(str_from_offset(path, name), STR("./")) ||
           str_starts(str_from_offset(path, name), STR("../"))) {
        name = str_find_char_from(path, name, '/') + 1;
    }
    size_t end = str_find_char_from(path, name, '/');
    return str_sub(path, 0, end < path.n ? end + 1 : 0);
}

str url_origin(str url)
{
    struct parts parts = take_apart(url);
    return str_sub(url, 0, parts.scheme.n + parts.authority.n);
}

str url_host(str url)
{
    str host = str_from_offset(take_apart(url).authority, strlen("//"));
    size_t at = str_rfind_char(host, '@');
    host = str_from_offset(host, at == STR_NONE ? 0 : at + 1);
    bool address = str_starts(host, STR("["));
    size_t end = str_find_char(host, address ? ']' : ':');
    return str_sub(host, 0, end == STR_NONE ? host.n : end + address);
}

str url_without_user(struct arena *arena, str url)
{
    struct parts parts = take_apart(url);
    size_t at = str_rfind_char(parts.authority, '@');
    if (at == STR_NONE) {
        return url;
    }
    size_t from = parts.scheme.n + strlen("//");
    const str left[] = {str_sub(url, 0, from),
                        str_from_offset(url, parts.scheme.n + at + 1)};
    return arena_join(arena, left, 2);
}

/* "/a/b/../c/." -> "/a/c/" (RFC 3986 5.2.4). */
static void remove_dots(str path, struct buf *out)
{
    size_t start = out->n;
    str rest = path;
    bool rooted = str_starts(path, STR("/"));
    while (rest.n) {
        size_t slash = str_find_char(str_from_offset(rest, 1), '/');
        str part = slash == STR_NONE ? rest : str_sub(rest, 0, slash + 1);
        rest = str_from_offset(rest, part.n);
        str name = part.p[0] == '/' ? str_from_offset(part, 1) : part;
        bool up = str_eq(name, STR(".."));
        if (!up && !str_eq(name, STR("."))) {
            buf_put(out, part);
            continue;
        }
        while (up && out->n > start && out->p[--out->n] != '/') {
        }
        if (rest.n == 0 && rooted) {
            buf_putc(out, '/');
        }
    }
}

/* A relative path replaces the base's last part. */
static void merge_paths(const struct parts *base, str path, struct buf *out)
{
    struct buf whole = {0};
    size_t slash = str_rfind_char(base->path, '/');
    if (base->authority.n && base->path.n == 0) {
        buf_putc(&whole, '/');
    } else if (slash != STR_NONE) {
        buf_put(&whole, str_sub(base->path, 0, slash + 1));
    }
    buf_put(&whole, path);
    remove_dots(buf_str(&whole), out);
    buf_free(&whole);
}

static void resolve_into(const struct parts *base, const struct parts *ref,
                         struct buf *out)
{
    buf_put(out, base->scheme);
    if (ref->authority.n) {
        buf_put(out, ref->authority);
        remove_dots(ref->path, out);
        buf_put(out, ref->query);
        return;
    }
    buf_put(out, base->authority);
    if (ref->path.n == 0) {
        buf_put(out, base->path);
        buf_put(out, ref->query.p ? ref->query : base->query);
        return;
    }
    if (ref->path.p[0] == '/') {
        remove_dots(ref->path, out);
    } else {
        merge_paths(base, ref->path, out);
    }
    buf_put(out, ref->query);
}

str url_resolve(struct arena *arena, str base, str ref)
{
    struct parts from = take_apart(base);
    struct parts to = take_apart(ref);
    struct buf out = {0};
    if (to.scheme.n) {
        buf_put(&out, to.scheme);
        buf_put(&out, to.authority);
        if (to.authority.n || str_starts(to.path, STR("/"))) {
            remove_dots(to.path, &out);
        } else {
            buf_put(&out, to.path);
        }
        buf_put(&out, to.query);
    } else {
        resolve_into(&from, &to, &out);
    }
    buf_put(&out, to.fragment);
    return buf_move(&out, arena);
}
