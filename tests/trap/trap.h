/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_TRAP_TRAP_H
#define CRUMB_TESTS_TRAP_TRAP_H

/* Which bytes are guarded. Everything here is eight bytes apart. */

#include <stdbool.h>
#include <stddef.h>

void trap_clear(void);
void trap_guard(const void *p, size_t n);
void trap_allow(const void *p, size_t n);
bool trap_is_guarded(const void *p);

/* Ends the program: what was read, and from where in the code. */
_Noreturn void trap_spring(const void *p, const void *code);

#endif
