/* SPDX-License-Identifier: MIT */
#include <utf8proc.h>

#include "base/utf8.h"
#include "markdown/md.h"

/* The characters around a delimiter decide whether it opens or closes
 * (CommonMark 6.4). They may be in other inlines. */

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

static uint32_t first_char(const struct md *md, str text, size_t off)
{
    char c;
    if (md_placeholder_at(md, text, off, &c)) {
        return (unsigned char)c;
    }
    return utf8_next(text, &off);
}

static uint32_t last_char(const struct md *md, str text, size_t end)
{
    size_t off = end - 1;
    while (off > 0 && end - off < 4 && utf8_is_tail(text.p[off])) {
        off--;
    }
    return first_char(md, text, off);
}

/* The character of an inline's markup in the source, at either end. */
static uint32_t edge_of_inline(const struct md_inline *item)
{
    static const char edges[MD_IMAGE + 1] = {
        [MD_SOFT_BREAK] = '\n',  [MD_HARD_BREAK] = '\n', [MD_CODE] = '`',
        [MD_MATH] = '$',         [MD_HTML] = '>',        [MD_FOOTNOTE] = ']',
        [MD_SHORTCODE] = '}',    [MD_SUBSCRIPT] = '~',   [MD_STRIKE] = '~',
        [MD_MARK] = '=',         [MD_SUPERSCRIPT] = '^', [MD_TEXT] = '*',
        [MD_ABBREVIATION] = '*', [MD_EMPH] = '*',        [MD_STRONG] = '*',
        [MD_LINK] = '[',         [MD_IMAGE] = '[',
    };
    bool link = item->kind == MD_LINK || item->kind == MD_IMAGE;
    return (unsigned char)(link && item->closes ? ')' : edges[item->kind]);
}

uint32_t md_before(const struct md *md, size_t i, size_t off)
{
    if (off > 0) {
        return last_char(md, md->inlines.list.p[i].text, off);
    }
    while (i > 0) {
        const struct md_inline *item = &md->inlines.list.p[--i];
        if (item->kind == MD_TEXT && item->text.n) {
            return last_char(md, item->text, item->text.n);
        }
        if (item->kind != MD_TEXT && !item->bare) {
            return edge_of_inline(item);
        }
    }
    return '\n';
}

uint32_t md_after(const struct md *md, size_t i, size_t end)
{
    if (end < md->inlines.list.p[i].text.n) {
        return first_char(md, md->inlines.list.p[i].text, end);
    }
    while (++i < md->inlines.list.n) {
        const struct md_inline *item = &md->inlines.list.p[i];
        if (item->kind == MD_TEXT && item->text.n) {
            return first_char(md, item->text, 0);
        }
        if (item->kind != MD_TEXT && !item->bare) {
            return edge_of_inline(item);
        }
    }
    return '\n';
}
