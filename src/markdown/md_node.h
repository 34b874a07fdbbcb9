/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_NODE_H
#define CRUMB_MARKDOWN_MD_NODE_H

/* cmark's nodes from inside, for those who look at each of them: a call of the
 * library for each field is too many, and cmark_node_get_literal makes a copy
 * to put a NUL behind it. */

#if __has_include(<cmark-gfm/node.h>)
#include <cmark-gfm/node.h> /* Debian */
#else
#include <node.h>
#endif

#include "base/str.h"

/* Of a text, code, raw HTML or the reference to a footnote. */
static inline str md_literal(const cmark_node *node)
{
    const cmark_chunk *chunk = &node->as.literal;
    return (str){(const char *)chunk->data, (size_t)chunk->len};
}

/* The next one in the document's order; NULL behind the last one in root. */
static inline cmark_node *md_next_node(cmark_node *node, const cmark_node *root)
{
    if (node->first_child) {
        return node->first_child;
    }
    while (node != root && !node->next) {
        node = node->parent;
    }
    return node == root ? NULL : node->next;
}

#endif
