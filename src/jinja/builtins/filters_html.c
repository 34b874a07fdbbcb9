/* SPDX-License-Identifier: MIT */
/* Markup, addresses and JSON. */
#include <math.h>

#include "base/json_string.h"
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/vm/ops.h"
#include "text/html_entity.h"
#include "text/url.h"

/* variant: whether markup is escaped, too. */
static bool filter_escape(struct jinja_call *call, value *out)
{
    str s;
    if (!subject_text(call, &s)) {
        return false;
    }
    value v = call->variant ? value_string(s) : call->args[0];
    *out = value_markup(markup_of(call->state, v));
    return true;
}

/* --- tags off --- */

static str made_text(struct jinja_call *call, struct buf *buf)
{
    value text = value_string(STR(""));
    string_from(call->state, buf, false, &text);
    return value_str(text);
}

static str without_comments(struct jinja_call *call, str s)
{
    if (str_find(s, STR("!--")) == STR_NONE) { /* '<' is everywhere */
        return s;
    }
    struct buf buf = state_buf(call->state);
    size_t from = str_find_from(s, 0, STR("<!--"));
    size_t end = str_find_from(s, from + 4, STR("-->"));
    while (end < s.n) {
        buf_put(&buf, str_sub(s, 0, from));
        s = str_from_offset(s, end + 3);
        from = str_find_from(s, 0, STR("<!--"));
        end = str_find_from(s, from + 4, STR("-->"));
    }
    buf_put(&buf, s);
    return made_text(call, &buf);
}

/* The length of the entity that s begins with, or 0. Some old names do without
 * ';'. */
static size_t entity_at(str s, uint32_t *c)
{
    static const struct {
        str name;
        uint32_t c;
    } bare[] = {{STR_INIT("&amp"), '&'},   {STR_INIT("&lt"), '<'},
                {STR_INIT("&gt"), '>'},    {STR_INIT("&quot"), '"'},
                {STR_INIT("&nbsp"), 0xA0}, {STR_INIT("&copy"), 0xA9},
                {STR_INIT("&reg"), 0xAE}};
    size_t n = html_reference(s, c);
    for (size_t k = 0; !n && k < sizeof bare / sizeof *bare; k++) {
        if (str_starts(s, bare[k].name)) {
            n = bare[k].name.n;
            *c = bare[k].c;
        }
    }
    return n;
}

/* The offset of the first '&' that an entity can begin with: not "a & b". */
static size_t find_entity(str s)
{
    size_t at = str_find_char_from(s, 0, '&');
    while (at < s.n && !is_alnum(str_at(s, at + 1)) &&
           str_at(s, at + 1) != '#') {
        at = str_find_char_from(s, at + 1, '&');
    }
    return at < s.n ? at : STR_NONE;
}

static str unescaped(struct jinja_call *call, str s)
{
    size_t at = find_entity(s);
    if (at == STR_NONE) {
        return s;
    }
    struct buf buf = state_buf(call->state);
    for (; at != STR_NONE; at = find_entity(s)) {
        uint32_t c = 0;
        buf_put(&buf, str_sub(s, 0, at));
        s = str_from_offset(s, at);
        size_t n = entity_at(s, &c);
        if (n) {
            utf8_put(&buf, c ? c : 0xFFFD); /* as browsers do */
        } else {
            buf_putc(&buf, '&');
        }
        s = str_from_offset(s, n ? n : 1);
    }
    buf_put(&buf, s);
    return made_text(call, &buf);
}

/* Comments and tags off, white space joined, then entities decoded: in the
 * order of Markup.striptags(), so that an escaped tag stays. */
static bool filter_striptags(struct jinja_call *call, value *out)
{
    str s;
    if (!subject_text(call, &s) || !state_makes(call->state, s.n)) {
        return false;
    }
    s = without_comments(call, s);
    char *to = arena_alloc(call->ctx->arena, s.n, 1);
    str text = {to, str_without_tags(to, s)};
    *out = value_string(unescaped(call, text));
    return true;
}

/* --- addresses --- */

static void quote(struct buf *out, str s, bool query)
{
    str part;
    if (!query) {
        url_put_encoded(s, "_.-~/", out);
        return;
    }
    for (bool more = false; str_split(&s, ' ', &part); more = true) {
        buf_put(out, more ? STR("+") : STR(""));
        url_put_encoded(part, "_.-~", out);
    }
}

