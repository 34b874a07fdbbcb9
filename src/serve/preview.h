/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_H
#define CRUMB_SERVE_PREVIEW_H

/* The preview: a watcher and a web server on one event loop, and a thread that
 * builds. A page is made when a browser shows it or requests it; the others are
 * made when no request waits. Pages are held in memory and never written.
 *
 *     editor --> watcher --changes--> build thread --pages--> page store
 *                                      |      ^                    |
 *                                   reports   +----- wants -----+  |
 *                                      |                        |  |
 *     browser <------- events <--------+     browser <--pages-- http
 *
 * It prints nothing: preview_next returns notices for the terminal. It does not
 * write to public/; in .crumb/ it keeps a ledger, a lock and, as builds do, the
 * results of formulas. */

#include "serve/build_thread.h"
#include "serve/http/http.h"

struct preview;

struct preview_options {
    struct preview_session_options session; /* root is the preview's */
    str bind;                               /* see http_options */
    uint16_t port;
    bool poll;
};

enum preview_notice_kind {
    PREVIEW_ENDS,    /* the process got SIGINT or SIGTERM */
    PREVIEW_WALKS,   /* the system does not report all changes: from now on the
                        watcher compares all files */
    PREVIEW_GONE,    /* there is no folder at the site's path any more */
    PREVIEW_OTHER,   /* another folder is there, which is shown from now on */
    PREVIEW_ADDRESS, /* preview_url has changed, because `url` has */
    PREVIEW_REPORT,
};

struct preview_notice {
    enum preview_notice_kind kind;
    const char *why; /* of PREVIEW_WALKS; of PREVIEW_GONE and PREVIEW_OTHER the
                        path */
    const struct preview_report *report; /* of PREVIEW_REPORT, until the next
                                            call */
};

/* Starts to listen and to build the site in the working directory. From now on
 * the process ignores SIGPIPE, and SIGINT and SIGTERM end the preview
 * (PREVIEW_ENDS). The options and their texts must outlive it. Returns NULL
 * after reporting why it can't start. */
struct preview *preview_open(const struct preview_options *options,
                             struct arena *arena, struct diags *diags);
/* Returns its address: http://localhost:4000/blog. */
str preview_url(const struct preview *preview);
uint16_t preview_port(const struct preview *preview);
/* Serves until there is something to print. May change the working directory:
 * PREVIEW_OTHER. Returns false after reporting that it can't go on. */
bool preview_next(struct preview *preview, struct preview_notice *notice,
                  struct diags *diags);
/* Cancels the current build and frees the preview. */
void preview_close(struct preview *preview);

#endif
