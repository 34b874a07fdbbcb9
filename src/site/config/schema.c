/* SPDX-License-Identifier: MIT */
#include "site/config/schema.h"

#include <stdlib.h>
#include <string.h>

/* The type of a value follows from its key; YAML's is only a guess. Each reader
 * starts from the value and its place, and goes back to the text there if the
 * guess does not fit. */

/* One value on its way into its field. */
struct reading {
    const struct schema *schema;
    str name;
    value val;
    span at;
    bool toml;
};

static bool is_container(value v)
{
    return value_is_sequence(v) || value_is(v, VALUE_DICT);
}

str schema_text(value v, span at)
{
    if (value_is(v, VALUE_STRING)) {
        return value_str(v);
    }
    return value_is(v, VALUE_NONE) ? (str){NULL, 0} : span_text(at);
}

str schema_key_text(const struct dict *dict, size_t i)
{
    return schema_text(dict->entries.p[i].key, dict_key_span(dict, i));
}

bool schema_is_given(const struct dict *dict, size_t i)
{
    value v = dict->entries.p[i].val;
    return !value_is(v, VALUE_NONE) &&
           (!value_is(v, VALUE_STRING) || str_trim(value_str(v)).n > 0);
}

/* In TOML a key has "=" after it, or is in a [header]. */
bool schema_is_toml(const struct dict *dict, size_t i)
{
    span key = dict_key_span(dict, i);
    span val = dict_value_span(dict, i);
    str text = key.source ? key.source->text : (str){NULL, 0};
    str after = str_trim(str_from_offset(text, (size_t)key.off + key.len));
    return str_starts(after, STR("=")) || str_starts(after, STR(".")) ||
           (key.len && key.off > val.off && key.off < val.off + val.len);
}

/* --- complaints --- */

/* An example, in the language of the place. */
static void hint_pair(struct diag *diag, const struct reading *r,
                      const char *yaml, const char *toml)
{
    diag_hint(diag, "write %.*s%s%s", STR_ARG(r->name), r->toml ? " = " : ": ",
              r->toml ? toml : yaml);
}

const char *schema_kind_name(value v)
{
    return value_is(v, VALUE_STRING) ? "a text" : value_kind_name(v);
}

static struct diag *report_type(const struct schema *schema, str name, value v,
                                span at, const char *wanted)
{
    return diag_error(schema->diags, at, "wrong-type",
                      "\"%.*s\" wants %s, and this is %s", STR_ARG(name),
                      wanted, schema_kind_name(v));
}

bool schema_wrong_type(const struct schema *schema, str name, value v, span at,
                       const char *wanted, const char *hint)
{
    struct diag *diag = report_type(schema, name, v, at, wanted);
    if (hint) {
        diag_hint(diag, "%s", hint);
    }
    return false;
}

/* The examples are of YAML and TOML. */
static bool wrong_type(const struct reading *r, const char *wanted,
                       const char *example, const char *toml_example)
{
    struct diag *diag = report_type(r->schema, r->name, r->val, r->at, wanted);
    str text = span_text(r->at);
    bool one_line = text.n > 0 && text.n < 80 && is_any_of(*text.p, "[{") &&
                    str_find_char(text, '\n') == STR_NONE;
    bool header = r->toml && value_is(r->val, VALUE_DICT);
    if (!header && is_container(r->val) && strcmp(wanted, "a text") == 0 &&
        one_line) {
        const char *quote = str_find_char(text, '"') == STR_NONE ? "\"" : "'";
        diag_hint(diag, "quote it: %.*s%s%s%.*s%s", STR_ARG(r->name),
                  r->toml ? " = " : ": ", quote, STR_ARG(text), quote);
    } else if (strcmp(wanted, "a map") == 0 && r->toml) {
        diag_hint(diag, "write a line [%.*s], and its keys below it",
                  STR_ARG(r->name));
    } else if (strcmp(wanted, "a map") == 0) {
        diag_hint(diag, "put lines of \"name: value\" below it, indented");
    } else {
        hint_pair(diag, r, example, toml_example);
    }
    return false;
}

