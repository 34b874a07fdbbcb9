/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_FILE_H
#define CRUMB_SERVE_HTTP_HTTP_FILE_H

/* Answers requests with the pages and files of the site. */

#include "serve/http/http_server.h"

/* Answers a request for any path but those below /__crumb/. */
void http_file_answer(struct http *http, struct http_conn *conn,
                      const struct http_request *request);
/* Answers with a page of HTML, into which it puts the script. */
void http_file_reply_html(struct http_conn *conn, int status, str html);

enum http_compared {
    HTTP_SAME_VERSION, /* or the page can't be shown yet */
    HTTP_OTHER_VERSION,
    HTTP_COMPARED_LATER /* the owner answered HTTP_LATER */
};

/* Compares the page at that encoded path, or the site's 404.html, with the
 * version (a hash of its bytes) that a browser shows; empty: the browser shows
 * no page of the site. */
enum http_compared http_file_compare(struct http *http, str path, str version);

#endif
