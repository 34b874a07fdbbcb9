/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_FRONTMATTER_FRONTMATTER_H
#define CRUMB_SITE_FRONTMATTER_FRONTMATTER_H

/* Front matter: the keys at the start of a post, in YAML between two lines of
 * `---`, in TOML between two of `+++`, in an object of JSON or in a header
 * without such marks. These functions find it and read its keys by their
 * types. Any thread. */

#include "base/diag/diag.h"
#include "base/memory/vec.h"
#include "data/value.h"
#include "site/config/schema.h"

struct config;

enum frontmatter_format {
    FRONTMATTER_YAML,
    FRONTMATTER_TOML,
    FRONTMATTER_JSON,
    FRONTMATTER_HEADER, /* lines of "Title: x" */
};

/* Where the front matter and the body of a file are; offsets into source->text.
 */
struct frontmatter_place {
    bool found; /* there is front matter; else only `body` is set */
    enum frontmatter_format format;
    size_t off;  /* after the first line of marks; without marks, its start */
    size_t len;  /* up to the last line of marks; without marks, to its end */
    size_t body; /* where the body starts */
};

/* Whether the text begins with the first line of front matter, in any format.
 * The start of the text is enough. */
bool frontmatter_begins(str text);
/* Whether a file of any kind begins with front matter: with "---" and a line
 * that YAML may have there. */
bool frontmatter_opens(str text);

/* Checks that the file is UTF-8 and finds its front matter. Byte order
 * marks and other invisible characters belong to neither part. Returns false
 * after reporting why: the file is not UTF-8, the end is missing, or crumb does
 * not read the format. */
bool frontmatter_split(const struct source *source, struct diags *diags,
                       struct frontmatter_place *out);
/* As frontmatter_split, for a file that is known to be UTF-8. */
bool frontmatter_find(const struct source *source, struct diags *diags,
                      struct frontmatter_place *out);

/* For these functions: returns the line at text[at], without its break; *next
 * is where the next one starts. */
str frontmatter_line(str text, size_t at, size_t *next);
/* The offset after invisible characters at text[at] that are not ASCII: byte
 * order marks, no-break and zero-width spaces, marks of direction.
 */
size_t frontmatter_skip_unseen(str text, size_t at);
/* For frontmatter_split: finds a header as Pelican has it at text[at]; *out is
 * unchanged if there is none. These rules keep text that merely looks like one
 * apart:
 *
 * - Its first line is a key of Pelican in any case, and a colon; or another
 *   "Key: value", if two other keys are Pelican's.
 * - Its keys include "Title", "Status", "Draft" or "Private", or "Date" and
 *   another one of Pelican's. If a status has several words, two keys are.
 * - It ends at an empty line or with the file. If two of its keys or more are
 *   Pelican's, it also ends before any line that is neither "Key: value" nor
 *   indented. */
void frontmatter_find_header(str text, size_t at,
                             struct frontmatter_place *out);
/* For frontmatter_split: returns false after reporting that text[at] looks like
 * front matter though no rule has recognised it: after marks, comments,
 * headings and pictures its first block has a line that holds a post back
 * (`draft: true`), or two of keys that posts have. */
bool frontmatter_check_missed(const struct source *source, size_t at,
                              struct diags *diags);
/* Whether frontmatter_check_missed would report a text that begins with marks.
 * The start of the text is enough. */
bool frontmatter_looks_missed(str text);
/* For frontmatter_split: returns false after reporting that the body at
 * text[at] begins with a line of crumb's that holds a post back, or with a
 * second block between marks that has one. */
bool frontmatter_check_second(const struct source *source, size_t at,
                              struct diags *diags);
/* Whether a header as Nikola has it is at text[at]: lines of ".. title: x",
 * perhaps in a comment of HTML. */
bool frontmatter_is_nikola(str text, size_t at);
/* Reads a header of either kind: its keys in small letters, and their texts. */
struct dict *frontmatter_read_header(const struct source *source,
                                     const struct frontmatter_place *place,
                                     struct arena *arena, struct diags *diags);
/* Returns the value of a text in a header. */
value frontmatter_header_value(str text);

/* An image that represents the post. */
struct frontmatter_cover {
    str image; /* empty: none */
    str alt;
    str caption;
    span at; /* of `image` */
};

/* The key `build`, as Hugo has it: whether a page is made, and which lists show
 * it. */
struct frontmatter_build {
    bool unrendered;  /* render: never. It has no page and no address */
    bool linked;      /* render: link. It has an address, but no page there */
    bool unlisted;    /* list: never */
    bool local;       /* list: local. Only its own section lists it */
    bool unpublished; /* publishResources: false. Not the files beside it */
};

/* Keys that few posts have. Of a large site these would take as much memory as
 * all others. */
