/* SPDX-License-Identifier: MIT */
#include "base/simd.h"
#include "markdown/md.h"

/* Curly quotes, dashes and the ellipsis. A quote that can only open or only
 * close is that; single ones open only if there is one to close them, so that
 * 'tis and rock 'n' roll get apostrophes. Never in code, addresses or raw
 * HTML: those are no text inlines; nor in template tags, which are text of
 * other programs: {{ x | default("y") }}, {% include "z" %}. */

#define EN_DASH "\xE2\x80\x93"
#define EM_DASH "\xE2\x80\x94"

static const str left_single = STR_INIT("\xE2\x80\x98");
static const str right_single = STR_INIT("\xE2\x80\x99");
static const str left_double = STR_INIT("\xE2\x80\x9C");
static const str right_double = STR_INIT("\xE2\x80\x9D");

struct smart {
    struct md *md;
    VEC(size_t) open;  /* single quotes that could open, in the spare list */
    size_t tag_inline; /* up to here, inline and offset, is a template tag */
    size_t tag_end;
    size_t no_end[2]; /* no }} and no %} from this inline on; 0: not known */
};

static bool opens_after(uint32_t c)
{
    return md_is_space(c) || c == '(' || c == '[' || c == '{' || c == '<' ||
           c == '-' || c == '/' || c == '*' || c == '=' || c == '"' ||
           c == '\'' || c == 0x2013 || c == 0x2014 || c == 0xAB || c == 0xBF ||
           c == 0xA1;
}

static void put_quote(struct smart *smart, size_t i, size_t off)
{
    struct md *md = smart->md;
    uint32_t before = md_before(md, i, off);
    uint32_t after = md_after(md, i, off + 1);
    bool can_open = opens_after(before) && !md_is_space(after);
    /* Between two marks, as in ("*x*"): beside a space or an end it closes. */
    bool can_close = !md_is_space(before) &&
                     (!can_open || (md_is_punctuation(after) && after != '*'));
    if (md->inlines.list.p[i].text.p[off] == '"') {
        bool closes = !can_open || (can_close && before == '*');
        md_emit_text(md, closes ? right_double : left_double);
        return;
    }
    if (can_open) {
        *VEC_PUSH(&smart->open, md->tree) = md->spare.list.n;
    } else if (can_close && !md_is_space(after) && !md_is_punctuation(after)) {
        can_close = false; /* don't */
    }
    if (!can_open && can_close && smart->open.n) {
        size_t opener = smart->open.p[--smart->open.n];
        md->spare.list.p[opener].text = left_single;
    }
    md_emit_text(md, right_single);
}

/* Em dashes for threes, en dashes for the rest, as cmark divides a run. */
static void put_dashes(struct md *md, size_t n)
{
    size_t en = n % 3 == 0 ? 0 : n % 2 == 0 ? n / 2 : 3 - n % 3;
    for (size_t em = (n - 2 * en) / 3; em > 0; em--) {
        md_emit_text(md, STR(EM_DASH));
    }
    for (; en > 0; en--) {
        md_emit_text(md, STR(EN_DASH));
    }
}

/* Replaces the mark at off. Returns the number of bytes used; 0: it stays. */
static size_t make_smart(struct smart *smart, size_t i, size_t off)
{
    str text = smart->md->inlines.list.p[i].text;
    size_t n = 1;
    switch (text.p[off]) {
    case '"':
    case '\'': put_quote(smart, i, off); return 1;
    case '-':
        n = str_skip(text, off, "-") - off;
        if (n > 1) {
            put_dashes(smart->md, n);
            return n;
        }
        return 0;
    case '.':
        n = (str_skip(text, off, ".") - off) / 3;
        for (size_t k = 0; k < n; k++) {
            md_emit_text(smart->md, STR("\xE2\x80\xA6"));
        }
        return 3 * n;
    default: return 0;
    }
}

/* Where the template tag that starts at off ends: the tag may hold emphasis,
 * links and line breaks, and so go through many inlines. */
