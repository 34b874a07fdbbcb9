/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_COLLECT_COLLECT_H
#define CRUMB_CHECK_COLLECT_COLLECT_H

/* Reads the files of the output, on several threads: collects their links and
 * ids, and finds the mistakes that need no other file. */

#include "check/multi_search.h"
#include "check/target.h"

/* The numbers of things that were checked. */
struct check_counts {
    size_t pages;
    size_t links;
    size_t images;
    size_t feeds;
    size_t fragments; /* links to parts of pages */
};

/* Strings that no output may hold; each file is searched for all at once. */
struct leak_texts {
    struct multi_search search;
    VEC(const struct post *) posts; /* by the id in `search` */
};

/* A link to a part of its own page. */
struct own_link {
    str href; /* #part */
    str raw;
};

/* The state of one thread. */
struct collector {
    const struct catalog *catalog;
    struct addresses *addresses;       /* shared by all threads */
    const struct leak_texts *leaks;    /* titles of unpublished posts */
    const struct multi_search *locals; /* starts of local addresses */
    bool external;                     /* keep links out of the site, too */
    struct arena keep;                 /* as long as the check */
    struct arena work;                 /* reset after each file */
    struct findings findings;          /* in keep */
    struct check_counts counts;        /* of all files so far */
    struct link_address *recent[256];  /* by hash: pages share most of them */
    /* Of the file being read: */
    struct check_file *file;
    str text;       /* its bytes */
    str base;       /* the base of its relative addresses */
    bool based;     /* that is its <base>'s: "#part" is not in this page */
    bool redirect;  /* it leads its readers on at once */
    struct map ids; /* id -> struct page_id */
    VEC(str) names; /* its ids */
    VEC(struct own_link) own;
    VEC(struct file_link) links;
};

/* Reads a file, unless it is binary, and sets its ids and links, and was_read.
 */
void collect_file(struct collector *collector, struct check_file *file);
/* Whether a page that was read has the id. */
bool collect_has_id(const struct check_file *file, str id);
/* Reads a page once more for its ids, which go to the arena; `like` is left as
 * it is. NULL, *n is 0: it can't be read, which is not reported. */
const str *collect_ids(const struct collector *like, struct check_file *file,
                       struct arena *arena, size_t *n);

/* For the files that read one format each. Adds a finding at a slice of the
 * text (another text: at the whole file); `key` is borrowed, see finding_add.
 */
struct finding *collect_finding(struct collector *collector,
                                enum severity severity, const char *code,
                                str slice, str key);
/* Adds a link. `raw` is its slice of the text, `address` the same decoded;
 * `page`: readers can follow it. Returns what it leads to. */
enum target_kind collect_link(struct collector *collector, str raw, str address,
                              bool page);
/* Adds the addresses of url(...), image-set(...) and @import in a style sheet.
 */
void collect_css(struct collector *collector, str css);
/* Reports colours of a style sheet, the text at hand, that can't be read on
 * each other: text and background of one rule, or of the theme's custom
 * properties.
 */
void collect_contrast(struct collector *collector);
/* Read a whole file: a page; a feed, sitemap or other XML; a JSON feed. */
void collect_html(struct collector *collector);
void collect_xml(struct collector *collector);
void collect_json(struct collector *collector);
/* Searches text that readers see for paths and addresses of the author's
 * machine. */
void collect_text(struct collector *collector, str text);

/* A link to a part that the page lacks. */
struct missing_part {
    const struct check_file *file;
    str href;         /* as the link has it */
    const str *names; /* the ids of the page */
    size_t n;
};

/* Adds the error. */
void collect_bad_fragment(const struct catalog *catalog,
                          struct findings *findings, struct spot at,
                          const struct missing_part *part);

#endif
