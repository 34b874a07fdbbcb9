/* SPDX-License-Identifier: MIT */
#include "site/frontmatter/visibility.h"

#include <string.h>

#include "base/utf8.h"
#include "site/config/schema.h"
#include "site/frontmatter/front_keys.h"

/* The values of a key that hold a page back. */
enum when { WHEN_TRUE, WHEN_FALSE, WHEN_WORD, WHEN_GIVEN };

static const char draft[] =
    "write draft: true; or take it out, if everybody may read this";
static const char unlisted[] =
    "write draft: true; or unlisted: true, if only lists are to leave it out";
static const char unrendered[] =
    "write draft: true; or build: {render: never}, if templates show its text";
static const char encrypted[] =
    "crumb encrypts nothing: write draft: true, or take it out";

/* As the documentation of Jekyll, Hexo, Hugo's themes, Pelican, Nikola, Zola,
 * Eleventy, Ghost, Grav, Hashnode, nanoc, WordPress' exporters, Cobalt,
 * Obsidian's publishers and Astro's templates has them. */
static const struct row {
    str name; /* its letters, small */
    enum when when;
    const char *cure;
} rows[] = {
    [VISIBILITY_KEY_DRAFT] = {STR_INIT("draft"), WHEN_TRUE, draft},
    [VISIBILITY_KEY_PUBLISHED] = {STR_INIT("published"), WHEN_FALSE, draft},
    [VISIBILITY_KEY_PUBLISH] = {STR_INIT("publish"), WHEN_FALSE, draft},
    /* with a word in front: isDraft, isPublished, dg-publish */
    [VISIBILITY_KEY_FOREIGN] = {STR_INIT("isdraft"), WHEN_TRUE, draft},
    {STR_INIT("ispublished"), WHEN_FALSE, draft},
    {STR_INIT("dgpublish"), WHEN_FALSE, draft},
    {STR_INIT("status"), WHEN_WORD, draft},
    {STR_INIT("state"), WHEN_WORD, draft},
    {STR_INIT("visibility"), WHEN_WORD, draft},
    {STR_INIT("privacy"), WHEN_WORD, draft},
    {STR_INIT("access"), WHEN_WORD, draft},
    {STR_INIT("private"), WHEN_TRUE, draft},
    {STR_INIT("secret"), WHEN_TRUE, draft},
    {STR_INIT("internal"), WHEN_TRUE, draft},
    {STR_INIT("deleted"), WHEN_TRUE, draft},
    {STR_INIT("saveasdraft"), WHEN_TRUE, draft},
    {STR_INIT("ignorepost"), WHEN_TRUE, draft},
    {STR_INIT("unpublished"), WHEN_TRUE, draft},
    {STR_INIT("nopublish"), WHEN_TRUE, draft},
    {STR_INIT("donotpublish"), WHEN_TRUE, draft},
    {STR_INIT("hidden"), WHEN_TRUE, unlisted},
    {STR_INIT("hide"), WHEN_TRUE, unlisted},
    {STR_INIT("eleventyexcludefromcollections"), WHEN_TRUE, unlisted},
    {STR_INIT("public"), WHEN_FALSE, draft},
    {STR_INIT("visible"), WHEN_FALSE, unlisted},
    {STR_INIT("routable"), WHEN_FALSE, unrendered},
    {STR_INIT("render"), WHEN_FALSE, unrendered},
    {STR_INIT("permalink"), WHEN_FALSE, unrendered},
    {STR_INIT("password"), WHEN_GIVEN, encrypted},
    {STR_INIT("protected"), WHEN_TRUE, encrypted},
    {STR_INIT("encrypt"), WHEN_TRUE, encrypted},
    {STR_INIT("encrypted"), WHEN_TRUE, encrypted},
};
enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert(ROWS <= 64, "keys are bits of a word");

/* After `status`, `visibility` and such; other words say nothing of it. */
static const str held_words = STR_INIT(
    "draft private hidden pending future scheduled trash trashed autodraft "
    "unlisted unpublished skip protected password members paid tiers secret "
    "nonpublic notpublic notpublished pendingreview drafts internal restricted "
    "confidential friends followers deleted queued donotpublish notready");
static const str public_words = STR_INIT("published publish public live");

/* Spaces, quotes, "_" and "-" don't count, nor do capitals. */
static bool is_word(str text, str word)
{
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        char c = to_lower(text.p[i]);
        if (n < word.n && word.p[n] == c) {
            n++;
        } else if (str_starts_at(text, i, STR("“")) ||
                   str_starts_at(text, i, STR("”"))) {
            i += strlen("“") - 1;
        } else if (!is_any_of(c, "_- \"'")) {
            return false;
        }
    }
    return n == word.n;
}

static bool is_any_word(str text, str words)
{
    str word;
    while (str_split(&words, ' ', &word)) {
        if (is_word(text, word)) {
            return true;
        }
    }
    return false;
}

/* --- names of keys --- */

static size_t find_row(str letters)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (str_eq(letters, rows[i].name)) {
            return i;
        }
    }
    return VISIBILITY_KEY_NONE;
}

