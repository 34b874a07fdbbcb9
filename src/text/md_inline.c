/* SPDX-License-Identifier: MIT */
#include "text/html.h"
#include "text/md_shortcode.h"
#include "text/url.h"

/* The pieces of a block as HTML. */

static const char hex[] = "0123456789ABCDEF";

/* Characters that may stand in an address as they are. */
static bool is_href_char(char c)
{
    return is_alnum(c) || (c && strchr("!#$%()*+,-./:;=?@_~", c));
}

void md_escape_href(str url, struct buf *out)
{
    size_t from = 0;
    for (size_t i = 0; i < url.n; i++) {
        char c = url.p[i];
        if (is_href_char(c)) {
            continue;
        }
        buf_put(out, str_sub(url, from, i - from));
        from = i + 1;
        if (c == '&') {
            buf_put(out, STR("&amp;"));
        } else if (c == '\'') {
            buf_put(out, STR("&#x27;"));
        } else {
            unsigned char byte = (unsigned char)c;
            char code[3] = {'%', hex[byte >> 4], hex[byte & 15]};
            buf_put(out, (str){code, sizeof code});
        }
    }
    buf_put(out, str_from_offset(url, from));
}

/* GFM 6.11: tags that change how what follows is read. */
static bool is_disallowed(str tag)
{
    static const str names[] = {
        STR_INIT("title"),    STR_INIT("textarea"), STR_INIT("style"),
        STR_INIT("xmp"),      STR_INIT("iframe"),   STR_INIT("noembed"),
        STR_INIT("noframes"), STR_INIT("script"),   STR_INIT("plaintext"),
    };
    tag = str_from_offset(tag, 1);
    if (tag.n && tag.p[0] == '/') {
        tag = str_from_offset(tag, 1);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!str_eq_nocase(str_sub(tag, 0, names[i].n), names[i])) {
            continue;
        }
        str rest = str_from_offset(tag, names[i].n);
        if (rest.n && (is_space(rest.p[0]) || rest.p[0] == '>' ||
                       str_starts(rest, STR("/>")))) {
            return true;
        }
    }
    return false;
}

static void filtered(str html, struct buf *out)
{
    size_t from = 0;
    for (size_t i = 0; i < html.n; i++) {
        if (html.p[i] == '<' && is_disallowed(str_from_offset(html, i))) {
            buf_put(out, str_sub(html, from, i - from));
            buf_put(out, STR("&lt;"));
            from = i + 1;
        }
    }
    buf_put(out, str_from_offset(html, from));
}

void md_raw_html(struct md *md, str html, bool block)
{
    if (!md->options->raw_html) {
        if (md->options->gfm) {
            buf_put(&md->out, STR("<!-- raw HTML omitted -->"));
        }
    } else if (md->options->gfm && block) {
        filtered(html, &md->out);
    } else if (md->options->gfm && html.n && is_disallowed(html)) {
        buf_put(&md->out, STR("&lt;"));
        buf_put(&md->out, str_from_offset(html, 1));
    } else {
        const struct markdown_resolver *resolver = &md->options->resolver;
        buf_put(&md->out, resolver->html
                              ? resolver->html(resolver->host, html, md->tree)
                              : html);
    }
}

/* The scheme as a browser reads it: blanks and control characters before it
 * and line ends and tabs inside are dropped. */
static str scheme_of(str url, char *room, size_t most)
{
    size_t n = 0;
    for (size_t i = 0; i < url.n && n < most; i++) {
        char c = url.p[i];
        if ((unsigned char)c <= ' ' || c == 0x7F) {
            continue;
        }
        room[n++] = to_lower(c);
        if (c == ':') {
            return (str){room, n};
        }
        if (!is_alnum(c) && c != '+' && c != '-' && c != '.') {
            break;
        }
    }
    return (str){0};
}

/* Pictures as data: can't run scripts, SVG can. */
static bool is_data_image(str url)
{
    static const str good[] = {
        STR_INIT("data:image/png"), STR_INIT("data:image/gif"),
        STR_INIT("data:image/jpeg"), STR_INIT("data:image/webp"),
        STR_INIT("data:image/avif")};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (str_eq_nocase(str_sub(url, 0, good[i].n), good[i])) {
            return true;
        }
    }
    return false;
}

bool markdown_is_dangerous(str url, bool image)
{
    static const str bad[] = {STR_INIT("javascript:"), STR_INIT("vbscript:"),
                              STR_INIT("file:"), STR_INIT("data:")};
    char room[16];
    str scheme = scheme_of(url, room, sizeof room);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (str_eq(scheme, bad[i])) {
            return !(image && is_data_image(url));
        }
    }
    return false;
}

