/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_MARKDOWN_MD_H
#define CRUMB_MARKDOWN_MD_H

/* Shared by the files behind markdown/markdown.h. cmark's tree gives the
 * blocks. The inlines of one block at a time are laid out flat, as a list of
 * struct md_inline; the passes rewrite the list one after the other, and
 * md_inline.c prints it:
 *
 *     a *b@c.org*    text "a ", EMPH, text "b@c.org", EMPH closes
 *     after md_mail  text "a ", EMPH, LINK, text "b@c.org", LINK closes,
 *                    EMPH closes
 *
 * One struct md is one rendering, on one thread. The tree, the inlines and all
 * their texts live in the caller's arena, md->tree, which is reset after the
 * page. */

/* cmark's nodes are read directly: each of its accessors is a call, and
 * cmark_node_get_literal copies the text to append a NUL. */
#if __has_include(<cmark-gfm/node.h>)
#include <cmark-gfm/node.h> /* Debian */
#else
#include <node.h>
#endif

#include "base/memory/buf.h"
#include "base/memory/map.h"
#include "markdown/attributes.h"
#include "markdown/markdown_options.h"
#include "markdown/shortcode/foreign_tag.h"

enum md_kind {
    MD_TEXT,
    MD_SOFT_BREAK,
    MD_HARD_BREAK,
    MD_CODE,
    MD_HTML,
    MD_FOOTNOTE, /* text: its number */
    MD_SHORTCODE,
    MD_MATH,         /* text: its TeX */
    MD_ABBREVIATION, /* title: what it means */
    MD_EMPH,         /* from here on: in pairs, the second with `closes` */
    MD_STRONG,
    MD_STRIKE,
    MD_MARK,
    MD_SUBSCRIPT,
    MD_SUPERSCRIPT,
    MD_LINK,
    MD_IMAGE,
};

/* The delimiters of a formula. */
enum md_math_kind {
    MD_MATH_DOLLAR,  /* $x$ */
    MD_MATH_TICK,    /* $`x`$ */
    MD_MATH_DOLLARS, /* $$x$$ */
    MD_MATH_PAREN,   /* \(x\) */
    MD_MATH_BRACKET, /* \[x\] */
    MD_MATH_FENCE,
};

struct md_formula {
    enum md_math_kind kind;
    bool display; /* on lines of its own, not within one */
    int line;     /* its first line, from that of the block on */
    str before;   /* the text before it on that line, protected */
};

/* [[target|text]] or ![[target|300]], which became a link or an image. */
struct md_wikilink {
    str target;  /* as written */
    str written; /* with its brackets */
    str width;   /* of a picture, in pixels; p == NULL: not given */
    str height;
};

/* A text, an element without contents, or the start or end of an element. */
struct md_inline {
    enum md_kind kind;
    bool closes;
    bool bare;     /* MD_LINK: its text is the address */
    bool off;      /* MD_LINK: only its text is shown */
    bool resolved; /* a shortcode made the destination: it is not resolved */
    str text;      /* MD_LINK, MD_IMAGE: the destination */
    str title;
    size_t number; /* MD_SHORTCODE: index in md->shortcodes */
    const struct md_formula *formula;    /* MD_MATH */
    const struct md_wikilink *wiki;      /* MD_LINK, MD_IMAGE: it is one */
    const struct attributes *attributes; /* of its element; NULL: none */
};

struct md_inlines {
    VEC(struct md_inline) list;
};

static inline bool md_is_line_break(const struct md_inline *item)
{
    return item->kind == MD_SOFT_BREAK || item->kind == MD_HARD_BREAK;
}

/* A part of the output, in bytes. */
struct md_cut {
    size_t from;
    size_t to;
};

/* A tag of a shortcode, or a pair of them; see md_shortcode.h. Offsets are
 * those of the body. */
struct md_shortcode {
    struct shortcode_tag tag;
    size_t to;       /* the end of the tag, or of its closing tag */
    size_t body_end; /* has_body: where the closing tag starts */
    bool has_body;
    bool raw;      /* the body is no Markdown */
    bool fence;    /* raw: it is a block of code */
    bool code;     /* it is in code: text */
    bool inside;   /* it is in the body of another one, or a closing tag */
    bool literal;  /* text: escaped, unknown, failed, or closes nothing */
    bool unclosed; /* text: no ">}}" follows */
    bool rendered; /* `html` is set */
    str html;
    int line;   /* of its token in md->text; 0: none */
    int hidden; /* source lines that the token replaces */
};

/* The number of brackets that are open at text[off]. */
struct md_brackets {
    const char *text;
    size_t off;
    size_t open;
};

