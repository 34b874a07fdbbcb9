/* SPDX-License-Identifier: MIT */
#include "serve/http/http_host.h"

#include <arpa/inet.h>

/* The port may be another than ours, behind a tunnel. */
static bool is_port(str port)
{
    return port.n <= 5 && str_skip(port, 0, "0123456789") == port.n;
}

static bool is_name(str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!is_alnum(s.p[i]) &&
            str_find_char(STR("-._"), s.p[i]) == STR_NONE) {
            return false;
        }
    }
    return s.n > 0;
}

/* Of the right characters; it is only compared. */
static bool is_ipv6(str s)
{
    return str_skip(s, 0, "0123456789abcdefABCDEF:.") == s.n &&
           str_find_char(s, ':') != STR_NONE;
}

/* Takes the port off, and the brackets of IPv6. */
static bool split_host(str *host, bool *bracketed)
{
    *bracketed = str_starts(*host, STR("["));
    str port;
    if (*bracketed) {
        size_t end = str_find_char(*host, ']');
        if (end == STR_NONE) {
            return false;
        }
        port = str_from_offset(*host, end + 1);
        *host = str_sub(*host, 1, end - 1);
        if (!is_ipv6(*host)) {
            return false;
        }
    } else {
        size_t colon = str_find_char(*host, ':');
        port = str_from_offset(*host, colon);
        *host = str_sub(*host, 0, colon);
        if (!is_name(*host)) {
            return false;
        }
    }
    return port.n == 0 ||
           (port.p[0] == ':' && is_port(str_from_offset(port, 1)));
}

/* Names may end in digits, but no top-level one does. */
static bool is_ipv4(str s)
{
    return str_skip(s, 0, "0123456789.") == s.n && str_count_char(s, '.') == 3;
}

/* A server bound to it listens on all addresses of this machine. */
static bool is_any(str bound)
{
    return str_eq(bound, STR("0.0.0.0")) || str_eq(bound, STR("::"));
}

bool http_host_is_loopback(str bound)
{
    struct arena arena = {0};
    struct in_addr v4;
    struct in6_addr v6;
    const char *text = arena_str(&arena, bound).p;
    bool loopback =
        (inet_pton(AF_INET, text, &v4) == 1 && ntohl(v4.s_addr) >> 24 == 127) ||
        (inet_pton(AF_INET6, text, &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6));
    arena_free(&arena);
    return loopback;
}

str http_host_name(str bound, struct arena *arena)
{
    if (!bound.n || is_any(bound)) {
        return STR("localhost");
    }
    bool v6 = str_find_char(bound, ':') != STR_NONE;
    return v6 ? arena_printf(arena, "[%.*s]", STR_ARG(bound)) : bound;
}

bool http_host_is_origin(str host, str origin)
{
    static const str schemes[] = {STR_INIT("http://"), STR_INIT("https://")};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        if (str_starts(origin, schemes[i])) {
            return str_eq_nocase(str_from_offset(origin, schemes[i].n), host);
        }
    }
    return false;
}

int http_host_check(str host, str bound)
{
    bool bracketed;
    if (!split_host(&host, &bracketed)) {
        return 400;
    }
    if (str_is_word_of(host, STR("localhost localhost. 127.0.0.1 ::1")) ||
        (bound.n && str_eq_nocase(host, bound))) {
        return 0;
    }
    /* An address can't be made to point elsewhere. */
    return is_any(bound) && (bracketed || is_ipv4(host)) ? 0 : 403;
}
