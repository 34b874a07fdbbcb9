/* SPDX-License-Identifier: MIT */
#include "secrets/line.h"

static bool is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

/* Whether a backslash there ends the line, and the next one goes on. */
static bool is_joint(str text, size_t at)
{
    return str_at(text, at) == '\\' && is_any_of(str_at(text, at + 1), "\n\r");
}

/* The end of {name}, a value that is filled in; of {name: value}, `at`. */
static size_t field_end(str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.n && !is_any_of(text.p[end], " \n:,{}")) {
        end++;
    }
    return str_at(text, at) == '{' && str_at(text, end) == '}' ? end + 1 : at;
}

/* Blanks, and signs before a word that are no part of it. */
static size_t skip_blanks(str text, size_t at)
{
    while (at < text.n &&
           (is_space(text.p[at]) || is_joint(text, at) ||
            is_any_of(text.p[at], ",;([|") ||
            (text.p[at] == '{' && !is_any_of(str_at(text, at + 1), " {\n") &&
             at + 1 < text.n && field_end(text, at) == at))) {
        at++;
    }
    return at;
}

/* <secret>, alone: not the <secret> of <secret>x</secret>, or a tag that is a
 * line. */
static size_t placeholder_end(str text, size_t at)
{
    size_t end = str_find_char_from(text, at, '>');
    char next = str_at(text, end + 1);
    bool alone = !next || is_space(next) || is_any_of(next, "\"'`,;.)@:/");
    bool line = at == str_skip_spaces(text, 0) &&
                str_skip_spaces(text, end + 1) == text.n;
    bool open = end < text.n && str_at(text, at + 1) != '/' &&
                !str_ends(str_sub(text, at, end - at), STR("\""));
    return open && alone && !line ? end + 1 : at;
}

/* Password=x;Encrypt=yes */
static bool next_is_setting(str text, size_t at)
{
    size_t end = at;
    while (end - at < 32 && (is_alnum(str_at(text, end)) ||
                             is_any_of(str_at(text, end), " _-"))) {
        end++;
    }
    char value = str_at(text, end + 1);
    return end > at && text.p[end - 1] != '-' && str_at(text, end) == '=' &&
           value && value != '=';
}

/* Whether a text in quotes has names and values: "Authorization: Bearer x",
 * '{"key":"x"}', "host=a password=x", "https://a/?key=x&user=y". */
static bool has_settings(str inner)
{
    for (size_t i = 1; i + 1 < inner.n; i++) {
        char c = inner.p[i];
        if ((c == ':' && (inner.p[i + 1] == ' ' || is_quote(inner.p[i - 1]))) ||
            (is_any_of(c, " ?&;") && is_alpha(inner.p[i + 1]) &&
             next_is_setting(inner, i + 1))) {
            return true;
        }
    }
    return (is_alpha(str_at(inner, 0)) && next_is_setting(inner, 0)) ||
           str_starts(inner, STR("Basic "));
}

/* The end of an unquoted word: at a blank, a quote, or a sign that binds it to
 * the next word. */
static size_t bare_end(str text, size_t at)
{
    size_t from = at;
    for (; at < text.n; at++) {
        char c = text.p[at];
        char next = str_at(text, at + 1);
        bool name = at > from && at - from < 64;
        bool tick = c == '`' && at > from && !is_alnum(next) && next != '=';
        if (is_space(c) || is_joint(text, at) || tick ||
            (is_any_of(c, "[(") && name && is_quote(next)) ||
            (is_any_of(c, ";&") && name && next_is_setting(text, at + 1)) ||
            (c == '"' && at > from) || (c == '<' && next == '/') ||
            (c == '&' && (str_starts_at(text, at, STR("&quot;")) ||
                          str_starts_at(text, at, STR("&lt;"))))) {
            break;
        }
        /* Base64 ends with '='. */
        if (name && c == '=' && next && !is_space(next) &&
            !is_any_of(next, "=)]}") &&
            (is_alnum(text.p[at - 1]) || is_any_of(text.p[at - 1], "_-:]"))) {
            break;
        }
        if (name && c == ':' && (!next || is_space(next) || is_quote(next))) {
            break;
        }
    }
    return at;
}

static str strip(str word)
{
    while (word.n > 1 && is_any_of(word.p[word.n - 1], ";,")) {
        word.n--;
    }
    word.n -= word.n > 2 && str_ends(word, STR("**")) ? 2 : 0; /* **x** */
    /* The end of -H 'Authorization: Bearer x' */
    word.n -= word.n > 1 && str_find_char(word, '\'') == word.n - 1;
    bool open = str_find_char(word, '(') != STR_NONE ||
                str_find_char(word, '{') != STR_NONE ||
                str_find_char(word, '[') != STR_NONE;
    while (!open && word.n > 1 && is_any_of(word.p[word.n - 1], ")]}")) {
        word.n--;
    }
    return word;
}

