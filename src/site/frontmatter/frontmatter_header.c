/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "data/value.h"
#include "site/frontmatter/frontmatter.h"
#include "site/frontmatter/visibility.h"

/* "Title: x" and so on at the very start of a file, without any marks, as
 * Pelican and MultiMarkdown have it, or ".. title: x", as Nikola has it, there
 * in a comment or without. A value is all of its line, and of the indented ones
 * below: it is no YAML. */

/* --- one line --- */

struct line {
    str key; /* empty: the line is no "Key: value" */
    str val; /* without blanks around it */
};

static bool is_known(str key)
{
    return str_is_word_of(
        key, STR("title date modified status category categories tags keywords "
                 "slug author authors summary lang template save_as url "
                 "subtitle description draft private published updated "
                 "aliases publish"));
}

/* Python-Markdown takes no more blanks for the indent of a value. */
enum { INDENT = 3 };

/* Known keys need no blank after the colon, and may have some in front. */
static struct line read_line(str text)
{
    struct line line = {{NULL, 0}, {NULL, 0}};
    size_t n = 0;
    text = str_starts(text, STR(".. ")) ? str_from_offset(text, 3) : text;
    while (n < text.n && n < INDENT && text.p[n] == ' ') {
        n++;
    }
    bool indented = n > 0;
    text = str_from_offset(text, n);
    n = 0;
    while (n < text.n &&
           (is_alnum(text.p[n]) || text.p[n] == '_' || text.p[n] == '-')) {
        n++;
    }
    if (!n || n == text.n || text.p[n] != ':') {
        return line;
    }
    str key = str_sub(text, 0, n);
    str rest = str_from_offset(text, n + 1);
    if ((indented || (rest.n && !is_space(rest.p[0]))) && !is_known(key)) {
        return line;
    }
    line.key = key;
    line.val = str_trim(rest);
    return line;
}

static bool is_continued(str text)
{
    return text.n && (text.p[0] == ' ' || text.p[0] == '\t') &&
           str_trim(text).n;
}

/* --- where it is --- */

/* The lines so far. */
struct seen {
    size_t known;
    bool names_post; /* a title, or whether it is public */
    bool dated;
    bool prose; /* or that would be a word alone */
};

static void note(struct seen *seen, struct line line)
{
    str key = line.key;
    bool title = str_eq_nocase(key, STR("title"));
    bool flag = str_is_word_of(key, STR("status draft private"));
    seen->known += is_known(key);
    seen->names_post = seen->names_post || title || flag;
    seen->prose =
        seen->prose || (flag && str_find_char(line.val, ' ') != STR_NONE);
    seen->dated = seen->dated || str_eq_nocase(key, STR("date"));
}

bool frontmatter_is_nikola(str text, size_t at)
{
    size_t next;
    str row = frontmatter_line(text, at, &next);
    if (str_eq(str_trim(row), STR("<!--"))) {
        row = frontmatter_line(text, next, &next);
    }
    return str_starts(row, STR(".. ")) && is_known(read_line(row).key);
}

static void find_nikola(str text, size_t at, struct frontmatter_place *out)
{
    size_t next;
    str row = frontmatter_line(text, at, &next);
    bool comment = !str_starts(row, STR(".. "));
    size_t start = comment ? next : at;
    for (at = start; at < text.n; at = next) {
        row = frontmatter_line(text, at, &next);
        if (!read_line(row).key.n && !is_continued(row)) {
            break;
        }
    }
    size_t body = at;
    if (comment) { /* none of it is text */
        size_t end = str_find(str_from_offset(text, at), STR("-->"));
        body = text.n;
        if (end != STR_NONE) {
            frontmatter_line(text, at + end, &body);
        }
    }
    *out = (struct frontmatter_place){true, FRONTMATTER_HEADER, start,
                                      at - start, body};
}

void frontmatter_find_header(str text, size_t at, struct frontmatter_place *out)
{
    struct seen seen = {0};
    size_t start = at;
    bool clear = true; /* an end that no paragraph has */
    bool sure = false; /* a beginning that few have */
    if (frontmatter_is_nikola(text, at)) {
        find_nikola(text, at, out);
        return;
    }
    size_t body = text.n;
    while (at < text.n) {
        size_t next;
        str row = frontmatter_line(text, at, &next);
        struct line line = read_line(row);
        if (at == start) {
            sure = is_known(line.key) && line.key.p == row.p;
        }
        if (at == start && !line.key.n) {
            return;
        }
        if (!line.key.n && !is_continued(row)) {
            str trimmed = str_trim(row);
            clear = !trimmed.n;
            bool mark = str_is_word_of(trimmed, STR("--- ... ___"));
            body = clear || mark ? next : at;
            break;
        }
        note(&seen, line);
        at = next;
    }
    bool enough = (seen.names_post && (seen.known > 1 || !seen.prose)) ||
                  (seen.dated && seen.known > 1);
    if (enough && ((clear && sure) || seen.known > 1)) {
        *out = (struct frontmatter_place){true, FRONTMATTER_HEADER, start,
                                          at - start, body};
    }
}

