/* SPDX-License-Identifier: MIT */
#include "secrets/judge.h"

#include "secrets/token.h"

/* --- the letters and signs of a word --- */

struct char_counts {
    size_t lower, upper, digits, signs, others;
};

static struct char_counts count_chars(str word)
{
    struct char_counts counts = {0};
    for (size_t i = 0; i < word.n; i++) {
        char c = word.p[i];
        counts.lower += c >= 'a' && c <= 'z';
        counts.upper += c >= 'A' && c <= 'Z';
        counts.digits += is_digit(c);
        counts.signs += is_any_of(c, "$!#%&*+=@^~");
        counts.others += !is_alnum(c) && !is_any_of(c, "$!#%&*+=@^~");
    }
    return counts;
}

/* The number of different bytes. */
static size_t variety(str word)
{
    bool seen[256] = {false};
    size_t n = 0;
    for (size_t i = 0; i < word.n; i++) {
        unsigned char c = (unsigned char)word.p[i];
        n += !seen[c];
        seen[c] = true;
    }
    return n;
}

/* 0x1F, and 0x1FUL in C. */
static bool is_hex_number(str word)
{
    size_t end = form_length(STR("0x H{1,16}"), word, 0);
    return end && str_skip(word, end, "uUlL") == word.n;
}

/* Whether it looks like no word of a text: it has digits or signs within
 * letters. */
static bool looks_secret(str word)
{
    struct char_counts counts = count_chars(word);
    size_t letters = counts.lower + counts.upper;
    counts.signs -= str_ends(word, STR("!")) && !counts.digits; /* a sentence */
    if (word.n < 6 || !letters || is_hex_number(word) ||
        counts.others > word.n / 4) {
        return false;
    }
    if (counts.signs && (counts.digits || word.n >= 8)) {
        return true;
    }
    /* "version2" and "802.1x" are words; a file's name has a dot. */
    return counts.digits && counts.others == 0 &&
           (counts.digits > 1 || word.n >= 8);
}

bool is_mixed(str word)
{
    struct char_counts counts = count_chars(word);
    bool camel = false;
    for (size_t i = 1; i < word.n; i++) {
        char last = word.p[i - 1];
        camel |=
            word.p[i] >= 'A' && word.p[i] <= 'Z' && last >= 'a' && last <= 'z';
        if (is_any_of(word.p[i], "()[]{}<>/\\|,")) {
            return false;
        }
    }
    return word.n >= 5 && counts.lower + counts.upper &&
           !is_any_of(word.p[0], "-@&$*") &&
           (counts.digits || counts.signs || camel);
}

/* Contraseña, a label in another language. */
static bool has_other_letters(str word)
{
    for (size_t i = 0; i < word.n; i++) {
        if ((unsigned char)word.p[i] > '~') {
            return true;
        }
    }
    return false;
}

static bool is_name(str word)
{
    struct char_counts counts = count_chars(word);
    return counts.digits == 0 && counts.signs == 0;
}

/* --- placeholders --- */

/* Whether it has one of the parts, which are words of a text, in any case. */
static bool has_any(str word, str parts)
{
    for (str part; str_split(&parts, ' ', &part);) {
        if (str_find_nocase(word, part) != STR_NONE) {
            return true;
        }
    }
    return false;
}

bool ends_with_any(str word, str ends)
{
    for (str end; str_split(&ends, ' ', &end);) {
        if (str_ends(word, end)) {
            return true;
        }
    }
    return false;
}

static bool is_bracketed(str word)
{
    static const char brackets[] = "<>{}[]()%%##__";
    const char *open = memchr(brackets, word.p[0], sizeof brackets - 1);
    return open && open[1] == word.p[word.n - 1];
}

/* $NAME, ${NAME}, $(command), but not $1$salt$hash or $base64=; !Ref. */
static bool is_variable(str word)
{
    struct char_counts counts = count_chars(word);
    bool two = str_starts(word, STR("$$")) && !counts.digits; /* of Perl */
    word = str_from_offset(word, two || word.p[0] == '\\');
    counts.signs -= two;
    char first = str_at(word, 0);
    char next = str_at(word, 1);
    return (first == '!' && !counts.digits) ||
           (first == '$' && counts.signs == 1 &&
            (is_alpha(next) || is_any_of(next, "_{(")));
}

