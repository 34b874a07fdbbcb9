/* SPDX-License-Identifier: MIT */
#include "math/math_letters.h"

#include "base/memory/buf.h"
#include "base/utf8.h"

/* The first characters of an alphabet: A to Z and a to z, the Greek letters in
 * the order of greek_index, 0 to 9. 0: it has none. */
struct alphabet {
    str name;
    uint32_t latin;
    uint32_t greek;
    uint32_t digits;
};

static const struct alphabet alphabets[] = {
    {STR_INIT("bold"), 0x1D400, 0x1D6A8, 0x1D7CE},
    {STR_INIT("italic"), 0x1D434, 0x1D6E2, 0},
    {STR_INIT("bold-italic"), 0x1D468, 0x1D71C, 0},
    {STR_INIT("script"), 0x1D49C, 0, 0},
    {STR_INIT("bold-script"), 0x1D4D0, 0, 0},
    {STR_INIT("fraktur"), 0x1D504, 0, 0},
    {STR_INIT("double-struck"), 0x1D538, 0, 0x1D7D8},
    {STR_INIT("bold-fraktur"), 0x1D56C, 0, 0},
    {STR_INIT("sans-serif"), 0x1D5A0, 0, 0x1D7E2},
    {STR_INIT("bold-sans-serif"), 0x1D5D4, 0x1D756, 0x1D7EC},
    {STR_INIT("sans-serif-bold"), 0x1D5D4, 0x1D756, 0x1D7EC},
    {STR_INIT("sans-serif-italic"), 0x1D608, 0, 0},
    {STR_INIT("sans-serif-bold-italic"), 0x1D63C, 0x1D790, 0},
    {STR_INIT("monospace"), 0x1D670, 0, 0x1D7F6},
};

/* Unicode had these letters before it got the alphabets, which have gaps in
 * their places. */
static const struct gap {
    uint32_t gap;
    uint32_t letter;
} gaps[] = {
    {0x1D455, 0x210E}, {0x1D49D, 0x212C}, {0x1D4A0, 0x2130}, {0x1D4A1, 0x2131},
    {0x1D4A3, 0x210B}, {0x1D4A4, 0x2110}, {0x1D4A7, 0x2112}, {0x1D4A8, 0x2133},
    {0x1D4AD, 0x211B}, {0x1D4BA, 0x212F}, {0x1D4BC, 0x210A}, {0x1D4C4, 0x2134},
    {0x1D506, 0x212D}, {0x1D50B, 0x210C}, {0x1D50C, 0x2111}, {0x1D515, 0x211C},
    {0x1D51D, 0x2128}, {0x1D53A, 0x2102}, {0x1D53F, 0x210D}, {0x1D545, 0x2115},
    {0x1D547, 0x2119}, {0x1D548, 0x211A}, {0x1D549, 0x211D}, {0x1D551, 0x2124},
};

static const struct alphabet *find_alphabet(str name)
{
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++) {
        if (str_eq(alphabets[i].name, name)) {
            return &alphabets[i];
        }
    }
    return NULL;
}

/* The place of a letter in a Greek alphabet; -1: it has none. */
static int greek_index(uint32_t c)
{
    enum { NABLA = 25, ALPHA = 26, PARTIAL = 51 };
    static const uint32_t variants[] = {0x2202, 0x3F5, 0x3D1, 0x3F0,
                                        0x3D5,  0x3F1, 0x3D6};
    if (c >= 0x391 && c <= 0x3A9) { /* at U+03A2, which is none, is U+03F4 */
        return c == 0x3A2 ? -1 : (int)(c - 0x391);
    }
    if (c >= 0x3B1 && c <= 0x3C9) {
        return ALPHA + (int)(c - 0x3B1);
    }
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        if (variants[i] == c) {
            return PARTIAL + (int)i;
        }
    }
    return c == 0x2207 ? NABLA : c == 0x3F4 ? 0x3A2 - 0x391 : -1;
}

static uint32_t letter_of(const struct alphabet *alphabet, uint32_t c)
{
    enum { SMALL = 26 };
    uint32_t letter = 0;
    int greek = greek_index(c);
    if (c >= 'A' && c <= 'Z') {
        letter = alphabet->latin + (c - 'A');
    } else if (c >= 'a' && c <= 'z') {
        letter = alphabet->latin + SMALL + (c - 'a');
    } else if (alphabet->digits && c >= '0' && c <= '9') {
        letter = alphabet->digits + (c - '0');
    } else if (alphabet->greek && greek >= 0) {
        letter = alphabet->greek + (uint32_t)greek;
    }
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        letter = gaps[i].gap == letter ? gaps[i].letter : letter;
    }
    return letter;
}

/* Puts the text of an element, in which references (&lt;) stay. Returns whether
 * a character has changed. */
static bool put_letters(const struct alphabet *alphabet, str text,
                        struct buf *out)
{
    bool changed = false;
    for (size_t i = 0; i < text.n;) {
        size_t from = i;
        uint32_t c = utf8_next(text, &i);
        if (c == '&') {
            i = str_find_char_from(text, i, ';');
        }
        uint32_t letter = c == '&' ? 0 : letter_of(alphabet, c);
        if (letter) {
            utf8_put(out, letter);
            changed = true;
        } else {
            buf_put(out, str_sub(text, from, i - from));
        }
    }
    return changed;
}

str math_letters(str mathml, struct arena *arena)
{
    static const str attribute = STR_INIT(" mathvariant=\"");
    struct buf out = {0};
    size_t done = 0;
    size_t at;
    while ((at = str_find_from(mathml, done, attribute)) < mathml.n) {
        size_t value = at + attribute.n;
        size_t quote = str_find_char_from(mathml, value, '"');
        size_t text = str_find_char_from(mathml, quote, '>') + 1;
        size_t end = str_find_char_from(mathml, text, '<');
        if (end == mathml.n || end < at) {
            break; /* no KaTeX wrote this */
        }
        const struct alphabet *alphabet =
            find_alphabet(str_sub(mathml, value, quote - value));
        struct buf letters = {0};
        bool changed =
            alphabet &&
            put_letters(alphabet, str_sub(mathml, text, end - text), &letters);
        buf_put(&out, str_sub(mathml, done, at - done));
        if (changed) {
            buf_put(&out, str_sub(mathml, quote + 1, text - quote - 1));
            buf_put(&out, buf_str(&letters));
        } else {
            buf_put(&out, str_sub(mathml, at, end - at));
        }
        buf_free(&letters);
        done = end;
    }
    if (!done) {
        return mathml;
    }
    buf_put(&out, str_from_offset(mathml, done));
    return buf_move(&out, arena);
}

str math_signs(str mathml, struct arena *arena)
{
    static const struct {
        str from;
        str to;
    } signs[] = {
        {STR_INIT("<mo fence=\"true\">∣</mo>"),
         STR_INIT("<mo fence=\"true\">|</mo>")},
        {STR_INIT("<mo fence=\"true\">∥</mo>"),
         STR_INIT("<mo fence=\"true\">‖</mo>")},
        {STR_INIT("<mo stretchy=\"true\">^</mo>"),
         STR_INIT("<mo stretchy=\"true\">\u0302</mo>")},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        struct buf out = {0};
        size_t done = 0;
        size_t at;
        while ((at = str_find_from(mathml, done, signs[i].from)) < mathml.n) {
            buf_put(&out, str_sub(mathml, done, at - done));
            buf_put(&out, signs[i].to);
            done = at + signs[i].from.n;
        }
        if (done) {
            buf_put(&out, str_from_offset(mathml, done));
            mathml = buf_move(&out, arena);
        }
    }
    return mathml;
}
