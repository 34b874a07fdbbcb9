/* SPDX-License-Identifier: MIT */
/* Secrets and look-alikes in tests/secrets/, one a line. In a file of secrets
 * «…» are around each; \n is a line break, \e a backslash; lines that begin
 * with "md: " are Markdown, all others code. "missed: " is before those that
 * are known to be missed: they count, and all others are found. */

#include <stdlib.h>
#include <time.h>

#include "base/memory/buf.h"
#include "files/fs.h"
#include "random.h"
#include "secrets/rules.h"
#include "secrets/secrets.h"
#include "secrets/token.h"
#include "tap.h"

static struct arena arena;

static str unescape(str line)
{
    struct buf out = {0};
    for (size_t i = 0; i < line.n; i++) {
        bool line_break = str_starts_at(line, i, STR("\\n"));
        bool backslash = str_starts_at(line, i, STR("\\e"));
        buf_putc(&out, line_break ? '\n' : line.p[i]);
        i += line_break || backslash;
    }
    return buf_move(&out, &arena);
}

/* The text without its marks; the first marked part is at *off. */
static str unmark(str line, size_t *off, size_t *len)
{
    str open = STR("«");
    str close = STR("»");
    *off = str_find(line, open);
    if (*off == STR_NONE) {
        return line;
    }
    str rest = str_from_offset(line, *off + open.n);
    *len = str_find(rest, close);
    return arena_concat(
        &arena,
        arena_concat(&arena, str_sub(line, 0, *off), str_sub(rest, 0, *len)),
        str_from_offset(rest, *len + close.n));
}

static struct secrets find(const struct secret_rules *rules, str text,
                           bool markdown)
{
    struct secrets found = {.arena = &arena};
    secrets_find(rules, text,
                 markdown ? SECRET_TEXT_MARKDOWN : SECRET_TEXT_CODE, &found);
    return found;
}

struct score {
    size_t n;
    size_t told;
    size_t right; /* and at the right place */
    size_t wrong; /* unlike the file says */
    size_t left;  /* a secret is still there when all are taken out */
};

/* The text with <secret> for each. */
static str without(str text, const struct secrets *found)
{
    for (size_t i = found->list.n; i--;) {
        const struct secret *secret = &found->list.p[i];
        str end = str_from_offset(text, secret->off + secret->len);
        text = arena_concat(&arena, str_sub(text, 0, secret->off),
                            arena_concat(&arena, STR("<secret>"), end));
    }
    return text;
}

static struct score run(const struct secret_rules *rules, const char *file)
{
    struct score score = {0};
    str text;
    str line;
    if (fs_read(str_from(file), &arena, &text)) {
        return score;
    }
    while (str_split(&text, '\n', &line)) {
        if (!line.n || line.p[0] == '%') {
            continue;
        }
        size_t off;
        size_t len = 0;
        bool missed = str_starts(line, STR("missed: "));
        line = str_from_offset(line, missed ? 8 : 0);
        bool markdown = str_starts(line, STR("md: "));
        line = str_from_offset(line, markdown ? 4 : 0);
        str plain = unmark(unescape(line), &off, &len);
        struct secrets found = find(rules, plain, markdown);
        bool right = false;
        for (size_t i = 0; i < found.list.n; i++) {
            const struct secret *secret = &found.list.p[i];
            right |= off != STR_NONE && secret->off <= off &&
                     off < secret->off + secret->len;
        }
        str rest = without(plain, &found);
        bool left = find(rules, rest, markdown).list.n > 0;
        if (left) {
            printf("# left: %.*s\n", STR_ARG(rest));
        }
        score.n++;
        score.left += left;
        score.told += found.list.n > 0;
        score.right += right;
        if (off == STR_NONE ? found.list.n > 0 : right == missed) {
            score.wrong++;
            printf("# %s: %.*s\n", found.list.n ? "told" : "missed",
                   STR_ARG(line));
            for (size_t i = 0; i < found.list.n; i++) {
                const struct secret *secret = &found.list.p[i];
                printf("#     %.*s: [%.*s]\n", STR_ARG(secret->what),
                       STR_ARG(str_sub(plain, secret->off, secret->len)));
            }
        }
    }
    return score;
}