/* A pair may be anything of two items, a text of two characters as well. */
static bool quote_item(struct jinja_call *call, struct buf *out, value pair)
{
    value both[2];
    value more;
    struct iter it;
    size_t n = 0;
    if (!value_is_iterable(pair) || !iter_begin(call->state, pair, &it)) {
        return false;
    }
    while (n < 2 && iter_next(call->state, &it, &both[n])) {
        n++;
    }
    if (n < 2 || iter_next(call->state, &it, &more)) {
        return false;
    }
    if (out->n) {
        buf_putc(out, '&');
    }
    quote(out, value_text(both[0], call->ctx), true);
    buf_putc(out, '=');
    quote(out, value_text(both[1], call->ctx), true);
    return true;
}

static bool filter_urlencode(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    struct buf buf = {0};
    struct iter it;
    value pair;
    str s;
    if (v.kind == VALUE_DICT) {
        v = dict_view(call->state, v, DICT_ITEMS);
    }
    if (v.kind == VALUE_STRING || !value_is_iterable(v) ||
        v.kind == VALUE_UNDEFINED) {
        if (!subject_text(call, &s)) {
            return false;
        }
        quote(&buf, s, false);
        return string_from(call->state, &buf, false, out);
    }
    if (!iter_all(call->state, v, &it)) {
        return false;
    }
    while (iter_next(call->state, &it, &pair)) {
        if (!quote_item(call, &buf, pair)) {
            buf_free(&buf);
            return jinja_fail(call, "template-type",
                              "a query is made of pairs");
        }
    }
    return string_from(call->state, &buf, false, out);
}

static bool is_attribute_name(str s)
{
    return str_find_any(s, 0, " \t\n\v\f\r/>=") == s.n;
}

/* {'class': 'a', 'id': none} -> ' class="a"' */
static bool filter_xmlattr(struct jinja_call *call, value *out)
{
    value v = call->args[0];
    bool space = arg_bool(call, 0, "autospace", true);
    if (!subject_is(call, "xmlattr", VALUE_DICT)) {
        return false;
    }
    struct buf buf = {0};
    for (size_t i = 0; i < v.as.dict->entries.n && buf.n <= LIMIT_BYTES; i++) {
        const struct entry *entry = &v.as.dict->entries.p[i];
        if (entry->val.kind == VALUE_NONE ||
            entry->val.kind == VALUE_UNDEFINED) {
            continue;
        }
        str key = markup_of(call->state, entry->key);
        if (entry->key.kind != VALUE_STRING ||
            !is_attribute_name(value_str(entry->key))) {
            buf_free(&buf);
            str name =
                entry->key.kind == VALUE_STRING ? value_str(entry->key) : key;
            return jinja_fail(call, "template-type",
                              "'%.*s' can't be an attribute's name",
                              STR_ARG(name));
        }
        if (buf.n || space) {
            buf_putc(&buf, ' ');
        }
        buf_put(&buf, key);
        buf_put(&buf, STR("=\""));
        buf_put(&buf, markup_of(call->state, entry->val));
        buf_putc(&buf, '"');
    }
    return string_from(call->state, &buf, call->autoescape, out);
}

/* --- JSON --- */

struct writer {
    struct jinja_call *call;
    struct buf *out;
    bool lines;
    int64_t indent;
};

enum { JSON_DEPTH = 100 };

static void json_newline(struct writer *w, int depth)
{
    if (w->lines) {
        buf_putc(w->out, '\n');
        put_spaces(w->out, w->indent * depth);
    }
}

/* Before item i of a list or dict. */
static void json_separate(struct writer *w, size_t i, int depth)
{
    if (i) {
        buf_put(w->out, w->lines ? STR(",") : STR(", "));
    }
    json_newline(w, depth + 1);
}

static bool json_value(struct writer *w, value v, int depth);

static bool json_list(struct writer *w, value v, int depth)
{
    struct iter it;
    value item;
    if (!iter_all(w->call->state, v, &it)) {
        return false;
    }
    buf_putc(w->out, '[');
    size_t n = 0;
    for (; iter_next(w->call->state, &it, &item); n++) {
        json_separate(w, n, depth);
        if (!json_value(w, item, depth + 1)) {
            return false;
        }
    }
    if (n) {
        json_newline(w, depth);
    }
    buf_putc(w->out, ']');
    return true;
}

