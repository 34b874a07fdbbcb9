/* SPDX-License-Identifier: MIT */
#include "serve/http/http_path.h"

#include "base/memory/buf.h"
#include "base/utf8.h"

static int hex(char c)
{
    return is_digit(c)                                ? c - '0'
           : to_lower(c) >= 'a' && to_lower(c) <= 'f' ? to_lower(c) - 'a' + 10
                                                      : -1;
}

static bool decode(str s, struct buf *out)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '%') {
            int high = i + 2 < s.n ? hex(s.p[i + 1]) : -1;
            int low = i + 2 < s.n ? hex(s.p[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return false;
            }
            c = (char)(high * 16 + low);
            i += 2;
        }
        buf_putc(out, c);
    }
    return true;
}

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
        if (!decode(part, out)) {
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
