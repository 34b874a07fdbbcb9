/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_HTTP_HTTP_HOST_H
#define CRUMB_SERVE_HTTP_HTTP_HOST_H

/* Checks the host of a request, against DNS rebinding: the owner of another
 * site could let its name point to this machine, and a page of that site would
 * then have the preview's origin and could read drafts. The requests of such a
 * page have the name of its site as their host, and are refused. */

#include "base/memory/arena.h"

/* `host` is the field as it was sent, with or without a port; `bound` is the
 * address that the server listens on; empty: that of this machine. A server
 * that listens on all addresses accepts any IP address, as none can be made to
 * point elsewhere. Returns 0, or the status to refuse the request with: 400 if
 * it is no host, 403 if it is another one. */
int http_host_check(str host, str bound);
/* Whether the Origin of a request is the host that it was sent to, also through
 * a tunnel. */
bool http_host_is_origin(str host, str origin);
/* Whether only programs on this machine reach that address: 127.0.0.0/8, ::1.
 * False for a text that is no address. */
bool http_host_is_loopback(str bound);
/* Returns the host for links on this machine: "localhost" if the server listens
 * on all addresses or `bound` is empty; else the address: "127.0.0.2", "[::1]".
 */
str http_host_name(str bound, struct arena *arena);

#endif