/* The word at `at`; the result is the offset after it. Words in quotes that
 * have settings are taken one by one, and *close is the quote after them. */
static size_t take_word(str text, size_t at, struct line_word *word,
                        size_t *close)
{
    char c = text.p[at];
    if (is_any_of(c, "\\b") && is_quote(str_at(text, at + 1))) {
        c = text.p[++at]; /* b"x" of Python */
    }
    if (is_quote(c)) {
        size_t end = str_find_char_from(text, at + 1, c);
        str inner = str_sub(text, at + 1, end - at - 1);
        if (has_settings(inner)) {
            *close = end;
            return at + 1;
        }
        if (end < text.n) {
            word->text = inner;
            word->text.n -= str_ends(word->text, STR("\\"));
            word->quoted = true;
            return end + 1;
        }
    }
    if (c == '<') {
        size_t end = placeholder_end(text, at);
        if (end > at) {
            word->text = str_sub(text, at, end - at);
            return end;
        }
        end = str_find_char_from(text, at, '>');
        if (end < text.n) { /* a tag: its name */
            size_t from = at + 1;
            while (at < end && !is_space(text.p[at])) {
                at++;
            }
            word->text = str_sub(text, from, at - from);
            bool settings = has_settings(str_sub(text, at, end - at));
            char next = str_at(text, end + 1);
            word->sep = '<';
            return settings && (!next || next == '<' || is_space(next)) ? at
                                                                        : end;
        }
    }
    size_t end = field_end(text, at);
    end = end > at ? end : bare_end(text, at);
    end += end == at;
    word->quoted = is_quote(c); /* not closed */
    at += word->quoted;
    word->text = strip(str_sub(text, at, end - at));
    return end;
}

/* The end of a mark of YAML for a value on the lines below: |, >- */
static size_t block_mark_end(str text, size_t at)
{
    size_t end = at + is_any_of(str_at(text, at), "|>");
    end += end > at && is_any_of(str_at(text, end), "+-");
    return end > at && is_any_of(str_at(text, end), "\r\n") ? end : at;
}

/* The sign at *at between two words, and whether there are blanks around it. */
static char take_sign(str text, size_t *at, bool *spaced)
{
    size_t next = *at + (str_at(text, *at) == ']'); /* x['password'] = */
    next = str_skip_spaces(text, next);
    next += str_at(text, next) == '\\';
    char c = str_at(text, next);
    bool sign = c == '=' || c == ':' || c == '>';
    if (!sign) {
        return ' ';
    }
    size_t after = next + 1;
    char second = str_at(text, after);
    if (c == '=' && second == '=') {
        return ' '; /* a comparison */
    }
    after += (c == ':' && second == '=') || (c == '=' && second == '>');
    size_t word = str_skip_spaces(text, after);
    word = is_joint(text, word) ? word + 1 : block_mark_end(text, word);
    word = str_skip_spaces(text, word);
    *spaced = next > *at || (word > after && c == '=');
    *at = word;
    return c;
}

/* R1#, R1(config-if)#, user@host>, $, +, -, *, 12: */
static bool is_prompt(str word)
{
    char last = str_at(word, word.n - 1);
    return word.n && (is_any_of(last, "#>$%+*|") || str_eq(word, STR("-")) ||
                      (last == ']' && str_find_char(word, '@') != STR_NONE));
}

/* How many words at the front of those are before a command. */
static size_t words_before_command(const struct line_word *words, size_t n)
{
    if (is_prompt(words->text) ||
        str_is_word_of(words->text, STR("set Set SET no nv sudo do"))) {
        return 1;
    }
    bool block = n > 2 && str_eq(words[2].text, STR("#")) &&
                 words[1].text.p[-1] == '('; /* FGT (port1) # */
    return block ? 3 : 0;
}

static void find_start(struct line *line)
{
    for (size_t n = 1; n && line->start < line->n; line->start += n) {
        n = words_before_command(line->words + line->start,
                                 line->n - line->start);
    }
    if (line->start == line->n) {
        return;
    }
    struct line_word *first = &line->words[line->start];
    bool mark = is_any_of(str_at(first->text, 0), "+-"); /* of a diff */
    first->text =
        str_from_offset(first->text, mark && is_alpha(str_at(first->text, 1)));
    /* R1(config)#enable: the prompt is no part of the word. */
    size_t end = str_rfind_char(first->text, '#');
    end = end == STR_NONE ? str_find_char(first->text, '>') : end;
    end = end == STR_NONE ? str_find_char(first->text, ']') : end;
    if (end != STR_NONE && end > 0 && !first->quoted &&
        is_alpha(str_at(first->text, end + 1))) {
        first->text = str_from_offset(first->text, end + 1);
    }
}

