/* SPDX-License-Identifier: MIT */
#include "markdown/md.h"
#include "markdown/shortcode/md_shortcode.h"
#include "text/html_token.h"

/* Which tags of other template languages a text shows, as nothing runs them:
 * in its words, the addresses of its links, and raw HTML; not in code and
 * comments. The inlines of a block are laid side by side, as they are written
 * and once more with a hole for each brace that doesn't count: a tag may hold
 * emphasis and links. */

enum { HOLE = '\x01' };

struct sheet {
    struct buf written;
    struct buf seen; /* as long */
    size_t at;       /* written[at] is in the source... */
    size_t off;      /* ...here, as far as it is known */
};

bool md_may_have_foreign(str text)
{
    return str_find_char(text, '{') != STR_NONE ||
           str_find(text, STR("%%")) != STR_NONE ||
           str_find(text, STR("!!!")) != STR_NONE ||
           str_find(text, STR("???")) != STR_NONE ||
           str_find(text, STR("=== \"")) != STR_NONE;
}

bool md_holds_code(str name)
{
    return str_is_word_of(name, STR("code pre script style"));
}

static void put_on_sheet(struct sheet *sheet, str text, bool seen)
{
    size_t from = sheet->seen.n;
    buf_put(&sheet->written, text);
    buf_put(&sheet->seen, text);
    for (size_t i = from; !seen && i < sheet->seen.n; i++) {
        if (is_any_of(sheet->seen.p[i], "{%!?=")) {
            sheet->seen.p[i] = HOLE;
        }
    }
}

/* --- tags on a sheet --- */

static struct foreign_use *foreign_use_of(struct md *md,
                                          const struct foreign_tag *tag)
{
    struct md *page = md->page;
    str shown = foreign_tag_shown(tag, md->tree);
    void **place = map_put(&page->foreign_names, page->tree, shown);
    if (!*place) {
        struct foreign_use *use = ARENA_NEW(page->tree, struct foreign_use);
        *use = (struct foreign_use){
            .kind = tag->kind, .shown = shown, .call = tag->call};
        use->name = arena_str(page->tree, tag->name);
        *place = use;
        *VEC_PUSH(&page->foreign, page->tree) = use;
    }
    return *place;
}

/* The offset of written[at..at + n) in the source, where the same text occurs
 * as often before it as on the sheet. The source has a little more in between,
 * such as the marks of quotes. STR_NONE: it is written differently, as {\% x
 * %}. */
static size_t place_in_source(const struct md *md, struct sheet *sheet,
                              size_t at, size_t n)
{
    enum { MORE = 4, SLACK = 4096 };
    str written = buf_str(&sheet->written);
    str what = str_sub(written, at, n);
    size_t i = sheet->at;
    size_t off = sheet->off;
    str text = str_sub(md->source->text, 0, off + (at - i) * MORE + SLACK);
    for (;; i++, off++) {
        size_t found = str_find(str_from_offset(text, off), what);
        if (found == STR_NONE) {
            return STR_NONE;
        }
        off += found;
        i += str_find(str_from_offset(written, i), what);
        if (i >= at) {
            sheet->at = at;
            sheet->off = off;
            return off;
        }
    }
}

static void look_through(struct md *md, struct sheet *sheet)
{
    struct foreign_tag tag;
    size_t at = 0;
    sheet->off = md_block_offset(md);
    while (foreign_tag_next(buf_str(&sheet->seen), &at, &tag)) {
        size_t off = tag.part ? STR_NONE
                              : place_in_source(md, sheet, tag.from,
                                                tag.head - tag.from);
        if (off == STR_NONE) {
            continue;
        }
        struct foreign_use *use = foreign_use_of(md, &tag);
        if (use->count++ == 0) {
            struct foreign_tag whole;
            size_t from = 0;
            str rest = str_sub(md->source->text, off, FOREIGN_TAG_LONGEST);
            bool read = foreign_tag_next(rest, &from, &whole) && !whole.from;
            const struct source *source = md->source;
            if (md->page != md) { /* a part's source is gone before the page */
                struct source *copy = ARENA_NEW(md->tree, struct source);
                *copy = *source;
                source = copy;
            }
            use->at = span_of(source, off, read ? whole.to : 0);
        }
    }
    buf_free(&sheet->written);
    buf_free(&sheet->seen);
}