/* The lines of the block that is being parsed. */
struct md_math_scan {
    const cmark_node *block;
    size_t counted;    /* up to here there are `lines` */
    size_t line_start; /* of the last of them */
    int lines;
};

/* A place where the contents of the page come. */
struct md_toc {
    size_t at; /* in the output */
    bool ordered;
    const struct attributes *attributes;
};

/* A footnote that has references. */
struct md_note {
    str id;            /* the common part of its ids */
    size_t references; /* their number in the whole text */
    size_t written;    /* how many are printed */
};

/* A block that may be lost (md_lost.c): a note, a fence, a paragraph that looks
 * like a table, or a table with a row that has more cells than it. */
struct md_suspect {
    cmark_node *node;
    int line;      /* in md->text */
    str name;      /* of the note; else p == NULL */
    size_t cells;  /* of the table's second line or of that row, */
    size_t wanted; /* and of its first line; 0: that has no line of dashes */
};

/* A heading for the contents; struct heading with control characters. */
struct md_heading {
    int level;
    str id;
    str title;
    str html;
};

/* The state of the paragraph that is printed. */
enum md_paragraph {
    MD_NO_PARAGRAPH,
    MD_PARAGRAPH_DUE, /* <p> is printed in front of the next inline */
    MD_PARAGRAPH_OPEN,
};

struct md {
    const struct markdown_options *options;
    struct md *page; /* the text around it, if it is a shortcode's body; else
                        itself */
    int depth;       /* the number of shortcodes around it */
    bool protected;  /* `text` has placeholders (md_protect.c) */
    bool trial;      /* it is parsed once more: nothing is reported */
    struct diags *diags;
    const struct source *source;
    size_t body; /* offset of the body in the source */
    str text;    /* the body with tokens and placeholders, for cmark */
    VEC(struct md_shortcode) shortcodes;
    struct arena *tree;
    cmark_mem *mem; /* that arena as cmark's allocator */
    cmark_node *root;
    struct cmark_map *references; /* link definitions, [name]: */
    struct map labels;            /* theirs, for md_wikilink.c */
    bool labels_known;
    VEC(cmark_node *) markers;  /* lines with attributes (md_attributes.h) */
    struct map attribute_lists; /* by their names */
    VEC(struct md_toc) tocs;
    VEC(struct md_suspect) suspects; /* of text that is lost (md_lost.c) */
    bool lost_elements;              /* its HTML may hide text: md_elements.c */
    VEC(cmark_node *) boxes;         /* between lines of colons (md_box.c) */
    cmark_node *box_ending;          /* with the line that is being parsed */
    struct md_brackets brackets;     /* of the block that is being parsed */
    struct md_math_scan math;        /* of that block too */

    struct md_inlines inlines; /* of `block` */
    struct md_inlines spare;   /* the output of the current pass */
    enum md_paragraph paragraph;
    VEC(size_t) open;   /* indices of inlines that are not closed yet */
    size_t shown;       /* the number of them whose start tag is printed */
    struct md_cut link; /* the last start tag of a link, in the output */
    int raw_open;       /* elements of raw HTML around the current inline */
    unsigned notations; /* that were reported as off */
    cmark_node *block;  /* the current block */
    int line;           /* its first line in the body, from 1 */

    struct buf out;
    VEC(struct md_cut) cuts; /* parts that the summary leaves out */
    VEC(struct md_note) notes;
    size_t notes_open;        /* definitions whose start is printed */
    size_t notes_done;        /* definitions whose links back are printed */
    struct map ids;           /* of the page, as they are given out */
    struct map abbreviations; /* of the page, by their first words */
    VEC(struct md_heading) headings;
    struct buf scratch; /* for one text at a time */
    size_t images;      /* the number of images around the current node */
    size_t links;       /* the number of links around it */
    size_t words;
    size_t characters;           /* words that are one Han or kana */
    size_t anchored;             /* blocks of code whose lines have ids */
    cmark_node *last_definition; /* the last paragraph of definitions */
    bool in_word;                /* the last character counted is in a word */
    bool math_missing;           /* it was said that nothing renders formulas */
    bool math_spent;             /* it was said that they take too long */
    int64_t math_used;           /* processor time of formulas (math.h) */
    bool has_mail;               /* the text may have e-mail addresses */
    bool has_notes;              /* the text has "[^" */
    bool has_colons;             /* lines begin with a colon */
    bool has_foreign;            /* the text may have foreign tags */
    bool demote;                 /* headings go down by one level */
    bool has_more;               /* <!--more--> was found */
    bool has_code;               /* code within a line was coloured */
    bool has_summary;
    struct md_cut summary; /* its part of the output */
    str summary_end;       /* end tags after it */

