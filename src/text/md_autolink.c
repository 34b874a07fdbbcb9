/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/utf8.h"
#include "text/md.h"

/* Bare addresses: www.example.org, https://example.org, a@example.org (GFM
 * 6.9). Addresses of the first two kinds are not looked for inside brackets
 * that are open, whether or not they turn out to be a link; cmark-gfm keeps
 * to that, and so does this pass, which follows the brackets in the text. */

struct scan {
    struct md *md;
    str text;           /* the piece at hand */
    bool more;          /* something follows it in the block */
    size_t done;        /* emitted so far */
    VEC(char) brackets; /* open: '[', '!' of an image, '-' spent */
};

static bool is_host_char(const struct md *md, str text, size_t off)
{
    char c;
    bool escaped;
    if (md_mask_at(md, text, off, &c, &escaped)) {
        return false;
    }
    uint32_t u = utf8_next(text, &off);
    return !md_is_space(u) && !md_is_punctuation(u);
}

/* Length of the host name at off, by cmark's rules: no underscore in the last
 * two parts; its last character isn't looked at if the text ends there. */
static size_t host_length(const struct scan *scan, size_t off, bool dotted)
{
    str text = str_from_offset(scan->text, off);
    size_t last = text.n + scan->more;
    size_t dots = 0;
    size_t before = 0; /* underscores of the part before the last dot */
    size_t here = 0;
    size_t i = 1;
    for (; i + 1 < last && i < text.n; i++) {
        char c = text.p[i];
        if (c == '_') {
            here++;
        } else if (c == '.') {
            before = here;
            here = 0;
            dots++;
        } else if (c != '-' && !is_host_char(scan->md, text, i)) {
            /* The tail of a character isn't one, and cmark stops there. */
            break;
        }
    }
    if (before > 0 || here > 0 || (dotted && dots == 0)) {
        return 0;
    }
    return i;
}

/* How many more ')' than '(' there are. */
static ptrdiff_t unopened(str link)
{
    ptrdiff_t n = 0;
    for (size_t i = 0; i < link.n; i++) {
        n += link.p[i] == ')';
        n -= link.p[i] == '(';
    }
    return n;
}

static size_t without_entity(str link)
{
    size_t start = link.n - 1;
    while (start > 1 && is_alpha(link.p[start - 1])) {
        start--;
    }
    if (start >= 1 && start < link.n - 1 && link.p[start - 1] == '&') {
        return start - 1;
    }
    return link.n - 1;
}

/* Trailing punctuation is not part of an address. */
static size_t trimmed(str link)
{
    size_t less = str_find_char(link, '<');
    link.n = less == STR_NONE ? link.n : less;
    ptrdiff_t surplus = unopened(link); /* what is cut holds no others */
    while (link.n > 0) {
        char c = link.p[link.n - 1];
        if (strchr("?!.,:*_~'\"", c) && c) {
            link.n--;
        } else if (c == ';') {
            link.n = without_entity(link);
        } else if (c == ')' && surplus > 0) {
            link.n--;
            surplus--;
        } else {
            break;
        }
    }
    return link.n;
}

size_t md_address_end(str text, size_t from, size_t host)
{
    size_t end = host;
    while (end < text.n && !is_space(text.p[end])) {
        end++;
    }
    return from + trimmed(str_sub(text, from, end - from));
}

/* The same in a masked text, where the end may be marked. */
static size_t address_end(const struct md *md, str text, size_t from,
                          size_t host)
{
    char c;
    bool escaped;
    for (size_t i = host; md->masked && i < text.n && !is_space(text.p[i]);
         i++) {
        if (md_mask_at(md, text, i, &c, &escaped) && c == '\0') {
            text.n = i;
        }
    }
    return md_address_end(text, from, host);
}