/* isPrivate, post_status, publishState: the first word says of what. */
size_t visibility_key(str name)
{
    static const str about[] = {
        STR_INIT("is"),          STR_INIT("dg"),         STR_INIT("post"),
        STR_INIT("page"),        STR_INIT("article"),    STR_INIT("note"),
        STR_INIT("doc"),         STR_INIT("blog"),       STR_INIT("content"),
        STR_INIT("publication"), STR_INIT("publishing"), STR_INIT("published"),
        STR_INIT("publish"),     STR_INIT("workflow"),   STR_INIT("draft"),
    };
    char room[FRONT_KEY_LONGEST];
    str letters = front_key_letters(name, room);
    size_t row = find_row(letters);
    for (size_t i = 0; i < sizeof about / sizeof *about && row >= ROWS; i++) {
        if (str_starts(letters, about[i])) {
            row = find_row(str_from_offset(letters, about[i].n));
            /* crumb's own keys have a row of others' for this. */
            row += row < VISIBILITY_KEY_FOREIGN ? VISIBILITY_KEY_FOREIGN : 0;
        }
    }
    return row;
}

bool visibility_is_draft_slip(str name)
{
    static const str word = STR_INIT("draft");
    str words =
        STR("entwurf brouillon borrador bozza rascunho 草稿 下書き مسودة "
            "טיוטה");
    char room[FRONT_KEY_LONGEST];
    str letters = front_key_letters(name, room);
    if (str_is_word_of(name, words) ||
        (!is_word(name, word) && str_eq(letters, word))) {
        return true;
    }
    bool doubled = false;
    for (size_t i = 1; i < letters.n; i++) {
        doubled = doubled || letters.p[i] == letters.p[i - 1];
    }
    bool near = str_distance(letters, word, 1) == 1 &&
                (letters.n <= word.n || doubled) &&
                !str_is_word_of(letters, STR("craft drift graft kraft"));
    return near || str_is_word_of(letters, STR("drafts draught"));
}

/* "Draft - needs work", also after a sign. */
static bool begins_with_draft(str text)
{
    size_t at = 0;
    size_t next = 0;
    while (next < text.n && !utf8_is_letter(utf8_next(text, &next))) {
        at = next;
    }
    text = str_from_offset(text, at);
    str word = str_sub(text, 0, strlen("draft"));
    return str_eq_nocase(word, STR("draft")) && !is_alnum(str_at(text, word.n));
}

static enum visibility says_one(str text)
{
    if (is_any_word(text, held_words) || begins_with_draft(text) ||
        visibility_is_draft_slip(text)) {
        return VISIBILITY_UNPUBLISHED;
    }
    return is_any_word(text, public_words) ? VISIBILITY_PUBLIC
                                           : VISIBILITY_UNKNOWN;
}

/* Publii has "draft,is-page". */
static enum visibility says_word(str text)
{
    enum visibility says = VISIBILITY_UNKNOWN;
    str part;
    while (text.n && says != VISIBILITY_UNPUBLISHED &&
           str_split(&text, ',', &part)) {
        enum visibility word = says_one(str_trim(part));
        says = word == VISIBILITY_UNKNOWN ? says : word;
    }
    return says;
}

/* Obsidian writes properties as lists: one word that holds back is enough. */
static enum visibility says_words(const struct list *list)
{
    enum visibility says = VISIBILITY_UNKNOWN;
    for (size_t i = 0; i < list->items.n && says != VISIBILITY_UNPUBLISHED;
         i++) {
        value item = list->items.p[i];
        if (value_is(item, VALUE_STRING)) {
            enum visibility word = says_word(value_str(item));
            says = word == VISIBILITY_UNKNOWN ? says : word;
        }
    }
    return says;
}

/* `private: family` is meant; `hide: [toc]` is a theme's. */
static enum visibility says_flag(bool held, value v, str text)
{
    bool flag = true;
    if (value_is(v, VALUE_BOOL)) {
        flag = v.as.b;
    } else if (!schema_bool_word(text, &flag) && !held) {
        return VISIBILITY_UNKNOWN; /* publish: a date */
    }
    return flag == held ? VISIBILITY_UNPUBLISHED : VISIBILITY_PUBLIC;
}

enum visibility visibility_of(size_t key, value v, str text)
{
    text = str_trim(text);
    if (value_is_sequence(v) && rows[key].when == WHEN_WORD) {
        return says_words(v.as.list);
    }
    if (value_is_sequence(v) || value_is(v, VALUE_DICT) ||
        value_is(v, VALUE_NONE) || !text.n) {
        return VISIBILITY_UNKNOWN;
    }
    switch (rows[key].when) {
    case WHEN_WORD: return says_word(text);
    case WHEN_GIVEN:
        return value_is(v, VALUE_BOOL) && !v.as.b ? VISIBILITY_PUBLIC
                                                  : VISIBILITY_UNPUBLISHED;
    case WHEN_TRUE: return says_flag(true, v, text);
    case WHEN_FALSE: return says_flag(false, v, text);
    }
    return VISIBILITY_UNKNOWN;
}

const char *visibility_cure(size_t key, str text)
{
    bool listed =
        rows[key].when == WHEN_WORD &&
        (is_word(text, STR("hidden")) || is_word(text, STR("unlisted")));
    return listed ? unlisted : rows[key].cure;
}

bool visibility_is_hidden(uint64_t holds)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].cure != unlisted && (holds & UINT64_C(1) << i)) {
            return false;
        }
    }
    return holds != 0;
}

bool visibility_is_private(uint64_t holds)
{
    for (size_t i = 0; i < ROWS; i++) {
        bool meant = rows[i].cure == draft || rows[i].cure == encrypted;
        if (meant && (holds & UINT64_C(1) << i)) {
            return true;
        }
    }
    return false;
}
