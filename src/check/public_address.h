/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_CHECK_PUBLIC_ADDRESS_H
#define CRUMB_CHECK_PUBLIC_ADDRESS_H

/* Which IP addresses belong to the open internet. A link of a post may name
 * a router, a printer or a service of this machine, and its host may resolve to
 * one: what answers there is nobody's to ask but its owner's. */

struct sockaddr;

/* NULL: the address is public. Else what it is, as "a loopback address". IPv6
 * addresses of NAT64 and 6to4 are judged by the IPv4 address in them. */
const char *address_not_public(const struct sockaddr *address);

#endif
