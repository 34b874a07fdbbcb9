/* SPDX-License-Identifier: MIT */
#include "markdown/md_attributes.h"

#include "base/simd.h"
#include "base/utf8.h"
#include "markdown/shortcode/md_shortcode.h"

/* From cmark's tree of inlines to a flat list of them, and on the way the
 * number of words. */

/* Han and kana are written without spaces: every character counts as a word.
 * Korean has spaces. */
static bool is_ideographic(uint32_t c)
{
    return (c >= 0x3041 && c <= 0x30FA) || (c >= 0x3400 && c <= 0x4DBF) ||
           (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFF66 && c <= 0xFF9D) || (c >= 0x20000 && c <= 0x3FFFF) ||
           (c >= 0x3005 && c <= 0x3007);
}

/* Marks that make the character before longer or repeat it. */
static bool is_length_mark(uint32_t c)
{
    return (c >= 0x30FB && c <= 0x30FF) || c == 0xFF70 ||
           (c >= 0x3099 && c <= 0x309C);
}

/* Spaces and punctuation between words, outside ASCII. */
static bool is_separator(uint32_t c)
{
    return c == 0xA0 || (c >= 0x2000 && c <= 0x206F && c != 0x2019) ||
           (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFF0F) ||
           (c >= 0xFF1A && c <= 0xFF20);
}

static void count_wide(struct md *md, str text, size_t *off)
{
    size_t from = *off;
    uint32_t c = utf8_next(text, off);
    char replaced;
    if (c > 0xFFFF && md_placeholder_at(md, text, from, &replaced)) {
        return; /* punctuation */
    }
    if (is_length_mark(c)) {
        return;
    }
    if (is_ideographic(c)) {
        md->words++;
        md->characters++;
        md->in_word = false;
    } else if (is_separator(c)) {
        md->in_word = false;
    } else if (!md->in_word) {
        md->words++;
        md->in_word = true;
    }
}

/* Characters of one byte, except control characters. */
static uint32_t plains_mask(simd16 x)
{
    return simd16_mask(simd16_between(x, ' ', 0x7F));
}

/* The words that end in the first n bytes, which are plain. A word is a run
 * without spaces that holds a letter or digit: to a number with all the bits of
 * the run set, one at a letter is added, and the carry comes out after the
 * run. */
static size_t ends_of_words(simd16 x, size_t n, bool *in_word)
{
    uint32_t plain = simd16_mask_first(n);
    uint32_t spaces = simd16_mask(simd16_is(x, ' ')) & plain;
    uint32_t letters = simd16_mask(simd16_between(x | ' ', 'a', 'z') |
                                   simd16_between(x, '0', '9'));
    uint32_t sum = (spaces ^ plain) + (letters & plain) + *in_word;
    *in_word = sum >> n;
    return simd16_count(sum & spaces);
}

static void count_char(struct md *md, str text, size_t *off)
{
    char c = text.p[*off];
    if ((unsigned char)c >= 0x80) {
        count_wide(md, text, off);
        return;
    }
    bool letter = is_alnum(c);
    bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    md->words += letter && !md->in_word;
    md->in_word = letter || (md->in_word && !space);
    (*off)++;
}

void md_count_words(struct md *md, str text)
{
    for (size_t i = 0; i < text.n;) {
        size_t left = text.n - i;
        simd16 x = left < SIMD16 ? simd16_load_part(text.p + i, left)
                                 : simd16_load(text.p + i);
        /* zeros after the text are not plain */
        size_t n = (size_t)__builtin_ctz(~plains_mask(x));
        if (n == 0) {
            do {
                count_char(md, text, &i);
            } while (i < text.n && (unsigned char)text.p[i] >= 0x80);
            continue;
        }
        bool before = md->in_word;
        md->words += ends_of_words(x, n, &md->in_word);
        md->words += md->in_word;
        md->words -= before;
        i += n;
    }
}

/* Text that only replaces a picture is not read. */
static void count_shown_words(struct md *md, str text)
{
    size_t words = md->words;
    size_t characters = md->characters;
    md_count_words(md, text);
    if (md->images) {
        md->words = words;
        md->characters = characters;
    }
}

static enum md_kind kind_of_node(const cmark_node *node)
{
    switch (node->type) {
    case CMARK_NODE_SOFTBREAK: return MD_SOFT_BREAK;
    case CMARK_NODE_LINEBREAK: return MD_HARD_BREAK;
    case CMARK_NODE_CODE: return node->user_data ? MD_MATH : MD_CODE;
    case CMARK_NODE_HTML_INLINE: return node->user_data ? MD_TEXT : MD_HTML;
    case CMARK_NODE_FOOTNOTE_REFERENCE: return MD_FOOTNOTE;
    case CMARK_NODE_EMPH: /* with data it is a node of md_strike.c */
        return node->user_data ? *(const enum md_kind *)node->user_data
                               : MD_EMPH;
    case CMARK_NODE_STRONG: return MD_STRONG;
    case CMARK_NODE_LINK: return MD_LINK;
    case CMARK_NODE_IMAGE: return MD_IMAGE;
    default: return MD_TEXT;
    }
}

/* Whether it is a link of md_autolink.c. */
static bool is_bare(const struct md *md, const cmark_node *node)
{
    return node->type == CMARK_NODE_LINK && node->user_data == md;
}

/* The data of a link or image of md_wikilink.c; NULL: it is another node. */
static const struct md_wikilink *wikilink_of(const struct md *md,
                                             const cmark_node *node)
{
    bool link = node->type == CMARK_NODE_LINK || node->type == CMARK_NODE_IMAGE;
    return link && node->user_data != md ? node->user_data : NULL;
}

