/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_FILE_H
#define CRUMB_SERVE_HTTP_HTTP_FILE_H

/* Requests answered with the files of the site. */

#include "serve/http/http_server.h"

/* Any path of the origin but /__crumb/. */
void http_file_answer(struct http *http, struct http_conn *conn,
                      const struct http_request *request);
/* A made page, with the script. */
void http_file_reply_html(struct http_conn *conn, int status, str html);
/* What tells whether the page at that path is still the one that a browser
 * shows; empty where there is none, p == NULL while there is no site. In
 * http->tmp. */
str http_file_version(struct http *http, str path);

#endif
