/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_CODE_CODE_OPTIONS_H
#define CRUMB_MARKDOWN_CODE_CODE_OPTIONS_H

/* What the options of a fence ask for: crumb's own spelling, and those of Hugo,
 * Zola, Docusaurus and Pandoc.
 *
 *     {hl=2,4-6 linenos start=10 title="x.py" anchors collapse diff}
 *     {hl_lines=[2,"4-6"],linenos=table,linenostart=10}
 */

#include "base/diag/diag.h"
#include "highlight/code_block.h"
#include "markdown/code/md_fence.h"

struct code_options {
    str title;
    bool numbered;
    size_t first; /* the number of the first line: 1 */
    bool anchors;
    bool collapse;
    bool diff;
    VEC(struct line_range) marked;
    str file;                /* the block's text is that of this file */
    struct line_range lines; /* these lines of it; last == 0: to the end */
};

/* Reads the options. What is wrong (`code-option`) is reported at its place in
 * `line`, the span of the fence's first line, and left out. */
void code_options_read(const struct md_fence *fence, span line,
                       struct arena *arena, struct diags *diags,
                       struct code_options *out);
/* Reports lines that a block of n lines has not, and leaves them out. */
void code_options_check(struct code_options *options, span line, size_t n,
                        struct diags *diags);

#endif
