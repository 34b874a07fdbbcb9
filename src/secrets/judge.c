/* SPDX-License-Identifier: MIT */
#include "secrets/judge.h"

#include "secrets/token.h"

/* --- the letters and signs of a word --- */

struct makeup {
    size_t lower, upper, digits, signs, others;
};

static struct makeup makeup_of(str word)
{
    struct makeup made = {0};
    for (size_t i = 0; i < word.n; i++) {
        char c = word.p[i];
        made.lower += c >= 'a' && c <= 'z';
        made.upper += c >= 'A' && c <= 'Z';
        made.digits += is_digit(c);
        made.signs += is_any_of(c, "$!#%&*+=@^~");
        made.others += !is_alnum(c) && !is_any_of(c, "$!#%&*+=@^~");
    }
    return made;
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

static bool is_hex_number(str word)
{
    return form_length(STR("0x H{1,16}"), word, 0) == word.n;
}

bool looks_secret(str word)
{
    struct makeup made = makeup_of(word);
    size_t letters = made.lower + made.upper;
    if (word.n < 6 || !letters || is_hex_number(word) ||
        made.others > word.n / 4) {
        return false;
    }
    if (made.signs && (made.digits || word.n >= 8)) {
        return true;
    }
    /* "version2" and "802.1x" are words; a file's name has a dot. */
    return made.digits && made.others == 0 && (made.digits > 1 || word.n >= 8);
}

bool is_mixed(str word)
{
    struct makeup made = makeup_of(word);
    bool camel = false;
    for (size_t i = 1; i < word.n; i++) {
        char last = word.p[i - 1];
        camel |=
            word.p[i] >= 'A' && word.p[i] <= 'Z' && last >= 'a' && last <= 'z';
        if (is_any_of(word.p[i], "()[]{}<>/\\|,")) {
            return false;
        }
    }
    return word.n >= 5 && !is_hex_number(word) && made.lower + made.upper &&
           !is_any_of(word.p[0], "-@&$*") &&
           (made.digits || made.signs || camel);
}

static bool is_name(str word)
{
    struct makeup made = makeup_of(word);
    return made.digits == 0 && made.signs == 0;
}

/* --- placeholders --- */

/* Whether the word has one of the parts, which are words of a text. */
static bool has_any(str word, str parts)
{
    for (str part; str_split(&parts, ' ', &part);) {
        if (str_find(word, part) != STR_NONE) {
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
    static const char brackets[] = "<>{}[]()%%";
    const char *open = memchr(brackets, word.p[0], sizeof brackets - 1);
    return word.n > 1 && open && open[1] == word.p[word.n - 1] &&
           (*open != '%' || is_name(str_sub(word, 1, word.n - 2)));
}

/* $NAME, ${NAME}, $(command), but not $1$salt$hash or $base64=. */
static bool is_variable(str word)
{
    char next = str_at(word, 1);
    return word.p[0] == '$' && (is_alpha(next) || is_any_of(next, "_{(")) &&
           str_find_char_from(word, 1, '$') == word.n &&
           form_length(STR("$ B{20,} ="), word, 0) == 0;
}

/* your_password, MY-SECRET-KEY, enter-your-key-here: names of placeholders, all
 * of letters. */
static bool asks_for_it(str word)
{
    str starts =
        STR("your my- my_ insert enter replace some- some_ the- the_ change");
    if (!is_name(word)) {
        return word.p[0] == '$' &&
               has_any(word, STR("<")); /* $1$<salt>$<hash> */
    }
    for (str start; str_split(&starts, ' ', &start);) {
        bool whole = word.n > start.n &&
                     (!is_alpha(word.p[start.n]) ||
                      !is_alpha(start.p[start.n - 1]) || word.p[start.n] < 'a');
        if (whole && str_eq_nocase(str_sub(word, 0, start.n), start)) {
            return true;
        }
    }
    return ends_with_any(word, STR("_password _secret _key _token"));
}

bool is_known_word(const struct secret_rules *rules, str word)
{
    char small[NAME_LENGTH];
    return map_get(&rules->placeholders, plain_name(word, small));
}

bool is_placeholder(const struct secret_rules *rules, str word)
{
    if (!word.n || variety(word) == 1) {
        return true;
    }
    return is_known_word(rules, word) || word.p[0] == '!' ||
           is_bracketed(word) || is_variable(word) || asks_for_it(word) ||
           (word.n < 64 && has_any(word, STR("..."))) ||
           has_any(word, STR("${ {{ %s {% %{ placeholder PLACEHOLDER redacted "
                             "REDACTED *** \u2026 xxxx XXXX ____"));
}

size_t counts_up(str token)
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
    return variety(token) < least ||
           has_any(token, STR("EXAMPLE example xxxx XXXX ..."));
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
    bool before = candidate->word > 2 && line->words[next - 4].sep == '=' &&
                  !line->words[next - 4].spaced &&
                  line->words[next - 3].text.p[-1] == ' ' &&
                  line->words[next - 3].text.p[-2] != ',';
    return before ||
           (next < line->n && text.p[text.n] == ' ' &&
            line->words[next].sep == '=' && !line->words[next].spaced);
}

/* A word without digits, and a sentence behind it: one of its words is of no
 * command, or a full stop ends it. */
static bool is_prose(const struct candidate *candidate)
{
    const struct line *line = candidate->line;
    size_t k = candidate->word + 1;
    bool plain = is_name(candidate->text);
    while (plain && k < line->n && line->words[k].sep == ' ' &&
           !line->words[k].quoted && is_name(line->words[k].text)) {
        if (str_is_word_of(
                line->words[k].text,
                STR("the a an of is are was were be been has have "
                    "will would should must that this which it you "
                    "we they when then than and or if but your their"))) {
            return true;
        }
        k++;
    }
    str end = str_trim(line->text);
    return plain && k == line->n && k > candidate->word + 1 &&
           is_any_of(end.p[end.n - 1], ".:") && is_alpha(end.p[end.n - 2]);
}

/* A sentence goes on behind the word, or the next setting begins with it. */
static bool goes_on(const struct candidate *candidate)
{
    const struct line_word *next = next_of(candidate);
    str text = candidate->text;
    if (next && next->sep == '=' &&
        candidate->line->words[candidate->word - 1].sep == '=') {
        return true;
    }
    return next && !next->quoted && text.p[text.n] != '`' &&
           (str_is_word_of(
                next->text,
                STR("is are was were be been has have can could will "
                    "would should must may might does do the a an to "
                    "of in on at and or but if when with without "
                    "that this which it you we they not for from as "
                    "by into than then so because")) ||
            is_prose(candidate));
}

/* Names such as publicToken and csrf-token. */
static bool is_named_public(const struct candidate *candidate)
{
    str name = candidate->line->words[candidate->word - 1].text;
    return str_find_nocase(name, STR("public")) != STR_NONE ||
           str_find_nocase(name, STR("csrf")) != STR_NONE ||
           str_find_nocase(name, STR("xsrf")) != STR_NONE;
}

/* Whether a part of a-name is a placeholder, or it has signs but hyphens. */
static bool has_known_part(const struct candidate *candidate, str name)
{
    for (str part; str_split(&name, '-', &part);) {
        if (!is_alpha(str_at(part, 0)) || makeup_of(part).others ||
            is_placeholder(candidate->rules, part)) {
            return true;
        }
    }
    return false;
}

/* --- judgements --- */

/* Random letters and digits. */
static bool long_is_secret(str text, const struct makeup *made)
{
    bool mixed = made->upper > text.n / 4 && made->lower > text.n / 4;
    return text.n >= 16 && (made->digits || (mixed && !made->others)) &&
           variety(text) >= 9 && made->lower + made->upper >= 4 &&
           made->others <= text.n / 6 && !is_made_up(text) && !counts_up(text);
}

/* A path, an address, a decorator, a call; for a long secret, a member, too. */
static bool is_expression(const struct candidate *candidate)
{
    str text = candidate->text;
    bool call = str_find_char(text, '(') != STR_NONE ||
                str_find_char(text, '[') != STR_NONE;
    bool member = candidate->group->is_long && text.n < 40 &&
                  str_find_char(text, '.') != STR_NONE;
    bool quoted = candidate->line->words[candidate->word].quoted;
    return is_any_of(text.p[0], "/~.@&*") ||
           str_find(text, STR("://")) != STR_NONE ||
           (!quoted && (call || member));
}

/* config.password1: each part is a name. */
static bool is_member(str text)
{
    size_t dot = str_find_char_from(text, 0, '.');
    return dot < text.n && is_alpha(str_at(text, dot + 1));
}

/* Behind '=' or ':': programs and data. */
static bool assigned_is_secret(const struct candidate *candidate)
{
    const struct line_word *word = &candidate->line->words[candidate->word];
    const struct secret_group *group = candidate->group;
    str text = candidate->text;
    struct makeup made = makeup_of(text);
    bool name = is_name(text);
    bool words = str_find_char(text, ' ') != STR_NONE;
    bool setting = in_settings(candidate);
    if (is_expression(candidate) || is_named_public(candidate)) {
        return false;
    }
    if (words && (group->spaces || (setting && !group->is_long))) {
        return word->quoted && !word->spaced && text.n >= 8 && candidate->code;
    }
    if (words && (!group->phrase || text.n < 8 || name)) {
        return false;
    }
    if (group->is_long) {
        return long_is_secret(text, &made);
    }
    if (word->quoted) {
        return text.n >= 4 &&
               (!name || made.others == 0 || group->phrase || made.upper == 0);
    }
    bool alone = !next_of(candidate);
    if (name) {
        /* A variable, or a word of prose. */
        bool literal = group->phrase || word->sep == '>' ||
                       (word->sep == '=' && !word->spaced);
        bool hyphens = setting || (literal && !has_known_part(candidate, text));
        return candidate->code && (made.others == 0 || hyphens) &&
               text.n >= 4 && word->sep == (word->spaced ? ':' : word->sep) &&
               (alone || setting);
    }
    bool member = is_member(text) && made.digits < 2 && made.signs == 0 &&
                  word->sep != '>' && !setting;
    return text.n >= 4 && !member &&
           (candidate->code || alone || looks_secret(text)) &&
           made.lower + made.upper + made.signs > 0;
}

/* $1$…, $14$…, those of SR OS in quotes, and Cisco's types 4 and 7. */
static bool is_hash(int type, str text)
{
    return (form_length(STR("$ D{1,2} $"), text, 0) && text.n >= 8) ||
           str_ends(text, STR(" hash2")) || (type == 4 && text.n == 43) ||
           (type == 7 && form_length(STR("D{2} H{2,}"), text, 0) == text.n);
}

/* Whether the word is one of a list, or of arguments, or a part of a sentence
 * ends with it. */
static bool is_listed(const struct candidate *candidate)
{
    const struct line_word *word = &candidate->line->words[candidate->word];
    str line = candidate->line->text;
    str text = candidate->text;
    size_t at = (size_t)(text.p - line.p);
    if (!word->quoted && is_name(text) && is_any_of(text.p[text.n], ",):")) {
        return true;
    }
    while (at && is_any_of(line.p[at - 1], " \t\"'`*")) {
        at--;
    }
    return at && is_any_of(line.p[at - 1], ",([|");
}

/* Whether it is behind another text in quotes, and before no sign. */
static bool is_argument(const struct candidate *candidate)
{
    const struct line_word *next = next_of(candidate);
    return candidate->line->words[candidate->word - 1].quoted &&
           (!next || next->sep == ' ');
}

static bool spaced_is_secret(const struct candidate *candidate)
{
    str text = candidate->text;
    struct makeup made = makeup_of(text);
    if (is_hash(candidate->type, text)) {
        return true;
    }
    bool whole = candidate->line->words[candidate->word].text.p == text.p;
    bool listed = whole && is_listed(candidate) &&
                  !(candidate->group->quoted && is_argument(candidate));
    if (listed || is_any_of(text.p[0], ")]}*<")) {
        return false;
    }
    if ((str_find_char(text, ' ') != STR_NONE && !candidate->group->phrase) ||
        (text.p[0] == '-' && (str_at(text, 1) == '-' || is_name(text)))) {
        return false;
    }
    if (candidate->strict) { /* an id of a key, or a commit, is no secret */
        bool hex = form_length(STR("H{6,}"), text, 0) == text.n;
        bool id = hex && (!candidate->code || text.n == 16 || text.n == 40);
        bool code = is_any_of(text.p[0], "$@*&\\");
        return looks_secret(text) && !id && !code && !goes_on(candidate);
    }
    if (candidate->group->mixed) {
        bool hyphens = str_find_char(text, '-') != STR_NONE &&
                       !has_known_part(candidate, text);
        return (is_mixed(text) || hyphens) && !is_named_public(candidate) &&
               !goes_on(candidate);
    }
    bool signs_only = made.lower + made.upper + made.digits == 0;
    bool number = made.digits == text.n && text.n < 4 && candidate->type < 0;
    char last = text.p[text.n - 1];
    bool sentence = last == '?' || (is_any_of(last, ".:") && !made.digits);
    return text.n >= 2 && !signs_only && !number && !goes_on(candidate) &&
           (!sentence || made.signs);
}

/* ann@blog.test and localhost:873. */
static bool is_place(str text)
{
    static const char of_hosts[] = ".-0123456789abcdefghijklmnopqrstuvwxyz";
    size_t name = str_skip(text, 0, of_hosts);
    str behind = str_from_offset(text, name + 1);
    if (!name || name == text.n || !behind.n) {
        return false;
    }
    bool host = str_skip(behind, 0, of_hosts) == behind.n &&
                str_find_char(behind, '.') < behind.n;
    bool port = behind.n < 6 && str_skip(behind, 0, "0123456789") == behind.n;
    return (text.p[name] == '@' && host) || (text.p[name] == ':' && port);
}

/* Paths, places, public keys of SSH, communities of BGP. */
static bool is_public(str text)
{
    size_t digits = str_skip(text, 0, "RTSOo:.0123456789");
    str start = str_sub(text, 0, STR("AAAAB3Nz").n);
    return is_any_of(text.p[0], "/~") || str_starts(text, STR("./")) ||
           is_place(text) || str_ends(text, STR(".so")) ||
           str_find(text, STR("](")) != STR_NONE ||
           str_is_word_of(start, STR("AAAAB3Nz AAAAC3Nz AAAAE2Vj")) ||
           (digits == text.n && str_find_char(text, ':') != STR_NONE);
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
    if (form.n && length != text.n && length != padding) {
        return false;
    }
    if (form.n && is_made_up(text)) {
        return false;
    }
    return word->sep == ' ' || text.p != word->text.p
               ? spaced_is_secret(candidate)
               : assigned_is_secret(candidate);
}