/* --- reading --- */

struct reader {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    struct dict *dict;
};

/* Texts with semicolons are lists, so that a name may have a comma. */
static bool is_list(str key)
{
    return frontmatter_words_place(key) != SIZE_MAX ||
           str_eq(key, STR("keywords"));
}

static value read_list(const struct reader *reader, str text)
{
    value v = value_list(reader->arena);
    struct list *list = v.as.list;
    list->source = reader->source;
    str part;
    while (text.p && str_split(&text, ';', &part)) {
        part = str_trim(part);
        span at = span_of_str(reader->source, part);
        if (part.n) {
            list_push_at(list, reader->arena, value_string(part),
                         (struct locus){.off = (uint32_t)at.off,
                                        .len = (uint32_t)at.len});
        }
    }
    return v;
}

/* Lines become one text, with a blank between each and the next. */
static str joined(const struct reader *reader, str text)
{
    str row;
    if (str_find_char(text, '\n') == STR_NONE) {
        return text;
    }
    char *p = ARENA_ARRAY(reader->arena, char, text.n);
    size_t n = 0;
    while (text.p && str_split(&text, '\n', &row)) {
        row = str_trim(row);
        if (n) {
            p[n++] = ' ';
        }
        memcpy(p + n, row.p, row.n);
        n += row.n;
    }
    return (str){p, n};
}

value frontmatter_header_value(str text)
{
    if (str_eq_nocase(text, STR("true")) || str_eq_nocase(text, STR("false"))) {
        return value_bool(text.n == 4);
    }
    return text.n ? value_string(text) : value_none();
}

static void add_field(struct reader *reader, str key, str text)
{
    struct dict *dict = reader->dict;
    span key_at = span_of_str(reader->source, key);
    span at = span_of_str(reader->source, text);
    str name = arena_lower(reader->arena, key); /* as crumb calls it */
    bool list = is_list(name) && str_find_char(text, ';') != STR_NONE;
    value v = list ? read_list(reader, text)
                   : frontmatter_header_value(joined(reader, text));
    if (dict_get_str(dict, name)) {
        /* Pelican publishes no post with two of these keys. */
        size_t visible = visibility_key(name);
        bool held = visible != VISIBILITY_KEY_NONE &&
                    visibility_of(visible, v, text) == VISIBILITY_UNPUBLISHED;
        struct diag *diag =
            diag_warning(reader->diags, key_at, "duplicate-key",
                         "\"%.*s\" is there twice: the %s one counts",
                         STR_ARG(key), held ? "last" : "first");
        diag_hint(diag, "keep one of them");
        if (!held) {
            return;
        }
    }
    struct locus places = {(uint32_t)key_at.off, (uint32_t)key_at.len,
                           (uint32_t)at.off, (uint32_t)at.len};
    struct locus *before =
        dict_set_at(dict, reader->arena, value_string(name), v, places);
    if (before) {
        *before = places;
    }
}

/* Pelican's words for two of ours, where those are not there. */
static void rename_key(const struct reader *reader, str theirs, str ours)
{
    struct dict *dict = reader->dict;
    const value *v = dict_get_str(dict, theirs);
    if (!v || dict_get_str(dict, ours)) {
        return;
    }
    struct dict *renamed = value_dict(reader->arena).as.dict;
    for (size_t i = 0; i < dict->entries.n; i++) {
        const struct entry *entry = &dict->entries.p[i];
        bool it = &entry->val == v;
        dict_set(renamed, reader->arena, it ? value_string(ours) : entry->key,
                 entry->val);
    }
    renamed->source = dict->source;
    renamed->loci = dict->loci;
    *dict = *renamed;
}

struct dict *frontmatter_read_header(const struct source *source,
                                     const struct frontmatter_place *place,
                                     struct arena *arena, struct diags *diags)
{
    struct reader reader = {source, arena, diags, value_dict(arena).as.dict};
    str text = str_sub(source->text, place->off, place->len);
    reader.dict->source = source;
    struct line open = {{NULL, 0}, {NULL, 0}};
    str row;
    while (text.p && str_split(&text, '\n', &row)) {
        struct line line = read_line(row);
        if (line.key.n) {
            if (open.key.n) {
                add_field(&reader, open.key, open.val);
            }
            open = line;
        } else if (open.key.n && str_trim(row).n) {
            str more = str_trim(row);
            const char *from = open.val.n ? open.val.p : more.p;
            open.val = (str){from, (size_t)(more.p + more.n - from)};
        }
    }
    if (open.key.n) {
        add_field(&reader, open.key, open.val);
    }
    rename_key(&reader, STR("keywords"), STR("tags"));
    rename_key(&reader, STR("save_as"), STR("url"));
    return reader.dict;
}
