/* SPDX-License-Identifier: MIT */
/* str, buf, utf8, eight. */
#include "base/diag/nearest.h"
#include "base/memory/arena.h"
#include "base/memory/buf.h"
#include "base/simd.h"
#include "base/utf8.h"
#include "tap.h"

static const str none = {NULL, 0};

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void test_compare(struct tap *tap)
{
    static const char *const ordered[] = {"",  "A",    "a",    "a\x01", "ab",
                                          "b", "\x7f", "\x80", "\xff"};
    enum { N = sizeof ordered / sizeof ordered[0] };
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            str a = str_from(ordered[i]);
            str b = str_from(ordered[j]);
            CHECK(tap, sign(str_cmp(a, b)) == sign(i - j));
            CHECK(tap, str_eq(a, b) == (i == j));
        }
    }
    CHECK(tap, str_eq(none, STR("")) && str_cmp(none, STR("")) == 0);
    CHECK(tap, str_eq((str){"a\0b", 3}, (str){"a\0b", 3}));
    CHECK(tap, !str_eq((str){"a\0b", 3}, (str){"a\0c", 3}));
    CHECK(tap, str_eq_nocase(STR("Content-Type"), STR("cONTENT-tYPE")));
    CHECK(tap, !str_eq_nocase(STR("["), STR("{")));
    CHECK(tap, !str_eq_nocase(STR("\xc3\x89"), STR("\xc3\xa9")));
    CHECK(tap, str_from(NULL).n == 0);
}

/* "aaa...b" in "aaa...": so many false starts that another way is taken. */
static void test_find_slow(struct tap *tap)
{
    enum { TEXT = 1 << 20, NEEDLE = 1 << 12 };
    struct arena arena = {0};
    char *text = arena_alloc(&arena, TEXT, 1);
    char *needle = arena_alloc(&arena, NEEDLE, 1);
    memset(text, 'a', TEXT);
    memset(needle, 'a', NEEDLE);
    needle[NEEDLE - 1] = 'b';
    str s = {text, TEXT};
    str wanted = {needle, NEEDLE};
    CHECK(tap, str_find(s, wanted) == STR_NONE);
    text[TEXT - 1] = 'b';
    CHECK(tap, str_find(s, wanted) == TEXT - NEEDLE);
    text[TEXT / 2] = 'b';
    CHECK(tap, str_find(s, wanted) == TEXT / 2 - NEEDLE + 1);
    arena_free(&arena);
}

static void test_find(struct tap *tap)
{
    CHECK(tap, str_find(STR("abcabd"), STR("abd")) == 3);
    CHECK(tap, str_find(STR("aaab"), STR("aab")) == 1);
    CHECK(tap, str_find(STR("abc"), STR("abcd")) == STR_NONE);
    CHECK(tap, str_find(STR("abc"), STR("c")) == 2);
    CHECK(tap, str_find(STR("abc"), STR("")) == 0);
    CHECK(tap, str_find(none, STR("")) == 0);
    CHECK(tap, str_find(none, STR("x")) == STR_NONE);
    CHECK(tap, str_find((str){"a\0b", 3}, STR("b")) == 2);
    test_find_slow(tap);
    CHECK(tap, str_find_char(STR("a.b.c"), '.') == 1);
    CHECK(tap, str_rfind_char(STR("a.b.c"), '.') == 3);
    CHECK(tap, str_rfind_char(STR(".a"), '.') == 0);
    CHECK(tap, str_find_char(none, 'x') == STR_NONE);
    CHECK(tap, str_rfind_char(none, 'x') == STR_NONE);
    CHECK(tap, str_starts(STR("abc"), STR("ab")));
    CHECK(tap, str_starts(STR("abc"), none));
    CHECK(tap, !str_starts(STR("ab"), STR("abc")));
    CHECK(tap, str_ends(STR("abc"), STR("bc")));
    CHECK(tap, str_ends(none, none));
    CHECK(tap, !str_ends(STR("bc"), STR("abc")));
}

