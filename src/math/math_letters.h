/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MATH_MATH_LETTERS_H
#define CRUMB_MATH_MATH_LETTERS_H

/* Letters of other alphabets in formulas. KaTeX writes them as attributes,
 * <mi mathvariant="double-struck">R</mi>, which browsers ignore: MathML Core
 * knows "normal" alone (section 4.2). Unicode has characters for them, in the
 * block Mathematical Alphanumeric Symbols and, where those have gaps, in
 * Letterlike Symbols. */

#include "base/memory/arena.h"

/* Returns the MathML with these characters, <mi>ℝ</mi>. Characters
 * without such a form stay as they are. */
str math_letters(str mathml, struct arena *arena);
/* Returns the MathML with the signs that MathML Core stretches in place of
 * those that only look like them: bars beside a fraction, the hat of \widehat.
 */
str math_signs(str mathml, struct arena *arena);

#endif
