/* SPDX-License-Identifier: MIT */
#include "text/slug.h"

#include <utf8proc.h>

#include "base/memory/buf.h"
#include "base/utf8.h"

/* Names go through compatibility decomposition and case folding, so that one
 * letter has one form; marks are dropped after Latin letters and kept
 * elsewhere, and the rest is composed again. */

/* Latin letters that don't decompose into a plain one and a mark. */
static const struct fold {
    uint32_t letter;
    str plain;
} folds[] = {
    {0x00DF, STR_INIT("ss")}, {0x00E6, STR_INIT("ae")},
    {0x00F0, STR_INIT("d")},  {0x00F8, STR_INIT("o")},
    {0x00FE, STR_INIT("th")}, {0x0111, STR_INIT("d")},
    {0x0127, STR_INIT("h")},  {0x0131, STR_INIT("i")},
    {0x0138, STR_INIT("k")},  {0x0142, STR_INIT("l")},
    {0x014B, STR_INIT("n")},  {0x0153, STR_INIT("oe")},
    {0x0167, STR_INIT("t")},  {0x0180, STR_INIT("b")},
    {0x0188, STR_INIT("c")},  {0x018C, STR_INIT("d")},
    {0x0192, STR_INIT("f")},  {0x0199, STR_INIT("k")},
    {0x019A, STR_INIT("l")},  {0x01A5, STR_INIT("p")},
    {0x01AB, STR_INIT("t")},  {0x01B4, STR_INIT("y")},
    {0x01B6, STR_INIT("z")},  {0x01DD, STR_INIT("e")},
    {0x01E5, STR_INIT("g")},  {0x0221, STR_INIT("d")},
    {0x0225, STR_INIT("z")},  {0x0237, STR_INIT("j")},
    {0x023C, STR_INIT("c")},  {0x023F, STR_INIT("s")},
    {0x0240, STR_INIT("z")},  {0x0247, STR_INIT("e")},
    {0x0249, STR_INIT("j")},  {0x024D, STR_INIT("r")},
    {0x024F, STR_INIT("y")},  {0x0253, STR_INIT("b")},
    {0x0256, STR_INIT("d")},  {0x0257, STR_INIT("d")},
    {0x0259, STR_INIT("e")},  {0x0268, STR_INIT("i")},
    {0x0272, STR_INIT("n")},  {0x0289, STR_INIT("u")},
};

static str plain_letter(uint32_t c)
{
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++) {
        if (folds[i].letter == c) {
            return folds[i].plain;
        }
    }
    return (str){0};
}

/* Of decomposed, folded text. */
static bool is_latin(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 0xC0 && c <= 0x2AF) ||
           (c >= 0x1E00 && c <= 0x1EFF);
}

static bool is_mark_category(utf8proc_category_t category)
{
    return category == UTF8PROC_CATEGORY_MN ||
           category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME;
}

static bool is_word_char(utf8proc_category_t category)
{
    return (category >= UTF8PROC_CATEGORY_LU &&
            category <= UTF8PROC_CATEGORY_LO) ||
           (category >= UTF8PROC_CATEGORY_ND &&
            category <= UTF8PROC_CATEGORY_NO);
}

static utf8proc_category_t category_of(uint32_t c)
{
    return utf8proc_category((utf8proc_int32_t)c);
}

/* utf8proc sorts the marks after a letter in a time that grows with the square
 * of their number. UAX #15 (Stream-Safe Text) knows no text with more. */
enum { MOST_MARKS = 30 };

/* The end of the part of the text that utf8proc gets in one call. */
static size_t part_end(str text)
{
    size_t marks = 0;
    for (size_t i = 0; i < text.n;) {
        size_t from = i;
        uint32_t c = utf8_next(text, &i);
        bool mark = c >= 0x300 &&
                    utf8proc_get_property((utf8proc_int32_t)c)->combining_class;
        marks = mark ? marks + 1 : 0;
        if (marks > MOST_MARKS) {
            return from;
        }
    }
    return text.n;
}

/* Appends the part's characters. False: it is not UTF-8. */
static bool decompose(str part, utf8proc_option_t how, struct buf *chars)
{
    size_t room = part.n;
    utf8proc_ssize_t n;
    for (;;) {
        buf_reserve(chars, (room + 1) * sizeof(utf8proc_int32_t));
        n = utf8proc_decompose(
            (const utf8proc_uint8_t *)part.p, (utf8proc_ssize_t)part.n,
            (utf8proc_int32_t *)(void *)(chars->p + chars->n),
            (utf8proc_ssize_t)room, how);
        if (n < 0 || (size_t)n <= room) {
            break;
        }
        room = (size_t)n;
    }
    chars->n += n < 0 ? 0 : (size_t)n * sizeof(utf8proc_int32_t);
    return n >= 0;
}

/* utf8proc's answer in the arena; text as it is if it is not UTF-8. */
static str map_text(struct arena *arena, str text, unsigned options)
{
    utf8proc_option_t how = (utf8proc_option_t)options;
    struct buf chars = {0};
    utf8proc_ssize_t n = 0;
    for (str rest = text; rest.n && n >= 0;) {
        size_t end = part_end(rest);
        n = decompose(str_sub(rest, 0, end), how, &chars) ? 0 : -1;
        rest = str_from_offset(rest, end);
    }
    if (n == 0 && chars.n) {
        n = utf8proc_reencode(
            (utf8proc_int32_t *)(void *)chars.p,
            (utf8proc_ssize_t)(chars.n / sizeof(utf8proc_int32_t)), how);
    }
    str mapped = n < 0 ? text : arena_str(arena, (str){chars.p, (size_t)n});
    buf_free(&chars);
    return mapped;
}

