/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_DRAWING_ADDRESS_H
#define CRUMB_DRAWING_ADDRESS_H

/* IP addresses and networks, version 4 and 6. */

#include "base/memory/arena.h"

/* A number of 128 bits; arithmetic goes round at 2^128. An IPv4 address is
 * below 2^32. */
struct number {
    uint64_t high;
    uint64_t low;
};

struct number number_add(struct number a, struct number b);
struct number number_subtract(struct number a, struct number b);
/* <0, 0, >0 */
int number_compare(struct number a, struct number b);
/* 2^n, for n < 128. */
struct number number_power(unsigned n);

struct network {
    struct number first; /* without host bits */
    unsigned length;     /* of the prefix */
    unsigned bits;       /* of an address: 32 or 128 */
};

enum network_problem {
    NETWORK_GOOD,
    NETWORK_HOST_BITS, /* *out is the network without them */
    NETWORK_LENGTH,    /* the prefix is longer than an address */
    NETWORK_BAD,       /* it is none */
};

/* Reads 10.0.0.0/8, 2001:db8::/32, or an address, which is a network of one. */
enum network_problem network_read(str text, struct network *out);
/* Whether its first address has no bits behind the prefix. */
bool network_is_whole(const struct network *network);
struct number network_last(const struct network *network);
bool network_contains(const struct network *a, const struct network *b);
/* By version, address and length. */
int network_compare(const void *a, const void *b);
str network_text(const struct network *network, struct arena *arena);
/* An address of the network's version; IPv6 as of RFC 5952. */
str address_text(struct number address, unsigned bits, struct arena *arena);
/* The netmask of such a prefix. */
struct number number_mask(unsigned length, unsigned bits);

#endif