struct frontmatter_uncommon {
    str url; /* as typed: an address from the site's root */
    str lang;
    str template; /* a template's name, without leading '/' */
    str link;     /* the post is about this address */
    str series;
    str date_text; /* of `date`, if the site decides what day it is: 02/03/2024,
                      "Last Modified" */
    struct date publish;         /* not public before: has_publish */
    struct date expires;         /* not public after: has_expires */
    int64_t weight;              /* the smallest comes first: has_weight */
    struct text_list names;      /* other names, of Obsidian's `aliases` */
    struct text_list taxonomies; /* names of others; their terms: in `extra` */
    struct frontmatter_cover cover;
    value recipe;  /* not checked; VALUE_UNDEFINED: none */
    value menu;    /* a name, a list or a map; VALUE_UNDEFINED: none */
    value cascade; /* for the pages below: a dict or a list of dicts;
                      VALUE_UNDEFINED: none */
    span link_at;
    span series_at;
    span updated_at; /* of `git` */
    span url_at;
    span lang_at;
    span template_at;
    span recipe_at;
    span menu_at;
    span cascade_at;
};

/* Texts whose keys are missing are empty, and their spans have no source. Texts
 * are slices of the source or live in the arena. */
struct frontmatter {
    uint64_t given; /* the keys that have a value: bits by frontmatter_key */
    uint64_t says;  /* the keys of visibility.h that are there: bits... */
    uint64_t holds; /* ...and those of them that say that it is not public */
    str title;
    bool has_date;
    bool has_updated;
    bool updated_git; /* `updated` is the date of the last commit */
    bool has_publish;
    bool has_expires;
    struct date date;
    struct date updated;
    bool draft; /* it is not public, by any key of visibility.h */
    bool unlisted;
    bool pinned;
    bool noindex;
    bool has_search; /* the key `search` is there */
    bool search;     /* it is found by the site's search */
    bool headless;   /* no page, in no list: for get_page() in templates */
    struct frontmatter_build build;
    bool has_toc; /* the key `toc` is there */
    bool toc;
    bool has_weight;
    str slug; /* may have '/' in it, but no ".." */
    str summary;
    str description;
    struct text_list tags;
    struct text_list categories;
    struct text_list authors; /* names or keys of the site's `authors` */
    struct text_list aliases; /* old addresses: site/organise/organise.h */
    value extra;              /* a dict of all other keys */
    span title_at;
    span date_at;
    span slug_at;
    const struct frontmatter_uncommon *uncommon; /* NULL: none of these */
};

extern const struct frontmatter_uncommon frontmatter_no_uncommon;

/* The uncommon keys; never NULL. */
static inline const struct frontmatter_uncommon *
frontmatter_uncommon(const struct frontmatter *front)
{
    return front->uncommon ? front->uncommon : &frontmatter_no_uncommon;
}
/* Returns its uncommon keys for changes: a copy in the arena. */
struct frontmatter_uncommon *
frontmatter_change_uncommon(struct frontmatter *front, struct arena *arena);

/* The offset in struct frontmatter of the words of a key that holds words
 * (`tags`, `author`). SIZE_MAX: it is another key. */
size_t frontmatter_words_place(str key);
/* The words at that place. */
struct text_list frontmatter_words(const struct frontmatter *front,
                                   size_t place);
/* Whether crumb gives the key another meaning than a list of words, as it does
 * `date`. No taxonomy can have such a name. */
bool frontmatter_is_taken(str key);

/* Parses what frontmatter_split found: to a dict, or to what YAML has there
 * instead; to none if there is no front matter. Returns false after reporting
 * an error. */
bool frontmatter_parse(const struct source *source,
                       const struct frontmatter_place *place,
                       struct arena *arena, struct diags *diags, value *out);
/* Reads the front matter that frontmatter_split found; the source may end at
 * `body`. Dates without an offset are in the zone of the settings. In the
 * _index.md of a list `render: false` is about the list alone. Returns false
 * after reporting errors; *out holds what could be read, so that `draft` still
 * counts. */
bool frontmatter_read(const struct source *source,
                      const struct frontmatter_place *place,
                      const struct config *config, struct arena *arena,
                      struct diags *diags, struct frontmatter *out);

/* Warns of Markdown that is copied with its front matter, which holds it back.
 */
void frontmatter_check_copy(str file, str bytes, const struct config *config,
                            struct arena *arena, struct diags *diags);

/* Reads keys that are anywhere in dict->source, as those of `cascade`. `list`:
 * they are the front matter of an _index.md. */
bool frontmatter_read_dict(const struct dict *dict, const struct config *config,
                           bool list, struct arena *arena, struct diags *diags,
                           struct frontmatter *out);

/* Whether the date of a post is that of its last commit, as in Eleventy. */
bool frontmatter_is_git_date(str text);
/* Returns the name of the key with that bit in `given`. */
str frontmatter_key(size_t bit);
/* Copies to *to the fields of *from whose keys are missing in *to. */
void frontmatter_inherit(struct frontmatter *to, const struct frontmatter *from,
                         struct arena *arena);

/* For frontmatter_read: checks `slug`, `url` and `aliases`, and removes those
 * that can't be the name of a file. permalink: Jekyll's name of `url` is used,
 * and its words are patterns. Returns false after reporting errors. */
bool frontmatter_check_addresses(const struct schema *schema, bool permalink,
                                 struct frontmatter *out,
                                 struct frontmatter_uncommon *uncommon);

#endif
