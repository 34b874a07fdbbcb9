/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_MARKDOWN_H
#define CRUMB_TEXT_MARKDOWN_H

/* Markdown to HTML: CommonMark and GitHub's extensions, with heading ids,
 * contents, summary and links of ours. One parse gives all of it.
 *
 * cmark-gfm parses blocks and inlines with the extensions `table` and
 * `tasklist` alone: its inline extensions set process-wide tables while they
 * parse, which is wrong under threads. Strikethrough, autolinks, footnote
 * ids, heading ids and smart punctuation are passes of ours over its tree,
 * and the HTML is written by our own renderer, so that it does not change
 * with cmark's version. */

#include "base/diag.h"
#include "base/vec.h"

/* What a link or image destination becomes. */
struct markdown_resolver {
    /* `dest` as the author wrote it (unescaped, before percent-encoding); at:
     * the body, as near as is known. Returns what to write into the page, or
     * p == NULL for no link at all: its text stays, an image becomes its
     * alternative text. Called once for each destination, bare addresses
     * included; it may report. `arena` is where a new string goes: it is gone
     * after the call of markdown_render. */
    str (*link)(void *host, str dest, bool image, span at, struct arena *arena);
    void *host;
};

struct markdown_options {
    bool gfm;      /* plain GitHub: no heading ids, nothing of ours; with
                      the disallowed raw HTML of its section 6.11 filtered */
    bool smart;    /* curly quotes, dashes, ellipses */
    bool raw_html; /* false: raw HTML is dropped, as are javascript: links */
    str id_prefix; /* before footnote ids, so that posts can share a page */
    struct markdown_resolver resolver; /* link == NULL: as written */
};

struct heading {
    int level; /* 1..6 */
    str id;    /* unique in the page */
    str title; /* plain text, not escaped */
    str html;  /* inline HTML of the heading, links taken off */
};

struct markdown {
    str html;
    /* HTML up to <!--more-->, else the first paragraph with a word in it; ""
     * if neither. Without references to footnotes and without heading ids,
     * so that it can stand on any page. */
    str summary;
    bool has_more;
    VEC(struct heading) headings;
    size_t words; /* of text, code blocks left out; CJK characters count as
                     one each */
};

/* Registers cmark's extensions: once, before the first thread. */
void markdown_init(void);

/* Renders source->text from `body` on. All that comes out lives in `arena`.
 * False: it could not be rendered, and that was reported. That is so for texts
 * over 16 MiB and for those on which cmark's time or memory is not linear:
 * ten thousand unclosed openers, tables of thousands of columns. May be called
 * from within a resolver's callback. */
bool markdown_render(const struct source *source, size_t body,
                     const struct markdown_options *options,
                     struct arena *arena, struct diags *diags,
                     struct markdown *out);

#endif
