/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/simd.h"
#include "base/utf8.h"
#include "markdown/md.h"
#include "text/html_entity.h"

/* cmark's tree does not show whether a character was escaped (\" is no curly
 * quote, \{#x} no id). So a pass before cmark replaces an escaped character and
 * its backslash by a placeholder, and the printer restores both in code and
 * HTML, and the character alone in text. Some other characters get placeholders
 * too: the first w of an address, since cmark asks extensions at single bytes,
 * and would ask at each w; "\(" and "\[" of a formula; and the first character
 * of a formula's line that looks like the beginning of a block.
 *
 *     U+10A50 + i     escapable[i] with its backslash; to cmark punctuation
 *                     (of Kharoshthi), as both of them are
 *     U+10A60 + i     md_line_starts[i]; to cmark a letter
 *     U+10A57         nothing, before the placeholders of wikilinks: to cmark
 *                     punctuation, as their characters are
 *     U+10A7E         nothing, where a letter is missing (md_cjk.c)
 *     U+10FFFF        the first w of "www."; to cmark a letter, as it is
 *     U+10FFFE        "\(" of a formula
 *     U+10FFFD        "\[" of a formula
 *     U+10FFFC        the first "[" of "[[" where that may open a wikilink
 *     U+10FFFB        the "!" of "![[", the same
 *
 * A text that holds such characters itself, or references to them, is not
 * changed. */

enum {
    ESCAPED = 0x10A50,
    WIKI_EDGE = 0x10A57,
    LINE_START = 0x10A60,
    LETTER = 0x10A7E,
    WIKI_EMBED = 0x10FFFB,
    WIKI = 0x10FFFC,
    BRACKET = 0x10FFFD,
    PAREN = 0x10FFFE,
    WWW = 0x10FFFF,
};

static const char escapable[] = "[]{\"'-.";

/* The kinds of places, each with its next one. */
enum { BACKSLASH, WWW_DOT, DOLLARS, BRACKETS, LINE, RUN, STREAMS };

struct scan {
    struct md *md;
    str body;
    struct buf out;
    size_t done; /* body copied so far */
    size_t next[STREAMS];
    bool math;
    bool wikilinks;
    size_t paren; /* the next "\)", if known */
    struct md_math_lines lines;
    struct md_line_start line;
    struct md_cjk_run run;
};

static void put_placeholder(struct scan *scan, size_t at, size_t length,
                            uint32_t c)
{
    buf_put(&scan->out, str_sub(scan->body, scan->done, at - scan->done));
    scan->done = at + length;
    utf8_put(&scan->out, c);
}

/* The limit of a search back for an open tag: the start of the line or of the
 * table cell. */
static size_t look_back(str body, size_t at)
{
    enum { FAR = 1000 };
    size_t from = at > FAR ? at - FAR : 0;
    for (size_t i = at; i > from; i--) {
        if (body.p[i - 1] == '\n' || body.p[i - 1] == '|') {
            return i;
        }
    }
    return from;
}

/* Whether a tag or an autolink is open: a '>' follows on the line, before any
 * other '<'. */
static bool is_in_tag(str body, size_t at)
{
    size_t from = look_back(body, at);
    for (size_t i = at; i > from && body.p[i - 1] != '>'; i--) {
        if (body.p[i - 1] == '<') {
            return (is_alpha(body.p[i]) || body.p[i] == '/') &&
                   str_at(body, str_find_any(body, at, "\n<>")) == '>';
        }
    }
    return false;
}

static bool wants_escape(const struct scan *scan, size_t at)
{
    const struct markdown_options *options = scan->md->options;
    switch (scan->body.p[at + 1]) {
    case '[':
    case ']':
    case '{': return true;
    case '"':
    case '\'':
    case '-':
    case '.': return options->smart;
    default: return false;
    }
}

/* Finds the next character to replace in a formula's lines, after `at`. */
static void go_to_line(struct scan *scan, size_t at)
{
    scan->line = md_math_lines_next(&scan->lines, at);
    scan->next[LINE] = scan->line.at;
}

/* "\(" at `at`, and "\)" follows. */
static bool opens_formula(struct scan *scan, size_t at)
{
    if (scan->paren < at + 2) {
        scan->paren = str_find_from(scan->body, at + 2, STR("\\)"));
    }
    return scan->paren < scan->body.n && scan->paren - at <= MATH_LONGEST &&
           !is_in_tag(scan->body, at) &&
           !md_math_is_prose(str_sub(scan->body, at + 2, scan->paren - at - 2));
}

