/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MARKDOWN_OPTIONS_H
#define CRUMB_MARKDOWN_MARKDOWN_OPTIONS_H

/* How a text is rendered. */

#include "drawing/words.h"
#include "markdown/markdown_host.h"
#include "math/math.h"

struct token_cache;

/* Words that crumb adds to the text, in the language of the page. */
struct markdown_words {
    str alerts[5];         /* titles: note, tip, important, warning, caution */
    str back_to_reference; /* of a footnote, {number} in it */
    struct drawing_words drawings;
};

/* Notations that a setting turns on. */
enum markdown_notation {
    MARKDOWN_MARK = 1,
    MARKDOWN_SCRIPTS = 2,
    MARKDOWN_EMOJI = 4,
    MARKDOWN_ABBREVIATIONS = 8,
};

struct markdown_options {
    bool html;     /* the text is HTML: addresses are resolved, headings
                      without an id get one, shortcodes are rendered, the rest
                      stays as it is. Without raw_html nothing is left. */
    bool gfm;      /* GitHub's Markdown and nothing else: no heading ids, no
                      additions; its section 6.11 (disallowed raw HTML) holds */
    bool smart;    /* curly quotes, dashes, ellipses */
    bool raw_html; /* false: raw HTML and javascript: links are dropped */
    str id_prefix; /* of footnote ids, so that several posts can share a page */
    str root; /* path of the site on its host, {{ site.baseurl }} in HTML */
    struct markdown_host host;

    /* The rest has no effect with `gfm`, but for `comments` and
     * `foreign_shortcodes`, which must not be set with it. */
    bool highlight; /* code of a known language is cut into tokens */
    struct token_cache *tokens; /* which are kept there; NULL: they are not */
    bool mark;                  /* ==marked== */
    bool scripts;   /* x^2^ and H~2~O: ~ alone is no strikethrough */
    bool emoji;     /* :rocket: */
    unsigned unset; /* notations that are neither on nor off by a setting: one
                       that the text uses is reported */
    bool abbreviations;      /* *[BGP]: what it means, on a line */
    bool definition_lists;   /* a term, and on the next line ": its meaning" */
    bool wikilinks;          /* [[name]], ![[picture.jpg]]; only with a host */
    bool comments;           /* %%not shown%% */
    bool foreign_shortcodes; /* {{% x %}}, {{ x() }}, {% x() %}: shortcodes if
                                there is one of that name */
    bool math;               /* $x$, \(x\), $$x$$, \[x\], fences of "math" */
    struct math *formulas;   /* renders them; NULL: they are shown as typed */
    struct math_macros macros;
    const struct markdown_words *words; /* NULL: in English */
    bool demote_headings; /* if the text has a heading of level 1, all headings
                             but those of level 6 go down one level: the page
                             has its own <h1> */
};

#endif