static void enter_tag(struct smart *smart, size_t i, size_t off)
{
    const struct md_inlines *inlines = &smart->md->inlines;
    str text = str_from_offset(inlines->list.p[i].text, off);
    bool block = str_starts(text, STR("{%"));
    size_t *no_end = &smart->no_end[block];
    if ((!block && !str_starts(text, STR("{{"))) ||
        (*no_end && i + 1 >= *no_end)) {
        return;
    }
    str end = block ? STR("%}") : STR("}}");
    off += 2;
    for (size_t k = i; k < inlines->list.n; k++, off = 0) {
        const struct md_inline *item = &inlines->list.p[k];
        size_t at = item->kind == MD_TEXT
                        ? str_find(str_from_offset(item->text, off), end)
                        : STR_NONE;
        if (at != STR_NONE) {
            smart->tag_inline = k;
            smart->tag_end = off + at + end.n;
            return;
        }
    }
    *no_end = i + 1;
}

/* The offset after a template tag that begins here or goes on; off if there
 * is none. */
static size_t skip_tag(struct smart *smart, size_t i, size_t off)
{
    str text = smart->md->inlines.list.p[i].text;
    if (off < text.n && text.p[off] == '{') {
        enter_tag(smart, i, off);
    }
    if (i < smart->tag_inline) {
        return text.n;
    }
    return i == smart->tag_inline && off < smart->tag_end ? smart->tag_end
                                                          : off;
}

/* --- the marks that are looked at, and the braces of template tags --- */

static inline bool is_smart_mark(str text, size_t off)
{
    switch (text.p[off]) {
    case '"':
    case '\'':
    case '{': return true;
    case '-':
    case '.': return off + 1 < text.n && text.p[off + 1] == text.p[off];
    default: return false;
    }
}

/* The places of marks. The byte after the last of sixteen is not known. */
static uint32_t smart_marks_mask(simd16 x)
{
    uint32_t dashes = simd16_mask(simd16_is(x, '-'));
    uint32_t dots = simd16_mask(simd16_is(x, '.'));
    uint32_t last = UINT32_C(1) << (SIMD16 - 1);
    return simd16_mask(simd16_is(x, '"') | simd16_is(x, '\'') |
                       simd16_is(x, '{')) |
           (dashes & (dashes >> 1 | last)) | (dots & (dots >> 1 | last));
}

/* The first from off on, or text.n. */
static size_t find_smart_mark(str text, size_t off)
{
    off = simd16_find(text, off, smart_marks_mask);
    while (off < text.n && !is_smart_mark(text, off)) {
        off = simd16_find(text, off + 1, smart_marks_mask);
    }
    return off;
}

static void smarten(struct smart *smart, size_t i)
{
    str text = smart->md->inlines.list.p[i].text;
    size_t done = 0;
    size_t off = find_smart_mark(text, skip_tag(smart, i, 0));
    while (off < text.n) {
        size_t after = skip_tag(smart, i, off);
        if (after > off || text.p[off] == '{') {
            off = find_smart_mark(text, after > off ? after : off + 1);
            continue;
        }
        md_emit_text(smart->md, str_sub(text, done, off - done));
        size_t used = make_smart(smart, i, off);
        done = used ? off + used : off;
        off = find_smart_mark(text, off + (used ? used : 1));
    }
    md_emit_text(smart->md, str_from_offset(text, done));
}

void md_smart(struct md *md)
{
    struct smart smart = {.md = md};
    size_t first = 0; /* the first inline with a mark */
    size_t bare = 0;
    while (first < md->inlines.list.n) {
        const struct md_inline *item = &md->inlines.list.p[first];
        if (item->kind == MD_TEXT &&
            find_smart_mark(item->text, 0) < item->text.n) {
            break;
        }
        first++;
    }
    if (first == md->inlines.list.n) {
        return;
    }
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        struct md_inline item = md->inlines.list.p[i];
        if (item.bare) {
            bare += item.closes ? (size_t)-1 : 1;
        }
        if (i >= first && item.kind == MD_TEXT && bare == 0) {
            smarten(&smart, i);
        } else {
            md_emit(md, item);
        }
    }
    md_swap(md);
}
