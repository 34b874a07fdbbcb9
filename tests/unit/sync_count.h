/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_UNIT_SYNC_COUNT_H
#define CRUMB_TESTS_UNIT_SYNC_COUNT_H

/* How often the program has waited for a file to be on the disk: counted by
 * test_publish_kill.c, on Linux alone. */

#include <stddef.h>

extern size_t sync_count;

#endif
