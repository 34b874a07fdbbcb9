/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_HOST_H
#define CRUMB_SERVE_HTTP_HTTP_HOST_H

/* The Host of a request. A page from elsewhere whose name its owner lets
 * point to this machine would be of the preview's origin, and read drafts (DNS
 * rebinding): its requests have its name as their host, and are refused. */

#include "base/arena.h"

/* host: as it was sent, with or without a port. bound: the address listened
 * at; empty: this machine's own. 0, or the status to refuse with: 400 if it is
 * none, 403 if it is another's. */
int http_host_check(str host, str bound);
/* Is the Origin of a request the server that it asks, behind a tunnel or not?
 */
bool http_host_is_origin(str host, str origin);
/* Listens at whatever addresses this machine has: "0.0.0.0", "::". */
bool http_host_is_any(str bound);
/* Listens where only programs of this machine reach it: 127.0.0.0/8, ::1. */
bool http_host_is_loopback(str bound);
/* What a browser of this machine calls it: "localhost" if it listens at all
 * addresses, or bound is empty; else the address, "127.0.0.2", "[::1]". */
str http_host_name(str bound, struct arena *arena);

#endif
