/* SPDX-License-Identifier: MIT */
/* lexer, regex: what rules mean, in small languages. */
#include "highlight/language_set.h"
#include "tap.h"
#include "tokens_text.h"

/* The states of a language, a text, and its tokens. */
static const struct {
    const char *states;
    const char *text;
    const char *tokens;
} rows[] = {
    /* ^ holds at the start of a line, after each kind of line end. */
    {"start: [{match: '^a', token: k}]", "aa\naa\r\na\ra",
     "«k a»a\n«k a»a\r\n«k a»\r«k a»"},
    {"start: [{match: '(^ *)(a)', groups: [null, k]}]", "a a\n  a",
     "«k a» a\n  «k a»"},
    {"start: [{match: '(?:(^a)b|c)', token: k}]", "cab\nab", "«k c»ab\n«k ab»"},
    {"start: [{match: '(?:^a|.b)', token: k}]", "a xb a", "«k a» «k xb» a"},
    {"start: [{match: '(^a)?b', token: k}]", "b ab\nab",
     "«k b» a«k b»\n«k ab»"},
    {"start: [{match: '(?=^a)a', token: k}]", "a a\na", "«k a» a\n«k a»"},
    {"start: [{match: '(?!^a)[ab]', token: k}]", "ab\na", "a«k b»\na"},
    {"start: [{match: '\\Aa', token: k}]", "a a\na", "«k a» a\na"},
    {"start: [{match: 'b', token: k}, {match: '\\A.', token: c}]", "abb",
     "«c a»«k bb»"},
    /* .* is no start of a line. */
    {"start: [{match: 'x'}, {match: '.*y', token: k}]", "xay", "x«k ay»"},
    {"start: [{match: 'x'}, {match: '(?:.*y|^z)', token: k}]", "xay",
     "x«k ay»"},
    /* A rule is tried at each of its first bytes, in either case. */
    {"start: [{match: '(?i)ab', token: k}]", "AB aB Ba", "«k AB» «k aB» Ba"},
    {"start: [{match: '(?<=x)[ab]', token: k}]", "a xa xb", "a x«k a» x«k b»"},
    {"start: [{match: '(?=[ab])\\w', token: k}]", "cab", "c«k ab»"},
    {"start: [{match: '[^a]', token: k}]", "abc\xc3\xa9", "a«k bc\xc3\xa9»"},
    {"start: [{match: '\\bif\\b', token: k}]", "if xif if",
     "«k if» xif «k if»"},
    /* The first of several that match. */
    {"start: [{match: 'ab', token: k}, {match: 'a', token: s}, {match: "
     "'.', token: c}]",
     "abac", "«k ab»«s a»«c c»"},
    /* States that lead to each other by nothing; the last state stays. */
    {"start: [{match: '(?=x)', push: in}, {match: y, token: k}]\n"
     "  in: [{match: '(?=x)', pop: 1}, {match: y, token: k}]",
     "xyx", "x«k y»x"},
    {"start: [{match: 'a', token: k, pop: 1}]", "aa", "«k aa»"},
    /* Twelve texts in each other; deeper ones are one text. */
    {"start: [{match: '<', token: k, push: start, until: '>'}]",
     "<<<<<<<<<<<<<<>", "«k <<<<<<<<<<<<»<<>"},
    {"start: [{words: {k: if}}]\ncaseless: true",
     "IF if "
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "a",
     "«k IF» «k if» "
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "a"},
    /* A group is read as a text of its own: ^ and \A hold at its start. */
    {"start: [{match: '(?=b)', push: [start, in]}]\n"
     "  in: [{match: b, token: k, pop: 2}]",
     "abab", "a«k b»a«k b»"},
    {"start: [{match: '<(.*?)>', groups: [{state: in}]}]\n"
     "  in: [{match: '^a', token: k}, {match: '\\Ab', token: s}]",
     "a<aa><bb>", "a<«k a»a><«s b»b>"},
};

static struct arena arena;

static const struct language *read(struct language_set *languages,
                                   const char *states, struct diags *diags)
{
    struct source *source = ARENA_NEW(&arena, struct source);
    *source = (struct source){
        .name = STR("languages/toy.yaml"),
        .text = arena_printf(&arena, "name: Toy\nstates:\n  %s\n", states)};
    language_set_init(languages);
    language_set_add(languages, STR("toy"), source);
    language_set_check(languages, diags);
    return language_set_find(languages, STR("toy"));
}

