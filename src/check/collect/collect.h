/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_COLLECT_COLLECT_H
#define CRUMB_CHECK_COLLECT_COLLECT_H

/* Reads the files of the output, on several threads: collects their links and
 * ids, and finds the mistakes that need no other file. */

#include "check/addresses.h"
#include "check/catalog.h"
#include "check/multi_search.h"
#include "check/said.h"
#include "files/text_store.h"

/* Strings that no output may hold; each file is searched for all at once. */
struct leak_texts {
    struct multi_search search;
    VEC(const struct post *) posts; /* by the id in `search` */
};

/* A link to a part of the page that it stands on. */
struct own_link {
    str href; /* #part */
    str raw;
};

/* The state of one thread. */
struct collector {
    const struct catalog *catalog;
    struct addresses *addresses;       /* all threads add to it */
    const struct leak_texts *leaks;    /* titles of posts that are held back */
    const struct multi_search *locals; /* starts of local addresses */
    struct arena keep;                 /* as long as the check */
    struct text_store records;         /* the same: what files say */
    struct arena work;                 /* reset after each file */
    struct findings unread;            /* in keep: files that can't be read */
    struct link_address *recent[256]; /* by hash: the same stand on all pages */
    /* Of the file being read: */
    struct check_file *file;
    str text;         /* its bytes */
    struct said said; /* in work */
    struct map ids;   /* of its ids -> the attribute's slice */
    VEC(str) names;   /* its ids */
    VEC(struct own_link) own;
};

/* Reads a file, and sets its record. */
void collect_file(struct collector *collector, struct check_file *file);
/* The ids of a page, in the arena. */
void collect_ids(struct collector *collector, struct check_file *file,
                 struct arena *arena, const str **names, size_t *n);

/* For the files that read one format each. The place of a slice of the text. */
struct spot collect_spot(const struct collector *collector, str slice);
/* Adds a link. `raw` is its slice of the text, `address` the same decoded;
 * `page`: readers can follow it. Returns what it leads to. */
enum target_kind collect_link(struct collector *collector, str raw, str address,
                              bool page);
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