/* --- Markdown --- */

/* As it is written: with a backslash before what was escaped, which is no
 * tag's. */
static void put_text_on_sheet(struct md *md, struct sheet *sheet, str text,
                              bool seen)
{
    size_t done = 0;
    for (size_t i = 0; i < text.n; i++) {
        char c;
        if (md_placeholder_at(md, text, i, &c)) {
            put_on_sheet(sheet, str_sub(text, done, i - done), seen);
            str written =
                md_unprotect(md, str_sub(text, i, MD_PLACEHOLDER_LENGTH), true);
            put_on_sheet(sheet, written, false);
            done = i + MD_PLACEHOLDER_LENGTH;
            i = done - 1;
        }
    }
    put_on_sheet(sheet, str_from_offset(text, done), seen);
}

/* One tag, or a comment. */
static void put_html_on_sheet(const struct md *md, struct sheet *sheet,
                              str html, bool *code)
{
    struct html_token token;
    html_token_init(&token, html);
    bool is_tag = html_token_next(&token) && html_token_is_tag(&token);
    if (is_tag && md_holds_code(token.name)) {
        *code = token.kind == HTML_START;
    }
    put_on_sheet(sheet, html, is_tag && !*code && md->options->raw_html);
}

static void put_inline_on_sheet(struct md *md, struct sheet *sheet,
                                const struct md_inline *item, bool *in_code)
{
    const struct md_shortcode *code;
    switch ((unsigned)item->kind) {
    case MD_TEXT: put_text_on_sheet(md, sheet, item->text, !*in_code); break;
    case MD_SOFT_BREAK:
    case MD_HARD_BREAK: put_on_sheet(sheet, STR("\n"), true); break;
    case MD_CODE:
    case MD_MATH: put_on_sheet(sheet, item->text, false); break;
    case MD_HTML: put_html_on_sheet(md, sheet, item->text, in_code); break;
    case MD_SHORTCODE:
        code = &md->shortcodes.p[item->number];
        if (code->tag.path) {
            put_on_sheet(sheet, md_shortcode_source(md, code), !*in_code);
        }
        break;
    case MD_LINK:
    case MD_IMAGE:
        if (!item->closes && !item->bare) {
            put_on_sheet(sheet, item->text, !item->resolved);
        }
        break;
    default: break;
    }
}

void md_foreign_inlines(struct md *md)
{
    bool any = false;
    for (size_t i = 0; i < md->inlines.list.n && !any; i++) {
        const struct md_inline *item = &md->inlines.list.p[i];
        any = md_may_have_foreign(item->text) || item->kind == MD_SHORTCODE;
    }
    struct sheet sheet = {0};
    bool code = false;
    for (size_t i = 0; i < md->inlines.list.n && any; i++) {
        put_inline_on_sheet(md, &sheet, &md->inlines.list.p[i], &code);
    }
    if (any) {
        look_through(md, &sheet);
    }
}

/* --- HTML --- */

void md_foreign_html(struct md *md, str html)
{
    struct sheet sheet = {0};
    struct html_token token;
    bool code = false;
    html = md_shortcodes_tags(md, html);
    if (!md->options->raw_html || !md_may_have_foreign(html)) {
        return;
    }
    html_token_init(&token, html);
    while (html_token_next(&token)) {
        bool is_tag = html_token_is_tag(&token);
        if (is_tag && md_holds_code(token.name)) {
            code = token.kind == HTML_START;
        }
        put_on_sheet(&sheet, token.body,
                     !code && (is_tag || html_token_is_shown(&token)));
    }
    look_through(md, &sheet);
}
