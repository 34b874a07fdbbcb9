/* SPDX-License-Identifier: MIT */
/* pprint: repr(), with the keys of maps in order, and broken into lines where
 * it would not fit into 80 columns. The layout is that of Python's pprint. */
#include "base/utf8.h"
#include "jinja/builtins/builtins.h"
#include "jinja/chars.h"
#include "jinja/vm/ops.h"

/* A list may hold another many times over: then it's printed as it is. */
enum {
    COLUMNS = 80,
    DEEPEST = 100,
    MOST = 32 * 1024 * 1024,
    MOST_SORTED = 1024 * 1024
};

struct printer {
    struct jinja_call *call;
    struct buf *out;
    size_t spent; /* bytes made to see whether they fit */
};

/* --- keys in order --- */

/* Where keys have no order between them, their kinds have one. */
static void sort_keys(struct jinja_call *call, struct sort_item *items,
                      size_t n)
{
    struct jinja_state *st = call->state;
    bool silent = st->silent;
    st->silent = true;
    if (!sort_items(st, items, n, false)) {
        for (size_t i = 0; i < n; i++) {
            value parts[] = {value_int(items[i].key.kind), items[i].key};
            items[i].key = tuple_of(call->ctx->arena, parts, 2);
        }
        sort_items(st, items, n, false);
        for (size_t i = 0; i < n; i++) {
            items[i].key = items[i].key.as.list->items.p[1];
        }
    }
    st->silent = silent;
}

/* A copy with all maps in order of their keys; parts beyond *left stay as they
 * are. */
static value sort_dicts(struct jinja_call *call, value v, size_t depth,
                        size_t *left)
{
    struct arena *arena = call->ctx->arena;
    if (*left == 0 || depth == DEEPEST) {
        return v;
    }
    --*left;
    v = value_plain(v, call->ctx);
    if (v.kind == VALUE_DICT) {
        size_t n = v.as.dict->entries.n;
        struct sort_item *items = dict_sort_items(arena, v.as.dict);
        value made = own_dict(call->state);
        sort_keys(call, items, n);
        for (size_t i = 0; i < n; i++) {
            dict_set(made.as.dict, arena, items[i].key,
                     sort_dicts(call, items[i].item, depth + 1, left));
        }
        return made;
    }
    if (!value_is_sequence(v)) {
        return v;
    }
    value made = tuple_of(arena, v.as.list->items.p, v.as.list->items.n);
    made.kind = v.kind;
    for (size_t i = 0; i < made.as.list->items.n; i++) {
        value *item = &made.as.list->items.p[i];
        *item = sort_dicts(call, *item, depth + 1, left);
    }
    return made;
}

/* --- lines --- */

static void newline(struct printer *pp, int64_t indent)
{
    buf_putc(pp->out, '\n');
    put_spaces(pp->out, indent);
}

static str repr_of(struct printer *pp, value v)
{
    struct buf buf = {0};
    value_repr(v, pp->call->ctx, &buf);
    str s = buf_move(&buf, pp->call->ctx->arena);
    pp->spent += s.n;
    return s;
}

static int64_t width_of(str s)
{
    return (int64_t)utf8_length(s);
}

struct pieces {
    str *p; /* as they are printed */
    size_t n;
    size_t cap;
};

/* Words of the line, as many in a piece as fit. */
static void break_words(struct printer *pp, str line, int64_t room,
                        int64_t last_room, struct pieces *out)
{
    size_t from = 0;
    size_t end = 0;
    while (end < line.n) {
        size_t part = end;
        size_t next = end;
        bool space = false;
        while (next < line.n) {
            size_t at = next;
            bool here = char_is_space(utf8_next(line, &at));
            if (space && !here) {
                break;
            }
            space |= here;
            next = at;
        }
        room = next == line.n ? last_room : room;
        str candidate = str_sub(line, from, next - from);
        if (width_of(repr_of(pp, value_string(candidate))) > room &&
            part > from) {
            str piece = str_sub(line, from, part - from);
            *VEC_PUSH(out, pp->call->ctx->arena) =
                repr_of(pp, value_string(piece));
            from = part;
        }
        end = next;
    }
    if (from < line.n) {
        *VEC_PUSH(out, pp->call->ctx->arena) =
            repr_of(pp, value_string(str_from_offset(line, from)));
    }
}

