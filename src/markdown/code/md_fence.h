/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_CODE_MD_FENCE_H
#define CRUMB_MARKDOWN_CODE_MD_FENCE_H

/* The info string of a fenced code block, in the forms that blogs use:
 *
 *     ```C# title="x"           ```python {hl=2,4 #id .class}
 *     ```{r, echo=FALSE}        ```python,hl_lines=2 4-6,linenos
 *     ```{.python #id}
 */

#include "markdown/attributes.h"
#include "markdown/shortcode/shortcode.h"

struct md_fence {
    str language; /* in lower case: c#, r, python; empty: none */
    str id;       /* {#id} */
    str classes;  /* {.a .b}: "a b", without the one that is the language */
    struct attributes options; /* flags and pairs, in their order */
    size_t loose; /* the number of options without braces, which may be meant
                     for another program */
};

/* Strings are slices of `info` or in the arena. Everything is valid. */
struct md_fence md_fence_read(str info, struct arena *arena);
/* Reads the arguments of Hugo's shortcode: the language, then options in
 * one text or several, or by their names.
 *
 *     {{< highlight go "linenos=table,hl_lines=8 15-17" >}}
 *     {{< highlight lang=go hl=8 >}} */
struct md_fence md_fence_of_shortcode(const struct shortcode_args *args,
                                      struct arena *arena);

#endif
