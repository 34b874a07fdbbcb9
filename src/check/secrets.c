/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

enum charset { CHARS_UPPER, CHARS_WORD, CHARS_TOKEN, CHARS_ANY };

/* A word, and the characters that must follow it. */
/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): a table to read */
struct secret_rule {
    str start;
    enum charset chars; /* that follow */
    size_t least;       /* their number */
    bool words;         /* the start is words of a configuration: the secret is
                           the word behind it */
    const char *what;
};

static const struct secret_rule rules[] = {
    {STR_INIT("-----BEGIN PRIVATE KEY-----"), CHARS_ANY, 0, false,
     "a private key"},
    {STR_INIT("-----BEGIN RSA PRIVATE KEY-----"), CHARS_ANY, 0, false,
     "a private key"},
    {STR_INIT("-----BEGIN EC PRIVATE KEY-----"), CHARS_ANY, 0, false,
     "a private key"},
    {STR_INIT("-----BEGIN DSA PRIVATE KEY-----"), CHARS_ANY, 0, false,
     "a private key"},
    {STR_INIT("-----BEGIN ENCRYPTED PRIVATE KEY-----"), CHARS_ANY, 0, false,
     "a private key"},
    {STR_INIT("-----BEGIN OPENSSH PRIVATE KEY-----"), CHARS_ANY, 0, false,
     "a private key"},
    {STR_INIT("-----BEGIN PGP PRIVATE KEY BLOCK-----"), CHARS_ANY, 0, false,
     "a private key"},
    {STR_INIT("AKIA"), CHARS_UPPER, 16, false, "an AWS access key"},
    {STR_INIT("ASIA"), CHARS_UPPER, 16, false, "an AWS access key"},
    {STR_INIT("ghp_"), CHARS_WORD, 36, false, "a GitHub token"},
    {STR_INIT("gho_"), CHARS_WORD, 36, false, "a GitHub token"},
    {STR_INIT("ghs_"), CHARS_WORD, 36, false, "a GitHub token"},
    {STR_INIT("ghu_"), CHARS_WORD, 36, false, "a GitHub token"},
    {STR_INIT("github_pat_"), CHARS_TOKEN, 22, false, "a GitHub token"},
    {STR_INIT("glpat-"), CHARS_TOKEN, 20, false, "a GitLab token"},
    {STR_INIT("xoxb-"), CHARS_TOKEN, 20, false, "a Slack token"},
    {STR_INIT("xoxp-"), CHARS_TOKEN, 20, false, "a Slack token"},
    {STR_INIT("xoxa-"), CHARS_TOKEN, 20, false, "a Slack token"},
    {STR_INIT("xoxr-"), CHARS_TOKEN, 20, false, "a Slack token"},
    {STR_INIT("sk_live_"), CHARS_WORD, 20, false, "a Stripe key"},
    {STR_INIT("AIza"), CHARS_TOKEN, 35, false, "a Google API key"},
    {STR_INIT("npm_"), CHARS_WORD, 36, false, "an npm token"},
    {STR_INIT("password: "), CHARS_ANY, 4, true, "a password"},
    {STR_INIT("passwd: "), CHARS_ANY, 4, true, "a password"},
    {STR_INIT("password 0 "), CHARS_ANY, 2, true, "a password"},
    {STR_INIT("password 5 "), CHARS_ANY, 8, true, "a password"},
    {STR_INIT("password 7 "), CHARS_ANY, 4, true, "a password"},
    {STR_INIT("password 8 "), CHARS_ANY, 8, true, "a password"},
    {STR_INIT("password 9 "), CHARS_ANY, 8, true, "a password"},
    {STR_INIT("secret 0 "), CHARS_ANY, 2, true, "a password"},
    {STR_INIT("secret 5 "), CHARS_ANY, 8, true, "a password"},
    {STR_INIT("secret 7 "), CHARS_ANY, 4, true, "a password"},
    {STR_INIT("secret 8 "), CHARS_ANY, 8, true, "a password"},
    {STR_INIT("secret 9 "), CHARS_ANY, 8, true, "a password"},
    {STR_INIT("snmp-server community "), CHARS_ANY, 2, true,
     "an SNMP community"},
    {STR_INIT("snmp community "), CHARS_ANY, 2, true, "an SNMP community"},
    {STR_INIT("key 7 "), CHARS_ANY, 4, true, "a key"},
    {STR_INIT("key-string 7 "), CHARS_ANY, 4, true, "a key"},
    {STR_INIT("pre-shared-key ascii-text "), CHARS_ANY, 4, true, "a key"},
    {STR_INIT("encrypted-password "), CHARS_ANY, 8, true, "a password"},
    {STR_INIT("ip ospf authentication-key "), CHARS_ANY, 2, true, "a key"},
};

