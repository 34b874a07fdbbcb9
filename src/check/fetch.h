/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_FETCH_H
#define CRUMB_CHECK_FETCH_H

/* One HTTP request at a time, through libcurl. The build defines CRUMB_CURL
 * where that library is; without it there are no outside links to check. */

#include "base/arena.h"

struct fetch; /* one host's connection */

struct fetch_answer {
    int status;      /* of HTTP, behind redirects; 0: none came */
    str problem;     /* why, if none came */
    str moved;       /* where to, if every redirect on the way was permanent */
    int retry_after; /* seconds that the host asks to wait; 0: it does not */
};

bool fetch_is_available(void);
/* Before and after all threads. */
void fetch_init(void);
void fetch_end(void);
/* NULL: there is no memory, or no library. */
struct fetch *fetch_open(void);
void fetch_close(struct fetch *fetch);
/* Asks for the address; head: for its header alone. Texts go to the arena. */
void fetch_ask(struct fetch *fetch, str url, bool head, struct arena *arena,
               struct fetch_answer *answer);

#endif
