/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_H
#define CRUMB_MARKDOWN_MD_H

/* What the files behind markdown/markdown.h share. cmark's tree gives the
 * blocks; the inlines of one block at a time are laid out flat, as pieces,
 * which the passes rewrite in turn and md_inline.c prints:
 *
 *     a *b@c.org*    text "a ", EMPH, text "b@c.org", EMPH closes
 *     after md_mail  text "a ", EMPH, LINK, text "b@c.org", LINK closes,
 *                    EMPH closes
 *
 * One struct md is one rendering, on one thread. The tree, the pieces and every
 * text in them live in the caller's arena: it is reset after the page, and
 * pages that come later find its memory warm. */

#include <cmark-gfm.h>

#include "base/buf.h"
#include "base/map.h"
#include "markdown/markdown.h"

enum md_kind {
    MD_TEXT,
    MD_SOFT_BREAK,
    MD_HARD_BREAK,
    MD_CODE,
    MD_HTML,
    MD_FOOTNOTE, /* text: its number */
    MD_SHORTCODE,
    MD_EMPH, /* this one and the rest come in pairs */
    MD_STRONG,
    MD_STRIKE,
    MD_MARK,
    MD_SUBSCRIPT,
    MD_SUPERSCRIPT,
    MD_LINK,
    MD_IMAGE,
};

struct md_piece {
    enum md_kind kind;
    bool closes;
    bool bare; /* a link made of the text itself */
    bool off;  /* a link that is shown as its text alone */
    str text;  /* or the destination of a link or image */
    str title;
    size_t number; /* of a shortcode */
    bool resolved; /* a destination that a shortcode made */
};

struct md_pieces {
    VEC(struct md_piece) list;
};

/* Bytes of the output. */
struct md_cut {
    size_t from;
    size_t to;
};

/* A tag of the body, or a pair of them; see md_shortcode.h. Offsets in the
 * body. */
struct md_shortcode {
    struct shortcode_tag tag;
    size_t to;       /* behind it, or behind the tag that closes it */
    size_t body_end; /* of what stands between the two, if has_body */
    bool has_body;
    bool raw;      /* which is no Markdown */
    bool code;     /* it is no tag */
    bool inside;   /* in another one's body, or what closes one */
    bool literal;  /* text: escaped, unknown, closing nothing, or failed */
    bool unclosed; /* text: no ">}}" follows */
    bool rendered;
    str html;
    int line;   /* of md->text that its token is in; 0: none */
    int hidden; /* lines of the source that the token stands for */
};

/* Brackets that are open at text[off]. */
struct md_brackets {
    const char *text;
    size_t off;
    size_t open;
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

/* Where the paragraph at hand is. */
enum md_paragraph {
    MD_NO_PARAGRAPH,
    MD_PARAGRAPH_DUE, /* its <p> comes before the next piece */
    MD_PARAGRAPH_OPEN,
};

struct md {
    const struct markdown_options *options;
    struct md *page; /* this text is a shortcode's body in it; else itself */
    int depth;       /* shortcodes whose body it is in */
    bool masked;     /* characters of `text` stand for others */
    struct diags *diags;
    const struct source *source;
    size_t body; /* where it starts in the source */
    str text;    /* what cmark was given: the body, perhaps masked */
    VEC(struct md_shortcode) shortcodes;
    struct arena *tree;
    cmark_mem *mem; /* that arena, as cmark wants it */
    cmark_node *root;
    struct cmark_map *references; /* [name]: definitions */
    struct md_brackets brackets;  /* of the block that is being parsed */

    struct md_pieces pieces; /* of the block at hand */
    struct md_pieces spare;  /* where a pass puts what comes out */
    enum md_paragraph paragraph;
    VEC(size_t) open;   /* pieces that are not closed yet */
    size_t shown;       /* of them, those whose start tags are printed */
    struct md_cut link; /* the start tag printed last, in the output */
    int raw_open;       /* elements of raw HTML around the piece at hand */
    cmark_node *block;  /* whose pieces they are */
    int line;           /* where it starts, from 1 */

    struct buf out;
    VEC(struct md_cut) cuts; /* what the summary leaves out */
    VEC(struct md_note) notes;
    size_t notes_open; /* definitions begun */
    size_t notes_done; /* definitions whose way back is printed */
    struct map ids;
    struct buf texts;
    VEC(struct md_heading) headings;
    size_t images; /* around what is being laid flat */
    size_t words;
    size_t characters; /* among them, Han and kana that count as a word */
    cmark_node *last_definition; /* the paragraph, if it was one */
    bool in_word;
    bool has_mail; /* addresses, perhaps */
    bool demote;   /* headings go down by one level */
    bool has_more;
    bool has_summary;
    struct md_cut summary; /* the part of the output it is made of */
    str summary_end;       /* what closes it */