/* your_password, MY-SECRET-KEY, enter-your-key-here: names of placeholders, all
 * of letters; $1$<salt>$<hash>. */
static bool asks_for_it(str word)
{
    str starts =
        STR("your choose my- my_ insert enter replace some- some_ "
            "the- the_ change tu- tu_ tua_ votre_ votre- troque seu_ sua_");
    if (!is_name(word) && !str_starts(word, STR("your-"))) {
        return word.p[0] == '$' && has_any(word, STR("<"));
    }
    for (str start; str_split(&starts, ' ', &start);) {
        bool whole = word.n > start.n &&
                     (!is_alpha(word.p[start.n]) ||
                      !is_alpha(start.p[start.n - 1]) || word.p[start.n] < 'a');
        if (whole && str_eq_nocase(str_sub(word, 0, start.n), start)) {
            return true;
        }
    }
    return ends_with_any(word, STR("_password _secret _key _token .password "
                                   ".secret .token _PASSWORD _KEY _PWD "
                                   "_NAME _STRING")) ||
           (str_starts(word, STR("my")) && has_any(word, STR("secret passw")));
}

static const struct secret_group *known(const struct secret_rules *rules,
                                        str word)
{
    char small[NAME_LENGTH];
    return map_get(&rules->placeholders, plain_name(word, small));
}

bool is_known_word(const struct secret_rules *rules, str word)
{
    return known(rules, word);
}

static bool is_of_sentence(const struct secret_rules *rules, str word)
{
    const struct secret_group *group = known(rules, word);
    return group && group->sentence;
}

bool is_placeholder(const struct secret_rules *rules, str word)
{
    str parts = STR("${ #{ {{ %s %d %( {% %{ %[ $( \\< ]( .*| ---BEGIN "
                    "placeholder redacted "
                    "*** \u2026 xxxx ____");
    bool label = is_name(word) && has_other_letters(word);
    return !word.n || label || variety(word) == 1 || known(rules, word) ||
           is_bracketed(word) || is_variable(word) || asks_for_it(word) ||
           (word.n < 64 && has_any(word, STR("..."))) || has_any(word, parts) ||
           str_find(word, STR("EXAMPLE")) != STR_NONE;
}

