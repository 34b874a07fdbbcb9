/* SPDX-License-Identifier: MIT */
/* str.format: "{} {0.name} {x[key]!r:>{width}}".format(...). */
#include "jinja/format/format.h"
#include "jinja/vm/state.h"

struct braces {
    struct jinja_state *st;
    const struct jinja_call *call;
    size_t next;    /* positional, for "{}" */
    bool automatic; /* "{}" was seen */
    bool manual;    /* "{0}" was seen */
    bool safe;      /* the format is markup: text is escaped */
};

/* --- the field's value --- */

static bool read_index(str s, size_t *out)
{
    enum { MOST = 1000000 };
    str rest = s;
    *out = str_take_number(&rest, MOST);
    return s.n && !rest.n && *out <= MOST;
}

static bool positional(struct braces *br, str name, value *out)
{
    size_t i = 0;
    bool numbered = read_index(name, &i);
    br->manual |= numbered;
    br->automatic |= !numbered;
    if (br->manual && br->automatic) {
        return format_fail(br->st, "mixes {} with {0}");
    }
    i = numbered ? i : br->next++;
    if (i >= br->call->nargs - br->call->nnames) {
        return format_fail(br->st, "wants more values than there are");
    }
    *out = br->call->args[i];
    return true;
}

static bool argument(struct braces *br, str name, value *out)
{
    size_t i;
    const struct jinja_call *call = br->call;
    if (!name.n || read_index(name, &i)) {
        return positional(br, name, out);
    }
    for (i = 0; i < call->nnames; i++) {
        if (str_eq(call->names[i], name)) {
            *out = call->args[call->nargs - call->nnames + i];
            return true;
        }
    }
    return state_fail(br->st, "template-type", "the format wants a '%.*s'",
                      STR_ARG(name));
}

/* The next ".name" or "[key]" of *rest. */
static bool next_field_part(struct braces *br, str *rest, value *v)
{
    bool bracket = rest->p[0] == '[';
    size_t end = str_find_any(*rest, 1, bracket ? "]" : ".[");
    str name = str_sub(*rest, 1, end - 1);
    if (!name.n || (!bracket && rest->p[0] != '.') ||
        (bracket && end == rest->n)) {
        return format_fail(br->st, "has a field that can't be read");
    }
    *rest = str_from_offset(*rest, end + bracket);
    size_t i;
    value owner = *v;
    value key =
        read_index(name, &i) ? value_int((int64_t)i) : value_string(name);
    bool ok = bracket ? ops_item(br->st, owner, key, v)
                      : ops_attr(br->st, owner, name, v);
    return ok && (v->kind != VALUE_UNDEFINED || owner.kind == VALUE_UNDEFINED ||
                  state_undefined(br->st, *v));
}

static bool field_value(struct braces *br, str field, value *out)
{
    size_t end = str_find_any(field, 0, ".[");
    if (!argument(br, str_sub(field, 0, end), out)) {
        return false;
    }
    for (str rest = str_from_offset(field, end); rest.n;) {
        if (!next_field_part(br, &rest, out)) {
            return false;
        }
    }
    return true;
}

/* !r, !s, !a */
static bool convert(struct braces *br, str conversion, value *v)
{
    if (!conversion.n) {
        return true;
    }
    char c = conversion.p[0];
    if (conversion.n > 1 || (c != 'r' && c != 's' && c != 'a')) {
        return format_fail(br->st, "has an unknown letter after '!'");
    }
    return format_convert(br->st, c, v);
}

/* --- fields --- */

static bool put_fields(struct braces *br, str s, int depth, struct buf *out);

/* Where "name!c:spec" has its '!' or ':': brackets may hold either. */
static size_t name_end(str field)
{
    bool inside = false;
    for (size_t i = 0; i < field.n; i++) {
        char c = field.p[i];
        inside = c == '[' || (inside && c != ']');
        if (!inside && (c == '!' || c == ':')) {
            return i;
        }
    }
    return field.n;
}

static bool put_value(struct braces *br, value v, str spec, struct buf *out)
{
    if (!br->safe) {
        return format_spec(br->st, v, spec, out);
    }
    if (is_safe(v) && spec.n) {
        return format_fail(br->st, "can't be used for markup in markup");
    }
    struct buf buf = {0};
    bool ok = format_spec(br->st, v, spec, &buf);
    if (ok && is_safe(v)) {
        buf_put(out, buf_str(&buf));
    } else if (ok) {
        html_escape_jinja(buf_str(&buf), out);
    }
    buf_free(&buf);
    return ok;
}

static bool put_field(struct braces *br, str field, int depth, struct buf *out)
{
    value v = value_undefined();
    size_t end = name_end(field);
    str name = str_sub(field, 0, end);
    str rest = str_from_offset(field, end);
    str conversion = STR("");
    struct buf spec = {0};
    if (rest.n && rest.p[0] == '!') {
        size_t colon = str_find_char(rest, ':');
        conversion = str_sub(rest, 1, colon == STR_NONE ? rest.n : colon - 1);
        rest = str_from_offset(rest, colon == STR_NONE ? rest.n : colon);
        if (!conversion.n) {
            return format_fail(br->st, "has nothing after '!'");
        }
    }
    bool ok = field_value(br, name, &v) && convert(br, conversion, &v) &&
              put_fields(br, str_from_offset(rest, 1), depth + 1, &spec);
    ok = ok && put_value(br, v, buf_str(&spec), out);
    buf_free(&spec);
    return ok;
}

/* The length of the field after '{', less its '}'; STR_NONE: no end. */
static size_t field_length(str s)
{
    size_t open = 1;
    for (size_t i = 0; i < s.n; i++) {
        open += s.p[i] == '{';
        open -= s.p[i] == '}';
        if (!open) {
            return i;
        }
    }
    return STR_NONE;
}

static bool put_fields(struct braces *br, str s, int depth, struct buf *out)
{
    for (size_t i = 0; i < s.n && out->n <= LIMIT_BYTES; i++) {
        char c = s.p[i];
        bool twice = depth == 1 && i + 1 < s.n && s.p[i + 1] == c;
        if (c == '{' && !twice) {
            str rest = str_from_offset(s, i + 1);
            size_t end = field_length(rest);
            if (end == STR_NONE) {
                return format_fail(br->st, "has a '{' without '}'");
            }
            if (depth > 2) {
                return format_fail(br->st, "has fields in fields in fields");
            }
            if (!put_field(br, str_sub(rest, 0, end), depth, out)) {
                return false;
            }
            i += end + 1;
        } else if (c == '}' && !twice) {
            return format_fail(br->st, "has a '}' without '{'");
        } else {
            buf_putc(out, c);
            i += (c == '{' || c == '}') && twice;
        }
    }
    return true;
}

bool format_braces(struct jinja_call *call, value format, value *out)
{
    struct buf buf = {0};
    struct jinja_state *st = call->state;
    struct braces br = {.st = st, .call = call, .safe = is_safe(format)};
    if (!put_fields(&br, value_str(format), 1, &buf)) {
        buf_free(&buf);
        return false;
    }
    return string_from(st, &buf, br.safe, out);
}
