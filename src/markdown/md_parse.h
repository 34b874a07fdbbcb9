/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_PARSE_H
#define CRUMB_MARKDOWN_MD_PARSE_H

/* How cmark is made to parse for us, on any number of threads: what
 * md_parse.c asks of the files that know strikethrough and addresses. */

#include <cmark-gfm-extension_api.h>

#include "markdown/md.h"

/* Once, before the first thread. */
void md_parse_init(void);
/* The arena that cmark takes memory from on this thread, parsing and reading
 * the tree; returns the one before. */
struct arena *md_memory(struct arena *arena);
/* md->text into md->root; md->tree is the arena that cmark takes from. A part
 * also has the page's [name]: definitions. */
void md_parse(struct md *md);

/* What the inline parser stands at, and where. */
struct md_inline_place {
    struct md *md;
    cmark_node *parent; /* gets the node */
    cmark_inline_parser *parser;
};

/* md_strike.c: a run of ~, = or ^, as a delimiter. */
cmark_node *md_strike_run(const struct md_inline_place *place, char c);
/* The pair becomes an EMPH with what is between them (table cells take no nodes
 * but those they know), whose user data points to its enum md_kind; returns
 * the delimiter to go on with. */
delimiter *md_strike_join(struct md *md, cmark_inline_parser *parser,
                          delimiter *opener, delimiter *closer);

/* md_autolink.c: a link at ':', its user data set; NULL: none. */
cmark_node *md_url_at(const struct md_inline_place *place);
/* A link at MD_WWW, or the w as text; NULL: it isn't one. */
cmark_node *md_www_at(const struct md_inline_place *place);

/* md_emoji.c: a text at ':', ":smile:" as its character; NULL: none. */
cmark_node *md_emoji_at(const struct md_inline_place *place);

#endif