static void rates(struct tap *tap, const struct secret_rules *rules)
{
    struct score real = run(rules, "tests/secrets/secrets.txt");
    struct score alike = run(rules, "tests/secrets/lookalikes.txt");
    double recall = (double)real.right / (double)real.n;
    double precision = (double)real.right / (double)(real.right + alike.told);
    printf("# %zu secrets, %zu look-alikes: recall %.3f, precision %.3f\n",
           real.n, alike.n, recall, precision);
    CHECK(tap, real.n >= 300 && alike.n >= 300);
    CHECK(tap, !real.wrong && !alike.wrong);
    CHECK(tap, !real.left);
    CHECK(tap, recall >= 0.98);
    CHECK(tap, precision >= 0.98);
}

static void type7(struct tap *tap)
{
    static const char *const cisco[] = {
        "0822455D0A16", "02050D480809", "121A0C041104", "060506324F41",
        "094F471A1A0A", "1511021F0725", "13061E010803", "104D000A0618",
        "110A1016141D", "14141B180F0B", "045802150C2E", "070C285F4D06",
        "030752180500",
    };
    for (size_t i = 0; i < sizeof cisco / sizeof *cisco; i++) {
        CHECK_STR(tap, type7_decode(str_from(cisco[i]), &arena), "cisco");
    }
    static const char *const none[] = {
        "",     "08",        "0822455D0A1", "9922455D0A16",
        "08ZZ", "kitchen42", "0822FF5D0A16"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        CHECK(tap, type7_decode(str_from(none[i]), &arena).n == 0);
    }
}

static void forms(struct tap *tap)
{
    CHECK(tap, form_length(STR("ab D{2,3} c"), STR("ab123c"), 0) == 6);
    CHECK(tap, form_length(STR("ab D{2,3} c"), STR("ab1c"), 0) == 0);
    CHECK(tap, form_length(STR("T{2,}"), STR("x-_y."), 0) == 4);
    CHECK(tap, !token_checksum_holds(
                   STR("ghp_0123456789abcdefghijABCDEFGHIJ000000")));
    CHECK(tap, token_checksum_holds(STR("npm_x2Zvt6B")));
}

/* Each rule is tried somewhere, for it has a word with a pair. */
static void triggers(struct tap *tap, const struct secret_rules *rules)
{
    for (size_t i = 0; i < rules->rules.n; i++) {
        CHECK(tap, rules->rules.p[i]->trigger);
    }
}

/* A random text of the form, but for its checksum. */
static str made_of(str form, struct random *random)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "abcdefghijklmnopqrstuvwxyz";
    struct buf out = {0};
    for (str part; str_split(&form, ' ', &part);) {
        bool any = str_starts(part, STR("..."));
        buf_put(&out, any ? STR("Qz8\"k;L2'v<Rw7&mXp") : STR(""));
        part = str_from_offset(part, any ? 3 : 0);
        str rest = str_from_offset(part, 2);
        size_t n = str_take_number(&rest, 999);
        if (!str_starts_at(part, 1, STR("{")) || !n) {
            buf_put(&out, part);
            continue;
        }
        while (n) {
            char c = signs[random_below(random, sizeof signs - 1)];
            bool fits = form_class_has(part.p[0], c);
            buf_put(&out, (str){&c, fits});
            n -= fits;
        }
    }
    return buf_move(&out, &arena);
}

/* Each form of a token is found, alone and in a line; none of them is in this
 * repository, for its hosts would refuse it. */
