/* SPDX-License-Identifier: MIT */
#include "edit/front_edit.h"

#include "data/toml.h"
#include "data/yaml.h"

/* --- reading --- */

/* The line end of the front matter's first line, else of the file's. */
static str line_end(str text, const struct frontmatter_place *place)
{
    size_t line = str_find_char(
        str_from_offset(text, place->found ? 0 : place->body), '\n');
    line = line == STR_NONE || place->found ? line : line + place->body;
    bool cr = line != STR_NONE && line > 0 && text.p[line - 1] == '\r';
    return cr ? STR("\r\n") : STR("\n");
}

bool front_edit_open(struct front_edit *edit, const struct source *source,
                     struct arena *arena, struct diags *diags)
{
    *edit = (struct front_edit){.source = source, .arena = arena};
    value v = value_none();
    const struct frontmatter_place *place = &edit->place;
    if (!frontmatter_split(source, diags, &edit->place) ||
        !frontmatter_parse(source, place, arena, diags, &v)) {
        return false;
    }
    edit->header = place->format == FRONTMATTER_HEADER;
    edit->toml = place->format == FRONTMATTER_TOML;
    edit->eol = line_end(source->text, place);
    if (value_is(v, VALUE_DICT)) {
        edit->dict = v.as.dict;
        str front = str_sub(source->text, edit->place.off, edit->place.len);
        edit->flow = str_starts(str_trim(front), STR("{"));
    }
    edit->wanted = value_dict(arena).as.dict;
    for (size_t i = 0; edit->dict && i < edit->dict->entries.n; i++) {
        const struct entry *entry = &edit->dict->entries.p[i];
        dict_set(edit->wanted, arena, entry->key, entry->val);
    }
    return true;
}

size_t front_edit_find(const struct front_edit *edit, str key)
{
    for (size_t i = 0; edit->dict && i < edit->dict->entries.n; i++) {
        value name = edit->dict->entries.p[i].key;
        if (value_is(name, VALUE_STRING) && str_eq(value_str(name), key)) {
            return i;
        }
    }
    return FRONT_EDIT_NONE;
}

/* --- the place of an entry --- */

struct range {
    size_t from;
    size_t to;
};

static str file_text(const struct front_edit *edit)
{
    return edit->source->text;
}

static size_t line_start(const struct front_edit *edit, size_t at)
{
    while (at > edit->place.off && file_text(edit).p[at - 1] != '\n') {
        at--;
    }
    return at;
}

/* After the line's break. */
static size_t next_line(const struct front_edit *edit, size_t at)
{
    size_t end = str_find_char(str_from_offset(file_text(edit), at), '\n');
    return end == STR_NONE ? file_text(edit).n : at + end + 1;
}

/* From the key to the end of its value, or to its own end if the value is
 * elsewhere: that of an alias is at its anchor, and an empty one may be
 * anywhere. */
static struct range entry_at(const struct front_edit *edit, size_t entry)
{
    span key = dict_key_span(edit->dict, entry);
    span val = dict_value_span(edit->dict, entry);
    size_t end = key.off + key.len;
    size_t next = edit->place.off + edit->place.len;
    for (size_t i = 0; i < edit->dict->entries.n; i++) {
        size_t other = dict_key_span(edit->dict, i).off;
        next = other > key.off && other < next ? other : next;
    }
    size_t val_end = (size_t)val.off + val.len;
    bool after = val.len && val.off >= end && val_end <= next;
    return (struct range){key.off, after ? val_end : end};
}

/* The offset after the colon, or "=", of an entry without a value there. */
static size_t after_colon(const struct front_edit *edit, size_t entry)
{
    span key = dict_key_span(edit->dict, entry);
    str rest = str_from_offset(file_text(edit), (size_t)key.off + key.len);
    size_t colon = str_find_char(rest, edit->toml ? '=' : ':');
    return (size_t)key.off + key.len + (colon == STR_NONE ? 0 : colon + 1);
}

static void splice(struct front_edit *edit, size_t from, size_t to, str text)
{
    splice_add(&edit->splices, edit->arena, from, to - from, text);
}

#define JOIN(edit, ...)                                                        \
    arena_join((edit)->arena, (const str[]){__VA_ARGS__},                      \
               sizeof((const str[]){__VA_ARGS__}) / sizeof(str))

/* --- the expected result --- */

static void want(struct front_edit *edit, size_t entry, str key, value v)
{
    if (entry == FRONT_EDIT_NONE) {
        dict_set(edit->wanted, edit->arena, value_string(key), v);
        return;
    }
    value old = edit->dict->entries.p[entry].key;
    if (!value_is(v, VALUE_UNDEFINED) && str_eq(value_str(old), key)) {
        dict_set(edit->wanted, edit->arena, old, v);
        return;
    }
    dict_remove(edit->wanted, old);
    *VEC_PUSH(&edit->dropped, edit->arena) = old;
    if (!value_is(v, VALUE_UNDEFINED)) {
        dict_set(edit->wanted, edit->arena, value_string(key), v);
    }
}

