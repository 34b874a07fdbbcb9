/* SPDX-License-Identifier: MIT */
#include "data/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory/buf.h"
#include "base/utf8.h"

/* A recursive descent over the text. Strings without escapes stay slices of
 * it, so a data file costs its containers and little else. */

/* Recursion goes this deep; what prints a value recurses as deep again. */
enum { MAX_DEPTH = 200 };

struct parser {
    const struct source *source;
    str text;
    size_t at;
    size_t depth;
    struct arena *arena;
    struct diags *diags;
    struct buf scratch; /* strings with escapes are put together here */
};

static bool parse_value(struct parser *p, value *out);

static bool json_fail(struct parser *p, size_t from, size_t to,
                      const char *message, const char *hint)
{
    struct diag *diag = diag_error(
        p->diags, span_of(p->source, from, to - from), "json", "%s", message);
    if (hint) {
        diag_hint(diag, "%s", hint);
    }
    return false;
}

/* The byte to be read next; NUL at the end, where no NUL is valid either. */
static char peek(const struct parser *p)
{
    if (p->at < p->text.n) {
        return p->text.p[p->at];
    }
    return '\0';
}

static void skip_space(struct parser *p)
{
    while (p->at < p->text.n &&
           (p->text.p[p->at] == ' ' || p->text.p[p->at] == '\n' ||
            p->text.p[p->at] == '\t' || p->text.p[p->at] == '\r')) {
        p->at++;
    }
}

static bool behind_comma(const struct parser *p)
{
    str before = str_trim(str_sub(p->text, 0, p->at));
    return before.n && before.p[before.n - 1] == ',';
}

/* What stands at the place is none of what could. */
static bool unexpected(struct parser *p, const char *wanted)
{
    if (p->at >= p->text.n) {
        diag_error(p->diags, span_of(p->source, p->at, 0), "json",
                   "the file ends where %s is wanted", wanted);
        return false;
    }
    size_t end = p->at;
    utf8_next(p->text, &end);
    while (is_alnum(p->text.p[end - 1]) && end < p->text.n &&
           is_alnum(p->text.p[end])) {
        end++;
    }
    struct diag *diag =
        diag_error(p->diags, span_of(p->source, p->at, end - p->at), "json",
                   "%s is wanted here", wanted);
    str found = str_sub(p->text, p->at, end - p->at);
    char c = p->text.p[p->at];
    if (c == '\'') {
        diag_hint(diag, "JSON has double quotes only");
    } else if (c == '/' || c == '#') {
        diag_hint(diag, "JSON has no comments");
    } else if (str_eq(found, STR("None"))) {
        diag_hint(diag, "write null");
    } else if (str_eq_nocase(found, STR("true")) ||
               str_eq_nocase(found, STR("false"))) {
        diag_hint(diag, "write it in small letters");
    } else if ((c == '}' || c == ']') && behind_comma(p)) {
        diag_hint(diag, "take the comma before it out");
    }
    return false;
}

/* --- strings --- */

