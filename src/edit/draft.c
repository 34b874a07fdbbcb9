/* SPDX-License-Identifier: MIT */
#include "edit/draft.h"

#include "base/memory/buf.h"
#include "edit/front_edit.h"
#include "site/config/config.h"
#include "site/frontmatter/visibility.h"

static bool holds_back(const struct dict *dict, size_t i)
{
    const struct entry *entry = &dict->entries.p[i];
    size_t key = value_is(entry->key, VALUE_STRING)
                     ? visibility_key(value_str(entry->key))
                     : VISIBILITY_KEY_NONE;
    return key != VISIBILITY_KEY_NONE &&
           visibility_of(key, entry->val,
                         schema_text(entry->val, dict_value_span(dict, i))) ==
               VISIBILITY_UNPUBLISHED;
}

/* Returns the entry of the key "date", in any case. */
static size_t find_date(const struct front_edit *edit)
{
    size_t entry = front_edit_find(edit, STR("date"));
    size_t n = edit->dict ? edit->dict->entries.n : 0;
    for (size_t i = 0; entry == FRONT_EDIT_NONE && i < n; i++) {
        value key = edit->dict->entries.p[i].key;
        if (value_is(key, VALUE_STRING) &&
            str_eq_nocase(value_str(key), STR("date"))) {
            entry = i;
        }
    }
    return entry;
}

/* Removes the keys that hold the draft back; the first of these lines may
 * become the date's. False: there are none. */
static bool drop_holding_keys(struct front_edit *edit, const str *date,
                              struct draft *out)
{
    size_t found = 0;
    for (size_t i = 0; edit->dict && i < edit->dict->entries.n; i++) {
        if (!holds_back(edit->dict, i)) {
            continue;
        }
        str name = value_str(edit->dict->entries.p[i].key);
        span at = dict_value_span(edit->dict, i);
        str word = schema_text(edit->dict->entries.p[i].val, at);
        bool more = visibility_key(name) >= VISIBILITY_KEY_FOREIGN &&
                    !str_eq_nocase(str_trim(word), STR("draft"));
        out->other = more ? arena_str(edit->arena, name) : out->other;
        if (found++ == 0 && date) {
            front_edit_put(edit, i, STR("date"), *date);
        } else {
            front_edit_drop(edit, i);
        }
    }
    return found > 0;
}

static void set_date(const struct frontmatter *front,
                     const struct draft_when *when, struct draft *out)
{
    bool dated = front->has_date;
    struct date date = front->date;
    if (!dated && when->day.n) {
        dated = date_parse(when->day, when->zone, &date) == DATE_OK;
    }
    out->scheduled = dated && date.instant > when->now.instant;
    out->date = out->scheduled ? date : when->now;
    if (front->has_date && date.date_only && !out->scheduled) {
        struct buf text = {0};
        date_format(when->now, STR("%Y-%m-%d"), &text);
        date_parse(buf_str(&text), when->zone, &out->date);
        buf_free(&text);
    }
}

static bool read_front(const struct front_edit *edit, const struct zone *zone,
                       struct diags *diags, struct frontmatter *front)
{
    const struct config config = {.zone = zone};
    return frontmatter_read(edit->source, &edit->place, &config, edit->arena,
                            diags, front);
}

/* One round removes one line of each key; a key may be there twice. A draft in
 * a folder _drafts may have no such key. */
static bool edit_once(struct front_edit *edit, bool folder, struct draft *out)
{
    struct buf text = {0};
    date_format(out->date, out->date.date_only ? STR("%Y-%m-%d") : STR("%+"),
                &text);
    str date = buf_move(&text, edit->arena);
    size_t entry = find_date(edit);
    bool dated = out->scheduled || entry != FRONT_EDIT_NONE;
    bool changed = drop_holding_keys(edit, dated ? NULL : &date, out);
    if (!dated && !changed && folder) {
        front_edit_put(edit, FRONT_EDIT_NONE, STR("date"), date);
    } else if (dated && !out->scheduled &&
               !str_eq(span_text(dict_value_span(edit->dict, entry)), date)) {
        front_edit_set(edit, entry, date);
    }
    return (changed || folder) && front_edit_finish(edit, &out->text);
}

enum draft_status draft_release(const struct source *source,
                                const struct draft_when *when,
                                struct arena *arena, struct diags *diags,
                                struct draft *out)
{
    struct front_edit edit;
    struct frontmatter front;
    struct source next = *source;
    *out = (struct draft){.text = source->text};
    if (!front_edit_open(&edit, source, arena, diags) ||
        !read_front(&edit, when->zone, diags, &front)) {
        return DRAFT_BROKEN;
    }
    if (!front.draft && !when->folder) {
        return DRAFT_NONE;
    }
    set_date(&front, when, out);
    struct diags ignored = {.arena = arena};
    for (bool folder = when->folder; front.draft || folder; folder = false) {
        if (!edit_once(&edit, folder, out)) {
            return DRAFT_MANUAL;
        }
        next.text = out->text;
        if (!front_edit_open(&edit, &next, arena, &ignored) ||
            !read_front(&edit, when->zone, &ignored, &front)) {
            return DRAFT_MANUAL;
        }
    }
    return DRAFT_RELEASED;
}
