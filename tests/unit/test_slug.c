/* SPDX-License-Identifier: MIT */
/* Names in addresses. What accents, case and composition come to is as in the
 * Unicode data; GitHub's headings as its pages have them. */

#include <time.h>

#include "tap.h"
#include "text/slug.h"

static struct arena arena;

static str make(const char *text)
{
    return slug_make(&arena, str_from(text));
}

static str term(const char *text)
{
    return slug_make(&arena, str_from(text));
}

static str heading(const char *text)
{
    return slug_heading(&arena, str_from(text));
}

static void test_latin(struct tap *tap)
{
    CHECK_STR(tap, make("Hello, World!"), "hello-world");
    CHECK_STR(tap, make("  --a  b--c-- "), "a-b-c");
    CHECK_STR(tap, make("Cr\u00e8me Br\u00fbl\u00e9e"), "creme-brulee");
    CHECK_STR(tap, make("Cre\u0300me"), "creme");
    CHECK_STR(tap, make("Stra\u00dfe STRA\u1e9eE"), "strasse-strasse");
    CHECK_STR(tap, make("\u0141\u00f3d\u017a"), "lodz");
    CHECK_STR(tap, make("\u00c6r\u00f8 \u0153uf \u00deing"), "aero-oeuf-thing");
    CHECK_STR(tap, make("\u0130stanbul \u0131\u015f\u0131k"), "istanbul-isik");
    CHECK_STR(tap, make("Vi\u1ec7t Nam"), "viet-nam");
    CHECK_STR(tap, make("don't"), "dont");
    CHECK_STR(tap, make("don\u2019t"), "dont");
    CHECK_STR(tap, make("IPv6/64 @ 10.5"), "ipv6-64-10-5");
    CHECK_STR(tap, make("\uff21\uff11 \ufb01"), "a1-fi");
    CHECK_STR(tap, make(""), "");
    CHECK_STR(tap, make("!?\u2014"), "");
    CHECK_STR(tap, make("z\u0301 a\u0327"), "z-a");
    CHECK_STR(tap, make("\u02af\u0301 \u1eff\u0301"), "\u02af-\u1eff");
}

/* Latin letters that no accent makes of a plain one: each is written as people
 * do who haven't got it. */