/* --- scalars --- */

/* Hugo's habit of `series: [one]`. */
static void warn_first_counts(const struct reading *r, const struct list *list)
{
    if (list->items.n < 2) {
        return;
    }
    struct diag *diag =
        diag_warning(r->schema->diags, list_item_span(list, 1), "wrong-type",
                     "a post is of one series: the first one counts");
    diag_hint(diag, "make the others tags");
}

static bool read_text(const struct reading *r, str *out)
{
    value v = r->val;
    span at = r->at;
    if (str_eq(r->name, STR("series")) && value_is_sequence(v) &&
        v.as.list->items.n > 0) {
        warn_first_counts(r, v.as.list);
        at = list_item_span(v.as.list, 0);
        v = v.as.list->items.p[0];
    }
    if (is_container(v)) {
        return wrong_type(r, "a text", "some words", "\"some words\"");
    }
    *out = str_trim(schema_text(v, at));
    return true;
}

bool schema_bool_word(str s, bool *out)
{
    /* In pairs: the second of each is true. */
    size_t i = str_word_index(s, STR("no yes off on false true n y 0 1 non oui "
                                     "nein ja não sim nee sí no si no sì"));
    if (i != STR_NONE) {
        *out = i % 2;
    }
    return i != STR_NONE;
}

static bool read_bool(const struct reading *r, bool *out)
{
    if (value_is(r->val, VALUE_BOOL)) {
        *out = r->val.as.b;
        return true;
    }
    str s = schema_text(r->val, r->at);
    if (is_container(r->val) || !schema_bool_word(str_trim(s), out)) {
        struct diag *diag =
            report_type(r->schema, r->name, r->val, r->at, "true or false");
        const char *is = r->toml ? " =" : ":";
        diag_hint(diag, "write %.*s%s true or %.*s%s false", STR_ARG(r->name),
                  is, STR_ARG(r->name), is);
        return false;
    }
    const char *meant = *out ? "true" : "false";
    struct diag *diag =
        diag_warning(r->schema->diags, r->at, "bool-spelling",
                     "\"%.*s\" is a text in %s: taken as %s",
                     STR_ARG(str_trim(s)), r->toml ? "TOML" : "YAML", meant);
    hint_pair(diag, r, meant, meant);
    return true;
}

static bool read_int(const struct reading *r, int64_t *out)
{
    if (value_is(r->val, VALUE_INT)) {
        *out = r->val.as.i;
        return true;
    }
    str s = value_is(r->val, VALUE_STRING) ? str_trim(value_str(r->val))
                                           : (str){NULL, 0};
    return str_to_int(s, out) || wrong_type(r, "a whole number", "10", "10");
}

/* The numbers of "21/11/2026", "21.11.2026" or "21-11-2026". */
static bool read_day_first(str s, int numbers[3])
{
    size_t n = 0;
    numbers[0] = numbers[1] = numbers[2] = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool separates = c == '/' || c == '.' || c == '-';
        if (is_digit(c) && numbers[n] < 10000) {
            numbers[n] = numbers[n] * 10 + (c - '0');
        } else if (!separates || i == 0 || ++n > 2) {
            return false;
        }
    }
    return n == 2 && numbers[2] >= 1000;
}

/* The text as a date, if there is such a day. */
static bool is_date(const struct reading *r, str s)
{
    struct date date;
    return date_parse(s, r->schema->zone, &date) == DATE_OK;
}

