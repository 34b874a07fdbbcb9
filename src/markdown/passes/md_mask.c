/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/simd.h"
#include "base/utf8.h"
#include "markdown/md.h"

/* One thing is lost once cmark has read a text: that a character was escaped
 * (\" is no curly quote, \{#x} no id). So these characters are exchanged for
 * others before, with their backslash, and changed back when they are printed:
 * as they were in code and HTML, without the backslash in text. And cmark asks
 * extensions at single bytes: for www.example.org at each w there is, which
 * takes long. So the one that an address may begin with is exchanged too, and
 * what opens a formula with a backslash. Where a line of a formula looks like
 * the beginning of a block, its first character is.
 *
 *     U+10A50 + i     escapable[i] with its backslash; to cmark punctuation
 *                     (of Kharoshthi), as both of them are
 *     U+10A60 + i     md_line_starts[i]; to cmark a letter
 *     U+10A57         nothing, before the masks of wikilinks: to cmark
 *                     punctuation, as their characters are
 *     U+10A7E         nothing, where a letter is missing (md_cjk.c)
 *     U+10FFFF        the first w of "www."; to cmark a letter, as it is
 *     U+10FFFE        "\(" of a formula
 *     U+10FFFD        "\[" of a formula
 *     U+10FFFC        the first "[" of "[[" where that may open a wikilink
 *     U+10FFFB        the "!" of "![[", the same
 *
 * A text that holds such characters itself isn't masked. */

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

struct mask {
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

static void put_mask(struct mask *mask, size_t at, size_t length, uint32_t c)
{
    buf_put(&mask->out, str_sub(mask->body, mask->done, at - mask->done));
    mask->done = at + length;
    utf8_put(&mask->out, c);
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
            size_t end = at;
            while (end < body.n && !is_any_of(body.p[end], "\n<>")) {
                end++;
            }
            return (is_alpha(body.p[i]) || body.p[i] == '/') &&
                   str_at(body, end) == '>';
        }
    }
    return false;
}

