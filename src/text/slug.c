/* SPDX-License-Identifier: MIT */
#include "text/slug.h"

#include <utf8proc.h>

#include "base/memory/buf.h"
#include "base/utf8.h"

/* Names go through compatibility decomposition and case folding, so that one
 * letter has one form; marks are dropped after Latin letters and kept
 * elsewhere, and the rest is composed again. */

/* Latin letters that don't decompose into a plain one and a mark, each before
 * the letters that replace it. */
static const str folds = STR_INIT(
    "ß ss æ ae ð d ø o þ th đ d ħ h ı i ĸ k ł l ŋ n œ oe ŧ t ƀ b ƈ c ƌ d "
    "ƒ f ƙ k ƚ l ƥ p ƫ t ƴ y ƶ z ǝ e ǥ g ȡ d ȥ z ȷ j ȼ c ȿ s ɀ z ɇ e ɉ j "
    "ɍ r ɏ y ɓ b ɖ d ɗ d ə e ɨ i ɲ n ʉ u");

/* The letters that replace this one; empty: it stays. */
static str plain_letter(str letter)
{
    str rest = folds;
    str from;
    str plain;
    while (str_split(&rest, ' ', &from) && str_split(&rest, ' ', &plain)) {
        if (str_eq(letter, from)) {
            return plain;
        }
    }
    return (str){NULL, 0};
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
        size_t from = i;
        uint32_t c = utf8_next(folded, &i);
        utf8proc_category_t category = category_of(c);
        if (is_mark_category(category)) {
            if (!drop_marks && out->n && out->p[out->n - 1] != '-') {
                utf8_put(out, c);
            }
            continue;
        }
        drop_marks = is_latin(c);
        str letter = str_sub(folded, from, i - from);
        str plain = c < 0x80 ? (str){NULL, 0} : plain_letter(letter);
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
