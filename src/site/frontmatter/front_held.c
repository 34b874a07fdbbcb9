/* SPDX-License-Identifier: MIT */
#include "site/frontmatter/front_held.h"

#include "site/config/schema.h"
#include "site/frontmatter/visibility.h"

static bool is_true(value v, span at)
{
    bool flag = false;
    return value_is(v, VALUE_BOOL)
               ? v.as.b
               : schema_bool_word(str_trim(schema_text(v, at)), &flag) && flag;
}

bool front_held_is_slip(const struct dict *dict, size_t i, bool in_map)
{
    const struct entry *entry = &dict->entries.p[i];
    str name = schema_key_text(dict, i);
    bool protocol = in_map && str_eq_nocase(name, STR("raft"));
    size_t key = in_map ? visibility_key(name) : VISIBILITY_KEY_NONE;
    span at = dict_value_span(dict, i);
    return (visibility_is_draft_slip(name) && !protocol &&
            is_true(entry->val, at)) ||
           (key <= VISIBILITY_KEY_PUBLISHED &&
            visibility_of(key, entry->val, schema_text(entry->val, at)) ==
                VISIBILITY_UNPUBLISHED);
}

void front_held_note_slip(const struct front_reader *reader,
                          const struct dict *dict, size_t i, bool in_map,
                          str meant)
{
    uint64_t bit = UINT64_C(1) << VISIBILITY_KEY_DRAFT;
    reader->whole->front.says |= bit;
    reader->whole->front.holds |= bit;
    if (reader->draft) {
        return;
    }
    struct diag *diag = diag_warning(
        reader->schema.diags, dict_key_span(dict, i), "not-public",
        in_map ? "\"%.*s\" is in \"%.*s\": the post is held back"
               : "\"%.*s\" is taken for \"%.*s\": the post is held back",
        STR_ARG(value_str(dict->entries.p[i].key)), STR_ARG(meant));
    diag_hint(diag, "%s",
              in_map ? "write it at the top: in TOML above the first [table], "
                       "in YAML without blanks in front of it"
                     : "write draft: true");
}

bool front_held_note_typo(const struct front_reader *reader, size_t i)
{
    static const str words[] = {STR_INIT("published"), STR_INIT("publish"),
                                STR_INIT("private")};
    const struct entry *entry = &reader->dict->entries.p[i];
    str text = schema_text(entry->val, dict_value_span(reader->dict, i));
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (key_is_typo(value_str(entry->key), words[k]) &&
            visibility_of(visibility_key(words[k]), entry->val, text) ==
                VISIBILITY_UNPUBLISHED) {
            front_held_note_slip(reader, reader->dict, i, false, words[k]);
            return true;
        }
    }
    return false;
}

bool front_held_note_key(struct front_reader *reader, size_t key, size_t i)
{
    const struct entry *entry = &reader->dict->entries.p[i];
    str text =
        str_trim(schema_text(entry->val, dict_value_span(reader->dict, i)));
    enum visibility says = visibility_of(key, entry->val, text);
    uint64_t bit = UINT64_C(1) << key;
    if (says == VISIBILITY_UNPUBLISHED && reader->hidden_unlisted &&
        visibility_is_hidden(bit)) {
        const struct schema_key *ours =
            schema_find(&reader->schema, STR("unlisted"));
        reader->whole->front.unlisted = true;
        reader->whole->front.given |= UINT64_C(1)
                                      << (ours - reader->schema.keys);
        return false;
    }
    reader->whole->front.says |= says == VISIBILITY_UNKNOWN ? 0 : bit;
    reader->whole->front.holds |= says == VISIBILITY_UNPUBLISHED ? bit : 0;
    bool foreign =
        says == VISIBILITY_UNPUBLISHED && key >= VISIBILITY_KEY_FOREIGN;
    if (foreign && !reader->draft) {
        struct diag *diag = diag_warning(
            reader->schema.diags, dict_key_span(reader->dict, i), "not-public",
            "\"%.*s\" says that this is not public: it is held back",
            STR_ARG(value_str(entry->key)));
        diag_hint(diag, "%s", visibility_cure(key, text));
    }
    return foreign;
}

static void note_drafts_in_map(const struct front_reader *reader, str name,
                               const struct dict *dict, bool items)
{
    for (size_t i = 0; i < dict->entries.n; i++) {
        if (front_held_is_slip(dict, i, true) &&
            (!items || dict->entries.n == 1)) {
            front_held_note_slip(reader, dict, i, true, name);
        }
        value key = dict->entries.p[i].key;
        front_held_note_inside(
            reader, value_is(key, VALUE_STRING) ? value_str(key) : name,
            dict->entries.p[i].val);
    }
}

/* An item of a list may have a `draft` of its own. It is a slip if it is the
 * only key, or in TOML only the last table has it: the post's own last line
 * belongs to that. `draft` at the top says that the others are meant. */
void front_held_note_inside(const struct front_reader *reader, str name,
                            value v)
{
    if (value_is(v, VALUE_DICT)) {
        note_drafts_in_map(reader, name, v.as.dict, false);
    }
    if (!value_is(v, VALUE_LIST) || dict_get_str(reader->top, STR("draft"))) {
        return;
    }
    bool others = false;
    for (size_t k = 0; k < v.as.list->items.n; k++) {
        value item = v.as.list->items.p[k];
        if (!value_is(item, VALUE_DICT) || !item.as.dict->entries.n) {
            continue;
        }
        bool last = k + 1 == v.as.list->items.n && !others &&
                    schema_is_toml(item.as.dict, 0);
        note_drafts_in_map(reader, name, item.as.dict, !last);
        others = others || dict_get_str(item.as.dict, STR("draft"));
    }
}

/* Hugo wants the keys of themes below `params`. */
void front_held_note_params(const struct front_reader *reader, value v)
{
    struct front_reader inner = *reader;
    inner.dict = v.as.dict;
    for (size_t i = 0; i < inner.dict->entries.n; i++) {
        size_t key = visibility_key(schema_key_text(inner.dict, i));
        if (key != VISIBILITY_KEY_NONE) {
            front_held_note_key(&inner, key, i);
        }
    }
}
