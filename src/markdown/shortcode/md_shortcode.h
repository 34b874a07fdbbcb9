/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_SHORTCODE_MD_SHORTCODE_H
#define CRUMB_MARKDOWN_SHORTCODE_MD_SHORTCODE_H

/* Shortcodes in a body. Only cmark can tell code from text. So a trial parse
 * comes first, in which each tag is replaced by a character that no text has; a
 * tag whose character ends up in code is text. The other tags are paired. For
 * the real parse each shortcode, with its body, is one such character: its
 * token. Tokens are rendered where cmark puts them. */

#include "markdown/md.h"
#include "markdown/shortcode/shortcode.h"

/* *text is the body with tokens, for cmark; the slice itself if it has no
 * shortcodes. Tags after the first 4096 stay text, as do all in a body that
 * has the characters of tokens. Reports tags that are unclosed or unknown.
 * Returns false after an error: something that may be a comment would be shown.
 */
bool md_shortcodes_take(struct md *md, str body, str *text);

enum { MD_TOKEN_LENGTH = 4 }; /* bytes of a token */
/* Whether a token starts at text[off]. */
bool md_shortcode_at(const struct md *md, str text, size_t off, size_t *number);
/* The offset of the first token at `off` or after it, else text.n. */
size_t md_shortcode_find(const struct md *md, str text, size_t off);

/* The HTML of a shortcode, which the first call renders. block: it is alone,
 * not in a paragraph. */
str md_shortcode_html(struct md *md, size_t number, bool block);
/* The tag, and its body if it has one, as the author wrote them. */
str md_shortcode_source(const struct md *md, const struct md_shortcode *code);
/* Whether the block has nothing but shortcodes and line breaks. */
bool md_shortcodes_alone(const struct md *md);
/* Returns the text with each token replaced by its HTML. */
str md_shortcodes_expand(struct md *md, str text);
/* Returns an address so. A shortcode that fails stays as it is written. */
str md_shortcodes_address(struct md *md, str text);
/* Whether a shortcode of the address gives a whole one, which needs no look-up:
 * others give a path. */
bool md_shortcodes_resolve(const struct md *md, str text);
/* Returns raw HTML with the paths of Liquid that are text in it, rather than in
 * an address, as the author wrote them. */
str md_shortcodes_tags(struct md *md, str text);
/* Returns the text with each token replaced by what the author wrote, or
 * without tokens. */
str md_shortcodes_restore(struct md *md, str text);
str md_shortcodes_drop(struct md *md, str text);

/* The number of source lines that tokens before that line of md->text replace:
 * the difference between a line number in md->text and in the source. */
int md_shortcodes_hidden(const struct md *md, int line);
/* Reports a mistake in the bytes [from, to) of the body (`shortcode-syntax`).
 */
struct diag *md_shortcode_warn(struct md *md, size_t from, size_t to,
                               const char *message);
/* Makes a pair of numbers `opener` and `closer` of md->shortcodes, with the
 * text between them as its body. */
void md_shortcodes_pair(struct md *md, size_t opener, size_t closer);

/* --- md_comment.c: comments between two percent signs and the next two. They
 * are tags in md->shortcodes, whose text stays out of the page --- */

/* Pairs comments that are not in code, from number `from` on, up to one that
 * may have made code of the text after it. Returns the number to continue
 * from, once it is known which text is code without it; STR_NONE: all are
 * paired. */
size_t md_comments_pair(struct md *md, size_t from);

#endif
