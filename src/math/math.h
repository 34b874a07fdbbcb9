/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MATH_MATH_H
#define CRUMB_MATH_MATH_H

/* Formulas: TeX to MathML, which browsers show without a script. KaTeX renders
 * them inside this process (math/katex.h), each formula once: results are kept,
 * in memory and in a file (math/formula_cache.h), by TeX, macros and the bytes
 * of KaTeX.
 *
 * KaTeX is a file of the system, katex.js: the one that $CRUMB_KATEX names,
 * else that of Debian's package libjs-katex. */

#include "base/memory/arena.h"
#include "math/math_result.h"

struct math;

/* `cache` is the path of the file for results; p == NULL: they are kept in
 * memory only. The file is read when the first formula is rendered, unless
 * `read` is false. */
struct math *math_new(str cache, bool read);
/* NULL is ignored. */
void math_free(struct math *math);
/* Writes the file, if there are new results. Returns 0 or an errno value. */
int math_save(struct math *math);
/* The path, size and time of KaTeX's file. If they change, results may. */
str math_identity(struct arena *arena);
/* Any thread. The texts live in the arena or in `math`. If `math` is NULL, the
 * result is MATH_MISSING. *used is the processor time that the formulas of this
 * text took so far, in nanoseconds: what this one takes is added. From
 * MATH_SECONDS on, only known results are given; each text that comes that far
 * halves the time of the others, until math_save. */
struct math_result math_render(struct math *math,
                               const struct math_macros *macros, str tex,
                               bool display, int64_t *used,
                               struct arena *arena);

#endif