static void test_parts(struct tap *tap)
{
    CHECK_STR(tap, str_sub(STR("hello"), 1, 3), "ell");
    CHECK_STR(tap, str_sub(STR("hello"), 3, 99), "lo");
    CHECK_STR(tap, str_sub(STR("hello"), 99, 1), "");
    CHECK_STR(tap, str_sub(STR("hello"), 1, STR_NONE), "ello");
    CHECK_STR(tap, str_from_offset(STR("hello"), STR_NONE), "");
    CHECK_STR(tap, str_from_offset(none, 3), "");
    CHECK_STR(tap, str_trim(STR(" \t\r\n\v\fa b \n")), "a b");
    CHECK_STR(tap, str_trim(STR("   ")), "");
    CHECK_STR(tap, str_trim(none), "");
    CHECK_STR(tap, str_trim(STR("\xc2\xa0x")), "\xc2\xa0x");
}

static void check_split(struct tap *tap, const char *text, const char *want)
{
    struct buf got = {0};
    str part;
    for (str rest = str_from(text); str_split(&rest, ',', &part);) {
        buf_putc(&got, '[');
        buf_put(&got, part);
        buf_putc(&got, ']');
    }
    CHECK_STR(tap, buf_str(&got), want);
    buf_free(&got);
}

static void test_split(struct tap *tap)
{
    str part;
    str rest = none;
    check_split(tap, "a,b,c", "[a][b][c]");
    check_split(tap, "a", "[a]");
    check_split(tap, "", "[]");
    check_split(tap, ",", "[][]");
    check_split(tap, "a,,b,", "[a][][b][]");
    CHECK(tap, !str_split(&rest, ',', &part));
}

static void test_distance(struct tap *tap)
{
    static const struct {
        const char *a, *b;
        size_t distance;
    } rows[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"abc", "", 3},
        {"kitten", "sitting", 3},
        {"title", "tilte", 1},
        {"draft", "darft", 1},
        {"abc", "abc", 0},
        {"abcd", "acbd", 1},
        {"flaw", "lawn", 2},
        {"gumbo", "gambol", 2},
        {"saturday", "sunday", 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        str a = str_from(rows[i].a);
        str b = str_from(rows[i].b);
        CHECK(tap, str_distance(a, b, 9) == rows[i].distance);
        CHECK(tap, str_distance(b, a, 9) == rows[i].distance);
        CHECK(tap, str_distance(a, b, 1) ==
                       (rows[i].distance > 1 ? 2 : rows[i].distance));
    }
    char far[200];
    memset(far, 'x', sizeof far);
    CHECK(tap, str_distance((str){far, 200}, (str){far, 200}, 3) == 0);
    CHECK(tap, str_distance((str){far, 200}, (str){far, 199}, 3) == 4);

    static const str keys[] = {STR_INIT("title"), STR_INIT("date"),
                               STR_INIT("draft"), STR_INIT("description"),
                               STR_INIT("tags")};
    CHECK_STR(tap, str_nearest(STR("tilte"), keys, 5), "title");
    CHECK_STR(tap, str_nearest(STR("darft"), keys, 5), "draft");
    CHECK_STR(tap, str_nearest(STR("Tags"), keys, 5), "tags");
    CHECK_STR(tap, str_nearest(STR("tag"), keys, 5), "tags");
    CHECK_STR(tap, str_nearest(STR("descripton"), keys, 5), "description");
    CHECK_STR(tap, str_nearest(STR("zebra"), keys, 5), "");
    CHECK_STR(tap, str_nearest(STR("x"), keys, 5), "");
    CHECK_STR(tap, str_nearest(none, keys, 5), "");
    CHECK_STR(tap, str_nearest(STR("x"), NULL, 0), "");
}