static void print_string(struct printer *pp, value v, int64_t indent,
                         int64_t allowance, int level)
{
    struct pieces pieces = {0};
    value lines = split_lines(pp->call->state, v, true);
    indent += level == 1;
    allowance += level == 1;
    for (size_t i = 0; i < lines.as.list->items.n; i++) {
        value line = lines.as.list->items.p[i];
        bool last = i + 1 == lines.as.list->items.n;
        int64_t room = COLUMNS - indent;
        int64_t last_room = last ? room - allowance : room;
        str rep = repr_of(pp, line);
        if (width_of(rep) <= last_room) {
            *VEC_PUSH(&pieces, pp->call->ctx->arena) = rep;
        } else {
            break_words(pp, value_str(line), room, last_room, &pieces);
        }
    }
    bool brackets = level == 1 && pieces.n > 1;
    buf_put(pp->out, brackets ? STR("(") : STR(""));
    for (size_t i = 0; i < pieces.n; i++) {
        if (i) {
            newline(pp, indent);
        }
        buf_put(pp->out, pieces.p[i]);
    }
    buf_put(pp->out, brackets ? STR(")") : STR(""));
}

static void print_value(struct printer *pp, value v, int64_t indent,
                        int64_t allowance, int level);

static void print_list(struct printer *pp, value v, int64_t indent,
                       int64_t allowance, int level)
{
    size_t n = v.as.list->items.n;
    bool tuple = v.kind == VALUE_TUPLE;
    str end = !tuple ? STR("]") : n == 1 ? STR(",)") : STR(")");
    buf_putc(pp->out, tuple ? '(' : '[');
    for (size_t i = 0; i < n; i++) {
        bool last = i + 1 == n;
        if (i) {
            buf_putc(pp->out, ',');
            newline(pp, indent + 1);
        }
        print_value(pp, v.as.list->items.p[i], indent + 1,
                    last ? allowance + (int64_t)end.n : 1, level);
    }
    buf_put(pp->out, end);
}

static void print_dict(struct printer *pp, value v, int64_t indent,
                       int64_t allowance, int level)
{
    size_t n = v.as.dict->entries.n;
    buf_putc(pp->out, '{');
    for (size_t i = 0; i < n; i++) {
        const struct entry *entry = &v.as.dict->entries.p[i];
        str key = repr_of(pp, entry->key);
        if (i) {
            buf_putc(pp->out, ',');
            newline(pp, indent + 1);
        }
        buf_put(pp->out, key);
        buf_put(pp->out, STR(": "));
        print_value(pp, entry->val, indent + 1 + width_of(key) + 2,
                    i + 1 == n ? allowance + 1 : 1, level);
    }
    buf_putc(pp->out, '}');
}

static void print_value(struct printer *pp, value v, int64_t indent,
                        int64_t allowance, int level)
{
    str rep = repr_of(pp, v);
    level++;
    bool split = pp->spent < MOST && level <= DEEPEST &&
                 width_of(rep) > COLUMNS - indent - allowance;
    if (split && v.kind == VALUE_STRING && !is_safe(v) && v.n) {
        print_string(pp, v, indent, allowance, level);
    } else if (split && value_is_sequence(v)) {
        print_list(pp, v, indent, allowance, level);
    } else if (split && v.kind == VALUE_DICT) {
        print_dict(pp, v, indent, allowance, level);
    } else {
        buf_put(pp->out, rep);
    }
}

static bool filter_pprint(struct jinja_call *call, value *out)
{
    struct buf buf = {0};
    struct printer pp = {.call = call, .out = &buf};
    size_t left = MOST_SORTED;
    print_value(&pp, sort_dicts(call, call->args[0], 0, &left), 0, 0, 0);
    return string_from(call->state, &buf, false, out);
}

static const struct jinja_builtin entries[] = {
    JINJA_BUILTIN("pprint", "()",
                  "as it would be written, in lines of 80 columns",
                  filter_pprint),
};

const struct builtin_table pprint_filters = BUILTIN_TABLE(entries);