/* Links do not nest: the outer one stays, as it would be without wikilinks. */
static void unlink_nested(const struct md *md, cmark_node *node)
{
    const struct md_wikilink *wiki = wikilink_of(md, node);
    if (wiki && (md->links || md->images)) {
        node->type = CMARK_NODE_TEXT;
        node->first_child = NULL;
        node->as.literal = (cmark_chunk){0};
        cmark_node_set_literal(node, arena_str(md->tree, wiki->written).p);
    }
}

static void text_inline(struct md *md, str text)
{
    if (text.n) {
        *VEC_PUSH(&md->inlines.list, md->tree) =
            (struct md_inline){.kind = MD_TEXT, .text = text};
        count_shown_words(md, text);
    }
}

/* A text, and the shortcodes in it. */
static void flatten_text(struct md *md, str text)
{
    size_t done = 0;
    for (size_t at = md_shortcode_find(md, text, 0); at < text.n;
         at = md_shortcode_find(md, text, done)) {
        struct md_inline item = {.kind = MD_SHORTCODE};
        md_shortcode_at(md, text, at, &item.number);
        text_inline(md, str_sub(text, done, at - done));
        *VEC_PUSH(&md->inlines.list, md->tree) = item;
        done = at + MD_TOKEN_LENGTH;
    }
    text_inline(md, str_from_offset(text, done));
}

/* A list of attributes: text if it belongs to nothing. */
static void flatten_marker(struct md *md, cmark_node *node)
{
    str rest = md_attributes_rest(md, node);
    size_t n = md->inlines.list.n;
    if (rest.n) {
        text_inline(md, rest);
    } else if (!node->next && n && md->inlines.list.p[n - 1].kind == MD_TEXT) {
        str *before = &md->inlines.list.p[n - 1].text;
        *before = str_trim_end(*before);
    }
}

static void open_inline(struct md *md, cmark_node *node)
{
    struct md_inline *item = VEC_PUSH(&md->inlines.list, md->tree);
    *item = (struct md_inline){.kind = kind_of_node(node)};
    switch ((unsigned)item->kind) {
    case MD_TEXT:
        md->inlines.list.n--;
        if (node->type == CMARK_NODE_HTML_INLINE) {
            flatten_marker(md, node);
        } else {
            flatten_text(md, md_literal(node));
        }
        return;
    case MD_CODE:
    case MD_MATH:
        item->text =
            md_shortcodes_restore(md, md_unprotect(md, md_literal(node), true));
        item->formula = node->user_data;
        /* A formula is one word. */
        count_shown_words(md, item->formula ? STR("x") : item->text);
        break;
    case MD_HTML:
        item->text =
            md_shortcodes_expand(md, md_unprotect(md, md_literal(node), true));
        break;
    case MD_FOOTNOTE: item->text = md_literal(node); break;
    case MD_LINK:
    case MD_IMAGE:
        md->images += item->kind == MD_IMAGE;
        md->links += item->kind == MD_LINK;
        item->bare = is_bare(md, node);
        item->wiki = wikilink_of(md, node);
        item->text =
            md_unprotect(md, str_from(cmark_node_get_url(node)), false);
        item->resolved = md_shortcodes_resolve(md, item->text);
        item->text = md_shortcodes_address(md, item->text);
        item->title =
            md_unprotect(md, str_from(cmark_node_get_title(node)), false);
        item->title = md_shortcodes_restore(md, item->title);
        break;
    case MD_SOFT_BREAK:
    case MD_HARD_BREAK: md->in_word = false; break;
    default: break;
    }
    if (item->kind == MD_CODE || item->kind >= MD_EMPH) {
        item->attributes = md_attributes_after(md, node->next);
    }
}

/* Closes node and every ancestor it is the last child of; the node to go on
 * with, NULL at the block's end. */
static cmark_node *close_inlines(struct md *md, cmark_node *node,
                                 const cmark_node *block)
{
    while (node != block) {
        enum md_kind kind = kind_of_node(node);
        if (kind >= MD_EMPH) {
            struct md_inline *item = VEC_PUSH(&md->inlines.list, md->tree);
            *item = (struct md_inline){
                .kind = kind, .closes = true, .bare = is_bare(md, node)};
            md->images -= kind == MD_IMAGE;
            md->links -= kind == MD_LINK;
        }
        cmark_node *next = node->next;
        if (next) {
            return next;
        }
        node = node->parent;
    }
    return NULL;
}

void md_flatten(struct md *md, cmark_node *block)
{
    md->inlines.list.n = 0;
    md->in_word = false;
    md->block = block;
    md_go_to_line(md, block->start_line);
    cmark_node *node = block->first_child;
    while (node) {
        unlink_nested(md, node);
        open_inline(md, node);
        cmark_node *child = node->first_child;
        node = child ? child : close_inlines(md, node, block);
    }
    if (md->has_foreign) {
        md_foreign_inlines(md);
    }
}

void md_emit(struct md *md, struct md_inline item)
{
    *VEC_PUSH(&md->spare.list, md->tree) = item;
}

void md_emit_text(struct md *md, str text)
{
    if (text.n) {
        md_emit(md, (struct md_inline){.kind = MD_TEXT, .text = text});
    }
}

void md_swap(struct md *md)
{
    struct md_inlines done = md->inlines;
    md->inlines = md->spare;
    md->spare = done;
    md->spare.list.n = 0;
}
