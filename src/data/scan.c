/* SPDX-License-Identifier: MIT */
#include "data/scan.h"

#include "base/utf8.h"

bool scan_utf8(span text, struct diags *diags, const char *hint)
{
    str s = span_text(text);
    size_t nul = str_find_char(str_sub(s, 0, 2), '\0');
    size_t bad = nul == STR_NONE ? utf8_invalid(s) : nul;
    if (bad == STR_NONE) {
        return true;
    }
    /* In UTF-16 without a mark every other byte of plain letters is NUL. */
    const char *from = nul == 0            ? "UTF-16BE"
                       : nul == 1          ? "UTF-16LE"
                       : utf16_has_mark(s) ? "UTF-16"
                                           : "LATIN1";
    struct diag *diag =
        diag_error(diags, span_of(text.source, text.off + bad, 1), "not-utf8",
                   "not UTF-8: byte 0x%02X", (unsigned char)s.p[bad]);
    if (hint) {
        diag_hint(diag, "%s", hint);
    } else {
        diag_hint(diag, "save the file as UTF-8 (iconv -f %s -t UTF-8)", from);
    }
    return false;
}

bool scan_begin(struct scan *scan, span region, const char *code,
                struct arena *arena, struct diags *diags)
{
    str text = region.source->text;
    *scan = (struct scan){.source = region.source,
                          .text = str_sub(text, 0, region.off + region.len),
                          .at = region.off,
                          .code = code,
                          .arena = arena,
                          .diags = diags};
    scan->at += str_starts(scan_rest(scan), STR("\xEF\xBB\xBF")) ? 3 : 0;
    return scan_utf8(region, diags, "save the file as UTF-8");
}

bool scan_fail(const struct scan *scan, size_t from, size_t to,
               const char *message, const char *hint)
{
    struct diag *diag =
        diag_error(scan->diags, span_of(scan->source, from, to - from),
                   scan->code, "%s", message);
    if (hint) {
        diag_hint(diag, "%s", hint);
    }
    return false;
}

struct locus scan_locus(const struct scan *scan, size_t start)
{
    return (struct locus){.off = (uint32_t)start,
                          .len = (uint32_t)(scan->at - start)};
}

/* --- texts in quotes --- */

void scan_text_begin(struct scan *scan)
{
    buf_clear(&scan->scratch);
    scan->copied = false;
    scan->from = scan->at;
}

void scan_text_copy(struct scan *scan)
{
    buf_put(&scan->scratch,
            str_sub(scan->text, scan->from, scan->at - scan->from));
    scan->copied = true;
}

str scan_text_end(struct scan *scan)
{
    str text = str_sub(scan->text, scan->from, scan->at - scan->from);
    if (scan->copied) {
        buf_put(&scan->scratch, text);
        text = arena_str(scan->arena, buf_str(&scan->scratch));
    }
    return text;
}

bool scan_escape(struct scan *scan, const char *letters)
{
    static const char known[] = "btnfr\"\\/";
    static const char meanings[] = "\b\t\n\f\r\"\\/";
    char c = scan_peek(scan);
    if (!is_any_of(c, letters)) {
        return false;
    }
    buf_putc(&scan->scratch, meanings[strchr(known, c) - known]);
    scan->at++;
    return true;
}

bool scan_hex(struct scan *scan, size_t digits, uint32_t *out)
{
    size_t start = scan->at - 2;
    *out = 0;
    for (size_t i = 0; i < digits; i++, scan->at++) {
        unsigned digit = digit_value(scan_peek(scan));
        if (digit == 16) {
            return scan_fail(scan, start, scan->at,
                             digits == 4
                                 ? "four hexadecimal digits belong after \\u"
                                 : "eight hexadecimal digits belong after \\U",
                             NULL);
        }
        *out = *out << 4 | digit;
    }
    return true;
}

/* --- digits --- */

bool digits_to_int(str s, unsigned base, bool negative, int64_t *out)
{
    uint64_t limit = (uint64_t)INT64_MAX + negative;
    uint64_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '_') {
            continue;
        }
        unsigned digit = digit_value(s.p[i]);
        if (n > (limit - digit) / base) {
            return false;
        }
        n = n * base + digit;
    }
    *out = (int64_t)(negative ? 0 - n : n);
    return true;
}
