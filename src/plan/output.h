/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_OUTPUT_H
#define CRUMB_PLAN_OUTPUT_H

/* One file that the build will write, and the plan, which has all of them. The
 * files of this folder add Outputs with the functions below. */

#include "engine/step.h"
#include "site/published_files.h"
#include "site/site.h"
#include "site/view/view.h"

struct jinja_template;

enum output_kind {
    OUTPUT_POST, /* a post or page through its template */
    OUTPUT_LIST, /* home, section, taxonomy, term, archive, 404 */
    OUTPUT_FEED,
    OUTPUT_PAGES, /* sitemap.xml, robots.txt: templates that see `pages` */
    OUTPUT_ALIAS, /* a redirect to a post */
    OUTPUT_FILE,  /* copied from disk */
    OUTPUT_BYTES, /* known already: static files carried in the program,
                     redirects for the server */
};

struct output {
    enum output_kind kind;
    bool dropped; /* not made: another one has its file, which is reported, or
                     it is an alias of a site that has no pages for them */
    const struct address *address;
    const struct site *site; /* of its language */
    str template;            /* post.html; p == NULL: made without one */
    const struct jinja_template *compiled; /* NULL: none, or it has errors */
    const struct post *post;
    struct list_page *list;
    struct feed *feed;
    const struct listing *listing; /* the list's section, term or taxonomy */
    struct page_entries *entries;  /* a sitemap's own; NULL: all */
    str bytes;                     /* OUTPUT_BYTES */
    str from; /* the file it is made from, if it is one: content/a.md */
    const struct fs_stat *from_stat; /* OUTPUT_FILE */
    span at; /* where front matter asks for it: the template, the alias */
    /* The rest is of rendering. */
    struct step *step;  /* what the engine knows of it; NULL: dropped */
    uint64_t input;     /* a hash of what it is, whatever it reads */
    bool right;         /* what the last build made is as it would be now */
    struct trace trace; /* of what was made: what it read... */
    str warnings;       /* ...and said: base/diag/diag_pack.h */
    uint32_t place;     /* among all that is published */
    str why;            /* it was made; p == NULL: it was not */
};

struct plan {
    VEC(struct output) outputs;  /* posts first, then what shows them */
    size_t nposts;               /* how many of them are OUTPUT_POST */
    struct page_entries entries; /* the sitemap's */
    struct published_files files;
    const struct feeds **home_feeds; /* by language */
};

/* What an Output says it is made `from` when `redirects` asks for it. */
#define REDIRECTS_FROM STR("\"redirects\" of site.yaml")

/* Adds an Output. The pointer is valid until the next one is added. */
struct output *plan_add(struct site *site, struct plan *plan,
                        enum output_kind kind, const struct address *address);
/* The address of that path below the root, kept with the site. */
struct address *plan_address(struct site *site, str path);
/* Front matter's template, of a post or of a list's _index.md, else the kind's
 * own. */
void plan_template(struct output *output, const struct post *post,
                   const char *name);

/* Whether it has a page: that of a post, or of the list whose _index.md it is
 * (NULL: the list has none). */
bool plan_renders(const struct post *post);

#endif
