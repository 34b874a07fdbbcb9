/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MARKDOWN_H
#define CRUMB_MARKDOWN_MARKDOWN_H

/* Markdown to HTML: CommonMark and GitHub's extensions, with heading ids,
 * contents, summary and links of ours. One parse gives all of it. A post in
 * HTML goes the same way, but for the parse.
 *
 * cmark-gfm parses, with the extensions `table` and `tasklist` and one of ours
 * for strikethrough, marks and bare addresses (its own are not safe under
 * threads). E-mail addresses, footnote ids, heading ids and smart punctuation
 * are passes over its tree, and the HTML is written by our own renderer, so
 * that it does not change with cmark's version. What comes out is UTF-8
 * without control characters. */

#include "base/diag/diag.h"
#include "base/vec.h"
#include "images/image_size.h"
#include "markdown/passes/foreign_tag.h"
#include "markdown/shortcode.h"

/* What a link or image destination becomes. */
struct markdown_resolver {
    /* `dest` as the author wrote it (unescaped, before percent-encoding); at:
     * the body, as near as is known. Returns what to write into the page, or
     * p == NULL for no link at all: its text stays, an image becomes its
     * alternative text. Called once for each destination, bare addresses
     * included; it may report. `arena` is where a new string goes: it is gone
     * after the call of markdown_render. */
    str (*link)(void *host, str dest, bool image, span at, struct arena *arena);
    /* Optional: how large the image is, if it is a file at hand; `dest` as the
     * author wrote it. */
    bool (*image_size)(void *host, str dest, struct image_size *size);
    /* Optional: raw HTML, with its addresses as they are to be written. */
    str (*html)(void *host, str html, struct arena *arena);
    void *host;
};

/* Words that are put into the text, in its language. */
struct markdown_words {
    str alerts[5];         /* titles: note, tip, important, warning, caution */
    str back_to_reference; /* of a footnote, {number} in it */
};

struct markdown_options {
    bool html;     /* the text is HTML already: its addresses are resolved,
                      headings without an id get one, shortcodes are rendered,
                      all else stays as it is */
    bool gfm;      /* plain GitHub: no heading ids, nothing of ours; with
                      the disallowed raw HTML of its section 6.11 filtered */
    bool smart;    /* curly quotes, dashes, ellipses */
    bool raw_html; /* false: raw HTML is dropped, as are javascript: links */
    str id_prefix; /* before footnote ids, so that posts can share a page */
    struct markdown_resolver resolver; /* link == NULL: as written */

    /* The rest has no effect with `gfm`. */
    bool mark;             /* ==marked== */
    bool scripts;          /* x^2^ and H~2~O: ~ alone is no strikethrough */
    bool emoji;            /* :rocket: */
    bool definition_lists; /* a line, and below it ": what it means" */
    struct shortcode_host shortcodes;   /* render == NULL: they are text */
    const struct markdown_words *words; /* NULL: in English */
    bool demote_headings; /* if there is a heading of the first level, all
                             go down by one: the page has its own <h1> */
};

struct heading {
    int level; /* 1..6 */
    str id;    /* unique in the page */
    str title; /* plain text, not escaped */
    str html;  /* inline HTML of the heading, links taken off */
};

/* A tag of another template language, which stands in the text as it is
 * written: not in code, not in comments. */
struct foreign_use {
    enum foreign_kind kind;
    str name;
    str shown; /* as messages name it */
    size_t count;
    span at; /* the first */
};

struct markdown {
    str html;
    /* HTML up to <!--more-->, else the first paragraph with a word in it; ""
     * if neither. Without references to footnotes and without heading ids,
     * so that it can stand on any page. */
    str summary;
    bool has_more;
    VEC(struct heading) headings;
    VEC(struct foreign_use *) foreign; /* by their first place */
    size_t words;   /* of text, code blocks left out; Han and kana count as one
                       each */
    size_t minutes; /* to read it: 220 words, or 500 Han or kana; at least 1 if
                       there is a word */
};

/* Registers cmark's extensions: once, before the first thread. */
void markdown_init(void);
/* The version of the library in use: its HTML may differ from another one's. */
const char *markdown_library(void);

/* Renders source->text from `body` on. All that comes out lives in `arena`.
 * False: it could not be rendered, and that was reported. That is so for texts
 * over 16 MiB and for those on which cmark's time or memory is not linear:
 * ten thousand unclosed openers, tables of thousands of columns. May be called
 * from within a resolver's callback. */
bool markdown_render(const struct source *source, size_t body,
                     const struct markdown_options *options,
                     struct arena *arena, struct diags *diags,
                     struct markdown *out);

/* A link to it would run a script, or show a page of the author's own making:
 * javascript:, vbscript:, data: (of pictures that can't, if it is for an
 * image), file:. */
bool markdown_is_dangerous(str url, bool image);

/* The title that a body begins with: its first block, if that is a heading of
 * the first level ("# Title", or a line of text underlined with '='), as plain
 * text; *end is where the rest begins. p == NULL: it begins otherwise. */
str markdown_title(const struct source *source, size_t body,
                   struct arena *arena, size_t *end);

#endif