/* A date as day, month and year. If that could be two dates, suggests both. */
static bool suggest_turned(const struct reading *r, str s, struct diag *diag)
{
    int n[3];
    if (!read_day_first(s, n)) {
        return false;
    }
    struct arena *arena = r->schema->arena;
    str day = arena_printf(arena, "%04d-%02d-%02d", n[2], n[1], n[0]);
    str month = arena_printf(arena, "%04d-%02d-%02d", n[2], n[0], n[1]);
    bool is_day = is_date(r, day);
    bool is_month = is_date(r, month);
    if (is_day && is_month && !str_eq(day, month)) {
        diag_hint(diag, "write %.*s or %.*s", STR_ARG(day), STR_ARG(month));
    } else if (is_day || is_month) {
        diag_hint(diag, "write %.*s", STR_ARG(is_day ? day : month));
    }
    return is_day || is_month;
}

/* Quotes of a word processor are letters to YAML. */
static str without_letters(str s)
{
    while (s.n && !is_digit(s.p[0])) {
        s = str_from_offset(s, 1);
    }
    while (s.n && !is_alnum(s.p[s.n - 1])) {
        s.n--;
    }
    return s;
}

/* The last day of the month, for one that is beyond it. */
static bool suggest_last_day(const struct reading *r, str s, struct diag *diag)
{
    enum { BEFORE = sizeof "2024-02-" - 1, DAY = 2 };
    str rest = str_from_offset(s, BEFORE + DAY);
    for (int day = 31; day >= 28; day--) {
        str last =
            arena_printf(r->schema->arena, "%.*s%d%.*s",
                         STR_ARG(str_sub(s, 0, BEFORE)), day, STR_ARG(rest));
        if (is_date(r, last)) {
            diag_hint(diag, "write %.*s, if the month's last day is meant",
                      STR_ARG(last));
            return true;
        }
    }
    return false;
}

static void suggest_date(const struct reading *r, str s, struct diag *diag)
{
    struct arena *arena = r->schema->arena;
    str bare = without_letters(s);
    str first = arena_printf(arena, "%.*s-01", STR_ARG(s));
    str timed = arena_printf(arena, "2026-11-21 %.*s", STR_ARG(s));
    if (suggest_turned(r, s, diag) || suggest_last_day(r, s, diag)) {
        return;
    }
    if (bare.n < s.n && is_date(r, bare)) {
        diag_hint(diag, "write %.*s", STR_ARG(bare));
    } else if (is_date(r, first)) {
        diag_hint(diag, "the day is missing: write %.*s", STR_ARG(first));
    } else if (str_find_char(s, ':') != STR_NONE && is_date(r, timed)) {
        diag_hint(diag, "the day is missing: write %.*s", STR_ARG(timed));
    } else {
        diag_hint(diag, "write 2026-11-21 or 2026-11-21T09:30:00+01:00");
    }
}

static bool read_date(const struct reading *r, struct date *out)
{
    if (is_container(r->val)) {
        return wrong_type(r, "a date", "2026-11-21", "2026-11-21");
    }
    str s = str_trim(schema_text(r->val, r->at));
    enum date_status status = date_parse(s, r->schema->zone, out);
    if (status == DATE_OK) {
        return true;
    }
    struct diag *diag = diag_error(
        r->schema->diags, r->at, "bad-date",
        status == DATE_IMPOSSIBLE ? "there is no such day or time: \"%.*s\""
                                  : "not a date: \"%.*s\"",
        STR_ARG(s));
    suggest_date(r, s, diag);
    return false;
}

/* --- lists of texts --- */

/* The place of a part of a value: exact if the value is a slice of its
 * source, else that of the whole. */
static span part_span(span whole, str part)
{
    return whole.source && str_is_slice(part, whole.source->text)
               ? span_of_str(whole.source, part)
               : whole;
}

static void add_text(const struct reading *r, str s, span at,
                     struct text_list *out)
{
    s = str_trim(s);
    if (s.n) {
        *VEC_PUSH(out, r->schema->arena) = (struct text_item){s, at};
    }
}

/* {name: Ann}, as other generators have their authors; display_name and login
 * are what Jekyll's import from WordPress makes of them. */
