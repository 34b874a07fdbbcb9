/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_PLACE_H
#define CRUMB_SECRETS_PLACE_H

/* Addresses, AS numbers and names as they are in a text, and the search for
 * them. */

#include "secrets/fence.h"
#include "secrets/renumber.h"
#include "text/network.h"

enum { NO_IPV4 = 255 };

/* One of them in a text. */
struct public_place {
    enum public_kind kind;
    size_t off;
    size_t len;
    ip_address address;
    unsigned low_bits; /* how many of the address stay */
    uint64_t unit;     /* the bits before them; the number */
    uint64_t count; /* units of its network; a power of two, or 0: a registry's
                       network, as 2000::/3 */
    uint64_t whole; /* `count`, if this is the network's own address; else 1 */
    ip_address around; /* an IPv6 address that has one of IPv4 in it, */
    unsigned ipv4;     /* with so many bits after that; NO_IPV4: it has none */
    const struct public_form *form; /* its spelling */
};

struct public_name {
    str text; /* after '-': it stays, but its number is taken */
    uint64_t number;
};

struct public_search {
    const struct secret_rules *rules;
    struct fence fence; /* with the text: in prose, fewer words count */
    size_t at;          /* text before it is done */
    /* Of the last heading of a table before `headings`, the column with AS
     * numbers, and whether that is the last one and has paths; 0: none. */
    size_t headings;
    size_t column;
    bool paths;
    /* Numbers that have moved are AS numbers in 3320:100, too; or NULL. */
    const struct public_blocks *as;
    const struct public_name *names;
    size_t nnames;
};

#endif
