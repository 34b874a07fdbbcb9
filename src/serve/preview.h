/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_H
#define CRUMB_SERVE_PREVIEW_H

/* The preview: a watcher and a web server on one event loop, and a thread that
 * builds. A page is made when a browser shows it or asks for it; the others are
 * when nobody waits. No page is written anywhere: they are held in memory.
 *
 *     editor --> watcher --changes--> build thread --pages--> page store
 *                                      |      ^                    |
 *                                   reports   +----- wants -----+  |
 *                                      |                        |  |
 *     browser <------- events <--------+     browser <--pages-- http
 *
 * It prints nothing: preview_next returns what there is to say. public/ is
 * never touched; in .crumb/ it keeps a ledger and a lock. */

#include "serve/build_thread.h"
#include "serve/http/http.h"

struct preview;

struct preview_options {
    struct preview_work_options work; /* root is the preview's */
    str bind;                         /* see http_options */
    uint16_t port;
    bool poll;
};

enum preview_news_kind {
    PREVIEW_ENDS,  /* SIGINT or SIGTERM came */
    PREVIEW_WALKS, /* the system tells of no changes, or not of all of them */
    PREVIEW_REPORT,
};

struct preview_news {
    enum preview_news_kind kind;
    const char *why;                     /* of PREVIEW_WALKS */
    const struct preview_report *report; /* of PREVIEW_REPORT, until the next
                                            call */
};

/* Listens, and starts to build. The options, and the texts in them, live
 * as long as the preview. NULL: reported. */
struct preview *preview_open(const struct preview_options *options,
                             struct arena *arena, struct diags *diags);
/* Where it listens: http://localhost:4000/blog. */
str preview_url(const struct preview *preview);
uint16_t preview_port(const struct preview *preview);
/* Serves until there is something to say. False: it can't go on, reported. */
bool preview_next(struct preview *preview, struct preview_news *news,
                  struct diags *diags);
/* Breaks off a build under way. */
void preview_close(struct preview *preview);

#endif