static void tokens(struct tap *tap, const struct secret_rules *rules)
{
    struct random random = {47};
    for (size_t i = 0; i < rules->tokens.n; i++) {
        const struct token_form *form = &rules->tokens.p[i];
        size_t told = 0;
        enum { TIMES = 20 };
        for (int k = 0; k < TIMES && !form->group->checksum; k++) {
            str token = made_of(form->form, &random);
            str line =
                k % 2 ? token
                      : arena_printf(&arena, "a \"%.*s\" b", STR_ARG(token));
            struct secrets found = find(rules, line, false);
            told += found.list.n == 1 && found.list.p[0].len == token.n;
        }
        if (told < TIMES - 1 && !form->group->checksum) {
            printf("# %.*s: %zu of %d\n", STR_ARG(form->form), told, TIMES);
        }
        CHECK(tap, told >= TIMES - 1 || form->group->checksum);
    }
}

/* A token that the writer allows, and a password after its fence, wherever in
 * the blocks of bytes they are. */
static void allowed(struct tap *tap, const struct secret_rules *rules)
{
    struct random random = {16};
    str token = made_of(STR("glpat- T{20}"), &random);
    for (int blanks = 0; blanks < 16; blanks++) {
        str text = arena_printf(&arena,
                                "%*s\n```{allow=secrets}\na %.*s\n```\n"
                                "key 7 0822455D0A16\n",
                                blanks, "x", STR_ARG(token));
        struct secrets found = find(rules, text, true);
        CHECK(tap, found.list.n == 1 && !found.list.p[0].error);
    }
}

static void comments(struct tap *tap)
{
    str text = STR("a <!-- crumb:allow-secret --> b\n"
                   "key k1 ! crumb:allow-secret\n# crumb:allow-secret x\n");
    CHECK_STR(tap, secrets_blank_allowed(text, &arena),
              "a \t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t b\n"
              "key k1 \t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\n"
              "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t x\n");
    str none = STR("nothing of it");
    CHECK(tap, secrets_blank_allowed(none, &arena).p == none.p);
}

/* Megabytes of what costs most. */
static void long_texts(struct tap *tap, const struct secret_rules *rules)
{
    static const char *const parts[] = {
        "a word of prose and another one\n",
        "key key key key ",
        "snmp-server host a b c d e f g h ",
        "x://a:b",
        "curl -u a:b \\\n//",
        "snmpwalk a b c d e f g h ",
        "-----BEGIN PRIVATE KEY",
        "AKIA",
        "ghp_",
        "\n```\n",
        "password=",
        "a password=\\\n",
        "neighbor a password 0 x1y2z3w4\n",
        "key `3d064f1`](",
        "snmp access-group community\n",
        "community-entry x\n",
        "\"<",
    };
    enum { MEGABYTE = 1 << 20 };
    size_t megabytes = getenv("SHORT") ? 1 : 4;
    struct buf text = {0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct arena own = {0};
        struct secrets found = {.arena = &own};
        clock_t start = clock();
        buf_clear(&text);
        while (text.n < megabytes * MEGABYTE) {
            buf_put(&text, str_from(parts[i]));
        }
        secrets_find(rules, buf_str(&text), SECRET_TEXT_MARKDOWN, &found);
        double took = (double)(clock() - start) / CLOCKS_PER_SEC;
        printf("# \"%.8s\" for %zu MB: %.2f s, %zu found\n", parts[i],
               megabytes, took, found.list.n);
        CHECK(tap, took < 4);
        arena_free(&own);
    }
    buf_free(&text);
}

int main(void)
{
    struct tap tap = {0};
    const struct secret_rules *rules = secret_rules_load(&arena);
    rates(&tap, rules);
    type7(&tap);
    forms(&tap);
    triggers(&tap, rules);
    tokens(&tap, rules);
    allowed(&tap, rules);
    comments(&tap);
    long_texts(&tap, rules);
    arena_free(&arena);
    return tap_done(&tap);
}