/* --- the changes --- */

/* Only blanks are between the start of the line and the byte. */
static bool begins_line(const struct front_edit *edit, size_t at)
{
    size_t start = line_start(edit, at);
    str before = str_sub(file_text(edit), start, at - start);
    return start > edit->place.off && str_trim(before).n == 0;
}

static bool ends_line(const struct front_edit *edit, size_t at)
{
    str rest = str_from_offset(file_text(edit), at);
    return str_starts(rest, STR("\n")) || str_starts(rest, STR("\r\n"));
}

/* Removes an entry of {a: 1, b: 2} with the comma after it, else with the one
 * before. If it is alone on its line, removes the line. */
static void drop_flow(struct front_edit *edit, struct range at)
{
    str text = file_text(edit);
    size_t end = str_skip_spaces(text, at.to);
    if (end < text.n && text.p[end] == ',') {
        end = str_skip(text, end + 1, " \t");
        bool alone = begins_line(edit, at.from) && ends_line(edit, end);
        splice(edit, alone ? line_start(edit, at.from) : at.from,
               alone ? next_line(edit, end) : end, STR(""));
        return;
    }
    size_t start = at.from;
    while (start > edit->place.off && is_space(text.p[start - 1])) {
        start--;
    }
    bool comma = start > edit->place.off && text.p[start - 1] == ',';
    splice(edit, comma ? start - 1 : at.from, at.to, STR(""));
}

/* Removes whole lines, but keeps a comment. */
static void drop_lines(struct front_edit *edit, struct range at)
{
    size_t next = next_line(edit, at.to);
    str rest = str_sub(file_text(edit), at.to, next - at.to);
    size_t hash =
        edit->toml ? str_find_char(rest, '#') : str_find(rest, STR(" #"));
    if (hash == STR_NONE) {
        splice(edit, line_start(edit, at.from), next, STR(""));
    } else {
        splice(edit, at.from, at.to + hash + !edit->toml, STR(""));
    }
}

void front_edit_drop(struct front_edit *edit, size_t entry)
{
    struct range at = entry_at(edit, entry);
    want(edit, entry, STR(""), (value){0});
    if (edit->flow) {
        drop_flow(edit, at);
    } else {
        drop_lines(edit, at);
    }
}

/* The value of a text of YAML. */
static value read_yaml(const struct front_edit *edit, str text)
{
    struct source source = {.name = STR(""), .text = text};
    value v;
    struct diags ignored = {.arena = edit->arena};
    yaml_parse(&source, 0, text.n, edit->arena, &ignored, &v);
    return v;
}

/* The value of the text after a key of TOML; undefined: it is none. */
static value read_toml(const struct front_edit *edit, str text)
{
    struct source source = {.name = STR("")};
    value v;
    source.text = arena_concat(edit->arena, STR("x = "), text);
    struct diags ignored = {.arena = edit->arena};
    return toml_parse(&source, 0, source.text.n, edit->arena, &ignored, &v)
               ? v.as.dict->entries.p[0].val
               : value_undefined();
}

static value read_back(const struct front_edit *edit, str text)
{
    return edit->header ? frontmatter_header_value(text)
           : edit->toml ? read_toml(edit, text)
                        : read_yaml(edit, text);
}

/* The text as this format has it: JSON wants quotes, a header none. TOML has
 * dates and numbers without quotes too. */
static str val_of(const struct front_edit *edit, str text)
{
    if (edit->toml || edit->header) {
        if (edit->toml && !value_is(read_toml(edit, text), VALUE_UNDEFINED)) {
            return text;
        }
        value v = read_yaml(edit, text);
        str bare = value_is(v, VALUE_STRING) ? value_str(v) : text;
        return edit->toml ? yaml_quote_always(edit->arena, bare) : bare;
    }
    bool quoted = str_starts(text, STR("\"")) || str_starts(text, STR("["));
    return edit->flow && !quoted ? yaml_quote_always(edit->arena, text) : text;
}

static str pair(const struct front_edit *edit, str key, str val)
{
    key = edit->flow ? yaml_quote_always(edit->arena, key) : key;
    if (edit->header && key.p[0] >= 'a' && key.p[0] <= 'z') {
        key = arena_printf(edit->arena, "%c%.*s", key.p[0] - 'a' + 'A',
                           STR_ARG(str_from_offset(key, 1)));
    }
    str is = edit->toml ? STR(" = ") : STR(": ");
    return JOIN(edit, key, is, val);
}

static str indent_of(const struct front_edit *edit, size_t at)
{
    size_t start = line_start(edit, at);
    str line = str_sub(file_text(edit), start, at - start);
    return str_sub(line, 0, str_skip(line, 0, " \t"));
}