str slug_nfc(struct arena *arena, str text)
{
    if (utf8_find_wide(text, 0) == text.n || utf8_invalid(text) != STR_NONE) {
        return text;
    }
    return map_text(arena, text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

str slug_fold(struct arena *arena, str text)
{
    if (utf8_find_wide(text, 0) == text.n || utf8_invalid(text) != STR_NONE) {
        return arena_lower(arena, text);
    }
    return map_text(arena, text,
                    UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

static void put_dash(struct buf *out)
{
    if (out->n && out->p[out->n - 1] != '-') {
        buf_putc(out, '-');
    }
}

/* Apostrophes inside a word leave no gap: "don't" is dont. */
static bool is_apostrophe(uint32_t c)
{
    return c == '\'' || c == 0x2019 || c == 0x02BC;
}

static void make_slug(str folded, struct buf *out)
{
    bool drop_marks = false;
    for (size_t i = 0; i < folded.n;) {
        uint32_t c = utf8_next(folded, &i);
        utf8proc_category_t category = category_of(c);
        if (is_mark_category(category)) {
            if (!drop_marks && out->n && out->p[out->n - 1] != '-') {
                utf8_put(out, c);
            }
            continue;
        }
        drop_marks = is_latin(c);
        str plain = plain_letter(c);
        if (plain.n) {
            buf_put(out, plain);
            drop_marks = true;
        } else if (c != 0xFFFD && is_word_char(category)) {
            utf8_put(out, c);
        } else if (!is_apostrophe(c)) {
            put_dash(out);
        }
    }
    while (out->n && out->p[out->n - 1] == '-') {
        out->n--;
    }
}

static bool is_word_at(str text, size_t i)
{
    return i < text.n &&
           (is_alnum(text.p[i]) || (unsigned char)text.p[i] >= 0x80);
}

/* "C++" and "Disney+": a run of '+' that ends a word. Returns its length. */
static size_t put_plus(str text, size_t i, struct buf *out)
{
    size_t end = str_skip(text, i, "+");
    if (i == 0 || !is_word_at(text, i - 1) || is_word_at(text, end)) {
        buf_putc(out, ' ');
    } else if (end - i == 1) {
        buf_put(out, STR(" plus"));
    } else {
        for (size_t k = i; k < end; k++) {
            buf_putc(out, 'p');
        }
    }
    return end - i;
}

/* Marks that are part of a name, as words: they tell C, C++ and C# apart. */
static void put_words(str text, struct buf *out)
{
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        bool follows = i > 0 && is_word_at(text, i - 1);
        bool goes_on = is_word_at(text, i + 1);
        if (c == '+') {
            i += put_plus(text, i, out) - 1;
        } else if (c == '#' && follows && !goes_on) {
            buf_put(out, STR("sharp"));
        } else if (c == '.' && goes_on && !is_digit(text.p[i + 1]) &&
                   (i == 0 || is_space(text.p[i - 1]) ||
                    text.p[i - 1] == '/')) {
            buf_put(out, STR("dot"));
        } else {
            buf_putc(out, c);
        }
    }
}

/* Pictures have no letters: U+1F680 is "u1f680". */
static void put_codes(str text, struct buf *out)
{
    for (size_t i = 0; i < text.n;) {
        uint32_t c = utf8_next(text, &i);
        if (c >= 0x2190 && c != 0xFFFD && !is_mark_category(category_of(c)) &&
            !(c >= 0x3000 && c <= 0x303F)) {
            put_dash(out);
            buf_printf(out, "u%x", (unsigned)c);
        }
    }
}

/* Nearly all names of files and folders are slugs as they are. */
static bool is_slug(str text)
{
    bool dash = true;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        bool word = is_digit(c) || (c >= 'a' && c <= 'z');
        if (!word && (c != '-' || dash)) {
            return false;
        }
        dash = !word;
    }
    return !dash;
}

str slug_make(struct arena *arena, str text)
{
    if (is_slug(text)) {
        return arena_str(arena, text);
    }
    struct buf words = {0};
    struct buf out = {0};
    put_words(text, &words);
    str folded =
        map_text(arena, buf_str(&words),
                 UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                     UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
    make_slug(folded, &out);
    if (out.n == 0) {
        put_codes(text, &out);
    }
    str slug = slug_nfc(arena, buf_move(&out, arena));
    buf_free(&words);
    return slug;
}

static bool stays_in_heading(uint32_t c)
{
    utf8proc_category_t category = category_of(c);
    return c == '-' || category == UTF8PROC_CATEGORY_PC ||
           is_mark_category(category) ||
           (c != 0xFFFD && is_word_char(category));
}

str slug_heading(struct arena *arena, str text)
{
    struct buf out = {0};
    text = str_trim(text);
    for (size_t i = 0; i < text.n;) {
        uint32_t c = utf8_next(text, &i);
        if (c < 0x80 && is_alpha((char)c)) {
            buf_putc(&out, to_lower((char)c));
        } else if (c == ' ') {
            buf_putc(&out, '-');
        } else if (stays_in_heading(c)) {
            utf8_put(&out, (uint32_t)utf8proc_tolower((utf8proc_int32_t)c));
        }
    }
    return buf_move(&out, arena);
}

str slug_title(struct arena *arena, str name)
{
    char *p = ARENA_ARRAY(arena, char, name.n);
    for (size_t i = 0; i < name.n; i++) {
        p[i] = name.p[i];
        if (p[i] == '-' || p[i] == '_') {
            p[i] = ' ';
        }
    }
    if (name.n && p[0] >= 'a' && p[0] <= 'z') {
        p[0] = (char)(p[0] - 'a' + 'A');
    }
    return (str){p, name.n};
}
