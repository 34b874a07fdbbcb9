/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_PUBLIC_H
#define CRUMB_SECRETS_PUBLIC_H

/* Public addresses in a text, AS numbers and MAC addresses, and names that are
 * listed. */

#include "secrets/renumber.h"
#include "secrets/secrets.h"
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
    /* The forms of an address: */
    ip_address around; /* an IPv6 address that has one of IPv4 in it, */
    unsigned ipv4;     /* with so many bits after that; NO_IPV4: it has none */
    unsigned reversed; /* the numbers of a name for DNS, the last one first */
    bool system_id;    /* of IS-IS: 12 digits with dots */
    bool mixed;        /* it goes on as IPv4, which is a place of its own */
};

struct public_name {
    str text; /* after '-': it stays, but its number is taken */
    uint64_t number;
};

struct public_known {
    const struct secret_rules *rules;
    /* Numbers that have moved are AS numbers in 3320:100, too; or NULL. */
    const struct public_blocks *as;
    const struct public_name *names;
    size_t nnames;
};

/* The next place of the text from *at on, which is moved after it. False:
 * there is none. */
bool public_place(const struct public_known *known, str text, size_t *at,
                  struct public_place *out);
/* Whether it need not be hidden: it is private, for documentation, or known to
 * all. */
bool public_stays(const struct secret_rules *rules,
                  const struct public_place *place);
/* The next place from *at on that should be hidden. */
bool public_next(const struct secret_rules *rules, str text, size_t *at,
                 struct public_place *out);
/* The place with another unit, in the spelling that it had. */
str public_text(const struct public_place *place, str text, uint64_t unit,
                struct arena *arena);

#endif