static const value *name_in(value item)
{
    static const str names[] = {STR_INIT("name"), STR_INIT("display_name"),
                                STR_INIT("login"), STR_INIT("nick"),
                                STR_INIT("nickname")};
    const value *name = NULL;
    size_t n = sizeof names / sizeof *names;
    for (size_t i = 0; value_is(item, VALUE_DICT) && !name && i < n; i++) {
        name = dict_get_str(item.as.dict, names[i]);
        name = name && value_is(*name, VALUE_STRING) ? name : NULL;
    }
    return name;
}

/* An author's links and pictures without a name: nothing is lost but these. */
static bool is_nobody(const struct reading *r, value item)
{
    if (!value_is(item, VALUE_DICT) || !str_starts(r->name, STR("author"))) {
        return false;
    }
    struct diag *diag = diag_warning(r->schema->diags, r->at, "wrong-type",
                                     "this author has no name: passed over");
    diag_hint(diag, "%s",
              r->toml ? "write author = \"Ann\", or {name = \"Ann\"}"
                      : "write author: Ann, or {name: Ann}");
    return true;
}

/* "[tags, categories]" of Hugo's {tag: tags, category: categories}. */
static const char *list_of_values(struct arena *arena, value map)
{
    str texts = {NULL, 0};
    for (size_t i = 0; map.kind == VALUE_DICT && i < map.as.dict->entries.n;
         i++) {
        value v = map.as.dict->entries.p[i].val;
        if (v.kind != VALUE_STRING) {
            return "[one, two]";
        }
        texts = arena_printf(arena, i ? "%.*s, %.*s" : "%.*s%.*s",
                             STR_ARG(texts), STR_ARG(value_str(v)));
    }
    return texts.n ? arena_printf(arena, "[%.*s]", STR_ARG(texts)).p
                   : "[one, two]";
}

/* A value that is not a scalar: a list, a map with a name, or lists in a list,
 * as Hexo has its categories. YAML's cap bounds their depth. */
static bool add_container(const struct reading *r, value item, span at,
                          struct text_list *out)
{
    struct reading part = {r->schema, r->name, item, at, r->toml};
    const value *name = name_in(item);
    if (name) {
        add_text(r, value_str(*name), at, out);
        return true;
    }
    if (!value_is_sequence(item)) {
        return is_nobody(&part, item) ||
               wrong_type(&part, "a list of texts",
                          list_of_values(r->schema->arena, item),
                          "[\"one\", \"two\"]");
    }
    bool ok = true;
    for (size_t i = 0; i < item.as.list->items.n; i++) {
        value inner = item.as.list->items.p[i];
        span inner_at = list_item_span(item.as.list, i);
        if (is_container(inner)) {
            ok = add_container(r, inner, inner_at, out) && ok;
        } else {
            add_text(r, schema_text(inner, inner_at), inner_at, out);
        }
    }
    return ok;
}

static bool read_list(const struct reading *r, bool commas,
                      struct text_list *out)
{
    *out = (struct text_list){0};
    if (is_container(r->val)) {
        return add_container(r, r->val, r->at, out);
    }
    str s = schema_text(r->val, r->at);
    str part;
    if (!commas) {
        add_text(r, s, r->at, out);
    }
    while (commas && str_split(&s, ',', &part)) {
        add_text(r, part, part_span(r->at, str_trim(part)), out);
    }
    return true;
}

/* --- tables --- */

const struct schema_key *schema_find(const struct schema *schema, str name)
{
    for (size_t i = 0; i < schema->nkeys; i++) {
        if (str_eq(schema->keys[i].name, name)) {
            return &schema->keys[i];
        }
    }
    return NULL;
}

enum { MAX_KEYS = 64 };

static str nearest_key(const struct schema *schema, str name)
{
    str names[MAX_KEYS];
    size_t n = schema->nkeys < MAX_KEYS ? schema->nkeys : MAX_KEYS;
    for (size_t i = 0; i < n; i++) {
        names[i] = schema->keys[i].name;
    }
    return str_nearest(name, names, n);
}