static bool wants_escape(const struct mask *mask, size_t at)
{
    const struct markdown_options *options = mask->md->options;
    switch (mask->body.p[at + 1]) {
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

/* Finds the next character to mask in a formula's lines, behind `at`. */
static void go_to_line(struct mask *mask, size_t at)
{
    mask->line = md_math_lines_next(&mask->lines, at);
    mask->next[LINE] = mask->line.at;
}

/* "\(" at `at`, and "\)" follows. */
static bool opens_formula(struct mask *mask, size_t at)
{
    if (mask->paren < at + 2) {
        mask->paren = str_find_from(mask->body, at + 2, STR("\\)"));
    }
    return mask->paren < mask->body.n && mask->paren - at <= MATH_LONGEST &&
           !is_in_tag(mask->body, at) &&
           !md_math_is_prose(str_sub(mask->body, at + 2, mask->paren - at - 2));
}

/* Masks a backslash at `at`. Returns the offset to continue from. */
static size_t mask_escape(struct mask *mask, size_t at)
{
    char c = at + 1 < mask->body.n ? mask->body.p[at + 1] : '\0';
    if (mask->math && c == '(' && opens_formula(mask, at)) {
        put_mask(mask, at, 2, PAREN);
    } else if (mask->math && c == '[' &&
               md_math_lines_begin(&mask->lines, at)) {
        put_mask(mask, at, 2, BRACKET);
        go_to_line(mask, at + 2);
    } else if (c && wants_escape(mask, at) && !is_in_tag(mask->body, at)) {
        const char *place = strchr(escapable, c);
        put_mask(mask, at, 2, ESCAPED + (uint32_t)(place - escapable));
    }
    return at + 2;
}

/* Masks "[[" at `at`. Returns the offset to continue from. */
static size_t mask_brackets(struct mask *mask, size_t at)
{
    if (!md_wikilink_end(mask->body, at)) {
        return at + 1;
    }
    size_t slashes = at > 0 ? at - 1 : 0; /* the first one before the "!" */
    while (slashes > 0 && mask->body.p[slashes - 1] == '\\') {
        slashes--;
    }
    bool embed = at > mask->done && mask->body.p[at - 1] == '!' &&
                 (at - 1 - slashes) % 2 == 0;
    put_mask(mask, at - embed, 0, WIKI_EDGE);
    put_mask(mask, at - embed, 1, embed ? WIKI_EMBED : WIKI);
    return at + 2;
}

static void go_to_run(struct mask *mask, size_t from)
{
    mask->run = md_cjk_next(mask->body, from);
    mask->next[RUN] = mask->run.at;
}

/* The first place of a kind from `from` on. */
static size_t find_next(const struct mask *mask, int stream, size_t from)
{
    static const str texts[] = {
        [BACKSLASH] = STR_INIT("\\"),
        [WWW_DOT] = STR_INIT("www."),
        [DOLLARS] = STR_INIT("$$"),
        [BRACKETS] = STR_INIT("[["),
    };
    bool gfm = mask->md->options->gfm; /* whose passes see no escapes */
    bool off = (stream == BACKSLASH && gfm) ||
               (stream == DOLLARS && !mask->math) ||
               (stream == BRACKETS && !mask->wikilinks) || stream >= LINE;
    return off ? mask->body.n : str_find_from(mask->body, from, texts[stream]);
}

/* Masks at the next place of a kind. Returns the offset to continue from. */
static size_t mask_one(struct mask *mask, int stream)
{
    size_t at = mask->next[stream];
    size_t end = at;
    char before = (char)(at ? mask->body.p[at - 1] : '\n');
    switch (stream) {
    case BACKSLASH: return mask_escape(mask, at);
    case WWW_DOT:
        /* An address starts behind a space or one of *_~( in the text of a
         * block, or with it. A mask at other places does no harm. */
        if ((is_space(before) || is_any_of(before, "*_~(>|:")) &&
            !is_in_tag(mask->body, at)) {
            put_mask(mask, at, 1, WWW);
        }
        return at + 1;
    case DOLLARS:
        if (md_math_lines_begin(&mask->lines, at)) {
            go_to_line(mask, at + 2);
        }
        return at + 2;
    case BRACKETS: return mask_brackets(mask, at);
    case LINE:
        end += mask->line.length;
        put_mask(mask, at, mask->line.length,
                 LINE_START + (uint32_t)(strchr(md_line_starts, mask->line.c) -
                                         md_line_starts));
        go_to_line(mask, end);
        return end;
    default:
        if (at >= mask->done) {
            put_mask(mask, at, 0, LETTER);
        }
        go_to_run(mask, mask->run.end);
        return at;
    }
}

static void mask_all(struct mask *mask)
{
    for (int i = 0; i < STREAMS; i++) {
        mask->next[i] = find_next(mask, i, 0);
    }
    if (!mask->md->options->gfm && md_has_cjk(mask->body)) {
        go_to_run(mask, 0);
    }
    for (;;) {
        int first = 0;
        for (int i = 1; i < STREAMS; i++) {
            first = mask->next[i] < mask->next[first] ? i : first;
        }
        if (mask->next[first] >= mask->body.n) {
            return;
        }
        size_t end = mask_one(mask, first);
        for (int i = 0; i < LINE; i++) {
            mask->next[i] =
                mask->next[i] < end ? find_next(mask, i, end) : mask->next[i];
        }
    }
}

str md_mask(struct md *md, str body, bool *masked)
{
    struct mask mask = {.md = md,
                        .body = body,
                        .math = md->options->math && !md->options->gfm,
                        .wikilinks = md->options->wikilinks &&
                                     md->options->host.wikilink &&
                                     !md->options->gfm,
                        .lines.body = body};
    mask_all(&mask);
    *masked = mask.done > 0 && /* the body has no such characters itself */
              str_find(body, STR("\xF0\x90\xA9")) == STR_NONE &&
              str_find(body, STR("\xF4\x8F\xBF")) == STR_NONE;
    if (*masked) {
        buf_put(&mask.out, str_from_offset(body, mask.done));
        body = arena_str(md->tree, buf_str(&mask.out));
    }
    buf_free(&mask.out);
    return body;
}

enum mask_kind { NO_MASK, IS_ESCAPED, IS_OTHER, IS_NOTHING };

static enum mask_kind read_mask(const struct md *md, str text, size_t off,
                                char *c)
{
    if (!md->masked || (unsigned char)text.p[off] < 0xF0) {
        return NO_MASK;
    }
    uint32_t mask = utf8_next(text, &off);
    if (mask >= WIKI_EMBED) {
        static const char chars[] = {'!', '[', '[', '(', 'w'};
        *c = chars[mask - WIKI_EMBED];
        return mask == BRACKET || mask == PAREN ? IS_ESCAPED : IS_OTHER;
    }
    if (mask == WIKI_EDGE) {
        *c = '['; /* the character beside it */
        return IS_NOTHING;
    }
    if (mask >= ESCAPED && mask < ESCAPED + sizeof escapable - 1) {
        *c = escapable[mask - ESCAPED];
        return IS_ESCAPED;
    }
    if (mask >= LINE_START && mask < LINE_START + strlen(md_line_starts)) {
        *c = md_line_starts[mask - LINE_START];
        return *c == ' ' ? IS_NOTHING : IS_OTHER;
    }
    if (mask == LETTER) {
        *c = '*'; /* the character beside it */
        return IS_NOTHING;
    }
    return NO_MASK;
}

bool md_mask_at(const struct md *md, str text, size_t off, char *c)
{
    return read_mask(md, text, off, c) != NO_MASK;
}

bool md_wikilink_mask_at(const struct md *md, str text, size_t off, bool *embed)
{
    bool mask = md->masked && (unsigned char)text.p[off] == MD_ASK;
    uint32_t c = mask ? utf8_next(text, &off) : 0;
    *embed = c == WIKI_EMBED;
    return c == WIKI_EMBED || c == WIKI;
}

bool md_escape_at(const struct md *md, str text, size_t off, char c)
{
    char found;
    return read_mask(md, text, off, &found) == IS_ESCAPED && found == c;
}

/* Characters of four bytes. */
static uint32_t longs_mask(simd16 x)
{
    return simd16_mask(simd16_between(x, 0xF0, 0xFF));
}

str md_unmask(struct md *md, str text, bool raw)
{
    if (!md->masked || simd16_find(text, 0, longs_mask) == text.n) {
        return text;
    }
    char *p = arena_alloc(md->tree, text.n + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < text.n;) {
        char c = text.p[i];
        enum mask_kind kind =
            (unsigned char)c < 0xF0 ? NO_MASK : read_mask(md, text, i, &c);
        if (kind == NO_MASK) {
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
        i += MD_MASK_LENGTH;
    }
    p[n] = '\0';
    return (str){p, n};
}