static void test_buf(struct tap *tap)
{
    struct buf buf = {0};
    buf_put(&buf, none);
    CHECK(tap, buf.n == 0);
    for (size_t i = 0; i < 10000; i++) {
        buf_putc(&buf, (char)('a' + i % 26));
    }
    bool right = buf.n == 10000;
    for (size_t i = 0; i < buf.n; i++) {
        right = right && buf.p[i] == (char)('a' + i % 26);
    }
    CHECK(tap, right);
    const char *memory = buf.p;
    buf_clear(&buf);
    buf_printf(&buf, "%s=%d", "x", 5);
    buf_printf(&buf, "%s", "");
    buf_printf(&buf, "%s", ";");
    CHECK(tap, buf.p == memory);
    CHECK_STR(tap, buf_str(&buf), "x=5;");
    buf_free(&buf);
    CHECK(tap, buf.p == NULL && buf.n == 0 && buf.cap == 0);
    /* Just the bytes that are asked for: the sanitizer sees one too few. */
    for (size_t n = 0; n < 600; n++) {
        buf_clear(&buf);
        buf_printf(&buf, "%*s", (int)n, "");
        right = right && buf.n == n;
    }
    CHECK(tap, right);
    buf_free(&buf);
}

/* The grammar of RFC 3629 section 4, written out. */
static size_t grammar_length(const unsigned char *b, size_t n)
{
    static const struct {
        unsigned char low[4], high[4];
        size_t n;
    } rows[] = {
        {{0x00}, {0x7F}, 1},
        {{0xC2, 0x80}, {0xDF, 0xBF}, 2},
        {{0xE0, 0xA0, 0x80}, {0xE0, 0xBF, 0xBF}, 3},
        {{0xE1, 0x80, 0x80}, {0xEC, 0xBF, 0xBF}, 3},
        {{0xED, 0x80, 0x80}, {0xED, 0x9F, 0xBF}, 3},
        {{0xEE, 0x80, 0x80}, {0xEF, 0xBF, 0xBF}, 3},
        {{0xF0, 0x90, 0x80, 0x80}, {0xF0, 0xBF, 0xBF, 0xBF}, 4},
        {{0xF1, 0x80, 0x80, 0x80}, {0xF3, 0xBF, 0xBF, 0xBF}, 4},
        {{0xF4, 0x80, 0x80, 0x80}, {0xF4, 0x8F, 0xBF, 0xBF}, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t j = 0;
        while (j < rows[i].n && j < n && b[j] >= rows[i].low[j] &&
               b[j] <= rows[i].high[j]) {
            j++;
        }
        if (j == rows[i].n) {
            return j;
        }
    }
    return 0;
}

static bool agrees(const unsigned char *bytes, size_t n)
{
    char copy[4];
    memcpy(copy, bytes, n);
    str s = {copy, n};
    size_t off = 0;
    size_t want = grammar_length(bytes, n);
    uint32_t c = utf8_next(s, &off);
    bool valid = want == n && utf8_invalid(s) == STR_NONE;
    return off == (want ? want : 1) && (want || c == 0xFFFD) &&
           (want != n || valid) && (want || utf8_invalid(s) == 0);
}

/* All of one byte, all of two and three that a lead byte begins; of four, all
 * first and second bytes, with the third and fourth at the edges of what they
 * may be. */
static void test_utf8_grammar(struct tap *tap)
{
    static const unsigned char edge[] = {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
    bool one = true;
    bool three = true;
    bool four = true;
    for (unsigned v = 0; v < 256; v++) {
        unsigned char b[1] = {(unsigned char)v};
        one = one && agrees(b, 1);
    }
    for (unsigned v = 0xC0u << 16; v < 1u << 24; v++) {
        unsigned char b[3] = {(unsigned char)(v >> 16), (unsigned char)(v >> 8),
                              (unsigned char)v};
        three = three && agrees(b, 3) && agrees(b, 2);
    }
    for (unsigned v = 0; v < 1u << 16; v++) {
        for (unsigned e = 0; e < 36; e++) {
            unsigned char b[4] = {(unsigned char)(v >> 8), (unsigned char)v,
                                  edge[e / 6], edge[e % 6]};
            four = four && agrees(b, 4);
        }
    }
    CHECK(tap, one);
    CHECK(tap, three);
    CHECK(tap, four);
}

static void test_utf8_characters(struct tap *tap)
{
    struct buf buf = {0};
    bool back = true;
    size_t count = 0;
    for (uint32_t c = 0; c <= 0x10FFFF + 2; c++) {
        bool scalar = c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
        size_t off = 0;
        buf_clear(&buf);
        utf8_put(&buf, c);
        count += buf.n;
        back = back &&
               utf8_next(buf_str(&buf), &off) == (scalar ? c : 0xFFFD) &&
               off == buf.n && utf8_length(buf_str(&buf)) == 1;
    }
    CHECK(tap, back);
    /* Characters of each length, and three bytes for code points that are none.
     */
    CHECK(tap, count == 0x80 + 0x780 * 2 + 0xF000 * 3 + 0x100000 * 4 +
                            (0x800 + 2) * 3);
    buf_free(&buf);
}

static void test_utf8_text(struct tap *tap)
{
    /* a, é, 日, an emoji, a bad byte, b. */
    str s = STR("a\xc3\xa9\xe6\x97\xa5\xf0\x9f\x8d\x9e\xff"
                "b");
    static const size_t offsets[] = {0, 1, 3, 6, 10, 11, 12, 12};
    CHECK(tap, utf8_length(s) == 6);
    for (size_t i = 0; i < 8; i++) {
        CHECK(tap, utf8_offset(s, i) == offsets[i]);
    }
    static const size_t whole[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 12};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        CHECK(tap, utf8_cut(s, i).n == whole[i]);
    }
    CHECK(tap, utf8_cut(s, 13).n == s.n && utf8_cut(none, 1).n == 0);
    CHECK(tap, utf8_invalid(s) == 10);
    CHECK(tap, utf8_invalid(none) == STR_NONE && utf8_length(none) == 0);
    CHECK(tap, utf8_width(STR("abc")) == 3);
    CHECK(tap, utf8_width(STR("\xe6\x97\xa5\xe6\x9c\xac")) == 4);
    CHECK(tap, utf8_width(STR("e\xcc\x81")) == 1);
    CHECK(tap, utf8_width(STR("\xf0\x9f\x8d\x9e")) == 2);
    CHECK(tap, utf8_width(STR("\t\x01")) == 0);

    /* A bad byte at each place of a text, where words of sixteen begin,
     * end and are cut. */
    char text[40];
    bool found = true;
    for (size_t n = 1; n <= sizeof text; n++) {
        for (size_t at = 0; at < n; at++) {
            memset(text, 'x', sizeof text);
            text[at] = '\x80';
            found = found && utf8_invalid((str){text, n}) == at;
        }
        memset(text, 'x', sizeof text);
        found = found && utf8_invalid((str){text, n}) == STR_NONE;
    }
    CHECK(tap, found);
}

/* The tests of sixteen bytes at once, against one after the other. */
static bool simd16_agrees(const char *bytes, unsigned char c)
{
    simd16 x = simd16_load(bytes);
    bool ok = true;
    for (size_t i = 0; i < SIMD16; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        uint32_t bit = UINT32_C(1) << i;
        ok = ok && !(simd16_mask(simd16_is(x, c)) & bit) == (byte != c) &&
             !(simd16_mask_wide(x) & bit) == (byte < 0x80) &&
             !(simd16_mask(simd16_between(x, '0', 'z')) & bit) ==
                 (byte < '0' || byte > 'z') &&
             !(simd16_mask(simd16_between(x, 0x7F, 0xFF)) & bit) ==
                 (byte < 0x7F);
    }
    return ok && simd16_mask(simd16_is(x, c)) >> SIMD16 == 0;
}

static uint32_t slash_mask(simd16 x)
{
    return simd16_mask(simd16_is(x, '/'));
}

static uint32_t zero_mask(simd16 x)
{
    return simd16_mask(simd16_is(x, 0));
}

static void test_simd16(struct tap *tap)
{
    static const char few[] = {'\0', '\n', ' ',    '!',    '/',    '0',
                               'z',  '{',  '\x7f', '\x80', '\x81', '\xff'};
    enum { TIMES = 20000 };
    uint64_t seed = 1;
    bool ok = true;
    for (int i = 0; i < TIMES; i++) {
        char bytes[SIMD16];
        for (size_t k = 0; k < sizeof bytes; k++) {
            seed = seed * UINT64_C(6364136223846793005) + 1;
            bytes[k] = few[(seed >> 33) % sizeof few];
        }
        ok = ok && simd16_agrees(bytes, (unsigned char)few[i % 12]);
    }
    CHECK(tap, ok);
    CHECK(tap, simd16_mask_first(0) == 0 && simd16_mask_first(16) == 0xFFFF);

    /* One byte at each place of texts of each length, in memory of just that
     * size; bytes after the text, or before the offset, are not found. */
    bool found = true;
    for (size_t n = 0; n <= 3 * SIMD16 + 1; n++) {
        char *p = malloc(n ? n : 1);
        str text = {p, n};
        for (size_t at = 0; p && at <= n; at++) {
            memset(p, 'x', n);
            if (at < n) {
                p[at] = '/';
            }
            for (size_t from = 0; from <= n; from++) {
                size_t is = from <= at ? at : n;
                found = found && simd16_find(text, from, slash_mask) == is &&
                        simd16_find(text, from, zero_mask) == n;
            }
            found = found &&
                    str_rfind_char(text, '/') == (at < n ? at : STR_NONE) &&
                    str_rfind_char(text, '\0') == STR_NONE;
        }
        free(p);
    }
    CHECK(tap, found);
    CHECK(tap, str_rfind_char(STR("/.../................/."), '/') == 21);
}

/* Among thousands as among few: a slip at the start, in the middle, at the end,
 * in capitals, in the folder. */
static void test_nearest(struct tap *tap)
{
    enum { MANY = 5000 };
    static const char *const slips[][2] = {
        {"life/sourdogh-bread.md", "life/sourdough-bread.md"},
        {"lfie/sourdough-bread.md", "life/sourdough-bread.md"},
        {"baking/sourdough-bread.md", "life/sourdough-bread.md"},
        {"life/sourdough-bread.mdd", "life/sourdough-bread.md"},
        {"LIFE/SOURDOUGH-BREAD.MD", "life/sourdough-bread.md"},
        {"posts/p01234.md5", "posts/p01234.md"},
        {"nothing at all of the kind", ""},
        {"posts/gone.md", ""}, /* neither else.md nor _index.md */
        {"posts/eles.md", "posts/else.md"},
        {"posts/indx.md", ""},
        {"gone/index.md", ""},
        {"rey/index.md", "rye/index.md"},
    };
    struct arena arena = {0};
    struct nearest nearest;
    str *names = ARENA_ARRAY(&arena, str, MANY);
    str found;
    for (size_t i = 0; i < MANY; i++) {
        names[i] = arena_printf(&arena, "posts/p%05zu.md", i);
    }
    names[MANY / 2] = STR("life/sourdough-bread.md");
    names[7] = STR("a/b/twice.md");
    names[8] = STR("c/b/twice.md");
    names[9] = STR("c/B/Twice.md");
    names[10] = STR("posts/_index.md");
    names[11] = STR("posts/else.md");
    names[12] = STR("rye/index.md");
    for (size_t n = 10; n <= MANY; n += MANY - 10) {
        nearest_make(&nearest, names, n, &arena);
        CHECK(tap, nearest_ending(&nearest, STR("/twice.md"), &found) == 2);
        CHECK(tap, nearest_ending(&nearest, STR("/B/Twice.md"), &found) == 1);
        CHECK_STR(tap, found, "c/B/Twice.md");
        CHECK(tap, nearest_ending(&nearest, STR("a/b/twice.md"), &found) == 1);
        CHECK(tap, nearest_ending(&nearest, STR("/b/twice"), &found) == 0);
    }
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        CHECK_STR(tap, nearest_find(&nearest, str_from(slips[i][0])),
                  slips[i][1]);
    }
    nearest_make(&nearest, names, 0, &arena);
    CHECK(tap, !nearest_find(&nearest, STR("a")).n);
    arena_free(&arena);
}

int main(void)
{
    struct tap tap = {0};
    test_compare(&tap);
    test_find(&tap);
    test_parts(&tap);
    test_split(&tap);
    test_distance(&tap);
    test_nearest(&tap);
    test_buf(&tap);
    test_utf8_grammar(&tap);
    test_utf8_characters(&tap);
    test_utf8_text(&tap);
    test_simd16(&tap);
    return tap_done(&tap);
}
