/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_OPTIONS_H
#define CRUMB_SERVE_HTTP_HTTP_OPTIONS_H

/* Settings of a web server, from its owner: where to listen, its limits, and
 * the function that finds pages and files. */

#include "base/diag/diag.h"

/* The page or file that the server asks its owner for. */
struct http_asked {
    bool own;  /* a page below /__crumb/; else a file of the site */
    str path;  /* decoded: "x/index.html"; of an own page as sent: "drafts" */
    str query; /* of an own page; without the '?' */
    bool now;  /* the request has waited long enough: not HTTP_LATER */
};

enum http_what {
    HTTP_NOTHING,
    HTTP_PAGE, /* bytes */
    HTTP_FILE, /* sent as it is */
    HTTP_LATER /* http_again asks once more, and the end of limits.wait */
};

struct http_found {
    enum http_what what;
    /* HTTP_PAGE */
    str bytes;  /* the script is put into HTML */
    str type;   /* of an own page; empty: HTML. A page of the site has that of
                   the ending of its path. */
    int status; /* of a page of the site; 0: 200. With another status `bytes` is
                   HTML that is shown instead of the page until the page is
                   there. */
    /* HTTP_FILE: its path from the working directory. A path through a link is
     * not sent. */
    str file;
};

/* Times in milliseconds. 0: the default, which the comments name. */
struct http_limits {
    unsigned idle;  /* how long a connection may rest between requests: 60 s */
    unsigned head;  /* how long the head of a request may take, and the first
                       request may be awaited: 10 s */
    unsigned stall; /* how long a client may take none of its answer: 30 s */
    unsigned wait;  /* how long a request waits after HTTP_LATER: 4 s */
    unsigned ping;  /* time between two comments on a silent stream: 15 s */
    unsigned connections; /* at most; 4096, less if the process may open fewer
                             files */
};

struct http_options {
    str bind;      /* an IP address; empty: 127.0.0.1 and ::1 */
    uint16_t port; /* the next twenty are tried too; 0: any free one */
    str base;      /* the path the site lives under, "/blog" or "" */
    struct http_limits limits;
    /* Returns what there is at a path. Called on the loop's thread. The texts
     * of the answer live at least as long as the arena. */
    struct http_found (*find)(void *host, const struct http_asked *asked,
                              struct arena *arena);
    void *host;
};

#endif