/* Where the block at hand starts, in the source. Blocks come nearly in order,
 * so the search goes on from the last answer. */
static size_t block_offset(struct md *md)
{
    str text = md->source->text;
    if (md->where_line == 0 || md->where_line > md->line) {
        md->where_line = 1;
        md->where_off = md->body;
    }
    size_t off = md->where_off;
    while (md->where_line < md->line && off < text.n) {
        char c = text.p[off++];
        bool crlf = c == '\r' && off < text.n && text.p[off] == '\n';
        if ((c == '\n' || c == '\r') && !crlf) {
            md->where_line++;
            md->where_off = off;
        }
    }
    return md->where_off;
}

/* The first place from the block on that reads like the destination. */
static span where(struct md *md, str dest)
{
    size_t off = block_offset(md);
    size_t at = dest.n ? str_find(str_from_offset(md->source->text, off), dest)
                       : STR_NONE;
    if (at == STR_NONE) {
        return span_of(md->source, off, 0);
    }
    return span_of(md->source, off + at, dest.n);
}

/* The destination as it goes into the page; p == NULL: none. */
static str destination(struct md *md, const struct md_piece *piece)
{
    const struct markdown_resolver *resolver = &md->options->resolver;
    str url = piece->text;
    if (resolver->link && !piece->resolved) {
        /* Looking for the place costs; nobody asks for that of an address
         * with a scheme. */
        span at = url_is_absolute(url) ? span_of(md->source, md->body, 0)
                                       : where(md, url);
        url = resolver->link(resolver->host, url, piece->kind == MD_IMAGE, at,
                             md->tree);
    }
    if (piece->resolved && url.n == 0) {
        url = (str){0}; /* a post that is not live yet */
    }
    if (url.p && !md->options->raw_html &&
        markdown_is_dangerous(url, piece->kind == MD_IMAGE)) {
        url = (str){0};
    }
    return url;
}

static void title(struct md *md, str text)
{
    if (text.n) {
        buf_put(&md->out, STR("\" title=\""));
        html_escape(text, &md->out);
    }
}

static size_t partner(const struct md_pieces *pieces, size_t i)
{
    size_t depth = 0;
    for (; i < pieces->list.n; i++) {
        const struct md_piece *piece = &pieces->list.p[i];
        if (piece->kind == MD_IMAGE) {
            depth = piece->closes ? depth - 1 : depth + 1;
            if (depth == 0) {
                return i;
            }
        }
    }
    return i;
}

/* What stands between an image's pieces, as its alternative text. */
static void alternative(struct md *md, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct md_piece *piece = &md->pieces.list.p[i];
        if (piece->kind == MD_TEXT) {
            html_escape(md_unmask(md, piece->text, false), &md->out);
        } else if (piece->kind == MD_CODE || piece->kind == MD_HTML) {
            html_escape(piece->text, &md->out);
        } else if (piece->kind == MD_SOFT_BREAK ||
                   piece->kind == MD_HARD_BREAK) {
            buf_putc(&md->out, ' ');
        }
    }
}

/* So that the page doesn't jump when the picture comes. */
static void image_size(struct md *md, str dest)
{
    const struct markdown_resolver *resolver = &md->options->resolver;
    struct image_size size;
    if (resolver->image_size &&
        resolver->image_size(resolver->host, dest, &size)) {
        buf_printf(&md->out, " width=\"%u\" height=\"%u\"",
                   (unsigned)size.width, (unsigned)size.height);
    }
}

/* The image that begins at pieces[i]; the index of its end. */
static size_t image(struct md *md, size_t i)
{
    const struct md_piece *piece = &md->pieces.list.p[i];
    size_t end = partner(&md->pieces, i);
    str url = destination(md, piece);
    if (!url.p) {
        alternative(md, i + 1, end);
        return end;
    }
    buf_put(&md->out, STR("<img src=\""));
    md_escape_href(url, &md->out);
    buf_put(&md->out, STR("\" alt=\""));
    alternative(md, i + 1, end);
    title(md, piece->title);
    buf_putc(&md->out, '"');
    if (md->options->gfm) {
        buf_put(&md->out, STR(" />"));
        return end;
    }
    image_size(md, piece->text);
    buf_put(&md->out, STR(" loading=\"lazy\">"));
    return end;
}

