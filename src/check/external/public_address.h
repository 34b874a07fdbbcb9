/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_EXTERNAL_PUBLIC_ADDRESS_H
#define CRUMB_CHECK_EXTERNAL_PUBLIC_ADDRESS_H

/* Tells public IP addresses from private ones. A link may name, or resolve to,
 * a router, a printer or a service of this machine, which crumb must not send
 * requests to. */

struct sockaddr;

/* NULL if the address is public, else what it is: "a loopback address". For
 * IPv6 addresses of NAT64 and 6to4 the IPv4 address in them decides. */
const char *address_not_public(const struct sockaddr *address);

#endif
