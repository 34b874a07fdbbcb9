/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_TARGET_H
#define CRUMB_CHECK_TARGET_H

/* Where the address of a link leads. */

#include "check/addresses.h"
#include "check/catalog.h"

struct target {
    str value; /* as the page has it, character references decoded */
    str url;   /* resolved */
    enum target_kind kind;
    str path;                /* TARGET_INSIDE: below the root, decoded */
    str fragment;            /* without '#', as it is written */
    struct check_file *file; /* what it leads to; NULL: no file that crumb
                                wrote */
};

/* The address means the same on every page. */
bool target_is_shared(str href);
/* What an address is that resolves to `url`, BESIDE aside. */
enum target_kind target_kind_of(const struct catalog *catalog, str url);
/* Any thread. */
void target_resolve(const struct catalog *catalog,
                    const struct link_address *address, struct arena *arena,
                    struct target *out);
/* The id that a fragment names, encoded; empty: none. What follows ":~:" is the
 * browser's (HTML section 7.4.6.4). */
str target_id(str fragment);
/* It leads to the top of any page (the same section). */
bool target_is_top(str id);
/* Whether something is published there all the same: a redirect of the server,
 * or a file of the output that is not of crumb's making. One thread. */
bool target_is_elsewhere(struct catalog *catalog, const struct target *target,
                         struct arena *arena);
/* What a dead link was probably meant to be; empty: unknown. One thread. */
str target_hint(struct catalog *catalog, const struct target *target,
                struct arena *arena);

#endif
