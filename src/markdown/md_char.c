/* SPDX-License-Identifier: MIT */
#include <utf8proc.h>

#include "base/utf8.h"
#include "markdown/md.h"

/* Delimiters open and close by the characters around them (CommonMark 6.4).
 * Here the neighbours may be in other pieces. */

bool md_is_space(uint32_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' ||
           c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

bool md_is_punctuation(uint32_t c)
{
    if (c < 0x80) {
        return c > ' ' && c < 0x7F && !is_alnum((char)c);
    }
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

static uint32_t last_char(const struct md *md, str text, size_t end)
{
    size_t off = end - 1;
    while (off > 0 && end - off < 4 &&
           ((unsigned char)text.p[off] & 0xC0) == 0x80) {
        off--;
    }
    char c;
    if (md_mask_at(md, text, off, &c)) {
        return (unsigned char)c;
    }
    return utf8_next(text, &off);
}

static uint32_t first_char(const struct md *md, str text, size_t off)
{
    char c;
    if (md_mask_at(md, text, off, &c)) {
        return (unsigned char)c;
    }
    return utf8_next(text, &off);
}

/* What a piece looked like in the source, seen from its other side. */
static uint32_t edge_of_piece(const struct md_piece *piece)
{
    switch (piece->kind) {
    case MD_SOFT_BREAK:
    case MD_HARD_BREAK: return '\n';
    case MD_CODE: return '`';
    case MD_MATH: return '$';
    case MD_HTML: return '>';
    case MD_FOOTNOTE: return ']';
    case MD_SHORTCODE: return '}';
    case MD_LINK:
    case MD_IMAGE: return piece->closes ? ')' : '[';
    case MD_SUBSCRIPT:
    case MD_STRIKE: return '~';
    case MD_MARK: return '=';
    case MD_SUPERSCRIPT: return '^';
    case MD_TEXT:
    case MD_ABBREVIATION:
    case MD_EMPH:
    case MD_STRONG: break;
    }
    return '*';
}

uint32_t md_before(const struct md *md, size_t i, size_t off)
{
    if (off > 0) {
        return last_char(md, md->pieces.list.p[i].text, off);
    }
    while (i > 0) {
        const struct md_piece *piece = &md->pieces.list.p[--i];
        if (piece->kind == MD_TEXT && piece->text.n) {
            return last_char(md, piece->text, piece->text.n);
        }
        if (piece->kind != MD_TEXT && !piece->bare) {
            return edge_of_piece(piece);
        }
    }
    return '\n';
}

uint32_t md_after(const struct md *md, size_t i, size_t end)
{
    if (end < md->pieces.list.p[i].text.n) {
        return first_char(md, md->pieces.list.p[i].text, end);
    }
    while (++i < md->pieces.list.n) {
        const struct md_piece *piece = &md->pieces.list.p[i];
        if (piece->kind == MD_TEXT && piece->text.n) {
            return first_char(md, piece->text, 0);
        }
        if (piece->kind != MD_TEXT && !piece->bare) {
            return edge_of_piece(piece);
        }
    }
    return '\n';
}