    /* Tags of other template languages on the page, and the same by name. */
    VEC(struct foreign_use *) foreign;
    struct map foreign_names;

    int where_line;      /* the line last asked for by md_block_offset */
    int mistake_line;    /* the line of the last mistake in a formula */
    size_t where_off;    /* the offset of where_line in the source */
    size_t mistake_off;  /* the offset of mistake_line in the source */
    size_t mistakes;     /* in formulas */
    size_t where_found;  /* the end of the last destination found */
    size_t where_sought; /* bytes searched for destinations so far */
};

/* The text of a node of type text, code, raw HTML or footnote reference. */
static inline str md_literal(const cmark_node *node)
{
    const cmark_chunk *chunk = &node->as.literal;
    return (str){(const char *)chunk->data, (size_t)chunk->len};
}

/* The node that follows in document order; NULL after the last one in root. */
static inline cmark_node *md_next_node(cmark_node *node, const cmark_node *root)
{
    if (node->first_child) {
        return node->first_child;
    }
    while (node != root && !node->next) {
        node = node->parent;
    }
    return node == root ? NULL : node->next;
}

/* md_refuse.c: the reason why this text is not rendered; NULL: it is. */
const char *md_refusal(str text, bool html);

/* md_html.c: renders md->text, which is HTML, into md->out; nothing without
 * options->raw_html. */
void md_html(struct md *md);

/* md_protect.c: hides characters from cmark that the passes must see. */

/* Returns the body with placeholders; *protected says whether it has any. */
str md_protect(struct md *md, str body, bool *protected);
/* Takes the placeholders out of a literal. An escaped character comes back
 * alone or, with `raw` (for code and HTML), with its backslash. */
str md_unprotect(struct md *md, str text, bool raw);
/* Whether a character that starts with these bytes is in the text, or a
 * reference to one (&#x10FFFF;): cmark turns it into the character. */
bool md_holds(str text, str start);
enum { MD_PLACEHOLDER_LENGTH = 4 }; /* bytes of a placeholder */
/* The first byte of the placeholders at which cmark asks crumb: for the first w
 * of www.example.org, for what opens \( and \[, [[ and ![[. */
enum { MD_ASK = 0xF4 };
/* Whether a placeholder is at text[off]; *c is the character that it replaces,
 * or one like those beside it if it replaces none. */
bool md_placeholder_at(const struct md *md, str text, size_t off, char *c);
/* Whether the placeholder of the "!" (*embed is set) or the first "[" that
 * opens a wikilink is there. */
bool md_wikilink_placeholder_at(const struct md *md, str text, size_t off,
                                bool *embed);
/* Whether the placeholder of a backslash and `c` is there. */
bool md_escape_at(const struct md *md, str text, size_t off, char c);

/* md_wikilink.c */

/* Whether "[[" at text[at] begins what looks like a wikilink: its end; 0: it
 * does not. Looks no further than the next "[[". */
size_t md_wikilink_end(str text, size_t at);
/* The place of a target in the block at hand. */
span md_wikilink_place(struct md *md, str target);

/* md_math_lines.c: formulas of several lines, which cmark must read as one
 * paragraph. Characters that would begin another block are replaced. */

struct md_math_lines {
    str body;
    size_t closers[2]; /* the next line that ends with $$ or \\], if known */
    size_t fence;      /* the next line that begins a fence, if known */
    size_t end;        /* of the formula at hand, after its closer */
    size_t quotes;     /* around it */
};

/* A character to replace, or a place where a placeholder goes (length 0). */
struct md_line_start {
    size_t at; /* body.n: there is none */
    size_t length;
    char c; /* ' ' for a blank line */
};

/* The marks of quotes and lists before a place on its line, "  > 1. "; p ==
 * NULL: there is more. */
str md_marks_before(str text, size_t at);
/* The first characters that are replaced. */
extern const char md_line_starts[];
/* Whether "$$" or "\\[" at body[at] begins a line, and another one ends with
 * its counterpart; that formula is then the one at hand. */
bool md_math_lines_begin(struct md_math_lines *lines, size_t at);
/* The next place to replace in the current formula, after `at`. */
struct md_line_start md_math_lines_next(const struct md_math_lines *lines,
                                        size_t at);
/* Whether nothing but a full stop or the like follows on the line. */
bool md_math_ends_line(str text, size_t at);
/* The "%" of a comment that goes on to the formula's end; n: there is none. */
size_t md_math_comment(str text);
/* Whether the text between \\( and \\), or \\[ and \\], is words: those
 * are escaped brackets. Looks at its beginning alone. */
