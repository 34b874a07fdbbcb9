/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_BASE_LIBRARY_H
#define CRUMB_BASE_LIBRARY_H

/* Libraries that are loaded by the part of the program that wants them, so that
 * the other parts start without them, and run where they are missing. A library
 * stays loaded: only the first call takes time. Any thread. */

#include <stdbool.h>
#include <stddef.h>

/* Loads the first of these that the system has; NULL: it has none. */
void *library_open(const char *const *names, size_t n);
/* Puts the library's function of that name into *function, a pointer to a
 * function. Returns false if it has none; then *function is NULL. */
bool library_find(void *library, const char *name, void *function);

#endif