static bool read_hex(struct parser *p, uint32_t *out)
{
    uint32_t unit = 0;
    for (size_t i = 0; i < 4; i++) {
        char c = '\0';
        if (p->at + i < p->text.n) {
            c = to_lower(p->text.p[p->at + i]);
        }
        if (!is_digit(c) && !(c >= 'a' && c <= 'f')) {
            return json_fail(p, p->at - 2, p->at + i,
                             "four hexadecimal digits belong behind \\u", NULL);
        }
        unit = unit * 16 + (uint32_t)(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    p->at += 4;
    *out = unit;
    return true;
}

/* \uD83D\uDE00 is one character; half a pair is U+FFFD. */
static bool read_unicode(struct parser *p)
{
    uint32_t c;
    if (!read_hex(p, &c)) {
        return false;
    }
    bool high = c >= 0xD800 && c <= 0xDBFF;
    if (high && str_starts(str_from_offset(p->text, p->at), STR("\\u"))) {
        size_t back = p->at;
        uint32_t low;
        p->at += 2;
        if (!read_hex(p, &low)) {
            return false;
        }
        if (low >= 0xDC00 && low <= 0xDFFF) {
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        } else {
            p->at = back;
        }
    }
    utf8_put(&p->scratch, c);
    return true;
}

static bool read_escape(struct parser *p)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    p->at++;
    char c = peek(p);
    p->at++;
    if (c == 'u') {
        return read_unicode(p);
    }
    const char *found = c ? strchr(letters, c) : NULL;
    if (!found) {
        return json_fail(p, p->at - 2, p->at, "there is no such escape",
                         "write \\\\ for a backslash");
    }
    buf_putc(&p->scratch, meanings[found - letters]);
    return true;
}

/* The place is behind the opening quote. Bytes without an escape among them
 * are a slice of the text. */
static bool parse_string(struct parser *p, str *out)
{
    size_t start = p->at;
    size_t from = start; /* of the bytes not yet in scratch */
    bool escaped = false;
    buf_clear(&p->scratch);
    for (;;) {
        if (p->at >= p->text.n) {
            return json_fail(p, start - 1, p->at, "this string is not closed",
                             NULL);
        }
        char c = p->text.p[p->at];
        if (c == '"') {
            break;
        }
        if ((unsigned char)c < 0x20) {
            return json_fail(p, p->at, p->at + 1,
                             "a control character inside a string",
                             c == '\n' ? "write \\n, or close the string"
                                       : "write it as an escape");
        }
        if (c != '\\') {
            p->at++;
            continue;
        }
        escaped = true;
        buf_put(&p->scratch, str_sub(p->text, from, p->at - from));
        if (!read_escape(p)) {
            return false;
        }
        from = p->at;
    }
    *out = str_sub(p->text, from, p->at - from);
    if (escaped) {
        buf_put(&p->scratch, *out);
        *out = arena_str(p->arena, buf_str(&p->scratch));
    }
    p->at++;
    return true;
}

/* --- numbers --- */

static size_t skip_digits(struct parser *p)
{
    size_t start = p->at;
    while (is_digit(peek(p))) {
        p->at++;
    }
    return p->at - start;
}

static bool fits_int(str s, int64_t *out)
{
    bool negative = s.p[0] == '-';
    uint64_t limit = (uint64_t)INT64_MAX + negative;
    uint64_t n = 0;
    for (size_t i = negative; i < s.n; i++) {
        unsigned digit = (unsigned)(s.p[i] - '0');
        if (n > (limit - digit) / 10) {
            return false;
        }
        n = n * 10 + digit;
    }
    *out = negative && n == limit ? INT64_MIN
                                  : (negative ? -(int64_t)n : (int64_t)n);
    return true;
}

static value make_float(struct parser *p, str s)
{
    /* strtod wants a NUL behind the digits, and the text goes on. */
    struct arena_mark mark = arena_mark(p->arena);
    double f = strtod(arena_str(p->arena, s).p, NULL);
    arena_reset(p->arena, mark);
    return value_float(f);
}

static bool parse_number(struct parser *p, value *out)
{
    size_t start = p->at;
    bool whole = true;
    p->at += peek(p) == '-';
    size_t digits_at = p->at;
    size_t digits = skip_digits(p);
    if (digits == 0) {
        return unexpected(p, "a digit");
    }
    if (digits > 1 && p->text.p[digits_at] == '0') {
        return json_fail(p, start, p->at, "a number can't start with 0",
                         "take the 0 out, or quote it");
    }
    if (peek(p) == '.') {
        whole = false;
        p->at++;
        if (skip_digits(p) == 0) {
            return unexpected(p, "a digit");
        }
    }
    if (peek(p) == 'e' || peek(p) == 'E') {
        whole = false;
        p->at++;
        p->at += peek(p) == '-' || peek(p) == '+';
        if (skip_digits(p) == 0) {
            return unexpected(p, "a digit");
        }
    }
    str s = str_sub(p->text, start, p->at - start);
    int64_t i;
    *out = whole && fits_int(s, &i) ? value_int(i) : make_float(p, s);
    return true;
}

/* --- containers --- */

/* True if the container goes on behind a comma; *ok is false on an error. */
static bool next_part(struct parser *p, char closing, bool *ok)
{
    skip_space(p);
    char c = peek(p);
    if (c == ',' || c == closing) {
        p->at++;
        *ok = true;
        return c == ',';
    }
    *ok = unexpected(p, closing == ']' ? "\",\" or \"]\"" : "\",\" or \"}\"");
    return false;
}

static bool parse_list(struct parser *p, value *out)
{
    *out = value_list(p->arena);
    struct list *list = out->as.list;
    VEC(struct locus) loci = {0};
    list->source = p->source;
    p->at++;
    skip_space(p);
    if (peek(p) == ']') {
        p->at++;
        return true;
    }
    bool ok;
    do {
        value item;
        skip_space(p);
        size_t start = p->at;
        if (!parse_value(p, &item)) {
            return false;
        }
        list_push(list, p->arena, item);
        *VEC_PUSH(&loci, p->arena) = (struct locus){
            .off = (uint32_t)start, .len = (uint32_t)(p->at - start)};
    } while (next_part(p, ']', &ok));
    list->loci = loci.p;
    return ok;
}

static bool parse_key(struct parser *p, str *key, struct locus *at)
{
    skip_space(p);
    if (peek(p) != '"') {
        return unexpected(p, "a name in double quotes");
    }
    at->key_off = (uint32_t)p->at;
    p->at++;
    if (!parse_string(p, key)) {
        return false;
    }
    at->key_len = (uint32_t)p->at - at->key_off;
    skip_space(p);
    if (peek(p) != ':') {
        return unexpected(p, "\":\"");
    }
    p->at++;
    skip_space(p);
    at->off = (uint32_t)p->at;
    return true;
}

/* Adds or replaces; the number of the key's entry. */
static size_t put_entry(struct parser *p, struct dict *dict, str key, value val)
{
    dict_set(dict, p->arena, value_string(key), val);
    return dict_index(dict, value_string(key));
}

static void warn_duplicate(struct parser *p, const struct locus *second)
{
    span at = span_of(p->source, second->key_off, second->key_len);
    struct diag *diag = diag_warning(
        p->diags, at, "duplicate-key",
        "%.*s is there already: the last one counts", STR_ARG(span_text(at)));
    diag_hint(diag, "keep one of them");
}

static bool parse_dict(struct parser *p, value *out)
{
    *out = value_dict(p->arena);
    struct dict *dict = out->as.dict;
    VEC(struct locus) loci = {0};
    dict->source = p->source;
    p->at++;
    skip_space(p);
    if (peek(p) == '}') {
        p->at++;
        return true;
    }
    bool ok;
    do {
        str key;
        struct locus at;
        value val;
        if (!parse_key(p, &key, &at) || !parse_value(p, &val)) {
            return false;
        }
        at.len = (uint32_t)p->at - at.off;
        size_t i = put_entry(p, dict, key, val);
        if (loci.p && i < loci.n) {
            warn_duplicate(p, &at);
            loci.p[i] = at;
        } else {
            *VEC_PUSH(&loci, p->arena) = at;
        }
    } while (next_part(p, '}', &ok));
    dict->loci = loci.p;
    return ok;
}

static bool parse_nested(struct parser *p, value *out)
{
    if (p->depth == MAX_DEPTH) {
        return json_fail(p, p->at, p->at + 1, "nested more than 200 deep",
                         NULL);
    }
    p->depth++;
    bool ok = peek(p) == '[' ? parse_list(p, out) : parse_dict(p, out);
    p->depth--;
    return ok;
}

static bool take_word(struct parser *p, str word)
{
    str rest = str_from_offset(p->text, p->at);
    if (!str_starts(rest, word) ||
        (rest.n > word.n && is_alnum(rest.p[word.n]))) {
        return false;
    }
    p->at += word.n;
    return true;
}

static bool parse_value(struct parser *p, value *out)
{
    char c = peek(p);
    if (c == '"') {
        str s;
        p->at++;
        if (!parse_string(p, &s)) {
            return false;
        }
        *out = value_string(s);
        return true;
    }
    if (c == '[' || c == '{') {
        return parse_nested(p, out);
    }
    if (c == '-' || is_digit(c)) {
        return parse_number(p, out);
    }
    bool yes = take_word(p, STR("true"));
    if (yes || take_word(p, STR("false"))) {
        *out = value_bool(yes);
        return true;
    }
    *out = value_none();
    return take_word(p, STR("null")) || unexpected(p, "a value");
}

static bool parse_whole(struct parser *p, value *out)
{
    str document = str_from_offset(p->text, p->at);
    size_t bad = utf8_invalid(document);
    if (bad != STR_NONE) {
        bad += p->at;
        struct diag *diag =
            diag_error(p->diags, span_of(p->source, bad, 1), "not-utf8",
                       "not UTF-8: byte 0x%02X", (unsigned char)p->text.p[bad]);
        diag_hint(diag, "save the file as UTF-8");
        return false;
    }
    if (str_starts(document, STR("\xEF\xBB\xBF"))) {
        p->at += 3;
    }
    skip_space(p);
    if (!parse_value(p, out)) {
        return false;
    }
    skip_space(p);
    return p->at == p->text.n ||
           json_fail(p, p->at, p->text.n, "text behind the end of the value",
                     "one file holds one value");
}

bool json_parse_part(const struct source *source, size_t off, size_t len,
                     struct arena *arena, struct diags *diags, value *out)
{
    struct parser parser = {.source = source,
                            .text = str_sub(source->text, 0, off + len),
                            .at = off,
                            .arena = arena,
                            .diags = diags};
    bool ok = parse_whole(&parser, out);
    buf_free(&parser.scratch);
    if (!ok) {
        *out = value_none();
    }
    return ok;
}

bool json_parse(const struct source *source, struct arena *arena,
                struct diags *diags, value *out)
{
    return json_parse_part(source, 0, source->text.n, arena, diags, out);
}