static bool json_dict(struct writer *w, value v, int depth)
{
    const struct dict *dict = v.as.dict;
    size_t n = dict->entries.n;
    struct sort_item *items = dict_sort_items(w->call->ctx->arena, dict);
    if (!sort_items(w->call->state, items, n, false)) {
        return false;
    }
    buf_putc(w->out, '{');
    for (size_t i = 0; i < n; i++) {
        json_separate(w, i, depth);
        value key = items[i].key;
        str text = key.kind == VALUE_NONE   ? STR("null")
                   : key.kind != VALUE_BOOL ? value_text(key, w->call->ctx)
                   : key.as.b               ? STR("true")
                                            : STR("false");
        json_put_string_in_html(w->out, text);
        buf_put(w->out, STR(": "));
        if (!json_value(w, items[i].item, depth + 1)) {
            return false;
        }
    }
    if (n) {
        json_newline(w, depth);
    }
    buf_putc(w->out, '}');
    return true;
}

static void json_float(struct buf *out, double f)
{
    if (isnan(f)) {
        buf_put(out, STR("NaN"));
    } else if (isinf(f)) {
        buf_put(out, f < 0 ? STR("-Infinity") : STR("Infinity"));
    } else {
        print_float(f, 0, out);
    }
}

static bool json_value(struct writer *w, value v, int depth)
{
    if (w->out->n > LIMIT_BYTES) {
        return jinja_fail(w->call, "template-limit", "this JSON is too long");
    }
    if (depth > JSON_DEPTH) {
        return jinja_fail(w->call, "template-limit",
                          "this is nested too deep for JSON");
    }
    v = value_plain(v, w->call->ctx);
    switch (v.kind) {
    case VALUE_NONE: buf_put(w->out, STR("null")); return true;
    case VALUE_BOOL:
        buf_put(w->out, v.as.b ? STR("true") : STR("false"));
        return true;
    case VALUE_INT: value_print(v, w->call->ctx, w->out); return true;
    case VALUE_FLOAT: json_float(w->out, v.as.f); return true;
    case VALUE_STRING:
        json_put_string_in_html(w->out, value_str(v));
        return true;
    case VALUE_DATE: {
        struct buf buf = {0};
        date_print(value_to_date(v), &buf);
        json_put_string_in_html(w->out, buf_str(&buf));
        buf_free(&buf);
        return true;
    }
    case VALUE_DICT: return json_dict(w, v, depth);
    case VALUE_UNDEFINED: return state_undefined(w->call->state, v);
    default:
        if (value_is_iterable(v)) {
            return json_list(w, v, depth);
        }
        return jinja_fail(w->call, "template-type",
                          "%s can't be written as JSON", value_kind_name(v));
    }
}

static bool filter_tojson(struct jinja_call *call, value *out)
{
    struct buf buf = {0};
    struct writer w = {.call = call, .out = &buf};
    w.lines = arg_given(call, 0, "indent") != NULL;
    if (!arg_int(call, 0, "indent", &w.indent)) {
        return false;
    }
    if (w.indent > 100) {
        return jinja_fail(call, "template-limit", "this is too wide");
    }
    if (!json_value(&w, call->args[0], 0)) {
        buf_free(&buf);
        return false;
    }
    return string_from(call->state, &buf, true, out);
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN("escape", "()", "as markup, escaped", filter_escape),
    JINJA_BUILTIN("e", "()", "the same", filter_escape),
    JINJA_VARIANT("forceescape", "()", "escaped even if it is markup",
                  filter_escape, true),
    JINJA_BUILTIN("striptags", "()", "the text of markup", filter_striptags),
    JINJA_BUILTIN("urlencode", "()", "percent-encoded; a map becomes a query",
                  filter_urlencode),
    JINJA_BUILTIN("xmlattr", "(autospace=true)", "a map as attributes of a tag",
                  filter_xmlattr),
    JINJA_BUILTIN("tojson", "(indent=none)", "JSON that is safe in HTML",
                  filter_tojson),
};

const struct builtin_table html_filters = BUILTIN_TABLE(entries);