/* Adds a pair on a line of its own, after the title. */
static void put_line(struct front_edit *edit, str line)
{
    size_t title = front_edit_find(edit, STR("title"));
    size_t at = edit->place.off;
    str indent = {NULL, 0};
    if (edit->dict && edit->dict->entries.n) {
        indent = indent_of(edit, dict_key_span(edit->dict, 0).off);
    }
    if (title != FRONT_EDIT_NONE) {
        at = next_line(edit, entry_at(edit, title).to);
    }
    bool broken = at == edit->place.off || file_text(edit).p[at - 1] == '\n';
    str before = broken ? STR("") : edit->eol; /* the file ends there */
    splice(edit, at, at, JOIN(edit, before, indent, line, edit->eol));
}

/* Adds a pair before the first entry: on a line of its own, if that has one. */
static void put_flow(struct front_edit *edit, str line)
{
    str text = str_from_offset(file_text(edit), edit->place.off);
    size_t at = edit->place.off + str_find_char(text, '{') + 1;
    if (!edit->dict->entries.n) {
        splice(edit, at, at, line);
        return;
    }
    size_t first = dict_key_span(edit->dict, 0).off;
    if (begins_line(edit, first)) {
        at = line_start(edit, first);
        splice(edit, at, at,
               JOIN(edit, indent_of(edit, first), line, STR(","), edit->eol));
    } else {
        splice(edit, at, at, JOIN(edit, line, STR(", ")));
    }
}

static void put_new(struct front_edit *edit, str line)
{
    if (!edit->place.found) {
        size_t at = str_starts(file_text(edit), STR("\xEF\xBB\xBF")) ? 3 : 0;
        str mark = JOIN(edit, STR("---"), edit->eol);
        splice(edit, at, at, JOIN(edit, mark, line, edit->eol, mark));
    } else if (edit->flow) {
        put_flow(edit, line);
    } else {
        put_line(edit, line);
    }
}

/* Replaces the entry by the pair, or adds it. */
static void put_pair(struct front_edit *edit, size_t entry, str line)
{
    if (entry == FRONT_EDIT_NONE) {
        put_new(edit, line);
        return;
    }
    struct range at = entry_at(edit, entry);
    size_t colon = after_colon(edit, entry);
    splice(edit, at.from, at.to > colon ? at.to : colon, line);
}

void front_edit_put(struct front_edit *edit, size_t entry, str key, str text)
{
    str val = val_of(edit, text);
    put_pair(edit, entry, pair(edit, key, val));
    want(edit, entry, key, read_back(edit, val));
}

void front_edit_set(struct front_edit *edit, size_t entry, str text)
{
    str key = value_str(edit->dict->entries.p[entry].key);
    str val = val_of(edit, text);
    struct range at = entry_at(edit, entry);
    size_t colon = after_colon(edit, entry);
    span old = dict_value_span(edit->dict, entry);
    if (at.to <= colon) {
        splice(edit, colon, colon, JOIN(edit, STR(" "), val));
    } else if (str_find_char(span_text(old), '\n') == STR_NONE) {
        splice(edit, old.off, at.to, val);
    } else {
        splice(edit, at.from, at.to, pair(edit, key, val));
    }
    want(edit, entry, key, read_back(edit, val));
}

/* --- lists --- */

static value appended(const struct front_edit *edit, value old, str text)
{
    value list = value_list(edit->arena);
    if (value_is(old, VALUE_LIST)) {
        for (size_t i = 0; i < old.as.list->items.n; i++) {
            list_push(list.as.list, edit->arena, old.as.list->items.p[i]);
        }
    } else if (!value_is(old, VALUE_NONE) && !value_is(old, VALUE_UNDEFINED)) {
        list_push(list.as.list, edit->arena, old);
    }
    list_push(list.as.list, edit->arena, value_string(text));
    return list;
}

/* Appends to "[a, b]" or to lines of "- a". */
static void append_to_list(struct front_edit *edit, size_t entry, str quoted)
{
    const struct list *list = edit->dict->entries.p[entry].val.as.list;
    span at = dict_value_span(edit->dict, entry);
    span last = list_item_span(list, list->items.n - 1);
    size_t end = (size_t)last.off + last.len;
    if (str_starts(span_text(at), STR("["))) {
        splice(edit, end, end, JOIN(edit, STR(", "), quoted));
        return;
    }
    span first = list_item_span(list, 0);
    str lead = str_sub(file_text(edit), line_start(edit, first.off), 0);
    lead.n = (size_t)(file_text(edit).p + first.off - lead.p);
    size_t next = next_line(edit, end);
    splice(edit, next, next, JOIN(edit, lead, quoted, edit->eol));
}

