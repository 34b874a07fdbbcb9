/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_H
#define CRUMB_SERVE_HTTP_HTTP_H

/* The preview's web server. It sends pages and files that its owner finds, puts
 * a script into pages that reloads them, and sends events to that script. It
 * runs on the owner's event loop and on its thread. It answers GET and HEAD of
 * browsers on this machine and is not made for the open internet.
 *
 * Below /__crumb/ are crumb's own pages, also if the site lives under a path.
 * /__crumb/events is the stream of events:
 *
 *     event: hello     first on each stream, and on all when drafts or warnings
 *                      change
 *     data: {"build": N, "drafts": ["/x/"], "scheduled": ["/y/"],
 *            "warnings": [WARNING], "errors": ERRORS}
 *     event: change    `urls` and `css` have changed; all: so may any other
 *                      page have, except those in `but`. Of the pages in
 *                      `restyled` only the names of style sheets changed.
 *     data: {"urls": ["/x/"], "css": ["/style.css"], "but": [],
 *            "restyled": {"/x/": VERSION}, "all": false}
 *     event: errors    all errors; `text` is as the terminal shows them
 *     data: {"diagnostics": [{"file", "line", "column", "severity", "code",
 *            "message", "hint", "source", "caret", "in"}], "text": "..."}
 *     event: good      nothing is wrong any more, or there is a site now
 *     data: {}
 *     event: rest      the browser has too many streams: this one ends, and
 *                      its page may open another later
 *     data: {}
 *
 * Addresses start at the root, as the site's pages have them, encoded or not.
 * `build` is a number that no other build has, not even of another process; it
 * is 0 while there is no site, and a page that gets `good` then opens its
 * stream again. `errors` of hello is null if nothing is wrong. `warnings` are
 * like `diagnostics`, each with the "page" whose post it concerns, or "".
 * "caret" is printed under "source". A page names its version (a hash of its
 * bytes) when it opens its stream; if the server has another one by then, it
 * sends that page a change, in which all but `all` may be missing.
 * So no change is missed, not even when the server was started again.
 *
 * The process must ignore SIGPIPE. */

#include "serve/http/http_options.h"

struct event_base;
struct http;

/* Opens a server, which listens at once. The texts of the options must outlive
 * it. Returns NULL after reporting why it can't listen. */
struct http *http_open(struct event_base *base,
                       const struct http_options *options, struct diags *diags);
/* The port on which it listens. */
uint16_t http_port(const struct http *http);
/* Sends an event to every stream; data is JSON. Don't call it from within
 * `find`. */
void http_send(struct http *http, str event, str data);
/* Sets the data of the event `hello`, which is {} before. New streams get it;
 * http_send sends it to the others. */
void http_set_hello(struct http *http, str data);
/* The site lives under that path from now on; the text lives as long as the
 * server. */
void http_set_base(struct http *http, str base);
/* Calls `find` again for all requests that wait after HTTP_LATER. Don't call it
 * from within `find`. */
void http_again(struct http *http);
/* Calls `see` with the path of each page that a browser shows, encoded: "/x/".
 * A page that is open twice comes twice. The path is valid until the next event
 * of the loop. */
void http_each_page(const struct http *http,
                    void (*see)(void *context, str path), void *context);
/* Closes all connections at once and frees the server. NULL is harmless. */
void http_close(struct http *http);

#endif
