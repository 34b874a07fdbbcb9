/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_PLAN_OUTPUT_H
#define CRUMB_PLAN_OUTPUT_H

/* An output is one file that the build will write; the plan holds all outputs.
 * The files of this folder add outputs with the functions below. */

#include "engine/step.h"
#include "site/names/file_names.h"
#include "site/site.h"
#include "site/view/view.h"

enum output_kind {
    OUTPUT_POST, /* a post or page through its template */
    OUTPUT_DATA, /* recipe.json beside a post that is a recipe */
    OUTPUT_CARD, /* card.png beside a post: drawing/card.h */
    OUTPUT_LIST, /* home, section, taxonomy, term, archive, 404 */
    OUTPUT_FEED,
    OUTPUT_PAGES,  /* sitemap.xml, robots.txt: templates that see `pages` */
    OUTPUT_ALIAS,  /* a redirect to a post */
    OUTPUT_SEARCH, /* the root of a search index: steps/search.h */
    OUTPUT_FILE,   /* copied from disk */
    OUTPUT_BYTES,  /* bytes known in advance: static files in the program,
                      redirects for the server */
};

struct output {
    enum output_kind kind;
    bool dropped;   /* not made: another output has its path, which is reported,
                       or it is an alias of a site without pages for aliases */
    bool optional;  /* OUTPUT_FILE: a picture that is only published if a page
                       names it, or shows it without other forms */
    bool right;     /* the last build's file is still up to date */
    uint32_t place; /* among all published files */
    const struct address *address;
    const struct site *site; /* of its language */
    str template;            /* post.html; p == NULL: made without one */
    const struct post *post;
    struct list_page *list;
    struct feed *feed;
    const struct listing *listing; /* the list's section, term or taxonomy */
    struct page_entries *entries;  /* a sitemap's own; NULL: all */
    struct page_entry *entry;      /* its own, in sitemaps; NULL: none */
    str bytes;                     /* OUTPUT_BYTES */
    str from; /* the file it is made from, if any: content/a.md */
    const struct fs_stat *from_stat; /* OUTPUT_FILE */
    span at; /* the place in front matter of the template or the alias */
    /* For the renderer: */
    struct step *step;  /* the engine's; NULL: dropped */
    uint64_t input;     /* a hash of its own data, without what it reads */
    struct trace trace; /* the reads of its rendering */
    str warnings;       /* of its rendering: diags_pack */
    str why;            /* why it was made; p == NULL: it was not */
};

struct plan {
    VEC(struct output) outputs; /* posts first, then lists and the like */
    size_t nposts;              /* the number of OUTPUT_POST */
    VEC(struct replaced_list) replaced; /* in the order of the lists */
    struct page_entries entries;        /* the sitemap's */
    struct published_files files;
    const struct feeds **home_feeds; /* by language */
};

/* The `from` of outputs that the setting `redirects` asks for. */
#define REDIRECTS_FROM STR("\"redirects\" of site.yaml")

/* Adds an output. The pointer is valid until the next one is added. */
struct output *plan_add(struct site *site, struct plan *plan,
                        enum output_kind kind, const struct address *address);
/* The address of a path below the site's root, in the site's arena. */
struct address *plan_address(struct site *site, str path);
/* The template of a post or list that chooses none. */
str plan_default_template(const struct output *output);
/* Sets the template of a post or list: that of the front matter (of a list, its
 * _index.md's), unless its authors are not trusted; else the default. */
void plan_template(struct output *output);

/* Whether a post, or the list with this _index.md (NULL: a list without one),
 * has a page. */
bool plan_renders(const struct post *post);

/* Returns a name for messages: the file that the output is made from, else
 * "the archive", "page 2 of the list of section life". */
str output_name(const struct output *output, struct arena *arena);

#endif