/* Masks a backslash at `at`. Returns the offset to continue from. */
static size_t protect_escape(struct scan *scan, size_t at)
{
    char c = at + 1 < scan->body.n ? scan->body.p[at + 1] : '\0';
    if (scan->math && c == '(' && opens_formula(scan, at)) {
        put_placeholder(scan, at, 2, PAREN);
    } else if (scan->math && c == '[' &&
               md_math_lines_begin(&scan->lines, at)) {
        put_placeholder(scan, at, 2, BRACKET);
        go_to_line(scan, at + 2);
    } else if (c && wants_escape(scan, at) && !is_in_tag(scan->body, at)) {
        const char *place = strchr(escapable, c);
        put_placeholder(scan, at, 2, ESCAPED + (uint32_t)(place - escapable));
    }
    return at + 2;
}

/* Masks "[[" at `at`. Returns the offset to continue from. */
static size_t protect_brackets(struct scan *scan, size_t at)
{
    if (!md_wikilink_end(scan->body, at)) {
        return at + 1;
    }
    bool embed = at > scan->done && scan->body.p[at - 1] == '!' &&
                 (at - 1 - str_skip_back(scan->body, at - 1, "\\")) % 2 == 0;
    put_placeholder(scan, at - embed, 0, WIKI_EDGE);
    put_placeholder(scan, at - embed, 1, embed ? WIKI_EMBED : WIKI);
    return at + 2;
}

static void go_to_run(struct scan *scan, size_t from)
{
    scan->run = md_cjk_next(scan->body, from);
    scan->next[RUN] = scan->run.at;
}

/* The first place of a kind from `from` on. */
static size_t find_next(const struct scan *scan, int stream, size_t from)
{
    static const str texts[] = {
        [BACKSLASH] = STR_INIT("\\"),
        [WWW_DOT] = STR_INIT("www."),
        [DOLLARS] = STR_INIT("$$"),
        [BRACKETS] = STR_INIT("[["),
    };
    bool gfm = scan->md->options->gfm; /* whose passes see no escapes */
    bool off = (stream == BACKSLASH && gfm) ||
               (stream == DOLLARS && !scan->math) ||
               (stream == BRACKETS && !scan->wikilinks) || stream >= LINE;
    return off ? scan->body.n : str_find_from(scan->body, from, texts[stream]);
}

/* Masks at the next place of a kind. Returns the offset to continue from. */
static size_t protect_next(struct scan *scan, int stream)
{
    size_t at = scan->next[stream];
    size_t end = at;
    char before = (char)(at ? scan->body.p[at - 1] : '\n');
    switch (stream) {
    case BACKSLASH: return protect_escape(scan, at);
    case WWW_DOT:
        /* An address starts after a space or one of *_~( in the text of a
         * block, or with it. A placeholder at other places does no harm. */
        if ((is_space(before) || is_any_of(before, "*_~(>|:")) &&
            !is_in_tag(scan->body, at)) {
            put_placeholder(scan, at, 1, WWW);
        }
        return at + 1;
    case DOLLARS:
        if (md_math_lines_begin(&scan->lines, at)) {
            go_to_line(scan, at + 2);
        }
        return at + 2;
    case BRACKETS: return protect_brackets(scan, at);
    case LINE:
        end += scan->line.length;
        put_placeholder(scan, at, scan->line.length,
                        LINE_START +
                            (uint32_t)(strchr(md_line_starts, scan->line.c) -
                                       md_line_starts));
        go_to_line(scan, end);
        return end;
    default:
        if (at >= scan->done) {
            put_placeholder(scan, at, 0, LETTER);
        }
        go_to_run(scan, scan->run.end);
        return at;
    }
}

static void protect_all(struct scan *scan)
{
    for (int i = 0; i < STREAMS; i++) {
        scan->next[i] = find_next(scan, i, 0);
    }
    if (!scan->md->options->gfm && md_has_cjk(scan->body)) {
        go_to_run(scan, 0);
    }
    for (;;) {
        int first = 0;
        for (int i = 1; i < STREAMS; i++) {
            first = scan->next[i] < scan->next[first] ? i : first;
        }
        if (scan->next[first] >= scan->body.n) {
            return;
        }
        size_t end = protect_next(scan, first);
        for (int i = 0; i < LINE; i++) {
            scan->next[i] =
                scan->next[i] < end ? find_next(scan, i, end) : scan->next[i];
        }
    }
}

