/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_COLLECT_H
#define CRUMB_CHECK_COLLECT_H

/* Reads the files of the output, on several threads: collects their links and
 * ids, and finds the mistakes that need no other file. */

#include "check/catalog.h"
#include "check/findings.h"
#include "check/multi_search.h"

/* Strings that no output may hold; each file is searched for all at once. */
struct taboo {
    struct needles needles;
    VEC(const struct post *) posts; /* by the id of a needle */
};

struct collect_counts {
    size_t pages;
    size_t links;
    size_t images;
    size_t feeds;
};

/* The state of one thread. */
struct collector {
    const struct catalog *catalog;
    const struct taboo *leaks;    /* titles of posts that are held back */
    const struct needles *locals; /* starts of local addresses */
    struct arena keep;            /* as long as the check */
    struct arena work;            /* reset after each file */
    struct findings findings;     /* in keep */
    struct map targets;           /* absolute and rooted addresses */
    VEC(struct check_link) links; /* of the file being read */
    struct collect_counts counts;
    struct check_file *file; /* being read */
    str text;                /* its bytes */
};

void collect_file(struct collector *collector, struct check_file *file);

/* For the files that read one format each. The place of a slice of the text. */
struct spot collect_spot(const struct collector *collector, str slice);
/* Adds a link. `raw` is its slice of the text, `address` the same decoded;
 * `page`: readers can follow it. Returns where it leads. */
struct target *collect_link(struct collector *collector, str raw, str address,
                            bool page);
/* Adds the addresses of url(...) and @import in a style sheet. */
void collect_css(struct collector *collector, str css);
/* Read a whole file: a page; a feed, sitemap or other XML; a JSON feed. */
void collect_html(struct collector *collector);
void collect_xml(struct collector *collector);
void collect_json(struct collector *collector);
/* Adds an error in a feed. The same message is reported once. */
void collect_bad_feed(struct collector *collector, str slice,
                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Searches text that readers see for paths and addresses of the author's
 * machine. */
void collect_text(struct collector *collector, str text);

#endif
