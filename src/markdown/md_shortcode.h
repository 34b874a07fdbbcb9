/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_SHORTCODE_H
#define CRUMB_MARKDOWN_MD_SHORTCODE_H

/* Shortcodes in a body. Only cmark knows what is code, so it is asked: each
 * tag is exchanged for a character that is in no text, and where such a
 * character comes out in code, the tag was none. Those that are left are
 * paired, and for the parse that counts each one, with its body, is one
 * character, the token, which is rendered where it comes out. */

#include "markdown/md.h"
#include "markdown/shortcode.h"

/* The body with tokens, for cmark to read. The same text if it has no
 * shortcodes. Reports tags that are not closed or unknown. */
str md_shortcodes_take(struct md *md, str body);

/* A token at text[off], which is one of MD_TOKEN_LENGTH bytes. */
enum { MD_TOKEN_LENGTH = 4 };
bool md_shortcode_at(const struct md *md, str text, size_t off, size_t *number);
/* The offset of the first token from `off` on, or text.n. */
size_t md_shortcode_find(const struct md *md, str text, size_t off);

/* Its HTML; block: it stands alone. */
str md_shortcode_html(struct md *md, size_t number, bool block);
/* The pieces of the block are shortcodes and line breaks alone. */
bool md_shortcodes_alone(const struct md *md);
/* The text with the HTML of its tokens in their place. */
str md_shortcodes_expand(struct md *md, str text);
/* The same, of an address: what can't be rendered stays as it is written. */
str md_shortcodes_address(struct md *md, str text);
/* The text as the author wrote it. */
str md_shortcodes_restore(struct md *md, str text);

/* The source up to the end of the shortcode's body; in quotes and lists the
 * body without their marks, its lines with their numbers. */
str md_shortcode_body(struct md *md, const struct md_shortcode *code);

/* How many lines of the source the tokens before that line of md->text hide. */
int md_shortcodes_hidden(const struct md *md, int line);

#endif
