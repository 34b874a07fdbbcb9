/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_H
#define CRUMB_SERVE_PREVIEW_H

/* The preview: a watcher, a session and a web server on one event loop.
 *
 *     editor --> watcher --> session (its own thread) --> .crumb/preview/
 *                                |                              |
 *                             outcome --> events --> browser <--+ http
 *
 * It prints nothing: preview_next returns what there is to say. public/ is
 * never touched. */

#include "serve/http/http.h"
#include "serve/session.h"

struct preview;

struct preview_options {
    struct session_options session; /* wake_fd is the preview's */
    str bind;                       /* see http_options */
    uint16_t port;
    bool poll;
};

enum preview_news_kind {
    PREVIEW_ENDS,  /* SIGINT or SIGTERM came */
    PREVIEW_WALKS, /* the system tells of no changes, or not of all of them */
    PREVIEW_BUILT,
};

struct preview_news {
    enum preview_news_kind kind;
    const char *why;               /* of PREVIEW_WALKS */
    const struct outcome *outcome; /* of PREVIEW_BUILT, until the next call */
};

/* Listens, and starts the first build. The options, and the texts in them, live
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