bool md_math_is_prose(str text);

/* md_cjk.c: runs of emphasis beside Chinese, Japanese and Korean. */

/* False if the text has no characters of these scripts. */
bool md_has_cjk(str text);

struct md_cjk_run {
    size_t at; /* where a letter is missing; text.n: nowhere */
    size_t end;
};

/* The next run from `from` on that CommonMark takes for text because of the
 * punctuation beside it. With a letter put in between it is read as it is
 * meant. */
struct md_cjk_run md_cjk_next(str text, size_t from);

/* md_flatten.c: puts the inlines of a block into md->inlines, and counts their
 * words. */
void md_flatten(struct md *md, cmark_node *block);
/* Adds the words of a text to md->words. A word may go on in the next call. */
void md_count_words(struct md *md, str text);
/* For the passes: md_emit appends an inline to md->spare; md_swap makes
 * md->spare the list of inlines. */
void md_emit(struct md *md, struct md_inline item);
void md_emit_text(struct md *md, str text);
void md_swap(struct md *md);

/* md_char.c: classes of characters by CommonMark, ASCII and Unicode. */
bool md_is_space(uint32_t c);
bool md_is_punctuation(uint32_t c);
/* The characters in front of text[off] and at text[end] of inline i, as in the
 * source: markup counts as punctuation, a line break as '\n'. */
uint32_t md_before(const struct md *md, size_t i, size_t off);
uint32_t md_after(const struct md *md, size_t i, size_t end);

/* md_autolink.c: whether text[off] may start the host of a bare address: it is
 * a character of host names other than '.', '-' and '_'. */
bool md_is_host_char(str text, size_t off);

/* Passes over md->inlines. */
/* False if the text has no '@', literally or as an entity: md_mail is not
 * needed. */
bool md_may_have_mail(str text);
void md_mail(struct md *md);
void md_smart(struct md *md);

/* md_footnote.c: numbers the footnotes of the tree; prints a reference, the
 * start of a definition, its links back (once), and its end; ends the section.
 */
void md_footnotes_begin(struct md *md);
void md_footnote_reference(struct md *md, str number);
void md_footnote_enter(struct md *md);
void md_footnote_back(struct md *md);
void md_footnote_exit(struct md *md);
void md_footnotes_end(struct md *md);

/* md_callout.c: > [!NOTE], and boxes */

/* The length of the name of a kind at the start of the text; 0: none. */
size_t md_callout_kind_length(str text);
/* Prints the start of a quote that is a callout, and takes its title out of the
 * tree. Returns false if it is none. */
bool md_callout_start(struct md *md, cmark_node *quote);
/* The end tag of a quote, callout or not. */
str md_quote_end(const cmark_node *quote);

/* md_foreign.c: notes tags of other template languages in page->foreign. */

/* Whether the text in an element of that name is code. */
bool md_holds_code(str name);

/* False if the source has none, nor a comment: md_foreign_inlines is not
 * needed. */
bool md_may_have_foreign(str text);
void md_foreign_inlines(struct md *md);
void md_foreign_html(struct md *md, str html);

/* md_lost.c: warns of text that a slip loses. After md_render. */
void md_lost_warn(struct md *md);
/* md_elements.c: whether raw HTML has tags that md_elements_warn looks at. */
bool md_elements_may_be_lost(str html, bool block);
/* Warns of elements and comments that nothing closes, and of tags of no element
 * of HTML, if md->lost_elements is set. */
void md_elements_warn(struct md *md);

/* md_summary.c: the summary, and <!--more-->. */

/* Whether a comment is <!--more-->, perhaps with words after "more". */
bool md_is_more(str html);
/* Ends the summary in front of an HTML block that starts with <!--more-->, and
 * removes the comment from *html. Returns false if there is none, or it is not
 * the first, or with `gfm`. */
bool md_more_block(struct md *md, cmark_node *node, str *html);
/* Ends the summary at the current inline. */
void md_more_inline(struct md *md);
/* Makes the paragraph printed from `from` on the summary; of a long paragraph
 * only the beginning, as plain text. */
void md_summarise(struct md *md, size_t from);
/* The summary, without what makes sense only on the post's own page. */
str md_summary(const struct md *md, struct arena *arena);

/* markdown.c: renders a text as a part of `outer`, whose ids it shares, and
 * counts its words there. Returns its HTML; empty if it was refused, which was
 * reported. */
str md_render_part(struct md *outer, const struct source *source, size_t body,
                   const struct markdown_options *options);

/* md_heading.c: returns a new id for the heading, or the term, in md->inlines
 * and reserves it. Removes "{#id}" from the inlines. Not with options->gfm. */
