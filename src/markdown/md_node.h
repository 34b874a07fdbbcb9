/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_NODE_H
#define CRUMB_MARKDOWN_MD_NODE_H

/* Direct access to cmark's nodes, for passes over the whole tree. The library's
 * accessors are slow there: each is a call, and cmark_node_get_literal copies
 * the text to append a NUL. */

#if __has_include(<cmark-gfm/node.h>)
#include <cmark-gfm/node.h> /* Debian */
#else
#include <node.h>
#endif

#include "base/str.h"

/* The text of a node of type text, code, raw HTML or footnote reference. */
static inline str md_literal(const cmark_node *node)
{
    const cmark_chunk *chunk = &node->as.literal;
    return (str){(const char *)chunk->data, (size_t)chunk->len};
}

/* The node that follows in document order; NULL after the last one in root. */
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