static bool read_value(const struct reading *r, enum schema_type type, void *to)
{
    switch (type) {
    case SCHEMA_TEXT: return read_text(r, to);
    case SCHEMA_BOOL: return read_bool(r, to);
    case SCHEMA_INT: return read_int(r, to);
    case SCHEMA_DATE: return read_date(r, to);
    case SCHEMA_WORDS: return read_list(r, true, to);
    case SCHEMA_TEXTS: return read_list(r, false, to);
    case SCHEMA_DICT:
        if (!value_is(r->val, VALUE_DICT)) {
            return wrong_type(r, "a map", "", "");
        }
        *(value *)to = r->val;
        return true;
    case SCHEMA_ANY: *(value *)to = r->val; return true;
    }
    return false;
}

/* `description: []` and `tags: {}` say nothing, as some editors write it; an
 * empty list where one is wanted does. `excerpt: false` is none, and no text;
 * a title may be any word. */
static bool is_empty(const struct schema_key *key, value v, span at)
{
    enum schema_type type = key->type;
    bool words = type == SCHEMA_WORDS || type == SCHEMA_TEXTS;
    bool lists = words || type == SCHEMA_ANY || type == SCHEMA_DICT;
    bool texts = words || type == SCHEMA_TEXT;
    return (value_is(v, VALUE_DICT) && v.as.dict->entries.n == 0) ||
           (!lists && value_is_sequence(v) && v.as.list->items.n == 0) ||
           (texts && value_is(v, VALUE_BOOL) &&
            str_eq_nocase(schema_text(v, at), STR("false")) &&
            !str_eq(key->name, STR("title")));
}

bool schema_read(const struct schema *schema, const struct schema_key *key,
                 const struct dict *dict, size_t i, void *out)
{
    bool shadowed = key->means.n && dict_get_str(dict, key->means);
    if (shadowed || !schema_is_given(dict, i) ||
        is_empty(key, dict->entries.p[i].val, dict_value_span(dict, i))) {
        return true;
    }
    char *fields = out;
    struct reading reading = {schema, key->name, dict->entries.p[i].val,
                              dict_value_span(dict, i),
                              schema_is_toml(dict, i)};
    if (key->take) {
        struct schema_setting setting = {
            schema, reading.at, {.text = {NULL, 0}}};
        return read_value(&reading, key->type, &setting.as) &&
               key->take(&setting, out);
    }
    if (key->at) {
        *(span *)(void *)(fields + key->at) = reading.at;
    }
    if (!read_value(&reading, key->type, fields + key->to)) {
        return false;
    }
    if (key->has) {
        *(bool *)(fields + key->has) = true;
    }
    return true;
}

static bool unknown_key(const struct schema *schema, const struct dict *dict,
                        size_t i, const char *where)
{
    span at = dict_key_span(dict, i);
    str name = schema_key_text(dict, i);
    struct diag *diag =
        diag_error(schema->diags, at, "unknown-key",
                   "there is no setting \"%.*s\" %s", STR_ARG(name), where);
    str near = key_foreign_setting(name);
    if (!near.n || !schema_find(schema, near)) {
        near = nearest_key(schema, name);
    }
    if (near.n) {
        diag_did_you_mean(diag, near);
    } else {
        diag_hint(diag, "settings of your own go below \"params:\"");
    }
    return false;
}

bool schema_read_all(const struct schema *schema, const struct schema_key *keys,
                     size_t nkeys, const struct dict *dict, const char *where,
                     void *out)
{
    const struct schema own = {keys, nkeys, schema->zone, schema->arena,
                               schema->diags};
    bool ok = true;
    for (size_t i = 0; i < dict->entries.n; i++) {
        const struct schema_key *key =
            schema_find(&own, schema_key_text(dict, i));
        ok = (key ? schema_read(&own, key, dict, i, out)
                  : unknown_key(&own, dict, i, where)) &&
             ok;
    }
    return ok;
}
