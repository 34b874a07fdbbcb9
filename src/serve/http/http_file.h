/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_FILE_H
#define CRUMB_SERVE_HTTP_HTTP_FILE_H

/* Requests answered with the pages and files of the site. */

#include "serve/http/http_server.h"

/* Any path of the origin but /__crumb/. */
void http_file_answer(struct http *http, struct http_conn *conn,
                      const struct http_request *request);
/* A made page, with the script. */
void http_file_reply_html(struct http_conn *conn, int status, str html);

enum http_compared {
    HTTP_SAME_VERSION, /* or there is nothing to show in its place */
    HTTP_OTHER_VERSION,
    HTTP_COMPARED_LATER
};

/* Whether the page at that path is still the one that a browser shows; its
 * version is empty where it is none. */
enum http_compared http_file_compare(struct http *http, str path, str version);

#endif
