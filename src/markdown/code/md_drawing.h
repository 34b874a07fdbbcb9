/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_CODE_MD_DRAWING_H
#define CRUMB_MARKDOWN_CODE_MD_DRAWING_H

/* Fences that are drawings (drawing/drawing.h): the place where Markdown meets
 * them. The options of the fence are lines in front of its text:
 *
 *     ```packet ipv4
 *     ```topology {file="lab.clab.yml" layout=ring title="The lab" #lab}
 *
 * Options of code are none of them, but `file` is a file that is drawn in place
 * of the text, and `title` a caption. */

#include "markdown/code/md_fence.h"
#include "markdown/md.h"

/* Prints the fence as a drawing, if its language is the name of one, to
 * md->out. Returns false if it is none, or has mistakes, which it reports at
 * their places: then the fence is code, and has only the options of code. */
bool md_drawing(struct md *md, cmark_node *node, struct md_fence *fence,
                str text);

#endif
