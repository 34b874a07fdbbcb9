/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_IDENTITY_H
#define CRUMB_BASE_IDENTITY_H

/* A checksum of the sources and flags that this program was built from; the
 * Makefile generates it. */
extern const char build_identity[];

#endif