bool md_holds(str text, str start)
{
    static const str open = STR_INIT("&#");
    bool found = str_find(text, start) != STR_NONE;
    size_t at = str_find(text, open);
    while (!found && at < text.n) {
        struct buf bytes = {0};
        uint32_t c;
        if (html_reference(str_from_offset(text, at), &c)) {
            utf8_put(&bytes, c);
            found = str_starts(buf_str(&bytes), start);
            buf_free(&bytes);
        }
        at = str_find_from(text, at + open.n, open);
    }
    return found;
}

str md_protect(struct md *md, str body, bool *protected)
{
    struct scan scan = {.md = md,
                        .body = body,
                        .math = md->options->math && !md->options->gfm,
                        .wikilinks = md->options->wikilinks &&
                                     md->options->host.wikilink &&
                                     !md->options->gfm,
                        .lines.body = body};
    protect_all(&scan);
    *protected = scan.done > 0 && /* the body has no such characters itself */
                 !md_holds(body, STR("\xF0\x90\xA9")) &&
                 !md_holds(body, STR("\xF4\x8F\xBF"));
    if (*protected) {
        buf_put(&scan.out, str_from_offset(body, scan.done));
        body = arena_str(md->tree, buf_str(&scan.out));
    }
    buf_free(&scan.out);
    return body;
}

enum placeholder_kind { NO_PLACEHOLDER, IS_ESCAPED, IS_OTHER, IS_NOTHING };

static enum placeholder_kind read_placeholder(const struct md *md, str text,
                                              size_t off, char *c)
{
    if (!md->protected || (unsigned char)text.p[off] < 0xF0) {
        return NO_PLACEHOLDER;
    }
    uint32_t placeholder = utf8_next(text, &off);
    if (placeholder >= WIKI_EMBED) {
        static const char chars[] = {'!', '[', '[', '(', 'w'};
        *c = chars[placeholder - WIKI_EMBED];
        return placeholder == BRACKET || placeholder == PAREN ? IS_ESCAPED
                                                              : IS_OTHER;
    }
    if (placeholder == WIKI_EDGE) {
        *c = '['; /* the character beside it */
        return IS_NOTHING;
    }
    if (placeholder >= ESCAPED &&
        placeholder < ESCAPED + sizeof escapable - 1) {
        *c = escapable[placeholder - ESCAPED];
        return IS_ESCAPED;
    }
    if (placeholder >= LINE_START &&
        placeholder < LINE_START + strlen(md_line_starts)) {
        *c = md_line_starts[placeholder - LINE_START];
        return *c == ' ' ? IS_NOTHING : IS_OTHER;
    }
    if (placeholder == LETTER) {
        *c = '*'; /* the character beside it */
        return IS_NOTHING;
    }
    return NO_PLACEHOLDER;
}

bool md_placeholder_at(const struct md *md, str text, size_t off, char *c)
{
    return read_placeholder(md, text, off, c) != NO_PLACEHOLDER;
}

bool md_wikilink_placeholder_at(const struct md *md, str text, size_t off,
                                bool *embed)
{
    bool asks = md->protected && (unsigned char)text.p[off] == MD_ASK;
    uint32_t c = asks ? utf8_next(text, &off) : 0;
    *embed = c == WIKI_EMBED;
    return c == WIKI_EMBED || c == WIKI;
}

bool md_escape_at(const struct md *md, str text, size_t off, char c)
{
    char found;
    return read_placeholder(md, text, off, &found) == IS_ESCAPED && found == c;
}

/* Characters of four bytes. */
static uint32_t longs_mask(simd16 x)
{
    return simd16_mask(simd16_between(x, 0xF0, 0xFF));
}

str md_unprotect(struct md *md, str text, bool raw)
{
    if (!md->protected || simd16_find(text, 0, longs_mask) == text.n) {
        return text;
    }
    char *p = arena_alloc(md->tree, text.n + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < text.n;) {
        char c = text.p[i];
        enum placeholder_kind kind = (unsigned char)c < 0xF0
                                         ? NO_PLACEHOLDER
                                         : read_placeholder(md, text, i, &c);
        if (kind == NO_PLACEHOLDER) {
            p[n++] = c;
            i++;
            continue;
        }
        if (raw && kind == IS_ESCAPED) {
            p[n++] = '\\';
        }
        if (kind != IS_NOTHING) {
            p[n++] = c;
        }
        i += MD_PLACEHOLDER_LENGTH;
    }
    p[n] = '\0';
    return (str){p, n};
}
