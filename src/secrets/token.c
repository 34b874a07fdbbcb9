/* SPDX-License-Identifier: MIT */
#include "secrets/token.h"

#include <zlib.h>

bool form_class_has(char class, char c)
{
    bool digit = is_digit(c);
    bool capital = c >= 'A' && c <= 'Z';
    switch (class) {
    case 'D': return digit;
    case 'H': return digit || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
    case 'U': return digit || capital;
    case 'L': return digit || (c >= 'a' && c <= 'z');
    case 'W': return is_alnum(c);
    case 'T': return is_alnum(c) || c == '-' || c == '_';
    case 'B': return is_alnum(c) || c == '+' || c == '/';
    case 'J': return is_alnum(c) || is_any_of(c, "-./");
    case 'P': return c > ' ' && c < 127 && !is_any_of(c, "\"'`");
    case 'C': return is_alnum(c) || c == '.' || c == '/';
    default: return false;
    }
}

/* Reads "W{20,40}" at the front of *form. */
static bool take_class(str *form, char *class, size_t *least, size_t *most)
{
    enum { MOST = 4096 };
    str rest = str_from_offset(*form, 2);
    if (!str_starts_at(*form, 1, STR("{"))) {
        return false;
    }
    *class = form->p[0];
    *least = str_take_number(&rest, MOST);
    *most = *least;
    if (str_starts(rest, STR(","))) {
        rest = str_from_offset(rest, 1);
        *most = str_at(rest, 0) == '}' ? MOST : str_take_number(&rest, MOST);
    }
    *form = str_from_offset(rest, 1);
    return true;
}

/* The end of the last `literal` before a blank; `at`: there is none. */
static size_t last_end(str literal, str text, size_t at)
{
    enum { MOST = 512 };
    size_t end = at;
    for (size_t i = at; i < at + MOST && !is_space(str_at(text, i)); i++) {
        end = str_starts_at(text, i, literal) ? i + literal.n : end;
    }
    return end;
}

size_t form_length(str form, str text, size_t at)
{
    size_t from = at;
    while (form.n) {
        char class;
        size_t least;
        size_t most;
        size_t end = str_find_char_from(form, 0, ' ');
        str literal = str_sub(form, 0, end);
        if (!take_class(&form, &class, &least, &most)) {
            bool any = str_starts(literal, STR("..."));
            size_t next = any ? last_end(str_from_offset(literal, 3), text, at)
                          : str_starts_at(text, at, literal) ? at + literal.n
                                                             : at;
            if (next == at) {
                return 0;
            }
            at = next;
            form = str_from_offset(form, end);
        } else {
            size_t n = 0;
            while (n < most && form_class_has(class, str_at(text, at + n))) {
                n++;
            }
            if (n < least) {
                return 0;
            }
            at += n;
        }
        form = str_from_offset(form, str_skip_spaces(form, 0));
    }
    return at - from;
}

bool token_checksum_holds(str token)
{
    static const char digits[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    enum { SUM = 6, BASE = 62 };
    size_t from = str_find_char_from(token, 0, '_') + 1;
    if (token.n < from + SUM) {
        return false;
    }
    size_t end = token.n - SUM;
    uint32_t sum = (uint32_t)crc32(0, (const unsigned char *)token.p + from,
                                   (unsigned)(end - from));
    for (size_t i = SUM; i--; sum /= BASE) {
        if (token.p[end + i] != digits[sum % BASE]) {
            return false;
        }
    }
    return true;
}

/* Over spaces, line breaks, which may be \n in a text, and marks. */
static size_t skip_between(str text, size_t at)
{
    for (;;) {
        at = str_skip(text, at, " \t\r\n\"',;>|#*");
        if (str_at(text, at) != '\\') {
            return at;
        }
        at += is_any_of(str_at(text, at + 1), "nr") ? 2 : 1;
    }
}

size_t private_key_end(str text, size_t start)
{
    enum { LINE = 24, LAST = 64, HEADER = 128 };
    size_t done = start;
    for (size_t at = skip_between(text, start); at < text.n;) {
        size_t end = at;
        while (end < text.n && form_class_has('B', text.p[end])) {
            end++;
        }
        end = str_skip(text, end, "=");
        size_t next = skip_between(text, end);
        bool last = str_starts_at(text, next, STR("----"));
        str header = str_sub(text, end, HEADER);
        header.n = str_find_char_from(header, 0, '\n');
        if (end - at >= LINE || (end > at && last && done > start)) {
            done = end;
            at = next;
        } else if (end == at && last && done > start) {
            next = str_skip(text, at, "-");
            end = str_find(str_sub(text, next, LAST), STR("----"));
            return end == STR_NONE ? done : str_skip(text, next + end, "-");
        } else if (done == start && str_find(header, STR(": ")) != STR_NONE) {
            at = skip_between(text, end + header.n);
        } else {
            break;
        }
    }
    return done;
}
