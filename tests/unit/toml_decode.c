/* SPDX-License-Identifier: MIT */
/* Reads TOML from standard input and writes it as JSON whose values carry their
 * types, as suites of tests for TOML want it:
 *
 *     a = 1     {"a": {"type": "integer", "value": "1"}}
 *
 * Status 1: it is refused, and the diagnostic is on standard error.
 *
 * With --many the input is many documents, each after a line with the number
 * of its bytes; the output has a line for each: the JSON, or "!" and the first
 * line of the diagnostic. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag/diag.h"
#include "base/json_string.h"
#include "base/memory/buf.h"
#include "data/toml.h"

static void put_value(value v, span at, struct buf *out);

static void put_list(const struct list *list, struct buf *out)
{
    for (size_t i = 0; i < list->items.n; i++) {
        buf_put(out, i ? STR(", ") : STR("["));
        put_value(list->items.p[i], list_item_span(list, i), out);
    }
    buf_put(out, list->items.n ? STR("]") : STR("[]"));
}

static void put_dict(const struct dict *dict, struct buf *out)
{
    for (size_t i = 0; i < dict->entries.n; i++) {
        buf_put(out, i ? STR(", ") : STR("{"));
        json_put_string(out, value_str(dict->entries.p[i].key));
        buf_put(out, STR(": "));
        put_value(dict->entries.p[i].val, dict_value_span(dict, i), out);
    }
    buf_put(out, dict->entries.n ? STR("}") : STR("{}"));
}

static void put_tagged(const char *type, str text, struct buf *out)
{
    buf_printf(out, "{\"type\": \"%s\", \"value\": ", type);
    json_put_string(out, text);
    buf_putc(out, '}');
}

/* With the letters of RFC 3339. */
static void put_date(str text, struct buf *out)
{
    char copy[128];
    size_t n = text.n < sizeof copy ? text.n : sizeof copy;
    memcpy(copy, text.p, n);
    text = (str){copy, n};
    if (text.p[2] == ':') {
        put_tagged("time-local", text, out);
        return;
    }
    if (n <= sizeof "2026-11-21" - 1) {
        put_tagged("date-local", text, out);
        return;
    }
    copy[sizeof "2026-11-21" - 1] = 'T';
    copy[n - 1] = copy[n - 1] == 'z' ? 'Z' : copy[n - 1];
    str clock = str_from_offset(text, sizeof "2026-11-21T");
    bool zoned = copy[n - 1] == 'Z' || str_find_char(clock, '+') != STR_NONE ||
                 str_find_char(clock, '-') != STR_NONE;
    put_tagged(zoned ? "datetime" : "datetime-local", text, out);
}

static void put_float(double f, struct buf *out)
{
    char text[40];
    if (isnan(f)) {
        snprintf(text, sizeof text, "nan");
    } else if (isinf(f)) {
        snprintf(text, sizeof text, f < 0 ? "-inf" : "inf");
    } else {
        snprintf(text, sizeof text, "%.17g", f);
    }
    put_tagged("float", str_from(text), out);
}

/* A string without quotes in its source is a date. */
static void put_value(value v, span at, struct buf *out)
{
    char text[32];
    if (value_is(v, VALUE_DICT)) {
        put_dict(v.as.dict, out);
    } else if (value_is(v, VALUE_LIST)) {
        put_list(v.as.list, out);
    } else if (value_is(v, VALUE_BOOL)) {
        put_tagged("bool", v.as.b ? STR("true") : STR("false"), out);
    } else if (value_is(v, VALUE_INT)) {
        snprintf(text, sizeof text, "%" PRId64, v.as.i);
        put_tagged("integer", str_from(text), out);
    } else if (value_is(v, VALUE_FLOAT)) {
        put_float(v.as.f, out);
    } else if (is_digit(span_text(at).p[0])) {
        put_date(value_str(v), out);
    } else {
        put_tagged("string", value_str(v), out);
    }
}

static bool decode(str text, struct buf *out)
{
    struct arena arena = {0};
    struct diags diags;
    struct source source = {.name = STR("input"), .text = text};
    value v;
    diags_init(&diags, &arena);
    bool ok = toml_parse(&source, 0, text.n, &arena, &diags, &v);
    if (ok) {
        put_dict(v.as.dict, out);
    } else {
        diags_print(&diags, false, out);
    }
    arena_free(&arena);
    return ok;
}

static int decode_many(str text)
{
    struct buf out = {0};
    str line;
    while (text.n && str_split(&text, '\n', &line)) {
        char number[24] = "";
        memcpy(number, line.p, line.n < 23 ? line.n : 23);
        size_t n = strtoul(number, NULL, 10);
        buf_clear(&out);
        bool ok = decode(str_sub(text, 0, n), &out);
        str shown = buf_str(&out);
        if (!ok) {
            shown = str_sub(shown, 0, str_find_char(shown, '\n'));
        }
        printf("%s%.*s\n", ok ? "" : "!", STR_ARG(shown));
        text = str_from_offset(text, n);
    }
    buf_free(&out);
    return 0;
}

int main(int argc, char **argv)
{
    struct buf in = {0};
    struct buf out = {0};
    size_t got;
    do {
        buf_reserve(&in, 1 << 16);
        got = fread(in.p + in.n, 1, in.cap - in.n, stdin);
        in.n += got;
    } while (got);
    int status = 0;
    if (argc > 1 && strcmp(argv[1], "--many") == 0) {
        status = decode_many(buf_str(&in));
    } else {
        bool ok = decode(buf_str(&in), &out);
        fprintf(ok ? stdout : stderr, "%.*s%s", STR_ARG(buf_str(&out)),
                ok ? "\n" : "");
        status = !ok;
    }
    buf_free(&in);
    buf_free(&out);
    return status;
}
