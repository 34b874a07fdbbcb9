/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_FENCE_H
#define CRUMB_MARKDOWN_MD_FENCE_H

/* What stands behind the fence of a code block, in the ways that blogs write
 * it:
 *
 *     ```C# title="x"           ```python {hl=2,4 #id .class}
 *     ```{r, echo=FALSE}        ```python,hl_lines=2 4-6,linenos
 *     ```{.python #id}
 */

#include "base/arena.h"

struct md_fence {
    str language; /* lower-case: c#, r, python; empty: none */
    str id;       /* {#id} */
    str classes;  /* {.a .b}: "a b", without the one that is the language */
    str rest;     /* of the info string, behind the language, as written */
};

struct md_fence md_fence_read(str info, struct arena *arena);

#endif
