/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VIEW_H
#define CRUMB_SITE_VIEW_VIEW_H

/* The site as templates see it. Names and meanings are those of
 * docs/templates.md.
 *
 * Templates can't read anything of the site that is not recorded:
 *
 *   - A template starts with objects (`page`, `site`). Jinja knows only the
 *     class and the number of an object: jinja/ can't include site/.
 *   - Each function of a class records the read before it answers: view_get
 *     for the attributes of all objects, and a few functions beside the classes
 *     of lists, menus and data folders. Such a function may read all of the
 *     site. The fact is its answer: the next build calls the same function
 *     again and compares the two.
 *   - An answer is an object, whose attributes are facts of their own, or a
 *     plain value, which can't change and is in the fact's hash as a whole.
 *   - Functions, filters, links and shortcodes can reach the whole site. They
 *     look things up by name, and site/view/question.h records the question and
 *     the answer.
 *   - Settings and the page's language are not in traces: if they change, the
 *     pages are made again (by the ledger's key and the Output's input hash).
 *
 * VARIANT=trap makes builds that test this (engine/gate.h). */

#include <stdatomic.h>

#include "site/organise/related.h"
#include "site/site.h"

struct body_host;
struct feeds;
struct published_files;
struct search_words;
struct shortcode_table;

/* Reasons to make the pages of this build again. */
struct view_doubts {
    /* The name of a file that changed while pages were made; NULL: none. */
    _Atomic(const str *) input_changed;
    bool has_backlinks;          /* backlinks are filled in before rendering */
    bool names_backlinks;        /* a template has the word "backlinks" */
    atomic_bool wants_backlinks; /* a template asked for them in vain */
};

/* Data that all views of a build share and that is not in struct site: data of
 * the plan, and doubts about the pages of the build. Any thread. */
struct view_shared {
    const struct published_files *files; /* the plan's */
    const struct feeds *const *feeds;    /* of home pages, by language */
    const struct shortcode_table *shortcodes;
    struct view_doubts doubts;
};

static inline bool view_is_doubtful(struct view_doubts *doubts)
{
    return atomic_load(&doubts->input_changed) ||
           atomic_load(&doubts->wants_backlinks);
}

/* One per worker; ctx->host points to it while the worker renders. */
struct view {
    const struct site *site; /* in the language of the current page */
    struct view_shared *shared;
    str lang;                 /* of the current page: for its dates and words */
    bool plain_dates;         /* a feed is made: English names in dates */
    struct arena *keep;       /* the worker's memory */
    struct text_store *texts; /* the worker's, by KEPT_* */
    struct recorder *recorder; /* NULL: reads are not recorded */
    struct profile *profile;   /* the worker's; NULL: time is not measured */
    /* The body that was rendered last, as the template of a page asks for it
     * more than once. Valid until the work arena is reset (view_reset). */
    const struct post *rendered;
    str content;
    /* The recipe that was read last, valid as long. */
    const struct post *recipe_of;
    value recipe;
    struct related related;
    /* The post whose body is being rendered, else NULL. Its shortcodes must not
     * read data that is made from bodies. */
    const struct post *computing;
    struct body_host *host; /* Markdown's, for that body */
    /* Facts are being hashed: attributes that show a body give its hash. */
    bool hashing;
    struct search_words **search; /* the worker's, made when it is needed; NULL:
                                     words are not kept */
    span calling;                 /* the shortcode that is being rendered */
    bool left; /* its template gave up: the tag stays as text */
};

/* A page of a list of posts: home, sections, terms, archives; and 404, which
 * lists none. It is the object `page` of their templates. */
struct list_page {
    struct object object;
    enum page_kind kind;
    str title;
    str description;
    str lang;
    bool noindex;
    struct address address;
    str path;  /* of the list's first page, for address_of_page */
    str first; /* its URL */
    const struct post *index; /* the _index.md that describes it, or NULL */
    struct posts posts;       /* the posts on this page */
    const struct list_pages
        *translations;           /* it and its translations, or NULL */
    size_t number;               /* from 1 */
    size_t pages;                /* pages of the list */
    size_t total;                /* posts of the list */
    const struct period *period; /* of a year's or month's archive, else NULL */
    const struct feeds *feeds;   /* NULL: none */
    struct object paginator;
};

/* A list's first pages in several languages. */
struct list_pages {
    VEC(const struct list_page *) pages;
};

struct feed {
    struct object object;
    enum feed_format format;
    bool summary; /* its entries hold summaries, not whole posts */
    str title;
    str description;
    str id;
    struct address address;
    struct address home; /* of the page whose posts it lists */
    struct posts posts;
};

/* The feeds of one page: one for each format. */
struct feeds {
    struct feed *p[FEED_FORMATS];
    size_t n;
};

/* One address of the sitemap. */
struct page_entry {
    struct object object;
    const struct address *address;
    str lang;
    const struct page_entry **translations; /* it and its translations */
    size_t ntranslations;                   /* 0: it has no translations */
    bool has_lastmod;
    struct date lastmod;
};

struct page_entries {
    struct object object;
    struct page_entry **p;
    size_t n;
    size_t cap; /* 0: `p` is a part of another list */
};

/* Sets the classes of all objects of the site. Call it once, before the site is
 * frozen; the plan calls the others for its objects. */
void view_init_site(struct site *site);
void view_init_list_page(struct list_page *page);
void view_init_feed(struct feed *feed);
void view_init_entries(struct page_entries *entries);
void view_init_posts(struct posts *posts);
void view_init_objects(struct object_list *objects);

/* Returns the object as a list of posts; NULL: it is none. */
const struct posts *view_as_posts(const struct object *object);
/* The length of a list of any kind, 0 for other objects; and the number of its
 * member i. */
size_t view_list_length(const struct object *list);
uint32_t view_list_member(const struct object *list, size_t i);

/* Returns the sources of the attribute with that bit: enum fact_source. */
unsigned fact_sources(const struct object_class *class, size_t bit);
/* Returns the bits of the attributes that have one of these sources. */
uint64_t fact_bits_from(const struct object_class *class, unsigned sources);

/* Records the read of a post's address and opens the gate to it
 * (engine/gate.h).
 */
struct gate view_read_url(struct recorder *recorder, const struct post *post);

/* Sets up a view that records nothing, on the site's first thread. The caller
 * sets the language. */
void view_init(struct view *view, const struct site *site,
               struct view_shared *shared, struct arena *keep);
/* Forgets the last page. Call it before each page. */
void view_reset(struct view *view);
/* Returns the language of the text that is being rendered: that of the post
 * whose body it is, else that of the page. */
str view_lang(const struct view *view);

/* These functions are for the functions of templates. They record reads. */

/* Each returns VALUE_NONE if there is none, or if the page is held back. */
value view_get_page(struct render_context *ctx, str path);
value view_get_section(struct render_context *ctx, str path);
value view_get_taxonomy(struct render_context *ctx, str name);
/* Returns the url of a Markdown file by its path in content/: "" while it is
 * held back; VALUE_UNDEFINED: there is none. */
value view_url_of_file(struct render_context *ctx, str path);
/* Returns the url of an object, or of a path below the site's root; an absolute
 * address as it is; VALUE_UNDEFINED for any other value. */
value view_url_for(struct render_context *ctx, value of, bool absolute);

#endif