/* Usual examples, and words of prose. */
#define PLACEHOLDERS                                                           \
    "password secret changeme example xxxx none null true false required "     \
    "optional string removed redacted hidden sha512 your-password "            \
    "public private" /* the usual communities of old devices */

void secrets_init(struct multi_search *search, struct arena *arena)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        multi_search_add(search, arena, rules[i].start, i);
    }
}

static bool belongs(enum charset chars, char c)
{
    switch (chars) {
    case CHARS_UPPER: return is_digit(c) || (c >= 'A' && c <= 'Z');
    case CHARS_WORD: return is_alnum(c);
    case CHARS_TOKEN: return is_alnum(c) || c == '-' || c == '_';
    case CHARS_ANY: break;
    }
    return !is_space(c);
}

static bool is_placeholder(str word)
{
    bool varied = false;
    for (size_t i = 0; i < word.n; i++) {
        char c = word.p[i];
        if (c == '<' || c == '>' || c == '{' || c == '(' || c == '[') {
            return true; /* <x>, {{ x }}, a call */
        }
        varied = varied || c != word.p[0];
    }
    bool variable = word.n > 1 && word.p[0] == '$' && !is_digit(word.p[1]);
    return str_is_word_of(word, STR(PLACEHOLDERS)) ||
           !varied /* ****, xxxx */ ||
           variable /* $X and ${X}, but not $1$salt$hash */ ||
           str_starts(word, STR("!")) /* !vault */ ||
           str_find(word, STR("***")) != STR_NONE ||
           str_find(word, STR("...")) != STR_NONE;
}

/* The password behind its words: without quotes and what ends a
 * sentence or a statement. Prose has another word behind it. */
static str secret_word(str rest)
{
    size_t end = 0;
    while (end < rest.n && !is_space(rest.p[end])) {
        end++;
    }
    str word = str_sub(rest, 0, end);
    while (word.n && strchr("\"'`;,.:)|", word.p[word.n - 1])) {
        word.n--;
    }
    while (word.n && strchr("\"'`", word.p[0])) {
        word = str_from_offset(word, 1);
    }
    return word;
}

/* "password: see below" is prose; a password has a digit or a sign in it, or
 * is alone on the rest of its line. */
static bool is_prose(str word, str rest)
{
    size_t end = str_find_char(rest, '\n');
    str line = str_trim(str_sub(rest, 0, end == STR_NONE ? rest.n : end));
    bool alone = line.n <= word.n + 2;
    for (size_t i = 0; i < word.n; i++) {
        if (!is_alpha(word.p[i]) && word.p[i] != '-') {
            return false;
        }
    }
    return !alone;
}

/* The secret of the rule that starts at `at`, or nothing. */
static str match(const struct secret_rule *rule, str text, size_t at)
{
    str none = {NULL, 0};
    str rest = str_from_offset(text, at + rule->start.n);
    if (at > 0 && (is_alnum(text.p[at - 1]) || text.p[at - 1] == '_')) {
        return none; /* it is in a word */
    }
    if (rule->words) {
        str word = secret_word(rest);
        bool network = str_find(rule->start, STR(": ")) == STR_NONE;
        return word.n < rule->least || is_placeholder(word) ||
                       (!network && is_prose(word, rest))
                   ? none
                   : word;
    }
    size_t n = 0;
    while (rule->least && n < rest.n && belongs(rule->chars, rest.p[n])) {
        n++;
    }
    str all = str_sub(text, at, rule->start.n + n);
    str body = str_sub(rest, 0, n);
    return n < rule->least || (n && is_placeholder(body)) ? none : all;
}

void secrets_find(const struct multi_search *search, str text, str name,
                  bool published, struct findings *findings)
{
    const struct search_text *found;
    for (size_t i = 0; (found = multi_search_next(search, text, &i)); i++) {
        const struct secret_rule *rule = &rules[found->id];
        str secret = match(rule, text, i);
        if (secret.n == 0) {
            continue;
        }
        size_t off = (size_t)(secret.p - text.p);
        struct spot at = {name, name, NULL, off, secret.n};
        struct finding *finding =
            finding_add(findings, DIAG_WARNING, "secret", at,
                        arena_str(findings->arena, secret));
        finding_say(findings, finding, "this looks like %s", rule->what);
        finding->leak = published;
        finding->hint = STR("write <secret> instead, and change the real one");
        i = off;
    }
}
