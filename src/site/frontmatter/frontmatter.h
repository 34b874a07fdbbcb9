/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_FRONTMATTER_FRONTMATTER_H
#define CRUMB_SITE_FRONTMATTER_FRONTMATTER_H

/* What stands between the two lines of `---` at the start of a post, or in a
 * header without them: where it is, and its keys with their types. Any thread.
 */

#include "base/diag/diag.h"
#include "base/vec.h"
#include "data/value.h"
#include "site/config/schema.h"

struct zone;

/* Where a file's front matter and body stand; offsets into source->text. */
struct frontmatter_place {
    bool found;  /* there is front matter; else only body_off counts */
    size_t off;  /* of the YAML, behind the first line */
    size_t len;  /* of the YAML, with its last line break */
    size_t body; /* where the body starts */
    bool header; /* it is no YAML, but lines of "Title: x" without marks */
};

/* A text whose first line is that of front matter, of whatever format; the
 * start of it is enough. */
bool frontmatter_begins(str text);
/* The same of a file of any kind: "---", and a line that YAML has there. */
bool frontmatter_opens(str text);

/* Checks that the file is UTF-8 and finds its front matter. A byte order mark
 * belongs to neither part. False: reported (not UTF-8, no closing line, TOML
 * or JSON). */
bool frontmatter_split(const struct source *source, struct diags *diags,
                       struct frontmatter_place *out);

/* For frontmatter_split: a header of Pelican's, if the text has one at `at`:
 *
 * - its first line is one of Pelican's keys, capitals aside, and a colon; or
 *   another "Key: value", if two others are Pelican's;
 * - "Title" or "Status" is among its keys, or "Date" and another one of them;
 * - it ends with the file or an empty line; also, if two of its keys or more
 *   are Pelican's, before any line that is neither "Key: value" nor indented.
 */
void frontmatter_find_header(str text, size_t at,
                             struct frontmatter_place *out);
/* Nikola's header, lines of ".. title: x", stands there, also in a comment of
 * HTML. */
bool frontmatter_is_nikola(str text, size_t at);
/* Its keys in small letters, and their texts. */
struct dict *frontmatter_read_header(const struct source *source,
                                     const struct frontmatter_place *place,
                                     struct arena *arena, struct diags *diags);
/* A text behind a key, as it is read. */
value frontmatter_header_value(str text);

/* An image that stands for the post. */
struct frontmatter_cover {
    str image; /* empty: none */
    str alt;
    str caption;
    span at; /* of `image` */
};

/* Hugo's `build`: what is made of the page, and where it is listed. */
struct frontmatter_build {
    bool unrendered;  /* render: never: it has no page, and no address */
    bool linked;      /* render: link: an address, where something else is */
    bool unlisted;    /* list: never */
    bool local;       /* list: local: its own section alone lists it */
    bool unpublished; /* publishResources: false: the files beside it */
};

/* Texts not given are empty; spans of what was not given have no source.
 * Texts are slices of the source or of the arena. */
struct frontmatter {
    uint64_t given; /* keys that say something, see frontmatter_key */
    uint64_t says;  /* of those of holding.h, the ones that are there... */
    uint64_t holds; /* ...and say that it is not public */
    str title;
    bool has_date;
    bool has_updated;
    bool updated_git; /* `updated` is the date of the last commit */
    bool has_publish;
    bool has_expires;
    struct date date;
    struct date updated;
    struct date publish; /* not before */
    struct date expires; /* not after */
    bool draft;          /* something holds it back */
    bool unlisted;
    bool pinned;
    bool noindex;
    bool headless; /* no page, no list: templates may ask for it */
    struct frontmatter_build build;
    bool has_toc; /* `toc` was given */
    bool toc;
    bool has_weight;
    int64_t weight; /* smaller comes first */
    str slug;       /* may hold '/', never climbs out */
    str url;        /* as typed: an address from the site's root */
    str series;
    str summary;
    str description;
    str lang;
    str template; /* a template's name, without leading '/' */
    str link;     /* the post is about this address */
    struct text_list tags;
    struct text_list categories;
    struct text_list authors;    /* names or keys of the site's `authors` */
    struct text_list aliases;    /* never climb out */
    struct text_list taxonomies; /* names of others, their terms in `extra` */
    struct frontmatter_cover cover;
    value recipe;  /* as it is; VALUE_UNDEFINED: none */
    value menu;    /* a name, a list or a map; VALUE_UNDEFINED: none */
    value cascade; /* for what is below: a dict or a list of them;
                      VALUE_UNDEFINED: none */
    value extra;   /* a dict: every key that is none of the above */
    span title_at;
    span date_at;
    span slug_at;
    span link_at;
    span updated_at; /* of `git` */
    span url_at;
    span series_at;
    span lang_at;
    span template_at;
    span recipe_at;
    span menu_at;
    span cascade_at;
};

/* What stands under a key of crumb's own that holds words: `tags`, `author`.
 * False: it is no such key. */
bool frontmatter_words(const struct frontmatter *front, str key,
                       struct text_list *out);
/* The key is crumb's own and holds something else, as `date` does: there can be
 * no taxonomy of that name. */
bool frontmatter_is_taken(str key);

/* Reads what frontmatter_split found; source may hold the file up to `body`
 * only. Dates without an offset are of `zone` (NULL: UTC). False: an error was
 * reported; *out holds what could be read, so that `draft` still counts. */
bool frontmatter_read(const struct source *source,
                      const struct frontmatter_place *place,
                      const struct zone *zone, struct arena *arena,
                      struct diags *diags, struct frontmatter *out);

/* The same of keys that stand elsewhere in the source. */
bool frontmatter_read_dict(const struct source *source, const struct dict *dict,
                           const struct zone *zone, struct arena *arena,
                           struct diags *diags, struct frontmatter *out);

/* The name of the key whose bit that is in `given`. */
str frontmatter_key(size_t bit);
/* Of the fields that *to's keys have not set it takes what *from's keys have:
 * what a page says itself counts, then what is nearer. */
void frontmatter_inherit(struct frontmatter *to, const struct frontmatter *from,
                         struct arena *arena);

/* For frontmatter_read: `slug`, `url` and `aliases` as the files that they can
 * be; what can't be one is taken out. False: an error was reported. */
bool frontmatter_check_addresses(const struct schema *schema,
                                 struct frontmatter *out);

#endif