static void test_rules(struct tap *tap)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct language_set languages;
        struct diags diags;
        struct lexed lexed;
        struct buf out = {0};
        diags_init(&diags, &arena);
        const struct language *language =
            read(&languages, rows[i].states, &diags);
        if (CHECK(tap, language != NULL)) {
            str text = str_from(rows[i].text);
            lexer_run(language, text, &arena, &lexed);
            tokens_text(text, &lexed, &out);
            CHECK(tap, lexed.cut == STR_NONE);
        } else {
            diags_print(&diags, false, &out);
        }
        CHECK_STR(tap, buf_str(&out), rows[i].tokens);
        buf_free(&out);
        language_set_free(&languages);
    }
}

/* --- steps --- */

static str repeat(const char *part, size_t n)
{
    size_t length = strlen(part);
    char *p = ARENA_ARRAY(&arena, char, n);
    for (size_t i = 0; i < n; i++) {
        p[i] = part[i % length];
    }
    return (str){p, n};
}

/* Definitions and texts whose single matches are allowed, but not all of them.
 */
static const struct {
    const char *states;
    const char *part;
    size_t n;
    size_t cut; /* it is plain from there on, or before; SIZE_MAX: or nowhere */
} hostile[] = {
    {"start: [{match: '(?:a|b)*[cd]', token: k}]", "a", 60000, 0},
    {"start: [{match: '(?:a|b)*[cd]', token: k}]", "a", 1 << 20, 0},
    {"start: [{match: 'a*a*[bc]', token: k}]", "a", 60000, 100},
    {"start: [{match: 'a*?a*?[bc]', token: k}]", "a", 70000, 0},
    {"start: [{match: 'a*?a*?[bc]', token: k}]", "a", 200000, 0},
    {"start: [{match: '(?:[ab]|c)*+[de]', token: k}]", "ab", 1 << 18, SIZE_MAX},
    {"start: [{match: 'a', push: start, until: 'a*a*[bc]'}]", "a", 60000, 0},
    {"start: [{match: 'b', push: start, until: 'a*a*[de]'}]", "aaaaaaab",
     1 << 20, 0},
    {"start: [{match: '(b)', push: start, until: '(?:a|\\1)*[de]'}]", "ab",
     60000, 0},
};

static void test_hostile(struct tap *tap)
{
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        struct language_set languages;
        struct diags diags;
        struct lexed lexed;
        size_t n = hostile[i].n;
        diags_init(&diags, &arena);
        const struct language *language =
            read(&languages, hostile[i].states, &diags);
        if (CHECK(tap, language != NULL)) {
            str text = repeat(hostile[i].part, n);
            lexer_run(language, text, &arena, &lexed);
            CHECK(tap, lexed.cut < (hostile[i].cut ? hostile[i].cut : n) ||
                           hostile[i].cut == SIZE_MAX);
            CHECK(tap, lexed.steps <= lexer_most_steps(n));
            CHECK(tap, lexed.runs.p[lexed.runs.n - 1].end == n);
        }
        language_set_free(&languages);
    }
    CHECK(tap, lexer_most_steps(1 << 20) < (size_t)150 << 20);
}

/* States and texts in each other, far more of them than there is room for. */
static void test_depth(struct tap *tap)
{
    static const char states[] =
        "start: [{match: '[(]', token: p, push: [start, start, start]}, "
        "{match: '<', push: start, until: '>'}, {match: a, token: k}]";
    struct language_set languages;
    struct diags diags;
    struct lexed lexed;
    diags_init(&diags, &arena);
    const struct language *language = read(&languages, states, &diags);
    if (CHECK(tap, language != NULL)) {
        str text = arena_concat(&arena, repeat("(", 1000), STR("<a>a"));
        lexer_run(language, text, &arena, &lexed);
        CHECK(tap, lexed.runs.n == 3 && lexed.runs.p[0].end == 1000 &&
                       lexed.runs.p[1].end == 1003 &&
                       lexed.runs.p[2].end == 1004);
    }
    language_set_free(&languages);
}

