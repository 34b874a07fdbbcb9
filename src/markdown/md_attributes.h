/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_ATTRIBUTES_H
#define CRUMB_MARKDOWN_MD_ATTRIBUTES_H

/* Attribute lists of elements, as Hugo, Pandoc and kramdown write them:
 *
 *     ## Method {#how .wide}    [a](b){rel=nofollow}    *x*{:.y}
 *
 *     A paragraph, list, quote, table or code.
 *     {.lead}
 *
 *     {: .lead}                 kramdown's may be before the block too,
 *     Another.                  and {:toc} below a list
 *
 * cmark asks at each '{' of a text, and at each line that begins with one
 * (md_parse.h). A list becomes a node of its own, a marker: within a line it is
 * raw HTML with user data, else a thematic break with user data. Before the
 * tree is printed, lines go to their blocks; what belongs to nothing becomes
 * text again. */

#include "markdown/md.h"

struct markdown;

struct md_callout {
    str kind;          /* as typed */
    cmark_node *title; /* a paragraph; NULL: the kind's word */
    bool folds;
    bool open;
    size_t colons; /* a box of md_box.c; 0: a quote */
    int depth;     /* of the box; 1: there is none around it */
    bool ended;    /* it holds no more lines */
    bool closed;   /* by a line of its own */
};

/* The user data of a block. */
struct md_block {
    struct attributes attributes;
    bool toc;                   /* a list: the contents come in its place */
    struct md_callout *callout; /* a quote that is one */
};

/* --- in the tree --- */

/* The block's data, made empty if it has none. */
struct md_block *md_block_of(const struct md *md, cmark_node *block);
/* Adds the list that begins at the start of the text. Returns its length; 0:
 * there is none, or it names an unknown list, or `into` would get too long. */
size_t md_attributes_add(struct md *md, str text, struct attributes *into);

/* Puts the lists of lines into their blocks, and takes their markers out of the
 * tree, except for {:toc} without a list above. */
void md_attributes_take(struct md *md);
/* The attributes of a block, perhaps empty; NULL: it has none. */
const struct attributes *md_attributes_of(cmark_node *block);
/* The attributes of the inline node in front of `next`, from the markers that
 * begin there; NULL: there are none. */
const struct attributes *md_attributes_after(struct md *md, cmark_node *next);
/* The typed text of a marker, a node of raw HTML, if it belongs to nothing;
 * else empty. In a heading its list goes to the heading. */
str md_attributes_rest(struct md *md, cmark_node *node);
/* The id that the author chose for a block, or that a marker holds; empty:
 * none.
 */
str md_attributes_node_id(cmark_node *node);

/* --- in the page --- */

/* The id in a list, which may be NULL; empty: none. */
str md_attributes_id(const struct attributes *attributes);
/* The rest of the first class that starts so; p == NULL: the list, which may be
 * NULL, has none. */
str md_attributes_class(const struct attributes *attributes, str prefix);
/* Prints a list, which may be NULL, for a start tag. `classes` are those that
 * the element has in any case. Attributes that are printed already, or must not
 * be changed, are named in `own`, separated by spaces. What runs scripts is
 * left out and, for md->out, reported at the block in hand. Ids go to md->out
 * alone, not to copies of a text or the summary. */
void md_attributes_put(struct md *md, const struct attributes *attributes,
                       str classes, str own, struct buf *out);

/* --- md_toc.c: {:toc} and [TOC] --- */

/* Whether the contents come in place of this list or marker. */
bool md_toc_is(cmark_node *node);
/* Whether the inlines of the block are [TOC], in any letters. */
bool md_toc_is_word(const struct md *md);
/* Notes that the contents come here; they come ten times at most. */
void md_toc_place(struct md *md, cmark_node *node);
/* Returns the HTML of the page with its contents filled in. `page` has the
 * headings. */
str md_toc_fill(struct md *md, const struct markdown *page);

#endif
