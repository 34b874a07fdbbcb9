/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_EXTERNAL_FETCH_H
#define CRUMB_CHECK_EXTERNAL_FETCH_H

/* One HTTP request at a time, through libcurl. The Makefile defines CRUMB_CURL
 * if libcurl's headers are installed. Without them, or without the library at
 * run time, outside links are not checked. */

#include "base/memory/arena.h"

struct fetch; /* one host's connection */
struct sockaddr;

struct fetch_answer {
    int status;      /* of HTTP, after redirects; 0: no answer */
    str problem;     /* why there was no answer */
    str refused;     /* if the address is not public and was not requested: the
                        address, and what it is */
    str moved;       /* the new address, if all redirects were permanent */
    int retry_after; /* seconds that the host asks to wait, less than an hour;
                        0: it does not, or asks for more */
};

/* Call these before the first thread starts, and after the last has ended.
 * Returns false if there is no library: then call none of the others. */
bool fetch_init(void);
void fetch_end(void);
/* Without `include_private` it connects only to public addresses, also for
 * names that resolve to others and after redirects; and it ignores a proxy set
 * in the environment, which would resolve names itself. Texts of answers go to
 * the arena. NULL: out of memory, or no library. */
struct fetch *fetch_open(bool include_private, struct arena *arena);
void fetch_close(struct fetch *fetch);
/* Requests the address (GET; with `head` HEAD). Never sends a user name, a
 * password or a cookie. */
void fetch_ask(struct fetch *fetch, str url, bool head,
               struct fetch_answer *answer);
/* NULL if the address is public, else what it is: "a loopback address". A link
 * may name, or resolve to, a router, a printer or a service of this machine,
 * which crumb must not send requests to. For IPv6 addresses of NAT64 and 6to4
 * the IPv4 address in them decides. */
const char *address_not_public(const struct sockaddr *address);

#endif
