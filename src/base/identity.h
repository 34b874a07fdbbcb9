/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_IDENTITY_H
#define CRUMB_BASE_IDENTITY_H

/* A checksum of all that the program was made from; the Makefile makes it. */
extern const char build_identity[];

#endif
