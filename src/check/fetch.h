/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_FETCH_H
#define CRUMB_CHECK_FETCH_H

/* One HTTP request at a time, through libcurl. The build defines CRUMB_CURL
 * where its headers are; without it, or without the library when crumb runs,
 * there are no outside links to check. */

#include "base/arena.h"

struct fetch; /* one host's connection */

struct fetch_answer {
    int status;      /* of HTTP, behind redirects; 0: none came */
    str problem;     /* why, if none came */
    str refused;     /* the address, and what it is, if that is why: it was not
                        asked */
    str moved;       /* where to, if every redirect on the way was permanent */
    int retry_after; /* seconds that the host asks to wait; 0: it does not */
};

bool fetch_is_available(void);
/* Before and after all threads. */
void fetch_init(void);
void fetch_end(void);
/* Whatever a name resolves to and a redirect leads to, only public addresses
 * are connected to, unless `include_private`; a proxy of the environment is
 * used in that case alone, as it resolves names itself. NULL: there is no
 * memory, or no library. Texts of answers go to the arena. */
struct fetch *fetch_open(bool include_private, struct arena *arena);
void fetch_close(struct fetch *fetch);
/* Asks for the address; head: for its header alone. No name, password or cookie
 * is ever sent. */
void fetch_ask(struct fetch *fetch, str url, bool head,
               struct fetch_answer *answer);

#endif
