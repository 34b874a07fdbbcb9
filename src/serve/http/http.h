/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_H
#define CRUMB_SERVE_HTTP_HTTP_H

/* The preview's web server: pages and files of its owner, pages that reload
 * themselves, a stream of events, on somebody's event loop and its thread.
 * GET and HEAD for browsers on this machine; nothing for the open internet.
 *
 * Below /__crumb/ are crumb's own pages, whatever the path the site lives
 * under; /__crumb/events is the stream. What it says:
 *
 *     event: hello     to each stream first, and to all when it changes
 *     data: {"build": N, "drafts": ["/x/"], "scheduled": ["/y/"],
 *            "errors": ERRORS}
 *     event: change    what changed; all: more than is named, so any page may
 *                      have, but those of `but` that are not in `urls`
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

struct event_base;
struct http;

/* What the server asks its owner for. */
struct http_asked {
    str path; /* of a file of the site, decoded: "x/index.html"; of a page below
                 /__crumb/: "drafts" */
    bool own; /* it is one of those... */
    str query; /* ...and was asked for with this */
    bool now;  /* HTTP_LATER is no answer any more */
};

enum http_what {
    HTTP_NOTHING,
    HTTP_PAGE, /* bytes */
    HTTP_FILE, /* sent as it is */
    HTTP_LATER /* http_again asks once more */
};

struct http_found {
    enum http_what what;
    /* Of a page. */
    str bytes;  /* HTML gets the script */
    str type;   /* empty: as the path says; of an own page: HTML */
    int status; /* 0: 200; another one: HTML to show instead of the page, until
                   that is there */
    /* Of a file: its path, from the working directory; none of its folders may
     * be a link. */
    str file;
};

/* Milliseconds and numbers; 0: the default. */
struct http_limits {
    unsigned idle;        /* between two requests: 60 s */
    unsigned head;        /* for the first request to begin, and for each to
                             be whole: 10 s */
    unsigned stall;       /* for a client that takes nothing: 30 s */
    unsigned wait;        /* for HTTP_LATER: 4 s */
    unsigned ping;        /* between two signs of life of a stream: 15 s */
    unsigned connections; /* 4096, and what the system lets open */
};

struct http_options {
    str bind;      /* an IP address; empty: 127.0.0.1 and ::1 */
    uint16_t port; /* the first of twenty-one to try; 0: any */
    str base;      /* the path the site lives under, "/blog" or "" */
    struct http_limits limits;
    /* On the loop's thread. Texts of the answer are in the arena, or live as
     * long. */
    struct http_found (*find)(void *host, const struct http_asked *asked,
                              struct arena *arena);
    void *host;
};

/* Listens. The texts of the options live as long as the server. NULL:
 * reported. */
struct http *http_open(struct event_base *base,
                       const struct http_options *options, struct diags *diags);
/* Where it listens. */
uint16_t http_port(const struct http *http);
/* One event to every stream; data is JSON. Not from within `find`. */
void http_send(struct http *http, str event, str data);
/* The data of the event `hello`; before: {}. */
void http_set_hello(struct http *http, str data);
/* Asks once more for all that was to come later. Not from within `find`. */
void http_again(struct http *http);
/* The path of each page that somebody looks at, as the browser has it:
 * encoded, "/x/". The same one may come several times. */
void http_each_page(const struct http *http,
                    void (*see)(void *context, str path), void *context);
/* Connections go at once, whatever they were at. NULL is fine. */
void http_close(struct http *http);

#endif