/* text[from..end) becomes a link to prefix + itself. */
static void emit_link(struct scan *scan, size_t from, size_t end, str prefix)
{
    struct md *md = scan->md;
    md_emit_text(md, str_sub(scan->text, scan->done, from - scan->done));
    str shown = md_unmask(md, str_sub(scan->text, from, end - from), true);
    str url = prefix.n ? arena_concat(md->tree, prefix, shown) : shown;
    md_emit(md, (struct md_piece){.kind = MD_LINK, .bare = true, .text = url});
    md_emit_text(md, shown);
    md_emit(md,
            (struct md_piece){.kind = MD_LINK, .closes = true, .bare = true});
    scan->done = end;
}

bool md_www_may_follow(char before)
{
    return is_space(before) || (before && strchr("*_~(", before));
}

/* A link at "www." at off: its end, or 0. */
static size_t try_www(struct scan *scan, size_t i, size_t off)
{
    str text = scan->text;
    uint32_t before = md_before(scan->md, i, off);
    if (before >= 0x80 || !md_www_may_follow((char)before) ||
        !str_starts(str_from_offset(text, off), STR("www."))) {
        return 0;
    }
    size_t host = host_length(scan, off, true);
    if (host == 0) {
        return 0;
    }
    size_t end = address_end(scan->md, text, off, off + host);
    if (end > off) {
        emit_link(scan, off, end, STR("http://"));
        return end;
    }
    return 0;
}

bool md_is_scheme(str name)
{
    return str_eq_nocase(name, STR("http")) ||
           str_eq_nocase(name, STR("https")) || str_eq_nocase(name, STR("ftp"));
}

/* A link around "://" at off: its end, or 0. */
static size_t try_url(struct scan *scan, size_t off)
{
    str text = scan->text;
    if (!str_starts(str_from_offset(text, off), STR("://"))) {
        return 0;
    }
    size_t from = off;
    while (from > scan->done && is_alpha(text.p[from - 1])) {
        from--;
    }
    size_t host = off + 3;
    if (!md_is_scheme(str_sub(text, from, off - from)) || host >= text.n ||
        !is_host_char(scan->md, text, host)) {
        return 0;
    }
    size_t length = host_length(scan, host, false);
    if (length == 0) {
        return 0;
    }
    size_t end = address_end(scan->md, text, off, host + length);
    if (end <= off) {
        return 0;
    }
    emit_link(scan, from, end, (str){0});
    return end;
}

static void close_bracket(struct scan *scan)
{
    if (scan->brackets.n) {
        scan->brackets.n--;
    }
}

static bool in_bracket(const struct scan *scan)
{
    for (size_t i = scan->brackets.n; i > 0; i--) {
        if (scan->brackets.p[i - 1] != '-') {
            return true;
        }
    }
    return false;
}

/* <https://example.org>, which takes no bracket: its text is its address. */
static bool is_angle(const struct md_pieces *pieces, size_t end)
{
    const struct md_piece *p = pieces->list.p;
    return end >= 2 && p[end - 1].kind == MD_TEXT &&
           p[end - 2].kind == MD_LINK && p[end - 2].title.n == 0 &&
           str_ends(p[end - 2].text, p[end - 1].text);
}

/* After a link, images that are still open no longer count; other brackets do
 * (seen in cmark-gfm's answers, not in its specification). */
static void spend_brackets(struct scan *scan)
{
    for (size_t i = 0; i < scan->brackets.n; i++) {
        if (scan->brackets.p[i] == '!') {
            scan->brackets.p[i] = '-';
        }
    }
}

static void scan_addresses(struct scan *scan, size_t piece)
{
    str text = scan->text;
    for (size_t i = 0; i < text.n;) {
        size_t end = 0;
        char c = text.p[i];
        if (c == '[') {
            bool image = i > 0 && text.p[i - 1] == '!';
            *VEC_PUSH(&scan->brackets, scan->md->tree) = image ? '!' : '[';
        } else if (c == ']') {
            close_bracket(scan);
        } else if ((c == ':' || c == 'w') && !in_bracket(scan)) {
            end = c == ':' ? try_url(scan, i) : try_www(scan, piece, i);
        }
        i = end ? end : i + 1;
    }
    md_emit_text(scan->md, str_from_offset(text, scan->done));
}