/* The steps that texts of one kind take. */
static void test_steps(struct tap *tap)
{
    static const struct {
        const char *states;
        const char *part;
        size_t n;
        size_t least;
        size_t most;
    } few[] = {
        /* At the start of a line alone is there a rule for "a". */
        {"start: [{match: '^a', token: k}]", "a", 1000, 64, 64},
        {"start: [{match: '(?:^a)', token: k}]", "a", 1000, 64, 64},
        {"start: [{match: '(^b)c', token: k}]", "\na", 1000, 0, 0},
        {"start: [{match: '(?:^b)c', token: k}]", "\na", 1000, 0, 0},
        {"start: [{match: '(?=^b)', pop: 1}]", "\na", 1000, 0, 0},
        {"start: [{match: '\\Aa', token: k}]", "a", 1000, 64, 64},
        {"start: [{match: 'a', token: k}]", "ab", 1000, 32000, 32000},
        /* One match takes what a match may, and not all that is left. */
        {"start: [{match: '(?:a+)+[bc]', token: k}]", "a", 3000, 270000,
         290000},
        /* Where a text of its own ends, nothing has to be looked at again. */
        {"start: [{match: '<(.*)', groups: [{state: in}]}]\n"
         "  in: [{match: a+, token: k}]",
         "<ba\n", 80000, 20000 * 128, 20000 * 128},
        /* An end costs what there is up to it. */
        {"start: [{match: '<', push: in, until: '>'}]\n  in: []", "<a>b", 4000,
         1000 * (64 + 8), 1000 * (64 + 8)},
    };
    for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
        struct language_set languages;
        struct diags diags;
        struct lexed lexed;
        diags_init(&diags, &arena);
        const struct language *language =
            read(&languages, few[i].states, &diags);
        if (CHECK(tap, language != NULL)) {
            lexer_run(language, repeat(few[i].part, few[i].n), &arena, &lexed);
            CHECK(tap, lexed.steps >= few[i].least);
            if (!CHECK(tap, lexed.steps <= few[i].most)) {
                printf("# %zu\n", lexed.steps);
            }
        }
        language_set_free(&languages);
    }
}

/* --- long texts --- */

/* Tokens that reach further than what a match sees at first, with as much text
 * after them as makes a text a long one. */
static void test_far(struct tap *tap)
{
    static const struct {
        const char *states;
        size_t x; /* their number in a<xxx>b */
        const char *tokens;
    } far[] = {
        {"start: [{match: '<[^>]*>', token: s}]", 300, "s"},
        {"start: [{match: '<[^>]*>', token: s}]", 3000, "s"},
        {"start: [{match: '<.*', token: s}]", 9000, "s"},
        {"start: [{match: '<(?=x*>b)', token: k}]", 300, "k"},
        {"start: [{match: '<(?=x*>b)', token: k}]", 3000, "k"},
        {"start: [{match: '<(?=x*>b)', token: k}]", 9000, ""},
        {"start: [{match: '<', token: k}]", 9000, "k"},
        {"start: [{match: 'x++$', token: k}]", 300, ""},
        {"start: [{match: 'x++$', token: k}, {match: 'x++', token: s}]", 9000,
         "s"},
        {"start: [{match: '<', push: [in], until: '>b'}]\n"
         "  in: [{match: 'x++', token: s}]",
         9000, "s"},
        {"start: [{match: '<', push: [in], until: '>b', end: k}]\n"
         "  in: [{match: 'x++', token: s}]",
         4093, "sk"},
        {"start: [{match: '<', push: [in], until: 'x{9}>b', end: k}]\n  in: []",
         4096, "k"},
        {"start: [{match: '<', push: [in], until: '>[^!]*$', end: k}]\n  in: "
         "[]",
         5000, "k"},
        {"start: [{match: '<', push: [in], until: 'xx++>b', end: k}]\n  in: []",
         5000, "k"},
    };
    for (size_t i = 0; i < 2 * (sizeof far / sizeof *far); i++) {
        struct language_set languages;
        struct diags diags;
        struct lexed lexed;
        struct buf out = {0};
        str x = repeat("x", far[i / 2].x);
        str rest = repeat("\nabc", i % 2 ? 70000 : 40000);
        str text =
            arena_printf(&arena, "a<%.*s>b%.*s", STR_ARG(x), STR_ARG(rest));
        diags_init(&diags, &arena);
        const struct language *language =
            read(&languages, far[i / 2].states, &diags);
        if (CHECK(tap, language != NULL)) {
            lexer_run(language, text, &arena, &lexed);
            for (size_t k = 0; k < lexed.runs.n; k++) {
                buf_put(&out, token_names[lexed.runs.p[k].token].name);
            }
            CHECK(tap, lexed.cut == STR_NONE);
        }
        CHECK_STR(tap, buf_str(&out), far[i / 2].tokens);
        buf_free(&out);
        language_set_free(&languages);
    }
}

int main(void)
{
    struct tap tap = {0};
    test_rules(&tap);
    test_hostile(&tap);
    test_depth(&tap);
    test_steps(&tap);
    test_far(&tap);
    arena_free(&arena);
    return tap_done(&tap);
}
