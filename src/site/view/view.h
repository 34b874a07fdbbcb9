/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VIEW_H
#define CRUMB_SITE_VIEW_VIEW_H

/* What templates see of the site. Names and meanings are those of
 * docs/templates.md.
 *
 * Nothing of it can be read unrecorded:
 *
 *   - A template starts with objects (`page`, `site`), and of an object the
 *     engine knows its class and its number. jinja/ can't include site/.
 *   - Each function of a class records before it answers: view_get for the
 *     attributes of all objects, and for lists, menus and data folders the
 *     few functions beside their classes. What answers an attribute may read
 *     all of the site, for the fact is the answer: the next build asks the
 *     same function again, and compares.
 *   - An answer is an object, of which nothing is told yet; or a plain value,
 *     all of which is in the fact's hash, and which can't be changed.
 *   - Functions and filters, links and shortcodes, which have the site at
 *     hand, ask by name: site/view/question.h records that, and the answer.
 *   - Traces lack the settings and the page's language: when these change, the
 *     pages are made again (the ledger's key, and the output's input hash).
 *
 * A build with a trap tests that (engine/gate.h). */

#include "site/organise/related.h"
#include "site/site.h"

struct view_shared;

/* One per worker; eval.host points to it while the worker renders. */
struct view {
    const struct site *site; /* in the language of the page at hand */
    struct view_shared *shared;
    str lang;           /* of the page at hand: its dates and words */
    bool plain_dates;   /* not a page: a feed wants English names in dates */
    struct arena *keep; /* the worker's memory for derived text */
    struct recorder
        *recorder;           /* where reads are recorded; NULL: they are not */
    struct profile *profile; /* the worker's; NULL: time is not measured */
    /* The body rendered last: a page's own template asks for it more than
     * once. Valid until the work arena is reset (view_reset). */
    const struct post *rendered;
    str content;
    struct related related;
    /* The post whose body is being rendered: a shortcode of it may not read
     * what is made of bodies. */
    const struct post *computing;
    /* Facts are being hashed: who would show a body gives its hash. */
    bool hashing;
    span calling; /* the shortcode at hand */
    bool left;    /* its template said that it can't render */
};

/* A page that lists posts, or none: home, sections, terms, archives, 404.
 * What `page` is there. */
struct list_page {
    struct object object;
    enum page_kind kind;
    str title;
    str description;
    str lang;
    bool noindex;
    struct address address;
    str path; /* of the list's first page, for address_of_page */
    const struct post *index; /* the _index.md behind it, or NULL */
    struct posts posts;       /* those of this page */
    const struct list_pages *translations; /* it and the others, or NULL */
    size_t number;                         /* from 1 */
    size_t pages;                          /* how many */
    size_t total;                          /* posts on all of them */
    size_t per_page;
    const struct period *period; /* of an archive of one, else NULL */
    const struct feeds *feeds;   /* NULL: it has none */
    struct object paginator;
};

/* A list's first pages in several languages. */
struct list_pages {
    VEC(const struct list_page *) pages;
};

struct feed {
    struct object object;
    enum feed_format format;
    bool summary; /* entries have no more of their posts */
    str title;
    str description;
    str id;
    struct address address;
    struct address home; /* the page it is the feed of */
    struct posts posts;
};

/* Those of one page, one a format. */
struct feeds {
    struct feed *p[FEED_FORMATS];
    size_t n;
};

/* One address of the sitemap. */
struct page_entry {
    struct object object;
    const struct address *address;
    str lang;
    const struct page_entry **translations; /* it and the others */
    size_t ntranslations;                   /* 0: there are no others */
    bool has_lastmod;
    struct date lastmod;
};

struct page_entries {
    struct object object;
    struct page_entry *p;
    size_t n;
};

/* Gives every object of the site its class: once, before it is frozen. */
void view_init_site(struct site *site);
void view_init_list_page(struct list_page *page);
void view_init_feed(struct feed *feed);
void view_init_entries(struct page_entries *entries);
void view_init_posts(struct posts *posts);
void view_init_objects(struct object_list *objects);

/* The object as a list of posts, if it is one; else NULL. */
const struct posts *view_as_posts(const struct object *object);
/* Lists of any kind; of what is none the length is 0. */
size_t view_list_length(const struct object *object);
uint32_t view_list_member(const struct object *object, size_t i);

/* What an attribute is made from, by the number of its bit: enum fact_source.
 */
unsigned fact_sources(const struct object_class *class, size_t bit);
/* The attributes that have one of these sources. */
uint64_t fact_bits_from(const struct object_class *class, unsigned sources);

/* Records that the post is published, and where, and opens the gate to that. */
struct gate view_read_url(struct recorder *recorder, const struct post *post);

/* A view that records nothing; the language at hand is the caller's to set. */
void view_init(struct view *view, const struct site *site,
               struct view_shared *shared, struct arena *keep);
/* Forgets the last page. Call it before each page. */
void view_reset(struct view *view);
/* The language of what is being rendered: of the post whose body it is, else
 * of the page. */
str view_lang(const struct view *view);

/* For the templates' functions; each is a read like any other. */
value view_get_page(struct eval *eval, str path);
value view_get_section(struct eval *eval, str path);
value view_get_taxonomy(struct eval *eval, str name);
/* The url of a Markdown file by its path in content/: "" while it is held
 * back, undefined if there is none. */
value view_url_of_file(struct eval *eval, str path);
/* The url of an object, or of a path below the site's root; undefined for
 * anything else. */
value view_url_for(struct eval *eval, value of, bool absolute);

#endif