static void test_letters(struct tap *tap)
{
    static const struct {
        const char *letters;
        const char *plain;
    } rows[] = {
        {"\u00df\u00e6\u00f0\u00f8\u00fe", "ssaedoth"},
        {"\u0111\u0127\u0131\u0138\u0142", "dhikl"},
        {"\u014b\u0153\u0167\u0180\u0188", "noetbc"},
        {"\u018c\u0192\u0199\u019a\u01a5", "dfklp"},
        {"\u01ab\u01b4\u01b6\u01dd\u01e5", "tyzeg"},
        {"\u0221\u0225\u0237\u023c\u023f", "dzjcs"},
        {"\u0240\u0247\u0249\u024d\u024f", "zejry"},
        {"\u0253\u0256\u0257\u0259\u0268", "bddei"},
        {"\u0272\u0289", "nu"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_STR(tap, make(rows[i].letters), rows[i].plain);
    }
}

static void test_other_scripts(struct tap *tap)
{
    CHECK_STR(tap, make("\u041f\u0440\u0438\u0432\u0435\u0442"),
              "\u043f\u0440\u0438\u0432\u0435\u0442");
    /* Short i is a letter of its own. */
    CHECK_STR(tap, make("\u0439"), "\u0439");
    CHECK_STR(tap, make("\u0438\u0306"), "\u0439");
    CHECK_STR(tap, make("\u65e5\u672c\u8a9e\u306e\u30d6\u30ed\u30b0"),
              "\u65e5\u672c\u8a9e\u306e\u30d6\u30ed\u30b0");
    /* A kana keeps its dakuten, composed or not. */
    CHECK_STR(tap, make("\u30d5\u3099"), "\u30d6");
    CHECK_STR(tap, make("\ud55c\uad6d\uc5b4"), "\ud55c\uad6d\uc5b4");
    CHECK_STR(tap, make("\u0e01\u0e49"), "\u0e01\u0e49");
    /* Digits that are letters, or fractions, are kept: 2024 in Japanese. */
    CHECK_STR(tap, make("\u4e8c\u3007\u4e8c\u56db"),
              "\u4e8c\u3007\u4e8c\u56db");
    CHECK_STR(tap, make("\u1372 \u0a67"), "\u1372-\u0a67");
    CHECK_STR(tap, make("\u0e49\u0e01 \u0e49\u0e01"), "\u0e01-\u0e01");
}

static void test_invalid(struct tap *tap)
{
    CHECK_STR(tap,
              make("a\xff"
                   "b"),
              "a-b");
    CHECK_STR(tap,
              slug_nfc(&arena, STR("a\xff"
                                   "e\xcc\x81")),
              "a\xff"
              "e\xcc\x81");
    CHECK_STR(tap, slug_nfc(&arena, STR("e\xcc\x81")), "\u00e9");
    CHECK_STR(tap, slug_nfc(&arena, STR("plain")), "plain");
}

static void test_terms(struct tap *tap)
{
    CHECK_STR(tap, term("C"), "c");
    CHECK_STR(tap, term("C++"), "cpp");
    CHECK_STR(tap, term("C#"), "csharp");
    CHECK_STR(tap, term(".NET"), "dotnet");
    CHECK_STR(tap, term("#hashtag"), "hashtag");
    CHECK_STR(tap, term("Node.js"), "node-js");
    CHECK_STR(tap, term("."), "");
    CHECK_STR(tap, term("Disney+"), "disney-plus");
    CHECK_STR(tap, term("\U0001F680"), "u1f680");
    CHECK_STR(tap, term("\u2764\uFE0F\U0001F525"), "u2764-u1f525");
    CHECK_STR(tap, term("\u6599\u7406"), "\u6599\u7406");
    CHECK_STR(tap, term("\u2190\u2192"), "u2190-u2192");
    CHECK_STR(tap, term("\u3001\u303f\u3000"), "");
    CHECK_STR(tap, term("\u2ffb"), "u2ffb");
    /* One rule for tags, titles and names of files. */
    CHECK_STR(tap, make("c"), "c");
    CHECK_STR(tap, make("c++"), "cpp");
    CHECK_STR(tap, make("c#"), "csharp");
    CHECK_STR(tap, make("C++ tips"), "cpp-tips");
    CHECK_STR(tap, make("C#/.NET, F#"), "csharp-dotnet-fsharp");
    CHECK_STR(tap, make("1+1 is #2 of 3.5"), "1-1-is-2-of-3-5");
    CHECK_STR(tap, make("bread + butter..."), "bread-butter");
    CHECK_STR(tap, make("+ # . !"), "");
    CHECK_STR(tap, make("C++11"), "c-11");
    CHECK_STR(tap, make("++i"), "i");
    CHECK_STR(tap, make("c+++"), "cppp");
    CHECK_STR(tap, make("on .NET .5"), "on-dotnet-5");
    CHECK_STR(tap, make("\u00e9# \u00e9+"), "esharp-e-plus");
    CHECK_STR(tap, make("a.b c#d"), "a-b-c-d");
}

static void test_headings(struct tap *tap)
{
    CHECK_STR(tap, heading("Hello, World!"), "hello-world");
    CHECK_STR(tap, heading("What's new in 2.0?"), "whats-new-in-20");
    CHECK_STR(tap, heading("a -- b"), "a----b");
    CHECK_STR(tap, heading("snake_case & co"), "snake_case--co");
    CHECK_STR(tap, heading(" trimmed "), "trimmed");
    CHECK_STR(tap, heading("\u00c9t\u00e9"), "\u00e9t\u00e9");
    CHECK_STR(tap, heading("\u65e5\u672c\u8a9e"), "\u65e5\u672c\u8a9e");
    CHECK_STR(tap, heading("???"), "");
    CHECK_STR(tap, heading("a\u203fb e\u0301 \xff"), "a\u203fb-e\u0301-");
}

static str title(const char *name)
{
    return slug_title(&arena, str_from(name));
}

/* A post without a title has its file's name for one. */
static void test_titles(struct tap *tap)
{
    CHECK_STR(tap, title("a_rye-bread"), "A rye bread");
    CHECK_STR(tap, title("zebra"), "Zebra");
    CHECK_STR(tap, title("{x`"), "{x`");
    CHECK_STR(tap, title("\u00e9t\u00e9"), "\u00e9t\u00e9");
    CHECK_STR(tap, title(""), "");
}

/* A slug is its own slug, for every title. */
static void test_stable(struct tap *tap)
{
    static const char *const texts[] = {
        "Cr\u00e8me", "\u0130",           "\u1e9e", "\u30d5\u3099", "\u1fb3",
        "\u00bd",     "C++ & C# on .NET", "A+",     "\U0001F680"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        str once = make(texts[i]);
        CHECK(tap, str_eq(slug_make(&arena, once), once));
    }
}

/* A sign with thousands of marks takes no longer than as many letters. */
static void test_marks(struct tap *tap)
{
    enum { PAIRS = 200000 };
    str text = {NULL, 1};
    char *p = ARENA_ARRAY(&arena, char, 1 + PAIRS * 4);
    p[0] = 'a';
    for (size_t i = 0; i < PAIRS; i++, text.n += 4) {
        memcpy(p + 1 + i * 4, "\u0301\u0323", 4);
    }
    text.p = p;
    clock_t start = clock();
    CHECK_STR(tap, slug_make(&arena, text), "a");
    CHECK(tap, slug_nfc(&arena, text).n > 0);
    CHECK(tap, (clock() - start) / CLOCKS_PER_SEC < 5);
    CHECK_STR(tap, slug_nfc(&arena, STR("a\u0301\u0323")), "\u1ea1\u0301");
}

int main(void)
{
    struct tap tap = {0};
    test_latin(&tap);
    test_letters(&tap);
    test_other_scripts(&tap);
    test_invalid(&tap);
    test_terms(&tap);
    test_headings(&tap);
    test_titles(&tap);
    test_stable(&tap);
    test_marks(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
