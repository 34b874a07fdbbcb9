/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MATH_KATEX_H
#define CRUMB_MATH_KATEX_H

/* KaTeX in Duktape, an engine for the JavaScript of 2009 (ES5), in which
 * KaTeX's file is written up to version 0.16.4. An engine takes 100 ms to start
 * and 3 MB, and serves one thread at a time.
 *
 * The allocations and bytes that a formula may use are limited, and so is the
 * processor time of a text's formulas. Debian's Duktape can't be interrupted
 * (DUK_USE_EXEC_TIMEOUT_CHECK is off), but no loop in KaTeX runs long without
 * an allocation. */

#include "base/memory/arena.h"
#include "math/math_result.h"

struct katex;

/* NULL: crumb was built without Duktape, or the script is not a KaTeX that it
 * can run; *why says so. The script is borrowed for the call. */
struct katex *katex_new(str script, const char **why);
void katex_free(struct katex *katex);
/* Never MATH_MISSING. *left is the processor time that it may take, in
 * nanoseconds: what it takes is subtracted. MATH_SPENT has no text. */
struct math_result katex_render(struct katex *katex,
                                const struct math_macros *macros, str tex,
                                bool display, int64_t *left,
                                struct arena *arena);
/* Whether the last formula reached a limit: then free the engine. */
bool katex_is_spent(const struct katex *katex);

#endif
