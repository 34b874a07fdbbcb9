/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TEXT_MD_H
#define CRUMB_TEXT_MD_H

/* What the files behind text/markdown.h share. cmark's tree gives the blocks;
 * the inlines of one block at a time are laid out flat, as pieces, which the
 * passes rewrite in turn and md_inline.c prints:
 *
 *     a *b ~~c~~*      text "a ", EMPH, text "b ~~c~~", EMPH closes
 *     after md_strike  text "a ", EMPH, text "b ", STRIKE, text "c",
 *                      STRIKE closes, EMPH closes
 *
 * One struct md is one rendering, on one thread. The tree, the pieces and every
 * text in them live in the caller's arena: it is reset after the page, and
 * pages that come later find its memory warm. */

#include <cmark-gfm.h>

#include "base/buf.h"
#include "base/map.h"
#include "text/markdown.h"

enum md_kind {
    MD_TEXT,
    MD_SOFT_BREAK,
    MD_HARD_BREAK,
    MD_CODE,
    MD_HTML,
    MD_FOOTNOTE, /* text: its number */
    MD_EMPH,     /* this one and the rest come in pairs */
    MD_STRONG,
    MD_STRIKE,
    MD_LINK,
    MD_IMAGE,
};

struct md_piece {
    enum md_kind kind;
    bool closes;
    bool bare; /* a link made of the text itself */
    str text;  /* or the destination of a link or image */
    str title;
};

struct md_pieces {
    VEC(struct md_piece) list;
};

/* What the texts of a block hold, so that passes with nothing to do are not
 * run. */
enum md_flag {
    MD_TILDE = 1,
    MD_COLON = 2,
    MD_AT = 4,
    MD_W = 8,
    MD_PUNCTUATION = 16, /* quotes, hyphens, dots */
};

/* Bytes of the output that the summary leaves out. */
struct md_cut {
    size_t from;
    size_t to;
};

/* A footnote that something refers to. */
struct md_note {
    str id;            /* what its ids have in common */
    size_t references; /* in the whole text */
    size_t written;    /* references printed so far */
};

/* Where a heading's texts stand in the buffer `texts`. */
struct md_heading {
    int level;
    size_t id, id_len;
    size_t title, title_len;
    size_t html, html_len;
};

struct md {
    const struct markdown_options *options;
    const struct source *source;
    size_t body; /* where it starts in the source */
    str text;    /* what cmark was given: the body, perhaps masked */
    bool masked;
    bool has_addresses; /* "://" or "www." is in it */
    struct arena *tree;
    cmark_node *root;

    struct md_pieces pieces; /* of the block at hand */
    struct md_pieces spare;  /* where a pass puts what comes out */
    unsigned flags;          /* enum md_flag */
    int line;                /* where the block starts, from 1 */

    struct buf out;
    VEC(struct md_cut) cuts;
    VEC(struct md_note) notes;
    size_t notes_open; /* definitions begun */
    size_t notes_done; /* definitions whose way back is printed */
    struct map ids;
    struct buf texts;
    VEC(struct md_heading) headings;
    size_t words;
    bool in_word;
    bool has_more;
    bool has_summary;
    bool in_top_paragraph; /* the block at hand is one, outside of all */
    struct md_cut summary; /* the part of the output it is made of */
    str summary_end;       /* what closes it */

    int where_line;   /* last answer of md_where: this line starts ... */
    size_t where_off; /* ... here in the source */
};

/* md_mask.c: characters that cmark would read and the passes must see. */

/* The body as cmark is to read it; *masked says whether it differs. */
str md_mask(struct md *md, str body, bool *masked);
/* The text of a literal: escaped characters alone, or (raw, for code and
 * HTML) with their backslash. */
str md_unmask(struct md *md, str text, bool raw);
/* The mask at p: the character it stands for, 0 if there is none. */
enum { MD_MASK_LENGTH = 4 };
bool md_mask_at(const struct md *md, str text, size_t off, char *c,
                bool *escaped);

/* md_flatten.c: a block's inlines into md->pieces; sets flags, words. */
void md_flatten(struct md *md, cmark_node *block);
/* For the passes: a piece into the spare list, and the lists swapped. */
void md_emit(struct md *md, struct md_piece piece);
void md_emit_text(struct md *md, str text);
void md_swap(struct md *md);

/* md_char.c: as CommonMark has it, both of ASCII and the rest. */
bool md_is_space(uint32_t c);
bool md_is_punctuation(uint32_t c);
/* The characters around the text[off..end) of piece i, as they stood in the
 * source: markup between them is punctuation, a line's end '\n'. */
uint32_t md_before(const struct md *md, size_t i, size_t off);
uint32_t md_after(const struct md *md, size_t i, size_t end);

/* The passes, each over md->pieces. */
void md_autolink(struct md *md);
/* Where a bare address ends that starts at `from` and whose host starts at
 * `host`: trailing punctuation is not part of it. */
size_t md_address_end(str text, size_t from, size_t host);
bool md_is_scheme(str name);
bool md_www_may_follow(char before);
void md_strike(struct md *md);
void md_smart(struct md *md);

/* md_footnote.c */
void md_footnotes_begin(struct md *md);
void md_footnote_reference(struct md *md, str number);
void md_footnote_enter(struct md *md);
void md_footnote_back(struct md *md);
void md_footnote_exit(struct md *md);
void md_footnotes_end(struct md *md);

/* md_alert.c: > [!NOTE] */

/* The kind of a quote that is an alert, in lower case; empty: it is none. */
str md_alert_kind(cmark_node *quote);
void md_alert_enter(struct md *md, str kind);
/* Takes the marker's line off the pieces of an alert's first paragraph. */
void md_alert_unmark(struct md *md);

/* md_summary.c: what <!--more--> does. */

/* Takes the mark off the start of a top-level HTML block. */
bool md_more_block(struct md *md, str *html);
bool md_is_more(str html);
/* The summary ends inside the paragraph whose piece i is the mark. */
void md_more_inline(struct md *md, size_t i);
/* Without what only makes sense on the page itself. */
str md_summary(const struct md *md, struct arena *arena);

/* md_heading.c: takes "{#id}" off md->pieces, gives the heading its id and
 * remembers it; the id is empty in plain GitHub mode. */
str md_heading_id(struct md *md);
/* Keeps the ids that authors chose from headings that come before. */
void md_heading_reserve(struct md *md);
void md_heading_add(struct md *md, int level, str id);

/* md_inline.c */
void md_inline(struct md *md);
/* As in a heading's entry of the contents: no links, no footnotes. */
void md_inline_unlinked(struct md *md, struct buf *out);
/* The text alone, not escaped. */
void md_inline_plain(struct md *md, struct buf *out);
void md_raw_html(struct md *md, str html, bool block);
void md_escape_href(str url, struct buf *out);

/* md_render.c: the whole tree into md->out. */
void md_render(struct md *md);

#endif
