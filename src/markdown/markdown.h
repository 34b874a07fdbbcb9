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
 * characters. */

#include "base/diag/diag.h"
#include "base/vec.h"
#include "images/image_size.h"
#include "markdown/foreign_tag.h"
#include "markdown/shortcode.h"

/* The caller's part: what the addresses in a text become. New strings go into
 * `arena`, which is reset after markdown_render. */
struct markdown_resolver {
    /* Returns the address to write for a link or image, or p == NULL for no
     * link at all: then its text stays, and an image becomes its alternative
     * text. `dest` is what the author wrote (unescaped, not percent-encoded),
     * `at` its place in the source as far as it is known. Called once for each
     * destination, bare addresses included. It may report diagnostics. */
    str (*link)(void *host, str dest, bool image, span at, struct arena *arena);
    /* Optional: sets the size of an image. False: it is not known. `dest` is
     * what the author wrote. */
    bool (*image_size)(void *host, str dest, struct image_size *size);
    /* Optional: returns a piece of raw HTML with its addresses resolved. */
    str (*html)(void *host, str html, struct arena *arena);
    void *host;
};

/* Words that crumb adds to the text, in the language of the page. */
struct markdown_words {
    str alerts[5];         /* titles: note, tip, important, warning, caution */
    str back_to_reference; /* of a footnote, {number} in it */
};

struct markdown_options {
    bool html;     /* the text is HTML: addresses are resolved, headings
                      without an id get one, shortcodes are rendered, the rest
                      stays as it is */
    bool gfm;      /* GitHub's Markdown and nothing else: no heading ids, no
                      additions; its section 6.11 (disallowed raw HTML) holds */
    bool smart;    /* curly quotes, dashes, ellipses */
    bool raw_html; /* false: raw HTML and javascript: links are dropped */
    str id_prefix; /* of footnote ids, so that several posts can share a page */
    struct markdown_resolver resolver; /* link == NULL: as written */

    /* The rest has no effect with `gfm`. */
    bool mark;             /* ==marked== */
    bool scripts;          /* x^2^ and H~2~O: ~ alone is no strikethrough */
    bool emoji;            /* :rocket: */
    bool definition_lists; /* a term, and on the next line ": its meaning" */
    struct shortcode_host shortcodes;   /* render == NULL: they are text */
    const struct markdown_words *words; /* NULL: in English */
    bool demote_headings; /* if the text has a heading of level 1, all headings
                             go down one level: the page has its own <h1> */
};

struct heading {
    int level; /* 1..6 */
    str id;    /* unique in the page */
    str title; /* plain text, not escaped */
    str html;  /* inline HTML of the heading, without links */
};

/* A tag of another template language, which readers see as text. Tags in code
 * and comments are not counted. */
struct foreign_use {
    enum foreign_kind kind;
    str name;
    str shown; /* its name in messages */
    size_t count;
    span at; /* the first */
};

struct markdown {
    str html;
    /* The HTML up to <!--more-->, else the first paragraph with a word in it,
     * else empty. It has no references to footnotes and no heading ids, so that
     * it fits on any page. */
    str summary;
    bool has_more;
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
 * Returns false after reporting why: the text is over 16 MiB, or cmark's time
 * or memory would not be linear (ten thousand unclosed brackets, tables of
 * thousands of columns). A resolver may call it again. */
bool markdown_render(const struct source *source, size_t body,
                     const struct markdown_options *options,
                     struct arena *arena, struct diags *diags,
                     struct markdown *out);

/* Whether a link to this address could run a script or show a forged page:
 * javascript:, vbscript:, file:, and data: except for images that cannot hold
 * scripts, where `image` is set. */
bool markdown_is_dangerous(str url, bool image);

/* The title of a body whose first block is a heading of level 1 ("# Title", or
 * a line underlined with '='), as plain text; *end is where the rest of the
 * body starts. p == NULL: there is no such heading. */
str markdown_title(const struct source *source, size_t body,
                   struct arena *arena, size_t *end);

#endif
