/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_CODE_CODE_OPTIONS_H
#define CRUMB_MARKDOWN_CODE_CODE_OPTIONS_H

/* The options of a fence, in crumb's own spelling and those of Hugo, Zola,
 * Docusaurus and Pandoc.
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
    str file;                /* the file that the block shows */
    struct line_range lines; /* of the file; last == 0: to the end */
};

/* Reads the options. Mistakes (`code-option`) are reported at their place in
 * `line`, the span of the fence's first line, and left out. A loose option that
 * is unknown is none. */
void code_options_read(const struct md_fence *fence, span line,
                       struct arena *arena, struct diags *diags,
                       struct code_options *out);
/* Reports marked lines that a block of n lines doesn't have. Leaves out ranges
 * that begin after its end, and sorts the others. */
void code_options_check(struct code_options *options, span line, size_t n,
                        struct diags *diags);
/* Whether there is an option of that name, in any of the spellings. */
bool code_option_is(str name);
/* The place of a part in the line; the whole line if it isn't there. */
span code_option_place(span line, str part);

#endif
