/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_H
#define CRUMB_SERVE_PREVIEW_H

/* `crumb serve`: a watcher, a session and a web server on one event loop.
 *
 *     editor --> watcher --> session (its own thread) --> .crumb/preview/
 *                                |                              |
 *                             outcome --> events --> browser <--+ http
 *
 * public/ is never touched. */

#include "serve/http/http.h"
#include "serve/session.h"

struct preview_options {
    struct session_options session; /* its hooks are the preview's */
    str bind;                       /* see http_options */
    uint16_t port;
    bool poll;
    /* What there is to say, on the loop's thread. */
    void *host;
    void (*ready)(void *host, str url, uint16_t port); /* it listens there */
    void (*walks)(void *host, const char *why);
    void (*built)(void *host, const struct outcome *outcome);
};

/* Until SIGINT or SIGTERM. False: it could not begin, reported. */
bool preview_run(const struct preview_options *options, struct arena *arena,
                 struct diags *diags);

#endif