/* Links do not nest, so the one that is open is the last one. */
static void link(struct md *md, struct md_piece *piece, bool *off)
{
    if (piece->closes) {
        if (!*off) {
            buf_put(&md->out, STR("</a>"));
        }
        return;
    }
    str url = destination(md, piece);
    *off = !url.p;
    piece->off = *off;
    if (*off) {
        return;
    }
    buf_put(&md->out, STR("<a href=\""));
    md_escape_href(url, &md->out);
    title(md, piece->title);
    buf_put(&md->out, STR("\">"));
}

static str tag_name(enum md_kind kind)
{
    switch (kind) {
    case MD_EMPH: return STR("em");
    case MD_STRONG: return STR("strong");
    case MD_STRIKE: return STR("del");
    case MD_MARK: return STR("mark");
    case MD_SUBSCRIPT: return STR("sub");
    case MD_SUPERSCRIPT: return STR("sup");
    case MD_LINK: return STR("a");
    case MD_TEXT:
    case MD_SOFT_BREAK:
    case MD_HARD_BREAK:
    case MD_CODE:
    case MD_HTML:
    case MD_FOOTNOTE:
    case MD_SHORTCODE:
    case MD_IMAGE: break;
    }
    return (str){0};
}

static void element(const struct md_piece *piece, struct buf *out)
{
    buf_put(out, piece->closes ? STR("</") : STR("<"));
    buf_put(out, tag_name(piece->kind));
    buf_putc(out, '>');
}

void md_close_piece(const struct md *md, size_t i, struct buf *out)
{
    const struct md_piece *piece = &md->pieces.list.p[i];
    if (piece->kind != MD_IMAGE && !piece->off) {
        element(&(struct md_piece){.kind = piece->kind, .closes = true}, out);
    }
}

static void code(str text, struct buf *out)
{
    buf_put(out, STR("<code>"));
    html_escape(text, out);
    buf_put(out, STR("</code>"));
}

/* The kinds that look the same everywhere; false for the others. */
static bool simple(struct md *md, const struct md_piece *piece, struct buf *out)
{
    switch (piece->kind) {
    case MD_TEXT:
        html_escape(md_unmask(md, piece->text, false), out);
        return true;
    case MD_SOFT_BREAK: buf_putc(out, '\n'); return true;
    case MD_HARD_BREAK:
        buf_put(out, md->options->gfm ? STR("<br />\n") : STR("<br>\n"));
        return true;
    case MD_CODE: code(piece->text, out); return true;
    case MD_EMPH:
    case MD_STRONG:
    case MD_STRIKE:
    case MD_MARK:
    case MD_SUBSCRIPT:
    case MD_SUPERSCRIPT: element(piece, out); return true;
    case MD_SHORTCODE:
        buf_put(out, md_shortcode_html(md, piece->number, false));
        return true;
    case MD_HTML:
    case MD_FOOTNOTE:
    case MD_LINK:
    case MD_IMAGE: return false;
    }
    return false;
}

void md_inline(struct md *md)
{
    bool unlinked = false;
    for (size_t i = 0; i < md->pieces.list.n; i++) {
        struct md_piece *piece = &md->pieces.list.p[i];
        if (simple(md, piece, &md->out)) {
            continue;
        }
        if (piece->kind == MD_HTML && !md->options->gfm &&
            md_is_more(piece->text)) {
            md_more_inline(md, i);
        } else if (piece->kind == MD_HTML) {
            md_raw_html(md, piece->text, false);
        } else if (piece->kind == MD_FOOTNOTE) {
            md_footnote_reference(md, piece->text);
        } else if (piece->kind == MD_LINK) {
            link(md, piece, &unlinked);
        } else {
            i = image(md, i);
        }
    }
}

void md_inline_unlinked(struct md *md, struct buf *out)
{
    for (size_t i = 0; i < md->pieces.list.n; i++) {
        const struct md_piece *piece = &md->pieces.list.p[i];
        if (!simple(md, piece, out) && piece->kind == MD_HTML &&
            md->options->raw_html) {
            buf_put(out, piece->text);
        }
    }
}

void md_inline_plain(struct md *md, struct buf *out)
{
    for (size_t i = 0; i < md->pieces.list.n; i++) {
        const struct md_piece *piece = &md->pieces.list.p[i];
        if (piece->kind == MD_TEXT) {
            buf_put(out, md_unmask(md, piece->text, false));
        } else if (piece->kind == MD_CODE) {
            buf_put(out, piece->text);
        } else if (piece->kind == MD_SOFT_BREAK ||
                   piece->kind == MD_HARD_BREAK) {
            buf_putc(out, ' ');
        }
    }
}