size_t sequence_length(str token)
{
    size_t run = 0;
    size_t longest = 0;
    for (size_t i = 1; i < token.n; i++) {
        run = token.p[i] == token.p[i - 1] + 1 ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest < 5 ? 0 : longest + 1;
}

bool is_made_up(str token)
{
    size_t least = token.n < 32 ? token.n / 3 : 10;
    return variety(token) < least || has_any(token, STR("example xxxx ..."));
}

/* --- the words around --- */

static const struct line_word *next_of(const struct candidate *candidate)
{
    const struct line *line = candidate->line;
    size_t next = candidate->word + 1;
    bool end = next >= line->n || (line->words[next].sep == '<' &&
                                   line->words[next].text.p[0] == '/');
    return end ? NULL : &line->words[next];
}

/* In user=y password=x service=z, the value is no variable of a program. */
static bool in_settings(const struct candidate *candidate)
{
    const struct line *line = candidate->line;
    str text = candidate->text;
    size_t next = candidate->word + 2;
    bool arguments = str_find_char(line->text, '(') != STR_NONE;
    const char *between = arguments ? " ;" : " ;,";
    bool before = candidate->word > 2 && line->words[next - 4].sep == '=' &&
                  !line->words[next - 4].spaced &&
                  is_any_of(line->words[next - 3].text.p[-1], between) &&
                  line->words[next - 3].text.p[-2] != ',';
    return before ||
           (next < line->n && text.p[text.n] == ' ' &&
            line->words[next].sep == '=' && !line->words[next].spaced);
}

/* Whether two words of letters are next. */
static bool words_follow(const struct candidate *candidate)
{
    const struct line *line = candidate->line;
    const struct line_word *word = &line->words[candidate->word];
    bool two = candidate->word + 2 < line->n;
    for (size_t i = 1; two && i <= 2; i++) {
        two = word[i].sep == ' ' && !word[i].quoted && word[i].text.n > 1 &&
              is_alpha(word[i].text.p[0]) && is_name(word[i].text);
    }
    return two;
}

/* A sentence goes on after the word, which may have other words of letters in
 * it, or the next setting begins with it. */
static bool goes_on(const struct candidate *candidate)
{
    const struct line *line = candidate->line;
    const struct line_word *next = next_of(candidate);
    bool plain = is_name(candidate->text);
    size_t k = candidate->word + 1;
    if (next && next->sep == '=' && line->words[k - 2].sep == '=') {
        return true;
    }
    bool ends = candidate->text.p[candidate->text.n] == ',' &&
                count_chars(candidate->text).signs;
    if (!next || candidate->group->quoted || (candidate->strict && ends)) {
        return false;
    }
    if (plain && candidate->group->last && words_follow(candidate)) {
        return true;
    }
    while (plain && k + 1 < line->n &&
           !is_of_sentence(candidate->rules, line->words[k].text) &&
           line->words[k + 1].sep == ' ' && is_name(line->words[k].text)) {
        k++;
    }
    return is_of_sentence(candidate->rules, line->words[k].text);
}

/* Names such as publicToken, csrf-token, and NextToken for a page of results.
 */
static bool is_named_public(const struct candidate *candidate)
{
    char small[NAME_LENGTH];
    str name = candidate->line->words[candidate->word - 1].text;
    return has_any(plain_name(name, small),
                   STR("existing public csrf xsrf nexttoken pagetoken "
                       "continuationtoken idempotencytoken"));
}

/* Whether a part of a-name is a placeholder, or it has signs but hyphens. */
static bool has_known_part(const struct candidate *candidate, str name)
{
    for (str part; str_split(&name, '-', &part);) {
        if (!is_alpha(str_at(part, 0)) || count_chars(part).others ||
            is_placeholder(candidate->rules, part)) {
            return true;
        }
    }
    return false;
}

/* --- judgements --- */

/* Random letters and digits. */
static bool long_is_secret(str text, const struct char_counts *counts)
{
    bool mixed = counts->upper > text.n / 4 && counts->lower > text.n / 4;
    return text.n >= 16 && (counts->digits || (mixed && !counts->others)) &&
           variety(text) >= 9 && counts->lower + counts->upper >= 4 &&
           !is_made_up(text) && !sequence_length(text);
}

/* Whether the value is its own name: authKey=auth_key, "token": "token". */
static bool is_own_name(const struct line_word *word)
{
    char name[NAME_LENGTH];
    char value[NAME_LENGTH];
    str own = plain_name(word->text, value);
    return own.n && str_ends(plain_name(word[-1].text, name), own);
}

/* A name of a program: SecretBytes, V1SecretVolume; without quotes also
 * TEST_KEY2, oauth2.client_secret, parse(token. */
static bool is_identifier(const struct line_word *word)
{
    str text = word->text;
    struct char_counts counts = count_chars(text);
    char next = text.p[text.n];
    bool name = !counts.signs && counts.digits < 3 &&
                has_any(text, STR("secret passw token cred"));
    bool camel = name && counts.lower && counts.upper > 1 && !counts.others;
    if (word->quoted) {
        return camel && counts.upper > 2 && counts.digits < 2;
    }
    /* In password=x, it is a value, but no argument of f(password=x). */
    bool setting = word->sep == '=' && !word->spaced && !is_any_of(next, ",)");
    size_t joints = str_count_char(text, '_');
    bool constant = joints && joints == counts.others && !counts.lower;
    size_t call = str_find_char(text, '(');
    return is_any_of(next, "([") || (constant && !counts.signs) ||
           (!setting && (camel || (name && joints))) ||
           (call != STR_NONE && is_name(str_sub(text, 0, call)) &&
            is_alpha(str_at(text, call + 1)));
}

/* A path, an address, a decorator, a call; for a long secret, a member, too. */
static bool is_expression(const struct candidate *candidate)
{
    str text = candidate->text;
    bool call = str_find_char(text, '(') != STR_NONE ||
                str_find_char(text, '[') != STR_NONE;
    bool member = candidate->group->random && text.n < 40 &&
                  str_find_char(text, '.') != STR_NONE;
    const struct line_word *word = &candidate->line->words[candidate->word];
    bool signs = count_chars(text).signs > 3; /* KEY=a!b@(1^... */
    bool path = str_count_char(text, '/') > 1 && !count_chars(text).upper;
    return is_any_of(text.p[0], "/~.@&*'\"") || str_ends(text, STR(":")) ||
           str_find(text, STR("://")) != STR_NONE ||
           str_starts(text, STR("arn:")) || path || is_own_name(word) ||
           is_identifier(word) ||
           (!word->quoted && ((call && !signs) || member));
}

/* A name without quotes: no variable, and no word of prose. */
static bool name_is_secret(const struct candidate *candidate,
                           const struct char_counts *counts, bool alone,
                           bool setting)
{
    const struct line_word *word = &candidate->line->words[candidate->word];
    str text = candidate->text;
    bool bare = word->sep == '=' && !word->spaced;
    bool constant = bare && !count_chars(word[-1].text).lower; /* PASSWORD=x */
    bool hyphens = setting || constant || !has_known_part(candidate, text);
    bool variable =
        word->sep == ':' &&
        (text.p[text.n] == ',' ||
         ends_with_any(text, STR("Password Secret Key Token Hash Name")));
    return candidate->code && (counts->others == 0 || hyphens) && text.n >= 4 &&
           word->sep == (word->spaced ? ':' : word->sep) && !variable &&
           (alone || setting || constant);
}

/* Qu1che.Lorraine, but not oauth2.client. */
static bool has_digit_in_letters(str text)
{
    for (size_t i = 1; i < text.n; i++) {
        if (is_any_of(text.p[i], "01345") && is_alpha(text.p[i - 1]) &&
            is_alpha(str_at(text, i + 1))) {
            return true;
        }
    }
    return false;
}

/* After '=' or ':': programs and data. */
static bool assigned_is_secret(const struct candidate *candidate)
{
    const struct line_word *word = &candidate->line->words[candidate->word];
    const struct secret_group *group = candidate->group;
    str text = candidate->text;
    struct char_counts counts = count_chars(text);
    bool name = is_name(text);
    bool words = str_find_char(text, ' ') != STR_NONE;
    bool setting = in_settings(candidate);
    const struct line_word *next = next_of(candidate);
    bool key = word->quoted && next && next->sep == ':' &&
               next->text.p[-2] != '{'; /* {"password": {"type": "string" */
    if (key || is_expression(candidate) || is_named_public(candidate) ||
        is_hex_number(text)) {
        return false;
    }
    bool tag = str_starts(str_trim(candidate->line->text), STR("<"));
    if (words) {
        bool any = group->spaces || (setting && !group->random);
        return text.n >= 8 && !tag &&
               (any ? candidate->code : group->phrase && !name);
    }
    if (group->random) {
        return long_is_secret(text, &counts);
    }
    if (word->quoted) {
        return text.n >= 4 && !(name && tag) &&
               (!name || counts.others == 0 || group->phrase ||
                counts.upper == 0);
    }
    bool alone = !next;
    bool plain = name || (text.p[0] <= 'Z' && !looks_secret(text));
    if (word->sep == ':' && plain && words_follow(candidate)) {
        return false;
    }
    if (name) {
        return name_is_secret(candidate, &counts, alone, setting);
    }
    bool member =
        is_alpha(str_at(text, str_find_char_from(text, 0, '.') + 1)) &&
        !has_digit_in_letters(text) && word->sep != '>' &&
        !setting; /* config.password1 */
    return text.n >= 4 && !member &&
           (candidate->code || alone || looks_secret(text)) &&
           (counts.digits < text.n || setting ||
            (counts.digits > 5 && word->sep == '='));
}

/* The sign before the word, and before its quotes and marks. */
static char sign_before(const struct line *line, size_t word)
{
    size_t at = (size_t)(line->words[word].text.p - line->text.p);
    while (at && is_any_of(line->text.p[at - 1], " \t\"'`*")) {
        at--;
    }
    return at ? line->text.p[at - 1] : ' ';
}

/* Whether the word is one of a list, or of arguments. */
static bool is_listed(const struct candidate *candidate)
{
    str text = candidate->text;
    return (text.p[-1] == ' ' && text.p[-2] == '`') || /* `name` word */
           is_any_of(sign_before(candidate->line, candidate->word), ",([|)");
}

/* Whether it is the second text in quotes of a call: ("name", "x"). */
static bool is_argument(const struct candidate *candidate)
{
    const struct line_word *name = &candidate->line->words[candidate->word - 1];
    return name->quoted &&
           sign_before(candidate->line, candidate->word - 1) == '(';
}

/* Whether it is the name of a Secret of Kubernetes: secret web-tls-2026. */
static bool is_resource(const struct candidate *candidate)
{
    static const char of_names[] = "-0123456789abcdefghijklmnopqrstuvwxyz";
    const struct line_word *word = &candidate->line->words[candidate->word];
    return str_eq_nocase(word[-1].text, STR("secret")) &&
           str_skip(word->text, 0, of_names) == word->text.n &&
           str_find_char(word->text, '-') != STR_NONE;
}

static bool spaced_is_secret(const struct candidate *candidate)
{
    str text = candidate->text;
    struct char_counts counts = count_chars(text);
    bool whole = candidate->line->words[candidate->word].text.p == text.p;
    bool argument = (candidate->group->quoted || looks_secret(text)) &&
                    is_argument(candidate);
    bool words =
        str_find_char(text, ' ') != STR_NONE && !candidate->group->phrase;
    bool option = text.p[0] == '-' && (str_at(text, 1) == '-' || is_name(text));
    /* Of SR OS in quotes, and Cisco's. */
    if (str_ends(text, STR(" hash2")) ||
        (candidate->type == 7 &&
         form_length(STR("D{2} H{2,}"), text, 0) == text.n)) {
        return true;
    }
    if (words || option ||
        (!counts.digits && candidate->group->last &&
         has_any(text, STR("<< :: */"))) ||
        is_any_of(text.p[text.n], "([") ||
        is_any_of(text.p[0], counts.digits ? ")]}<" : ")]}<*+") ||
        (whole && is_listed(candidate) && !argument)) {
        return false;
    }
    if (candidate->strict) { /* an id of a key, or a commit, is no secret */
        bool hex = form_length(STR("H{6,}"), text, 0) == text.n;
        bool id = hex && (!candidate->code || text.n < 32 || text.n == 40);
        return looks_secret(text) && !id && !is_any_of(text.p[0], "$@*&\\") &&
               !goes_on(candidate);
    }
    if (candidate->group->mixed) {
        return is_mixed(text) && !is_resource(candidate) &&
               !is_named_public(candidate) && !goes_on(candidate);
    }
    bool signs_only = counts.lower + counts.upper + counts.digits == 0;
    bool number = counts.digits == text.n && text.n < 4 && candidate->type < 0;
    char last = text.p[text.n - 1];
    bool sentence = is_any_of(last, "?.:") && !counts.digits;
    return text.n >= 2 && !signs_only && !number && !goes_on(candidate) &&
           (!sentence || counts.signs);
}

/* ann@blog.test and localhost:873. */
static bool is_place(str text)
{
    static const char of_hosts[] = ".-0123456789abcdefghijklmnopqrstuvwxyz";
    size_t name = str_skip(text, 0, of_hosts);
    str after = str_from_offset(text, name + 1);
    bool host = str_skip(after, 0, of_hosts) == after.n &&
                str_find_char(after, '.') < after.n;
    bool port = after.n < 6 && str_skip(after, 0, "0123456789") == after.n;
    char sign = name ? str_at(text, name) : ' ';
    return (sign == '@' && host) || (sign == ':' && after.n && port);
}

/* Paths, places, public keys of SSH, communities of BGP. */
static bool is_public(str text)
{
    size_t digits = str_skip(text, 0, "RTSOo:.0123456789");
    str start = str_sub(text, 0, STR("AAAAB3Nz").n);
    return is_any_of(text.p[0], "/~") || str_starts(text, STR("./")) ||
           is_place(text) ||
           ends_with_any(text, STR(".so .key .pem .crt .txt .jks")) ||
           str_is_word_of(start, STR("AAAAB3Nz AAAAC3Nz AAAAE2Vj")) ||
           (digits == text.n && count_chars(text).others > 0);
}

bool is_secret(const struct candidate *candidate)
{
    const struct line_word *word = &candidate->line->words[candidate->word];
    str text = candidate->text;
    if (is_public(text)) {
        return false;
    }
    str form = candidate->group->form;
    size_t padding = text.n;
    while (padding && text.p[padding - 1] == '=') {
        padding--;
    }
    size_t length = form_length(form, text, 0);
    bool formed = length == text.n || length == padding;
    if (form.n && (!formed || is_made_up(text))) {
        return false;
    }
    return word->sep == ' ' || text.p != word->text.p
               ? spaced_is_secret(candidate)
               : assigned_is_secret(candidate);
}
