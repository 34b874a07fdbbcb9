/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_NETWORK_H
#define CRUMB_TEXT_NETWORK_H

/* IP addresses and networks, version 4 and 6. */

#include "base/memory/arena.h"

/* An address as a number: below 2^32 in version 4. */
__extension__ typedef unsigned __int128 ip_address;

struct network {
    ip_address first; /* without host bits */
    unsigned length;  /* of the prefix */
    unsigned bits;    /* of an address: 32 or 128 */
};

enum network_problem {
    NETWORK_GOOD,
    NETWORK_HOST_BITS, /* *out is the network without them */
    NETWORK_LENGTH,    /* the prefix is longer than an address */
    NETWORK_BAD,       /* it is none */
};

bool ip_read(str text, ip_address *out, unsigned *bits);
/* IPv6 as of RFC 5952. */
str ip_text(ip_address address, unsigned bits, struct arena *arena);

/* Reads 10.0.0.0/8, 2001:db8::/32, or an address, which is a network of one. */
enum network_problem network_read(str text, struct network *out);
str network_text(const struct network *network, struct arena *arena);
/* The bits after its prefix: a wildcard. The netmask is their complement. */
ip_address network_hosts(const struct network *network);
ip_address network_mask(const struct network *network);
/* Its last address. */
ip_address network_last(const struct network *network);
bool network_contains(const struct network *a, const struct network *b);
/* Makes it twice as long, unless its first address would not be that of the
 * longer one, or it has all addresses. */
bool network_widen(struct network *network);
/* By version, address and length. */
int network_compare(const void *a, const void *b);

#endif
