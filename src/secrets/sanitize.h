/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SECRETS_SANITIZE_H
#define CRUMB_SECRETS_SANITIZE_H

/* A text without its secrets, and with its public addresses moved into ranges
 * for documentation.
 *
 * Secrets become <secret>. IPv4 networks move to 192.0.2.0/24, 198.51.100.0/24
 * and 203.0.113.0/24 (RFC 5737), more or wider ones to 198.18.0.0/15 (RFC
 * 2544) or 240.0.0.0/14 (reserved); IPv6 to 2001:db8::/32 (RFC 3849), more to
 * 3fff::/20 (RFC 9637); AS numbers to 64496-64511 and 65536-65551 (RFC 5398),
 * more to private ones (RFC 6996); MAC addresses to 00:00:5e:00:53:xx (RFC
 * 7042), more to local ones. Addresses that are equal stay equal, others stay
 * different and in their order; networks keep their addresses, prefixes their
 * length. Names that are listed become name1, name2, in the order of the list.
 * Private addresses, masks, ranges for documentation and resolvers that all
 * know stay. */

#include "secrets/public.h"
#include "text/splice.h"

/* A zeroed one with an arena and the rules is ready for use. */
struct sanitizer {
    struct arena *arena;
    const struct secret_rules *rules;
    struct public_blocks blocks[PUBLIC_KINDS];
    VEC(struct public_name) names; /* of hosts and people */
    bool kept; /* there may be further calls: room is left between networks */
};

/* Reads the answers of earlier calls, if there is such a file, and sets `kept`.
 * False: it is damaged, or can't be read. */
bool sanitize_load(struct sanitizer *sanitizer, str path);
/* Adds the names of a list with commas; those that are there keep their number.
 * A name after '-' is taken out; if it is added again, it gets its number. */
void sanitize_names(struct sanitizer *sanitizer, str list);
/* Notes the addresses of a text. Call it for all texts that belong together. */
void sanitize_learn(struct sanitizer *sanitizer, str text,
                    enum secret_text kind);
/* A network that was noted and that no range is wide enough for, as a text;
 * empty: there is none. Call it before sanitize_choose. */
str sanitize_too_wide(const struct sanitizer *sanitizer);
/* Chooses the new addresses. False: there are more than have room. */
bool sanitize_choose(struct sanitizer *sanitizer);
/* Adds the changes of one of the texts. */
void sanitize_text(struct sanitizer *sanitizer, str text, enum secret_text kind,
                   struct splices *out);
/* The bytes of a file that keeps the answers for later calls. Only the user may
 * read it: it lists all that the others hide. */
str sanitize_record(const struct sanitizer *sanitizer);

#endif
