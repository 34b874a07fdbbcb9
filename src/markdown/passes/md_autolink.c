/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "markdown/md_parse.h"
#include <string.h>

/* Bare addresses: www.example.org, https://example.org, a@example.org (GFM
 * 6.9). The first two are found while cmark parses: what they hold is neither
 * emphasis nor code. */

/* The tail of a character isn't one. */
bool md_is_host_char(str text, size_t off)
{
    unsigned char first = (unsigned char)text.p[off];
    if (first < 0x80) {
        return is_alnum(text.p[off]) || first < ' ' || first == 0x7F
                   ? !is_space(text.p[off])
                   : false;
    }
    if (utf8_is_tail(text.p[off])) {
        return false;
    }
    uint32_t u = utf8_next(text, &off);
    return !md_is_space(u) && !md_is_punctuation(u);
}

/* Length of the host name at off: no underscore in its last two parts; the
 * block's last character isn't looked at. */
static size_t host_length(str text, size_t off, bool dotted)
{
    enum { LONGEST = 2000 }; /* no host's name is: the DNS has 253 */
    text = str_from_offset(text, off);
    size_t dots = 0;
    size_t before = 0; /* underscores of the part before the last dot */
    size_t here = 0;
    size_t i = 1;
    for (; i + 1 < text.n && i <= LONGEST; i++) {
        char c = text.p[i];
        if (c == '_') {
            here++;
        } else if (c == '.') {
            before = here;
            here = 0;
            dots++;
        } else if (c != '-' && !md_is_host_char(text, i)) {
            break;
        }
    }
    if (before > 0 || here > 0 || (dotted && dots == 0) || i > LONGEST) {
        return 0;
    }
    return i;
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
    link.n = str_find_char_from(link, 0, '<');
    ptrdiff_t surplus =
        0; /* of ')' over '('; nothing else that is trimmed has these */
    for (size_t i = 0; i < link.n; i++) {
        surplus += link.p[i] == ')';
        surplus -= link.p[i] == '(';
    }
    while (link.n > 0) {
        char c = link.p[link.n - 1];
        if (c && strchr("?!.,:*_~'\"", c)) {
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

/* Where the address ends that starts at `from` and whose host ends at `end`. */
static size_t address_end(str text, size_t from, size_t end)
{
    end = str_find_space(text, end);
    return from + trimmed(str_sub(text, from, end - from));
}

/* The part of the text that an address takes. */
struct extent {
    size_t from;
    size_t end; /* 0: it is none */
};

/* The address that starts with "www.", whose first w is replaced. */
static struct extent www_at(str text, size_t off)
{
    struct extent none = {0};
    char before = (char)(off ? text.p[off - 1] : ' ');
    if (!is_space(before) && !is_any_of(before, "*_~(")) {
        return none;
    }
    size_t from = off + MD_PLACEHOLDER_LENGTH -
                  1; /* the placeholder's last byte as its w */
    size_t host = host_length(text, from, true);
    size_t end = host ? address_end(text, off, from + host) : off;
    return end > off ? (struct extent){off, end} : none;
}

static struct extent url_at(str text, size_t off)
{
    struct extent none = {0};
    size_t host = off + 3;
    if (!str_starts_at(text, off, STR("://"))) {
        return none;
    }
    size_t from = off;
    while (from > 0 && is_alpha(text.p[from - 1])) {
        from--;
    }
    str scheme = str_sub(text, from, off - from);
    if (!str_is_word_of(scheme, STR("http https ftp")) || host >= text.n ||
        !md_is_host_char(text, host)) {
        return none;
    }
    size_t length = host_length(text, host, false);
    size_t end = length ? address_end(text, off, host + length) : off;
    return end > off ? (struct extent){from, end} : none;
}

/* cmark walks over all brackets that are open to say whether one is; so many
 * that this takes long are taken for a yes. */
static bool in_bracket(const struct md_inline_place *place, str text,
                       size_t off)
{
    enum { MANY = 1000 };
    struct md_brackets *seen = &place->md->brackets;
    if (seen->text != text.p || seen->off > off) {
        *seen = (struct md_brackets){.text = text.p};
    }
    for (; seen->off < off; seen->off++) {
        char c = text.p[seen->off];
        if (c == '[') {
            seen->open++;
        } else if (c == ']' && seen->open) {
            seen->open--;
        }
    }
    return seen->open > MANY ||
           cmark_inline_parser_in_bracket(place->parser, true) ||
           cmark_inline_parser_in_bracket(place->parser, false);
}

static cmark_node *take_link(const struct md_inline_place *place, str text,
                             struct extent extent, str prefix)
{
    struct md *md = place->md;
    str shown = md_unprotect(
        md, str_sub(text, extent.from, extent.end - extent.from), true);
    cmark_node *link = cmark_node_new_with_mem(CMARK_NODE_LINK, md->mem);
    cmark_inline_parser_set_offset(place->parser, (int)extent.end);
    cmark_node_set_url(link, arena_concat(md->tree, prefix, shown).p);
    cmark_node_append_child(link, md_new_node(md, CMARK_NODE_TEXT, shown));
    link->user_data = md;
    return link;
}

cmark_node *md_url_at(const struct md_inline_place *place)
{
    size_t off;
    str text = md_parser_text(place, &off);
    struct extent extent = url_at(text, off);
    if (!extent.end || in_bracket(place, text, off)) {
        return NULL;
    }
    cmark_node_unput(place->parent, (int)(off - extent.from));
    return take_link(place, text, extent, (str){0});
}

cmark_node *md_www_at(const struct md_inline_place *place)
{
    size_t off;
    char c;
    str text = md_parser_text(place, &off);
    if (!md_placeholder_at(place->md, text, off, &c) || c != 'w') {
        return NULL;
    }
    struct extent extent = www_at(text, off);
    if (extent.end && !in_bracket(place, text, off)) {
        return take_link(place, text, extent, STR("http://"));
    }
    cmark_inline_parser_set_offset(place->parser,
                                   (int)off + MD_PLACEHOLDER_LENGTH);
    return md_new_node(place->md, CMARK_NODE_TEXT, STR("w"));
}

/* --- e-mail addresses: found in the texts, when all else is known --- */

struct scan {
    struct md *md;
    str text;    /* the inline at hand */
    size_t done; /* emitted so far */
};

/* text[from..end) becomes a link to prefix + itself. */
static void emit_link(struct scan *scan, size_t from, size_t end, str prefix)
{
    struct md *md = scan->md;
    md_emit_text(md, str_sub(scan->text, scan->done, from - scan->done));
    str shown = md_unprotect(md, str_sub(scan->text, from, end - from), true);
    str url = prefix.n ? arena_concat(md->tree, prefix, shown) : shown;
    md_emit(md, (struct md_inline){.kind = MD_LINK, .bare = true, .text = url});
    md_emit_text(md, shown);
    md_emit(md,
            (struct md_inline){.kind = MD_LINK, .closes = true, .bare = true});
    scan->done = end;
}

/* The name before an '@', perhaps with mailto: or xmpp: before it. */
struct mailbox {
    size_t from;
    bool protocol;
    bool xmpp;
};

static bool has_protocol(str head, str name)
{
    return str_ends(head, name) &&
           (head.n == name.n || !is_alnum(head.p[head.n - name.n - 1]));
}

static struct mailbox mailbox_before(str text, size_t from, size_t at)
{
    struct mailbox box = {.from = at};
    while (box.from > from) {
        char c = text.p[box.from - 1];
        str before = str_sub(text, from, box.from - from);
        bool mailto = has_protocol(before, STR("mailto:"));
        bool xmpp = has_protocol(before, STR("xmpp:"));
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
    for (size_t at = str_find_char_from(text, 0, '@'); at < text.n;) {
        struct mailbox box = mailbox_before(text, scan->done, at);
        size_t end = box.from < at ? mail_end(text, at, box.xmpp) : 0;
        if (end) {
            emit_link(scan, box.from, end,
                      box.protocol ? (str){0} : STR("mailto:"));
        }
        at = str_find_char_from(text, end ? end : at + 1, '@');
    }
    md_emit_text(scan->md, str_from_offset(text, scan->done));
}

bool md_may_have_mail(str text)
{
    return str_find_char(text, '@') != STR_NONE ||
           (str_find_char(text, '&') != STR_NONE &&
            (str_find(text, STR("&#")) != STR_NONE ||
             str_find(text, STR("&commat;")) != STR_NONE));
}

void md_mail(struct md *md)
{
    struct scan scan = {.md = md};
    size_t links = 0;
    for (size_t i = 0; i < md->inlines.list.n; i++) {
        struct md_inline item = md->inlines.list.p[i];
        if (item.kind == MD_LINK || item.kind == MD_IMAGE) {
            links += item.closes ? (size_t)-1 : 1;
        }
        if (item.kind == MD_TEXT && links == 0) {
            scan.text = item.text;
            scan.done = 0;
            scan_mail(&scan);
        } else {
            md_emit(md, item);
        }
    }
    md_swap(md);
}
