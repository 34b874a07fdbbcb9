/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_PLAN_H
#define CRUMB_PLAN_PLAN_H

/* Everything the build will write: one Output a file, with what is needed to
 * make it. Two that would write the same file, or files that differ in case
 * alone, are an error that names both. */

#include "base/diag/diag.h"
#include "engine/step.h"
#include "site/published_files.h"
#include "site/site.h"
#include "site/site_keys.h"
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
    bool made;          /* before the others: render_some */
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

/* statics: the site's static/ folder as the process opens it. The plan lives
 * in site->arena. */
void plan_make(struct site *site, str statics, struct diags *diags,
               struct plan *plan);

/* Numbers what the plan has and the site has not. */
void plan_number(struct plan *plan, struct objects *objects,
                 struct arena *arena);

#endif
