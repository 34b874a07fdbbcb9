/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_COLLECT_H
#define CRUMB_CHECK_COLLECT_H

/* Reads the files of the output, each on some thread: what they link to, the
 * ids they have, and what can be told wrong without the other files. */

#include "check/catalog.h"
#include "check/findings.h"
#include "check/multi_search.h"

/* What no output may hold, found in one walk over each file's bytes. */
struct taboo {
    struct needles needles;
    VEC(const struct post *) posts; /* of a needle by its id */
};

struct collect_counts {
    size_t pages;
    size_t links;
    size_t images;
    size_t feeds;
};

/* One thread's own things. */
struct collector {
    const struct catalog *catalog;
    const struct taboo *leaks;    /* titles of what is held back */
    const struct needles *locals; /* starts of addresses of own machines */
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

/* For the parts of a file that modules of their own read. */
struct spot collect_spot(const struct collector *collector, str slice);
/* An address at `raw`, a slice of the text, as it reads when decoded.
 * page: readers can follow it. Returns where it leads. */
struct target *collect_link(struct collector *collector, str raw, str address,
                            bool page);
/* url(...) and @import in a style sheet. */
void collect_css(struct collector *collector, str css);
/* By the kind of the file: pages; feeds, site maps, other XML; JSON feeds. */
void collect_html(struct collector *collector);
void collect_xml(struct collector *collector);
void collect_json(struct collector *collector);
/* An error of a feed, and one finding for each message. */
void collect_bad_feed(struct collector *collector, str slice,
                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Text that readers see: paths and addresses of the author's machine. */
void collect_text(struct collector *collector, str text);

#endif