size_t line_start(str text, size_t at)
{
    size_t least = at > LINE_PIECE ? at - LINE_PIECE : 0;
    size_t end = str_rfind_char(str_sub(text, least, at - least), '\n');
    return end == STR_NONE ? least : least + end + 1;
}

/* Whether a value is alone on the line from `at` on: an indented word, or a
 * text in quotes. */
static bool is_value_line(str text, size_t at, bool quoted)
{
    str line = str_sub(text, at, str_find_char_from(text, at, '\n') - at);
    str value = str_trim(line);
    size_t end = str_find_char_from(value, 1, str_at(value, 0)) + 1;
    if (is_quote(str_at(value, 0))) {
        return end <= value.n && str_skip(value, end, ",;)}") == value.n;
    }
    return !quoted && value.n && is_space(line.p[0]) && is_alnum(value.p[0]) &&
           str_find_char(value, ' ') == STR_NONE && value.p[value.n - 1] != ':';
}

/* Whether the line that ends at `end` is a name and a colon, as in YAML and
 * JSON, or ends with an equals sign, and its value is below. */
static bool value_is_below(str text, size_t end)
{
    str line = str_sub(text, 0, end);
    line = str_trim(str_from_offset(line, str_rfind_char(line, '\n') + 1));
    line = str_from_offset(line, str_starts(line, STR("- ")) ? 2 : 0);
    size_t colon = str_find(line, STR(":"));
    size_t value = str_skip_spaces(line, colon + 1);
    size_t at = (size_t)(line.p - text.p);
    bool key =
        colon < str_find_char(line, ' ') &&
        (value == line.n || block_mark_end(text, at + value) > at + value);
    bool equals = str_ends(line, STR(" ="));
    return (key || equals) && is_value_line(text, end + 1, equals);
}

size_t line_end(str text, size_t at)
{
    at = str_find_char_from(text, at, '\n');
    while (at < text.n && at &&
           (is_joint(text, at - 1 - (at > 1 && text.p[at - 1] == '\r')) ||
            value_is_below(text, at))) {
        at = str_find_char_from(text, at + 1, '\n');
    }
    return at;
}

size_t line_cut(str text, struct line *line)
{
    size_t first = str_skip_spaces(text, 0);
    char c = str_at(text, first);
    char next = str_at(text, first + 1);
    line->text = text;
    line->n = 0;
    line->start = 0;
    line->quoted = false;
    line->comment = is_any_of(c, "!;") || (c == '#' && next != '!') ||
                    (c == '/' && (next == '/' || next == '*')) ||
                    (c == '*' && is_space(next)) ||
                    str_starts_at(text, first, STR("--"));
    char sep = ' ';
    bool spaced = false;
    size_t at = skip_blanks(text, 0);
    size_t close = text.n;
    while (at < text.n && line->n < LINE_WORDS) {
        if (at == close) {
            at = skip_blanks(text, at + 1);
            continue;
        }
        struct line_word *word = &line->words[line->n];
        *word = (struct line_word){.sep = sep, .spaced = spaced};
        at = take_word(text, at, word, &close);
        line->n += word->text.n > 0 || word->quoted;
        spaced = false;
        sep = take_sign(text, &at, &spaced);
        at = skip_blanks(text, at);
    }
    find_start(line);
    return at;
}

bool follows_word(str text, size_t at, const char *skip, str words)
{
    enum { MOST = 64 }; /* of such characters */
    size_t end = at;
    while (end && at - end < MOST && is_any_of(text.p[end - 1], skip)) {
        end--;
    }
    for (str word; str_split(&words, '|', &word);) {
        bool line = word.p[0] == '^';
        word = str_from_offset(word, line);
        size_t space = str_rfind_char(word, ' ');
        str number = str_from_offset(word, space + 1);
        bool begins = space != STR_NONE && is_digit(number.p[0]);
        word.n = begins ? space : word.n;
        size_t from = end > word.n ? end - word.n : 0;
        str before = str_sub(text, from, end - from);
        char other = from ? text.p[from - 1] : '\n';
        if ((word.p[0] >= 'a' ? str_eq_nocase(before, word)
                              : str_eq(before, word)) &&
            (line ? other == '\n' : !is_alnum(other)) &&
            (!begins || str_starts_at(text, at, number))) {
            return true;
        }
    }
    return false;
}
