/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_H
#define CRUMB_SERVE_HTTP_HTTP_H

/* The preview's web server: the files of one folder, pages that reload
 * themselves, a stream of events, on somebody's event loop and its thread.
 * GET and HEAD for browsers on this machine; nothing for the open internet.
 *
 * Below /__crumb/ are crumb's own pages, whatever the path the site lives
 * under; /__crumb/events is the stream. What it says:
 *
 *     event: hello     to each stream first, and to all when it changes
 *     data: {"build": N, "drafts": ["/x/"], "scheduled": ["/y/"],
 *            "errors": ERRORS}
 *     event: change    what was built; all: every page, but those of `but`,
 *                      which were told of before
 *     data: {"urls": ["/x/"], "css": ["/style.css"], "but": [], "all": false}
 *     event: errors    what is wrong; without diagnostics, the text is shown
 *     data: {"diagnostics": [{"file", "line", "column", "severity", "code",
 *            "message", "hint", "source", "caret", "in"}], "text": "..."}
 *     event: good      nothing is wrong any more
 *     data: {}
 *     event: rest      to one: its browser listens too often, it may come back
 *     data: {}
 *
 * Addresses are as the site's pages have them, from the root, encoded or not.
 * `build` is a number that no other build has, not even of another process, and
 * 0 while there is no site: who hears `good` then comes back to be compared;
 * `errors` of hello is null if all is well; "caret" stands under "source". A
 * page that changed between being fetched and its stream's begin is told so by
 * a change of its own, so nothing is missed when the server starts again.
 *
 * The process ignores SIGPIPE. */

#include "base/diag/diag.h"

struct buf;
struct event_base;
struct http;

/* What the server asks its owner, on the loop's thread. */
struct http_hooks {
    void *host;
    /* Around opening a file; NULL: nobody renames them. */
    void (*lock)(void *host);
    void (*unlock)(void *host);
    /* A page below /__crumb/: "drafts". *type is HTML if it is left alone, and
     * HTML gets the script. False: there is none. NULL: there are none. */
    bool (*page)(void *host, str path, str query, struct buf *out, str *type);
    /* HTML to show instead of the site, which is not there yet. False: it is
     * there. NULL: it always is. */
    bool (*error)(void *host, struct buf *out);
    /* The data of the event `hello`. NULL: {}. */
    void (*hello)(void *host, struct buf *out);
};

/* Milliseconds and numbers; 0: the default. */
struct http_limits {
    unsigned idle;        /* between two requests: 60 s */
    unsigned head;        /* for the first request to begin, and for each to
                             be whole: 10 s */
    unsigned stall;       /* for a client that takes nothing: 30 s */
    unsigned ping;        /* between two signs of life of a stream: 15 s */
    unsigned connections; /* 4096, and what the system lets open */
};

struct http_options {
    str bind;      /* an IP address; empty: 127.0.0.1 and ::1 */
    uint16_t port; /* the first of twenty-one to try; 0: any */
    str root;      /* the site's folder; it may be replaced as a whole */
    str base;      /* the path the site lives under, "/blog" or "" */
    struct http_hooks hooks;
    struct http_limits limits;
};

/* Listens. The texts of the options live as long as the server. NULL:
 * reported. */
struct http *http_open(struct event_base *base,
                       const struct http_options *options, struct diags *diags);
/* Where it listens. */
uint16_t http_port(const struct http *http);
/* One event to every stream; data is JSON. Not from within a hook. */
void http_send(struct http *http, str event, str data);
/* The path of each page that somebody looks at, as the browser has it:
 * encoded, "/x/". The same one may come several times. */
void http_each_page(const struct http *http,
                    void (*see)(void *context, str path), void *context);
/* Connections go at once, whatever they were at. NULL is fine. */
void http_close(struct http *http);

#endif
