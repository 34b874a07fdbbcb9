/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_PARSE_H
#define CRUMB_MARKDOWN_MD_PARSE_H

/* Parsing with cmark on any number of threads. md_parse.c registers crumb's
 * extension; md_strike.c, md_autolink.c, md_attributes.c and md_emoji.c handle
 * its special characters. */

#if __has_include(<cmark-gfm/parser.h>)
#include <cmark-gfm/parser.h> /* Debian */
#else
#include <parser.h>
#endif

#include "markdown/md.h"

/* Registers the extensions. Call once, before the first thread starts. */
void md_parse_init(void);
/* Sets the arena that cmark allocates from on this thread, both while it parses
 * and while its tree is read. Returns the arena set before. */
struct arena *md_memory(struct arena *arena);
/* Parses md->text into md->root, which lives in md->tree. The body of a
 * shortcode sees the page's link definitions too. */
void md_parse(struct md *md);

/* The place of the inline parser. */
struct md_inline_place {
    struct md *md;
    cmark_node *parent; /* of the new node */
    cmark_inline_parser *parser;
};

/* The parser's text, and its offset in it. */
str md_parser_text(const struct md_inline_place *place, size_t *off);
/* Takes the line that the block parser is at, but for its line break, which
 * cmark leaves after its own blocks too. */
void md_take_line(cmark_parser *parser, str line);
/* A node with a literal: of text, code or raw HTML. */
cmark_node *md_new_node(const struct md *md, cmark_node_type type, str text);

/* md_strike.c: reads a run of ~, = or ^, as a delimiter if it may be one; NULL:
 * the character means nothing here. */
cmark_node *md_strike_run(const struct md_inline_place *place, char c);
/* Makes an EMPH node of a pair of delimiters and the nodes between them. Its
 * user data points to its enum md_kind: table cells accept no node types of an
 * extension. Makes none if their lengths differ, or if spaces are
 * between those of a sub- or superscript. Returns the delimiter to continue
 * with. */
delimiter *md_strike_join(struct md *md, cmark_inline_parser *parser,
                          delimiter *opener, delimiter *closer);

/* md_notation.c */
/* Reports once a page that a notation is off which was `typed`. */
void md_notation_warn(const struct md_inline_place *place,
                      enum markdown_notation notation, str typed);
/* Reports ==this==, x^2^ or H~2~O at that character. */
void md_notation_at(const struct md_inline_place *place, char c);

/* md_autolink.c: the link around this ':', with user data set; NULL: none. */
cmark_node *md_url_at(const struct md_inline_place *place);
/* The link that starts at the placeholder of 'w', or the 'w' as a text node;
 * NULL: neither. */
cmark_node *md_www_at(const struct md_inline_place *place);

/* md_wikilink.c: whether the placeholder of a wikilink is here. Then *node is
 * the link or image that it is, with its struct md_wikilink as user data; NULL:
 * it is text. */
bool md_wikilink_at(const struct md_inline_place *place, cmark_node **node);

/* md_math.c: a node of type code, with its struct md_formula as user data, for
 * the formula that begins at this '$' or placeholder; NULL: none. */
cmark_node *md_math_at(const struct md_inline_place *place);

/* md_attributes.c */
/* The marker (md_attributes.h) for the list that begins at this '{'; NULL: it
 * is text. */
cmark_node *md_attributes_at(const struct md_inline_place *place);
/* The marker for a line that is a list, with `parent` as the innermost block
 * that goes on in this line; NULL: it is none. A list in front of an item's
 * text is put into the item, and passed over. */
cmark_node *md_attributes_open(struct md *md, cmark_parser *parser,
                               cmark_node *parent, str line);

/* The marker for a line that ends a box, which `parent` is in. */
cmark_node *md_box_end_marker(struct md *md, cmark_parser *parser,
                              cmark_node *parent, cmark_node *box);

/* md_box.c */
/* The box that a line begins, or the marker that it ends one; NULL: neither. */
cmark_node *md_box_open(struct md *md, cmark_parser *parser, cmark_node *parent,
                        str line);
/* Whether the line is part of a box: all are, but the one that ends it after
 * HTML, to which any line would belong. */
bool md_box_goes_on(struct md *md, cmark_parser *parser, cmark_node *box,
                    str line);
/* Whether a block of that type may follow in a box. */
bool md_box_may_hold(cmark_node *box, cmark_node_type type);

/* md_lost.c */
/* Notes a line that looks like the second one of a table. */
void md_lost_line(struct md *md, cmark_parser *parser, cmark_node *parent,
                  str line);
/* Notes the blocks that are open at the end, and footnotes. */
void md_lost_end(struct md *md, cmark_node *root);

/* md_emoji.c: a text node with the character of ":smile:"; NULL: none. */
cmark_node *md_emoji_at(const struct md_inline_place *place);

#endif