/* Writes the list as "a; b". */
static void put_header_list(struct front_edit *edit, size_t entry, str key,
                            value all)
{
    const struct list *list = all.as.list;
    str whole = {NULL, 0};
    for (size_t i = 0; i < list->items.n; i++) {
        value v = list->items.p[i];
        str item = value_is(v, VALUE_STRING) ? value_str(v) : STR("true");
        whole = i ? JOIN(edit, whole, STR("; "), item) : item;
    }
    put_pair(edit, entry, pair(edit, key, whole));
    want(edit, entry, key,
         list->items.n == 1 ? frontmatter_header_value(whole) : all);
}

void front_edit_append(struct front_edit *edit, size_t entry, str key, str text)
{
    bool none = entry == FRONT_EDIT_NONE;
    value old = none ? value_none() : edit->dict->entries.p[entry].val;
    if (edit->header) {
        put_header_list(edit, entry, key, appended(edit, old, text));
        return;
    }
    str quoted = edit->flow || edit->toml ? yaml_quote_always(edit->arena, text)
                                          : yaml_quote(edit->arena, text);
    bool list = value_is(old, VALUE_LIST);
    bool given = list ? old.as.list->items.n > 0
                      : !none && schema_is_given(edit->dict, entry);
    value all = appended(edit, given ? old : value_none(), text);
    if (given && list) {
        append_to_list(edit, entry, quoted);
    } else {
        str raw =
            given ? span_text(dict_value_span(edit->dict, entry)) : STR("");
        str val = JOIN(edit, STR("["), raw, raw.n ? STR(", ") : STR(""), quoted,
                       STR("]"));
        put_pair(edit, entry, pair(edit, key, val));
    }
    want(edit, entry, key, all);
}

void front_edit_remove(struct front_edit *edit, size_t entry, size_t item)
{
    value old = edit->dict->entries.p[entry].val;
    if (!value_is(old, VALUE_LIST) || old.as.list->items.n == 1) {
        front_edit_drop(edit, entry);
        return;
    }
    value list = value_list(edit->arena);
    for (size_t i = 0; i < old.as.list->items.n; i++) {
        if (i != item) {
            list_push(list.as.list, edit->arena, old.as.list->items.p[i]);
        }
    }
    if (edit->header) {
        put_header_list(edit, entry,
                        value_str(edit->dict->entries.p[entry].key), list);
        return;
    }
    span at = list_item_span(old.as.list, item);
    struct range range = {at.off, (size_t)at.off + at.len};
    if (str_starts(span_text(dict_value_span(edit->dict, entry)), STR("["))) {
        drop_flow(edit, range);
    } else {
        range.from = line_start(edit, range.from);
        drop_lines(edit, range);
    }
    want(edit, entry, value_str(edit->dict->entries.p[entry].key), list);
}

/* --- the check of the result --- */

static bool same_value(value a, value b);

static bool same_lists(const struct list *a, const struct list *b)
{
    for (size_t i = 0; i < a->items.n; i++) {
        if (i >= b->items.n || !same_value(a->items.p[i], b->items.p[i])) {
            return false;
        }
    }
    return a->items.n == b->items.n;
}

static bool same_dicts(const struct dict *a, const struct dict *b)
{
    for (size_t i = 0; i < a->entries.n; i++) {
        const value *other = dict_get(b, a->entries.p[i].key);
        if (!other || !same_value(a->entries.p[i].val, *other)) {
            return false;
        }
    }
    return a->entries.n == b->entries.n;
}

static bool same_value(value a, value b)
{
    if (a.kind != b.kind) {
        return false;
    }
    switch (a.kind) {
    case VALUE_LIST: return same_lists(a.as.list, b.as.list);
    case VALUE_DICT: return same_dicts(a.as.dict, b.as.dict);
    case VALUE_FLOAT: return !(a.as.f < b.as.f) && !(a.as.f > b.as.f); /* NaN */
    default: return value_same(a, b);
    }
}

bool front_edit_finish(const struct front_edit *edit, str *out)
{
    struct source source = {.name = edit->source->name};
    struct front_edit after;
    struct diags ignored = {.arena = edit->arena};
    if (!splice_apply(&edit->splices, file_text(edit), edit->arena,
                      &source.text) ||
        !front_edit_open(&after, &source, edit->arena, &ignored)) {
        return false;
    }
    /* In TOML no key is there twice. */
    for (size_t i = 0; i < edit->dropped.n && !edit->toml; i++) {
        if (!dict_get(edit->wanted, edit->dropped.p[i])) {
            dict_remove(after.wanted, edit->dropped.p[i]);
        }
    }
    str body = str_from_offset(file_text(edit), edit->place.body);
    str left = str_from_offset(source.text, after.place.body);
    *out = source.text;
    return same_dicts(edit->wanted, after.wanted) && str_eq(body, left);
}