str md_heading_id(struct md *md);
/* Reserves the ids that authors chose, in headings, raw HTML and code fences,
 * so that no other heading gets one of them. */
void md_heading_reserve(struct md *md);
/* Makes an id that the author chose unique, and reserves it. */
str md_id_chosen(struct md *md, str id);
/* Adds a heading to the table of contents, unless its text is empty. */
void md_heading_add(struct md *md, int level, str id);
/* For a text that is HTML: reserves its ids (with options->raw_html); makes an
 * id of a heading's text; adds a heading with plain text. */
void md_heading_reserve_html(struct md *md, str html);
str md_heading_make_id(struct md *md, str text);
void md_heading_add_plain(struct md *md, int level, str id, str text);
/* Whether the text has a heading of level 1. */
bool md_has_top_heading(const struct md *md);

/* md_math.c: formulas. */

/* The HTML of a formula: MathML or, where it can't be rendered, the text as it
 * was typed; then it is said why. md->line is that of the block. */
str md_math_html(struct md *md, const struct md_inline *item, bool display);
/* The HTML of the text of a fence, which is in md->line. */
str md_math_fence(struct md *md, str tex);

/* md_abbreviation.c */
/* Takes paragraphs of definitions out of the tree. */
void md_abbreviations_take(struct md *md);
/* A pass: gives the abbreviations in md->inlines their meanings. The last one,
 * so that the others see the text. */
void md_abbreviate(struct md *md);

/* md_definition.c: prints the inlines of a paragraph as a definition list or a
 * part of one. Returns false if it is none. */
bool md_definitions(struct md *md, cmark_node *paragraph);

/* md_inline.c */
/* The offset of md->line in the source. */
size_t md_block_offset(struct md *md);
/* The first place from md->line on that reads like the destination; an empty
 * span at that line: it was not found. */
span md_place_of(struct md *md, str dest);
/* The destination for the page; p == NULL: none. */
str md_destination(struct md *md, const struct md_inline *item);
/* Prints md->inlines to md->out. */
void md_inline(struct md *md);
/* Prints them without links and footnotes, for the table of contents. */
void md_inline_unlinked(struct md *md, struct buf *out);
/* Prints their text, not escaped; with `shortcodes` also that of shortcodes. */
void md_inline_plain(struct md *md, bool shortcodes, struct buf *out);
/* Appends the end tags of open elements. */
void md_close_inlines(const struct md *md, struct buf *out);
/* Print the start tag of a paragraph if it is due, and the end tag if it is
 * open: then another start tag is due. */
void md_paragraph_start(struct md *md);
void md_paragraph_end(struct md *md);
/* Appends an address for an attribute in double quotes: percent-encoded, with
 * references for '&' and "'". */
void md_escape_href(str url, struct buf *out);
/* Prints an attribute, with a space before it, unless its text is empty. */
void md_put_attribute(struct buf *out, str name, str text);

/* md_image.c: prints the image that begins at inlines[i]. Returns the index of
 * its end. */
size_t md_image(struct md *md, size_t i);

/* md_safe.c: prints raw HTML as far as the options allow. */
void md_raw_html(struct md *md, str html, bool block);

/* md_code.c: prints a block of code, highlighted if its language is known.
 * `info` is the text after its fence. */
void md_code_block(struct md *md, cmark_node *node, str info);
/* The text of a block of code, as it was typed. */
str md_code_text(struct md *md, cmark_node *node);
/* The HTML of {{< highlight go "linenos=table" >}} with `text` between its
 * tags.
 */
str md_code_shortcode(struct md *md, const struct shortcode_call *call,
                      str text);
/* Prints code within a line, `{:python}x`. */
void md_code_inline(struct md *md, const struct md_inline *item,
                    struct buf *out);

/* md_render.c: prints the whole tree to md->out. */
void md_render(struct md *md);
/* The end tag of a quote, list or item; p == NULL: the node is none. */
str md_block_end(const cmark_node *node);
/* cmark's line break: only if the output isn't at the start of a line. */
void md_end_line(struct buf *out);
/* Sets md->line to that of a block with that start_line. */
void md_go_to_line(struct md *md, int line);
/* Sets it so, and returns that line in the source. */
span md_line(struct md *md, int line);
/* Sets it to that of the block that the node is, or is in. */
void md_go_to_block(struct md *md, const cmark_node *node);
/* Runs md_mail, md_smart and md_abbreviate over md->inlines and prints them. */
void md_print_inlines(struct md *md);
/* Whether a paragraph is in a tight list: then it has no <p>. */
bool md_is_tight(cmark_node *paragraph);

#endif
