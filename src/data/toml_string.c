/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "data/toml_parts.h"

/* Texts in quotes. One without escapes stays a slice of the source. */

/* A text on its way: `from` is where the bytes start that are not in
 * parser->scratch yet. */
struct reading {
    struct toml_parser *p;
    size_t open; /* of its first quote */
    size_t from;
    bool copied;
};

static void flush(struct reading *r)
{
    buf_put(&r->p->scratch, str_sub(r->p->text, r->from, r->p->at - r->from));
    r->copied = true;
}

/* The text, which ends `quotes` bytes behind the place. */
static void finish(struct reading *r, size_t quotes, str *out)
{
    struct toml_parser *p = r->p;
    p->at += quotes;
    *out = str_sub(p->text, r->from, p->at - r->from);
    if (r->copied) {
        buf_put(&p->scratch, *out);
        *out = arena_str(p->arena, buf_str(&p->scratch));
    }
}

static struct reading begin(struct toml_parser *p, size_t quotes)
{
    struct reading r = {.p = p, .open = p->at};
    buf_clear(&p->scratch);
    p->at += quotes;
    r.from = p->at;
    return r;
}

static bool not_closed(struct reading *r, size_t quotes, const char *hint)
{
    return toml_fail(r->p, r->open, r->open + quotes,
                     "the text that starts here is not closed", hint);
}

/* --- escapes --- */

static bool hex_digit(char c, uint32_t *out)
{
    c = to_lower(c);
    *out = (uint32_t)(is_digit(c) ? c - '0' : c - 'a' + 10);
    return is_digit(c) || (c >= 'a' && c <= 'f');
}

/* \u00E9 and \U0001F600. */
static bool read_unicode(struct toml_parser *p, size_t digits)
{
    size_t start = p->at - 2;
    uint32_t c = 0;
    for (size_t i = 0; i < digits; i++) {
        uint32_t digit;
        if (!hex_digit(toml_peek(p), &digit)) {
            return toml_fail(p, start, p->at,
                             digits == 4
                                 ? "four hexadecimal digits belong behind \\u"
                                 : "eight hexadecimal digits belong behind \\U",
                             NULL);
        }
        c = c << 4 | digit;
        p->at++;
    }
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
        return toml_fail(p, start, p->at,
                         "there is no character of this number",
                         "write one beyond U+FFFF as \\U0001F600");
    }
    utf8_put(&p->scratch, c);
    return true;
}

/* The backslash is at the place. */
static bool read_escape(struct toml_parser *p)
{
    static const char letters[] = "btnfr\"\\";
    static const char meanings[] = "\b\t\n\f\r\"\\";
    p->at++;
    char c = toml_peek(p);
    const char *found = c ? strchr(letters, c) : NULL;
    if (found) {
        buf_putc(&p->scratch, meanings[found - letters]);
        p->at++;
        return true;
    }
    if (c == 'u' || c == 'U') {
        p->at++;
        return read_unicode(p, c == 'u' ? 4 : 8);
    }
    return toml_fail(p, p->at - 1, p->at + (p->at < p->text.n && c != '\n'),
                     "there is no such escape",
                     "write \\\\ for a backslash, or the text in '...'");
}

/* A backslash at the end of a line takes the line break with it, and all white
 * space that follows. */
static bool skip_folded(struct toml_parser *p)
{
    size_t start = p->at++;
    toml_skip_blanks(p);
    if (!toml_skip_break(p)) {
        p->at = start;
        return false;
    }
    do {
        toml_skip_blanks(p);
    } while (toml_skip_break(p));
    return true;
}

/* --- texts --- */

bool toml_line_string(struct toml_parser *p, str *out)
{
    char quote = toml_peek(p);
    struct reading r = begin(p, 1);
    for (;;) {
        char c = toml_peek(p);
        if (p->at >= p->text.n || c == '\n' ||
            str_starts(toml_rest(p), STR("\r\n"))) {
            return not_closed(&r, 1,
                              quote == '"'
                                  ? "put a \" at its end, or \"\"\" around a "
                                    "text of several lines"
                                  : "put a ' at its end; a text with a ' in it "
                                    "is in \"...\"");
        }
        if (c == quote) {
            finish(&r, 0, out);
            p->at++;
            return true;
        }
        if (toml_is_control(c)) {
            return toml_fail_control(p);
        }
        if (c != '\\' || quote == '\'') {
            p->at++;
            continue;
        }
        flush(&r);
        if (!read_escape(p)) {
            return false;
        }
        r.from = p->at;
    }
}

/* The number of quotes here, up to five: two of the text and three that close
 * it. */
static size_t count_quotes(const struct toml_parser *p, char quote)
{
    str rest = toml_rest(p);
    size_t n = 0;
    while (n < rest.n && n < 5 && rest.p[n] == quote) {
        n++;
    }
    return n;
}

/* What is no plain character of a text of several lines. */
static bool read_special(struct reading *r, char quote)
{
    struct toml_parser *p = r->p;
    char c = toml_peek(p);
    if (c == '\\' && quote == '"') {
        flush(r);
        if (!skip_folded(p) && !read_escape(p)) {
            return false;
        }
    } else if (str_starts(toml_rest(p), STR("\r\n"))) {
        flush(r);
        p->at++; /* and the "\n" is the first that is not in scratch */
    } else if (c != '\n' && toml_is_control(c)) {
        return toml_fail_control(p);
    } else {
        p->at++;
        return true;
    }
    r->from = p->at;
    return true;
}

static bool read_lines(struct toml_parser *p, char quote, str *out)
{
    struct reading r = begin(p, 3);
    toml_skip_break(p);
    r.from = p->at;
    while (p->at < p->text.n) {
        size_t quotes = count_quotes(p, quote);
        if (quotes >= 3) {
            finish(&r, quotes - 3, out);
            p->at += 3;
            return true;
        }
        p->at += quotes;
        if (quotes == 0 && !read_special(&r, quote)) {
            return false;
        }
    }
    return not_closed(
        &r, 3, quote == '"' ? "put \"\"\" at its end" : "put ''' at its end");
}

bool toml_string(struct toml_parser *p, str *out)
{
    char quote = toml_peek(p);
    return count_quotes(p, quote) >= 3 ? read_lines(p, quote, out)
                                       : toml_line_string(p, out);
}