    /* Of the page: tags that are text, and the same by what they look like. */
    VEC(struct foreign_use *) foreign;
    struct map foreign_names;

    int where_line;   /* last answer of md_block_offset: this line starts ... */
    size_t where_off; /* ... here in the source */
    size_t where_found;  /* behind the last destination that was found */
    size_t where_sought; /* bytes that were searched for them */
};

/* md_refuse.c: why this text is not rendered; NULL: it is. */
const char *md_refusal(str text, bool html);

/* md_html.c: md->text, which is HTML, into md->out. */
void md_html(struct md *md);

/* md_mask.c: characters that cmark would read and the passes must see. */

/* The body as cmark is to read it; *masked says whether it differs. */
str md_mask(struct md *md, str body, bool *masked);
/* The text of a literal: escaped characters alone, or (raw, for code and
 * HTML) with their backslash. */
str md_unmask(struct md *md, str text, bool raw);
/* The mask at p: the character it stands for, 0 if there is none. */
enum { MD_MASK_LENGTH = 4 };
/* The first byte of the mask for the w that www.example.org begins with. */
enum { MD_WWW = 0xF4 };
bool md_mask_at(const struct md *md, str text, size_t off, char *c);

/* md_flatten.c: a block's inlines into md->pieces, their words counted. */
void md_flatten(struct md *md, cmark_node *block);
/* Adds the words of a part of the text. */
void md_count_words(struct md *md, str text);
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

/* md_autolink.c: a character of a host's name other than '.', '-' and '_'. What
 * follows the "://" of a bare address begins with one. */
bool md_is_host_char(str text, size_t off);

/* The passes, each over md->pieces. */
/* A text without '@', written as it is or as an entity, needs no md_mail. */
bool md_may_have_mail(str text);
void md_mail(struct md *md);
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

/* md_foreign.c: tags of other template languages, into the page's list. */
void md_foreign_pieces(struct md *md);
void md_foreign_html(struct md *md, str html);

/* md_summary.c: what <!--more--> does. */

/* Takes the mark off the start of an HTML block. */
bool md_more_block(struct md *md, cmark_node *node, str *html);
bool md_is_more(str html);
/* The summary ends here, among md->pieces. */
void md_more_inline(struct md *md);
/* The paragraph at hand, printed from `from` on, is the summary; of a long one
 * the beginning, as plain text. */
void md_summarise(struct md *md, size_t from);
/* Without what only makes sense on the page itself. */
str md_summary(const struct md *md, struct arena *arena);

/* markdown.c: a text as a part of another one: it shares the page's ids. */
bool md_render_part(struct md *outer, const struct source *source, size_t body,
                    const struct markdown_options *options,
                    struct markdown *out);

/* md_heading.c: takes "{#id}" off md->pieces, gives the heading its id and
 * remembers it; the id is empty in plain GitHub mode. */
str md_heading_id(struct md *md);
/* Keeps the ids that authors chose, and those of raw HTML and fences, from
 * headings that come before. */
void md_heading_reserve(struct md *md);
/* Into the contents, if it has words to show there. */
void md_heading_add(struct md *md, int level, str id);
/* For a text that is HTML: the ids in it; an id that is made of a heading's
 * text; one more heading, its text plain. */
void md_heading_reserve_html(struct md *md, str html);
str md_heading_make_id(struct md *md, str text);
void md_heading_add_plain(struct md *md, int level, str id, str text);
/* A heading of the first level is somewhere. */
bool md_has_top_heading(const struct md *md);

/* md_definition.c: the pieces of a paragraph as a definition list, or as a part
 * of one; false: it is none. */
bool md_definitions(struct md *md, cmark_node *paragraph);

/* md_inline.c */
/* Where the block at hand starts in the source. */
size_t md_block_offset(struct md *md);
void md_inline(struct md *md);
/* As in a heading's entry of the contents: no links, no footnotes. */
void md_inline_unlinked(struct md *md, struct buf *out);
/* The text alone, not escaped; with that of shortcodes or without. */
void md_inline_plain(struct md *md, bool shortcodes, struct buf *out);
/* The end tags of the elements that are open. */
void md_close_pieces(const struct md *md, struct buf *out);
void md_paragraph_start(struct md *md);
void md_paragraph_end(struct md *md);
void md_escape_href(str url, struct buf *out);

/* md_safe.c: raw HTML as far as the options let it through. */
void md_raw_html(struct md *md, str html, bool block);

/* md_render.c: the whole tree into md->out. */
/* md->pieces, after all the passes. */
void md_print_inlines(struct md *md);
/* In a list without gaps paragraphs have no tags of their own. */
bool md_is_tight(cmark_node *paragraph);
void md_render(struct md *md);

#endif