static void find_addresses(struct md *md)
{
    struct scan scan = {.md = md};
    size_t links = 0;
    for (size_t i = 0; i < md->pieces.list.n; i++) {
        struct md_piece piece = md->pieces.list.p[i];
        bool is_link = piece.kind == MD_LINK || piece.kind == MD_IMAGE;
        if (is_link) {
            links += piece.closes ? (size_t)-1 : 1;
        }
        if (piece.kind == MD_LINK && piece.closes &&
            !is_angle(&md->pieces, i)) {
            spend_brackets(&scan);
        }
        if (piece.kind == MD_TEXT && links == 0) {
            scan.text = piece.text;
            scan.done = 0;
            scan.more = i + 1 < md->pieces.list.n;
            scan_addresses(&scan, i);
        } else {
            md_emit(md, piece);
        }
    }
    md_swap(md);
}

/* text[..at) ends with the name before an '@', perhaps after mailto: or
 * xmpp:; where it starts. */
struct mailbox {
    size_t from;
    bool protocol;
    bool xmpp;
};

static bool has_protocol(str text, size_t end, str name)
{
    str head = str_sub(text, 0, end);
    return str_ends(head, name) &&
           (head.n == name.n || !is_alnum(head.p[head.n - name.n - 1]));
}

static struct mailbox mailbox_before(str text, size_t from, size_t at)
{
    struct mailbox box = {.from = at};
    while (box.from > from) {
        char c = text.p[box.from - 1];
        bool mailto = has_protocol(text, box.from, STR("mailto:"));
        bool xmpp = has_protocol(text, box.from, STR("xmpp:"));
        if (mailto || xmpp) {
            box.protocol = true;
            box.xmpp = box.xmpp || xmpp;
        } else if (!is_alnum(c) && !strchr(".+-_", c)) {
            break;
        }
        box.from--;
    }
    return box;
}

/* The end of the address whose '@' is at `at`, or 0. */
static size_t mail_end(str text, size_t at, bool xmpp)
{
    size_t dots = 0;
    size_t end = at + 1;
    for (; end < text.n; end++) {
        char c = text.p[end];
        if (c == '@') {
            return 0;
        }
        if (c == '.' && end + 1 < text.n && is_alnum(text.p[end + 1])) {
            dots++;
        } else if (!is_alnum(c) && c != '-' && c != '_' &&
                   !(c == '/' && xmpp)) {
            break;
        }
    }
    char last = text.p[end - 1];
    if (end - at < 2 || dots == 0 || (!is_alpha(last) && last != '.')) {
        return 0;
    }
    size_t length = trimmed(str_sub(text, at, end - at));
    return length ? at + length : 0;
}

static void scan_mail(struct scan *scan)
{
    str text = scan->text;
    size_t from = 0;
    while (from < text.n) {
        size_t at = str_find_char(str_from_offset(text, from), '@');
        if (at == STR_NONE) {
            break;
        }
        at += from;
        from = at + 1;
        struct mailbox box = mailbox_before(text, scan->done, at);
        size_t end = box.from < at ? mail_end(text, at, box.xmpp) : 0;
        if (end) {
            emit_link(scan, box.from, end,
                      box.protocol ? (str){0} : STR("mailto:"));
            from = end;
        }
    }
    md_emit_text(scan->md, str_from_offset(text, scan->done));
}

static void find_mail(struct md *md)
{
    struct scan scan = {.md = md};
    size_t links = 0;
    for (size_t i = 0; i < md->pieces.list.n; i++) {
        struct md_piece piece = md->pieces.list.p[i];
        if (piece.kind == MD_LINK || piece.kind == MD_IMAGE) {
            links += piece.closes ? (size_t)-1 : 1;
        }
        if (piece.kind == MD_TEXT && links == 0) {
            scan.text = piece.text;
            scan.done = 0;
            scan_mail(&scan);
        } else {
            md_emit(md, piece);
        }
    }
    md_swap(md);
}

void md_autolink(struct md *md)
{
    if (md->has_addresses && (md->flags & (MD_COLON | MD_W))) {
        find_addresses(md);
    }
    if (md->flags & MD_AT) {
        find_mail(md);
    }
}
