/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MARKDOWN_H
#define CRUMB_MARKDOWN_MARKDOWN_H

/* Markdown to HTML: CommonMark and GitHub's extensions, with heading ids, table
 * of contents, summary and resolved links. One call makes all of it. A post
 * that is written in HTML goes the same way, without the parse.
 *
 * cmark-gfm parses, with its extensions `table` and `tasklist` and an extension
 * of crumb for strikethrough, marks and bare addresses (cmark's own are not
 * safe under threads). E-mail addresses, footnote ids, heading ids and smart
 * punctuation are passes over the tree. crumb writes the HTML itself, so that
 * it does not change with cmark's version. The output is UTF-8 without control
 * characters; with options->gfm it has those of the text. */

#include "base/diag/diag.h"
#include "base/memory/vec.h"
#include "markdown/markdown_options.h"
#include "markdown/shortcode/foreign_tag.h"

struct heading {
    int level; /* 1..6 */
    str id;    /* unique in the page */
    str title; /* plain text, not escaped */
    str html;  /* inline HTML of the heading, without links */
};

struct markdown {
    str html;
    /* The HTML up to <!--more--> (unless that comes first), else the first
     * paragraph with a word in it, else empty. Of a paragraph with more than
     * 8,000 bytes of HTML it is the first 1,200 bytes of text. It has no
     * references to footnotes and no heading ids, so that it fits on any page.
     */
    str summary;
    bool has_more;
    bool has_code; /* it has a block of code, or coloured code in a line */
    VEC(struct heading) headings;
    VEC(struct foreign_use *) foreign; /* by their first place */
    size_t words;   /* without code blocks; each Han or kana is one word */
    size_t minutes; /* to read it, at 220 words or 500 Han or kana a minute; at
                       least 1 if there is a word */
};

/* Registers cmark's extensions. Call once, before the first thread starts. */
void markdown_init(void);
/* The version of cmark-gfm in use. Another version may give other HTML. */
const char *markdown_library(void);

/* Renders source->text from offset `body` on. The result lives in `arena`.
 * Returns false after reporting why: the text is over 16 MiB, cmark's time or
 * memory would not be linear (ten thousand unclosed brackets, tables of
 * thousands of columns), or it is not clear where comments end; *out is then
 * empty. A function of options->host may call it again. */
bool markdown_render(const struct source *source, size_t body,
                     const struct markdown_options *options,
                     struct arena *arena, struct diags *diags,
                     struct markdown *out);

/* HTML of one paragraph without its <p>, else the HTML itself. */
str markdown_inline(str html);

/* Whether a link to this address could run a script or show a forged page:
 * javascript:, vbscript:, file:, and data: except for images that cannot hold
 * scripts, where `image` is set. */
bool markdown_is_dangerous(str url, bool image);

/* The title of a body whose first block is a heading of level 1 ("# Title", or
 * a line underlined with '='), as plain text; *end is where the rest of the
 * body starts. p == NULL: there is no such heading, and *end means nothing. */
str markdown_title(const struct source *source, size_t body,
                   struct arena *arena, size_t *end);

#endif
