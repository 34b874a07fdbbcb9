/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_SANITIZE_H
#define CRUMB_SECRETS_SANITIZE_H

/* A text without its secrets, and with its public addresses moved into ranges
 * for documentation.
 *
 * Secrets become <secret>. IPv4 networks move to 192.0.2.0/24, 198.51.100.0/24
 * and 203.0.113.0/24 (RFC 5737), more or wider ones to 198.18.0.0/15 (RFC
 * 2544); IPv6 to 2001:db8::/32 (RFC 3849), more to 3fff::/20 (RFC 9637); AS
 * numbers to 64496-64511 and 65536-65551 (RFC 5398); MAC addresses to
 * 00:00:5e:00:53:xx (RFC 7042). Addresses that are equal stay equal, others
 * stay different and in their order; networks keep their addresses, prefixes
 * their length. Names that are listed become name1, name2, in the order of the
 * list. Private addresses, masks, ranges for
 * documentation and resolvers that all know stay. */

#include "secrets/secrets.h"
#include "text/network.h"
#include "text/splice.h"

enum public_kind {
    PUBLIC_IPV4,
    PUBLIC_IPV6,
    PUBLIC_AS,
    PUBLIC_MAC,
    PUBLIC_NAME, /* one of those that are listed */
    PUBLIC_KINDS
};

/* An address, or a number, in a text. */
struct public_place {
    enum public_kind kind;
    size_t off;
    size_t len;
    ip_address address;
    unsigned behind; /* the last bits of the address, which stay */
    uint64_t unit;   /* the bits before them: a /24 of IPv4, a /32 of IPv6 */
    uint64_t count;  /* units of its network; a power of two */
};

/* A block of numbers: of /24 networks, of /32 ones of IPv6, of one number. */
struct public_block {
    uint64_t first;
    uint64_t count; /* a power of two */
    uint64_t moved; /* its new first one */
};

struct public_blocks {
    VEC(struct public_block) list;
    VEC(uint64_t) taken; /* numbers of documentation that the texts have */
};

/* A zeroed one with an arena and the rules is ready for use. */
struct sanitizer {
    struct arena *arena;
    const struct secret_rules *rules;
    str names; /* of hosts and people, with commas between them */
    struct public_blocks blocks[PUBLIC_KINDS];
};

/* The next public address or number of the text from *at on, which is moved
 * behind it. False: there is none. */
bool public_next(const struct secret_rules *rules, str text, size_t *at,
                 struct public_place *out);
/* Notes the addresses of a text. Call it for all texts that belong together. */
void sanitize_learn(struct sanitizer *sanitizer, str text);
/* Chooses the new addresses. False: there are more than have room. */
bool sanitize_choose(struct sanitizer *sanitizer);
/* Adds the changes of one of the texts. */
void sanitize_text(struct sanitizer *sanitizer, str text, enum secret_text kind,
                   struct splices *out);

#endif
