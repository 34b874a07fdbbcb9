/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "data/toml_parts.h"

/* Texts in quotes. One without escapes stays a slice of the source. */

static bool not_closed(struct scan *p, size_t open, size_t quotes,
                       const char *hint)
{
    return scan_fail(p, open, open + quotes,
                     "the text that starts here is not closed", hint);
}

/* --- escapes --- */

/* \u00E9 and \U0001F600. */
static bool read_unicode(struct scan *p, size_t digits)
{
    size_t start = p->at - 2;
    uint32_t c;
    if (!scan_hex(p, digits, &c)) {
        return false;
    }
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
        return scan_fail(p, start, p->at,
                         "there is no character of this number",
                         "write one beyond U+FFFF as \\U0001F600");
    }
    utf8_put(&p->scratch, c);
    return true;
}

/* The backslash is at the place. */
static bool read_escape(struct scan *p)
{
    p->at++;
    char c = scan_peek(p);
    if (c == 'u' || c == 'U') {
        p->at++;
        return read_unicode(p, c == 'u' ? 4 : 8);
    }
    return scan_escape(p, "btnfr\"\\") ||
           scan_fail(p, p->at - 1, p->at + 1, "there is no such escape",
                     "write \\\\ for a backslash, or the text in '...'");
}

/* A backslash at the end of a line takes the line break with it, and all white
 * space that follows. */
static bool skip_folded(struct scan *p)
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

bool toml_line_string(struct scan *p, str *out)
{
    char quote = scan_peek(p);
    size_t open = p->at++;
    scan_text_begin(p);
    for (;;) {
        char c = scan_peek(p);
        if (p->at >= p->text.n || c == '\n' ||
            str_starts(scan_rest(p), STR("\r\n"))) {
            return not_closed(p, open, 1,
                              quote == '"'
                                  ? "put a \" at its end, or \"\"\" around a "
                                    "text of several lines"
                                  : "put a ' at its end; a text with a ' in it "
                                    "is in \"...\"");
        }
        if (c == quote) {
            *out = scan_text_end(p);
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
        scan_text_copy(p);
        if (!read_escape(p)) {
            return false;
        }
        scan_text_go_on(p);
    }
}

/* The number of quotes here, up to five: two of the text and three that close
 * it. */
static size_t count_quotes(const struct scan *p, char quote)
{
    str rest = scan_rest(p);
    size_t n = 0;
    while (n < rest.n && n < 5 && rest.p[n] == quote) {
        n++;
    }
    return n;
}

/* A character of a text of several lines. */
static bool read_char(struct scan *p, char quote)
{
    char c = scan_peek(p);
    if (c == '\\' && quote == '"') {
        scan_text_copy(p);
        if (!skip_folded(p) && !read_escape(p)) {
            return false;
        }
        scan_text_go_on(p);
    } else if (str_starts(scan_rest(p), STR("\r\n"))) {
        scan_text_copy(p);
        p->at++; /* and the "\n" is the first that is not in scratch */
        scan_text_go_on(p);
    } else if (c != '\n' && toml_is_control(c)) {
        return toml_fail_control(p);
    } else {
        p->at++;
    }
    return true;
}

static bool read_lines(struct scan *p, char quote, str *out)
{
    size_t open = p->at;
    p->at += 3;
    toml_skip_break(p);
    scan_text_begin(p);
    while (p->at < p->text.n) {
        size_t quotes = count_quotes(p, quote);
        if (quotes >= 3) {
            p->at += quotes - 3;
            *out = scan_text_end(p);
            p->at += 3;
            return true;
        }
        p->at += quotes;
        if (quotes == 0 && !read_char(p, quote)) {
            return false;
        }
    }
    return not_closed(p, open, 3,
                      quote == '"' ? "put \"\"\" at its end"
                                   : "put ''' at its end");
}

bool toml_string(struct scan *p, str *out)
{
    char quote = scan_peek(p);
    return count_quotes(p, quote) >= 3 ? read_lines(p, quote, out)
                                       : toml_line_string(p, out);
}
