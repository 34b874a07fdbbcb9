/* SPDX-License-Identifier: MIT */
#include "secrets/fence.h"
#include "secrets/judge.h"
#include "secrets/rules.h"
#include "secrets/token.h"

enum {
    LONG_WORD = 20, /* the shortest token: AKIA and sixteen more */
    PIECE = LINE_PIECE,
};

struct search {
    const struct secret_rules *rules;
    str text;
    struct secrets *found;
    struct fence fence;
    size_t done;                     /* lines before it were looked at */
    const struct secret_rule *below; /* the last one for lines below, */
    size_t below_done;               /* and where its lines end */
};

/* Adds it in the order of the text, instead of a part of it, unless there is
 * another one at that place, or it is allowed there. */
static void add(struct search *search, str secret,
                const struct secret_group *group, bool error, str plain)
{
    size_t off = (size_t)(secret.p - search->text.p);
    struct secrets *found = search->found;
    const struct secret *list = found->list.p;
    size_t n = found->list.n;
    size_t i = n;
    while (i && list[i - 1].off >= off) {
        i--;
    }
    bool part = i < n && list[i].off < off + secret.n;
    if ((i && list[i - 1].off + list[i - 1].len > off) ||
        (part && (list[i].len >= secret.n ||
                  list[i].off + list[i].len > off + secret.n)) ||
        allowed_on_line(search->text, off) ||
        (fence_is_code(&search->fence, off) && search->fence.allow)) {
        return;
    }
    if (!part) {
        (void)VEC_PUSH(&found->list, found->arena);
        memmove(found->list.p + i + 1, found->list.p + i,
                (n - i) * sizeof *list);
    }
    found->list.p[i] =
        (struct secret){off, secret.n, group->what, error, plain};
}

/* --- rules --- */

/* A rule tried on a line, from one of its words on. */
struct match {
    struct search *search;
    const struct secret_rule *rule;
    const struct line *line;
    size_t start;
    size_t word; /* with the secret */
    str secret;
    size_t least; /* words before it are done: a secret, a placeholder */
    int type;     /* of a Cisco password; -1: not given */
};

/* 7, 10, and 8a of Arista; -1: it is none. */
static int type_of(str word)
{
    word.n -= word.n == 2 && word.p[1] == 'a';
    bool short_one = word.n == 1 || word.n == 2;
    size_t type = short_one ? str_take_number(&word, 99) : 0;
    return short_one && !word.n ? (int)type : -1;
}

/* The sign after the word, which may end its statement. */
static str sign_after(const struct line *line, const struct line_word *word)
{
    size_t at = (size_t)(word->text.p - line->text.p) + word->text.n;
    return str_sub(line->text, at + word->quoted, 1);
}

/* Whether the line begins as a sentence does: "Password changed". */
static bool is_message(const struct line *line)
{
    str first = line_command(line);
    char c = str_at(first, 0);
    return c >= 'A' && c <= 'Z' && str_at(first, 1) >= 'a';
}

/* Whether the word is a secret, and no placeholder for one. */
static bool is_found(struct match *match)
{
    struct search *search = match->search;
    bool coded = match->secret.p[0] == '$' && match->type == 2; /* of Brocade */
    if (!coded && is_placeholder(search->rules, match->secret)) {
        bool known = is_known_word(search->rules, match->secret);
        match->least = known ? match->least : match->line->n;
        return false;
    }
    const struct secret_rule *rule = match->rule;
    const struct line *line = match->line;
    const struct line_word *word = &line->words[match->word];
    bool attribute = match->word && word[-1].sep == '<';
    if ((!rule->assigned && (word->sep != ' ' || attribute)) ||
        (rule->group->quoted && !word->quoted) ||
        (match->secret.p != word->text.p &&
         is_placeholder(search->rules, word->text))) {
        return false;
    }
    bool code =
        fence_is_code(&search->fence, (size_t)(word->text.p - search->text.p));
    bool ticked = word->quoted && word->text.p[-1] == '`';
    bool brief = line->quoted && match->word < 2 && /* "password changed" */
                 line->text.p[-1] != 'n'; /* of \n: it is no first line */
    bool begins = (match->start <= line->start || rule->anywhere) && !ticked &&
                  !is_message(line) && !(brief && line->text.p[-1] != '`');
    if (brief && !is_mixed(match->secret)) {
        return false;
    }
    struct candidate candidate = {
        .rules = search->rules,
        .line = line,
        .word = match->word,
        .text = match->secret,
        .group = rule->group,
        .type = match->type,
        .code = code && !line->comment,
        .strict = !code || !begins || line->comment || rule->group->strict,
    };
    return is_secret(&candidate);
}

/* Whether the parts from number `part` on match the words from number `at`
 * on, so that there is a secret. */
// NOLINTNEXTLINE(misc-no-recursion): a part or more each time
static bool matches(struct match *match, size_t part, size_t at)
{
    const struct line *line = match->line;
    if (part == match->rule->parts.n) {
        return true;
    }
    const struct part *p = &match->rule->parts.p[part];
    const struct line_word *word = at < line->n ? &line->words[at] : NULL;
    switch (p->kind) {
    case PART_WORD:
        return word && part_has(p, word->text) &&
               matches(match, part + 1, at + 1);
    case PART_ANY: return word && matches(match, part + 1, at + 1);
    case PART_MANY:
        for (size_t i = 0; i <= PART_MANY_WORDS && at + i < line->n; i++) {
            if (matches(match, part + 1, at + i)) {
                return true;
            }
        }
        return false;
    case PART_NOT:
        return !(at && part_has(p, sign_after(line, &line->words[at - 1]))) &&
               !(word && part_has(p, word->text)) &&
               matches(match, part + 1, at);
    case PART_MAYBE:
        return matches(match, part + 1, at) ||
               matches(match, part + 1 + p->skip, at);
    case PART_ASSIGN: /* or a <tag> at the end of a line */
        return (word ? word->sep != ' ' && word->sep != '<'
                     : at && line->words[at - 1].sep == '<') &&
               matches(match, part + 1, at);
    case PART_TYPE: {
        int before = match->type;
        int type = word ? type_of(word->text) : -1;
        match->type = type >= 0 ? type : before;
        if (word && (type >= 0 || part_has(p, word->text)) &&
            matches(match, part, at + 1)) {
            return true;
        }
        match->type = before;
        return matches(match, part + 1, at);
    }
    case PART_SECRET:
        match->word = at;
        match->secret = word ? part_secret(p, word->text) : STR("");
        if (line->quoted) {
            match->secret =
                str_sub(match->secret, 0, str_find(match->secret, STR("\\n")));
        }
        return match->secret.n && at >= match->least &&
               matches(match, part + 1, at + 1) && is_found(match);
    }
    return false;
}

/* The secret with "=x" after it, which is not cut off as a name's value is. */
static str with_signs(const struct search *search, str secret)
{
    size_t end = (size_t)(secret.p - search->text.p) + secret.n;
    str rest = str_sub(search->text, end, PIECE);
    size_t n = 0;
    while (str_at(rest, 0) == '=' && n < rest.n && !is_space(rest.p[n]) &&
           !is_any_of(rest.p[n], "\"'`<>;,)]}")) {
        n++;
    }
    secret.n += n;
    return secret;
}

/* Adds what the rule finds. */
static void add_match(const struct match *match)
{
    const struct secret_group *group = match->rule->group;
    struct search *search = match->search;
    str secret = with_signs(search, match->secret);
    add(search, secret, group, group->error,
        match->type == 7 ? type7_decode(secret, search->found->arena)
                         : STR(""));
}

/* Searches the block that the line begins, but no line twice, for blocks may
 * begin on each. */
static void search_below(struct search *search, const struct line *line,
                         const struct secret_rule *rule)
{
    size_t at = (size_t)(line->text.p - search->text.p) + line->text.n + 1;
    size_t end = at + 4 * (size_t)PIECE;
    struct fence fence = search->fence;
    at = search->below == rule && at < search->below_done ? search->below_done
                                                          : at;
    str text = str_sub(search->text, at, 0);
    str head = line_command(line);
    str rest = str_sub(search->text, at, end > at ? end - at : 0);
    while (str_split(&rest, '\n', &text)) {
        struct line below;
        struct match match = {search, rule, &below, .type = -1};
        line_cut(text, &below);
        str first = line_command(&below);
        if (str_at(first, 0) == '/' || str_eq(first, head) ||
            str_is_word_of(first, STR("config end }"))) {
            break;
        }
        if (matches(&match, 0, 0)) {
            add_match(&match);
        }
    }
    search->below = rule;
    search->below_done = (size_t)(text.p - search->text.p);
    search->fence = fence; /* the lines in between are asked about later */
}

static void try_rule(struct search *search, const struct line *line,
                     size_t trigger, const struct secret_rule *rule)
{
    size_t first = trigger > rule->before ? trigger - rule->before : 0;
    struct match match = {search, rule, line, .type = -1};
    for (size_t start = first; start <= trigger; start++) {
        match.start = start;
        while (matches(&match, 0, start)) {
            if (rule->below) {
                search_below(search, line, rule->below);
                return;
            }
            add_match(&match);
            match.least = match.word + 1;
            match.type = -1;
        }
    }
}

/* Tries all rules on a line; a text in quotes is a line, too, or several, as in
 * a program that writes a configuration. The result is the offset after its
 * words. */
// NOLINTNEXTLINE(misc-no-recursion): there are two kinds of quotes
static size_t try_rules(struct search *search, str text, bool quoted)
{
    struct line line;
    size_t done = line_cut(text, &line);
    line.quoted = quoted;
    for (size_t i = 0; i < line.n; i++) {
        str word = line.words[i].text;
        size_t from = 0;
        const struct trigger *trigger;
        while ((trigger = trigger_next(search->rules, word, &from))) {
            for (size_t k = 0; k < trigger->rules.n; k++) {
                try_rule(search, &line, i, trigger->rules.p[k]);
            }
        }
        str rest = line.words[i].quoted ? word : STR("");
        bool rows = !quoted && str_find(rest, STR("\\n")) != STR_NONE;
        while (str_find_char(rest, ' ') != STR_NONE) {
            size_t end = str_find(rest, STR("\\n"));
            str row = str_sub(rest, 0, end);
            row.n -= str_ends(row, STR("\\r")) ? 2 : 0;
            try_rules(search, row, true);
            rest = str_from_offset(rest, row.n + 2);
        }
        if (rows) { /* a rule has words of a row above the secret */
            try_rules(search, word, true);
        }
    }
    return done;
}

static void search_line(struct search *search, size_t at)
{
    size_t start = line_start(search->text, at);
    start = start < search->done ? search->done : start;
    str piece = str_sub(search->text, start, PIECE + (at - start));
    piece.n = line_end(piece, 0);
    search->found->allowed |= str_find(piece, SECRET_ALLOW) != STR_NONE;
    search->done = start + try_rules(search, piece, false);
}

/* --- private keys --- */

static void search_key(struct search *search, size_t at)
{
    static const struct secret_group key = {.what = STR_INIT("a private key")};
    enum { NEAR = 48, AFTER = 16 };
    str text = search->text;
    size_t start = at > NEAR ? at - NEAR : 0;
    str before = str_sub(text, start, at - start);
    size_t begin = str_find(before, STR("-----BEGIN "));
    begin = begin == STR_NONE ? str_find(before, STR("---- BEGIN ")) : begin;
    size_t end = str_find(str_sub(text, at + 3, AFTER), STR("----"));
    if (begin == STR_NONE || end == STR_NONE ||
        !(str_ends(before, STR("PRIVATE ")) ||
          str_ends(before, STR("OpenVPN Static ")))) {
        return;
    }
    begin += start;
    end = str_skip(text, at + 3 + end, "-");
    bool bytes = private_key_end(str_sub(text, end, PIECE), 0) > 0;
    str rest = str_from_offset(text, str_skip_spaces(text, end));
    bool cut = is_any_of(str_at(rest, 0), ".<[(") ||
               str_starts(rest, STR("\u2026")) ||
               str_starts(rest, STR("-----END"));
    bool alone = end >= text.n || is_any_of(text.p[end], "\n\r");
    if (bytes || (alone && !cut && fence_is_code(&search->fence, begin))) {
        add(search, str_sub(text, begin, end - begin), &key, bytes, STR(""));
    }
}

/* --- addresses with a password --- */

static void search_address(struct search *search, size_t at)
{
    static const struct secret_group group = {
        .what = STR_INIT("the password of an address")};
    if (at < 2 || search->text.p[at - 1] != ':' ||
        !is_alnum(search->text.p[at - 2])) {
        return;
    }
    enum { MOST = 300 };
    str rest = str_sub(search->text, at + 2, MOST);
    size_t end = 0;
    while (end < rest.n && !is_space(rest.p[end]) &&
           !is_any_of(rest.p[end], "/?\"'`<>()")) {
        end++;
    }
    rest.n = end;
    size_t colon = str_find_char(rest, ':');
    size_t sign = str_rfind_char(rest, '@');
    if (colon == STR_NONE || sign == STR_NONE || colon + 1 >= sign ||
        str_find_char(rest, '[') < sign) {
        return;
    }
    str password = str_sub(rest, colon + 1, sign - colon - 1);
    str host = str_from_offset(rest, sign + 1);
    bool example = ends_with_any(
        str_sub(host, 0, str_find_char(host, ':')),
        STR("example.com example.org example.net .example .test host hostname "
            "server"));
    str user = str_sub(rest, 0, colon);
    if (is_placeholder(search->rules, password) || !host.n ||
        is_any_of(str_at(user, 0), "${") ||
        ((example || str_eq_nocase(user, password)) && !is_mixed(password))) {
        return;
    }
    add(search, password, &group, false, STR(""));
}

/* --- tokens --- */

static void try_tokens(struct search *search, size_t at, size_t end)
{
    const struct secret_rules *rules = search->rules;
    for (size_t i = 0; i < rules->tokens.n; i++) {
        const struct token_form *form = &rules->tokens.p[i];
        if (!str_starts_at(search->text, at, form->start)) {
            continue;
        }
        size_t n = form_length(form->form, search->text, at);
        char next = str_at(search->text, at + n);
        if (!n || at + n > end + 1 || is_alnum(next)) {
            continue;
        }
        str token = str_sub(search->text, at, n);
        if (is_made_up(str_from_offset(token, form->start.n)) ||
            (!form->group->checksum && sequence_length(token) > token.n / 2)) {
            continue;
        }
        bool real = form->group->checksum ? token_checksum_holds(token)
                                          : !sequence_length(token);
        add(search, token, form->group, form->group->error && real, STR(""));
        return;
    }
}

/* Tokens have capitals or underscores, or 32 letters and digits together, and
 * so sixteen from some multiple of sixteen on. Most addresses have neither. */
static bool may_hold_token(str run)
{
    for (size_t i = 0; i < run.n; i += SIMD16) {
        str rest = str_from_offset(run, i);
        simd16 x = rest.n >= SIMD16 ? simd16_load(rest.p)
                                    : simd16_load_part(rest.p, rest.n);
        simd16 small =
            simd16_between(x, 'a', 'z') | simd16_between(x, '0', '9');
        simd16 other = simd16_between(x, 'A', 'Z') | simd16_is(x, '_');
        if (simd16_mask(other) || simd16_mask(small) == 0xFFFF) {
            return true;
        }
    }
    return false;
}

static void search_long_word(struct search *search, size_t from, size_t end)
{
    if (!may_hold_token(str_sub(search->text, from, end - from))) {
        return;
    }
    const uint32_t *pairs = search->rules->token_pairs;
    const char *p = search->text.p;
    for (size_t at = from; at + LONG_WORD <= end; at++) {
        if (has_pair(pairs, p[at], p[at + 1]) &&
            (at == from || (!is_alnum(p[at - 1]) && p[at - 1] != '_'))) {
            try_tokens(search, at, end);
        }
    }
}

/* --- the quick look --- */

static bool is_word_char(char c)
{
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
}

static void search_word(struct search *search, size_t at)
{
    enum { LONGEST = 40 };
    str text = search->text;
    if (text.p[at] == '/') {
        search_address(search, at);
        return;
    }
    size_t from = at;
    size_t end = at;
    while (from > 0 && at - from < LONGEST && is_word_char(text.p[from - 1])) {
        from--;
    }
    while (end < text.n && end - at < LONGEST && is_word_char(text.p[end])) {
        end++;
    }
    str word = str_sub(text, from, end - from);
    if (str_starts(word, STR("KEY")) || str_eq(word, STR("key"))) {
        search_key(search, from);
    }
    size_t next = 0;
    if (at >= search->done && trigger_next(search->rules, word, &next)) {
        search_line(search, at);
    }
}

/* Where pairs may be: a byte of each sum is compared, not both letters. About
 * one place in fifty is none. */
static inline uint32_t pairs_mask(const simd16 sums[PAIRS], simd16 x, simd16 y)
{
    simd16 sum = pair_sum(x | 0x20, y | 0x20);
    return simd16_mask(
        (simd16)((sum == sums[0]) | (sum == sums[1]) | (sum == sums[2]) |
                 (sum == sums[3]) | (sum == sums[4]) | (sum == sums[5]) |
                 (sum == sums[6]) | (sum == sums[7]) | (sum == sums[8]) |
                 (sum == sums[9]) | (sum == sums[10])));
}

static void search_block(struct search *search, size_t i, uint32_t hits)
{
    for (; hits; hits &= hits - 1) {
        size_t at = i + (size_t)__builtin_ctz(hits);
        char second = str_at(search->text, at + 1);
        if (has_pair(search->rules->pairs, str_at(search->text, at), second) &&
            has_pair(search->rules->thirds, second,
                     str_at(search->text, at + 2))) {
            search_word(search, at);
        }
    }
}

/* Runs without blanks: the one before the block ends there, and another may
 * begin. */
static inline size_t end_run(struct search *search, size_t i, size_t run,
                             uint32_t blanks)
{
    size_t end = i + (size_t)__builtin_ctz(blanks);
    if (end >= run + LONG_WORD) {
        search_long_word(search, run, end);
    }
    return i + 32 - (size_t)__builtin_clz(blanks);
}

void secrets_find(const struct secret_rules *rules, str text,
                  enum secret_text kind, struct secrets *found)
{
    struct search search = {.rules = rules,
                            .text = text,
                            .found = found,
                            .fence = {.text = text, .kind = kind}};
    simd16 sums[PAIRS];
    memcpy(sums, rules->sums, sizeof sums);
    size_t run = 0;
    for (size_t i = 0; i < text.n; i += SIMD16) {
        str rest = str_from_offset(text, i);
        bool whole = rest.n > SIMD16;
        simd16 x =
            whole ? simd16_load(rest.p) : simd16_load_part(rest.p, rest.n);
        simd16 y = whole ? simd16_load(rest.p + 1)
                         : simd16_load_part(rest.p + 1, rest.n - 1);
        uint32_t blanks = simd16_mask((simd16)(x <= ' '));
        uint32_t hits = pairs_mask(sums, x, y);
        run = blanks ? end_run(&search, i, run, blanks) : run;
        if (hits) {
            search_block(&search, i, hits);
        }
    }
    if (text.n >= run + LONG_WORD) {
        search_long_word(&search, run, text.n);
    }
}

str secret_message(const struct secret *secret, struct arena *arena)
{
    if (secret->plain.n) {
        return arena_printf(arena,
                            "this looks like %.*s: type 7 hides nothing, it "
                            "says \"%.*s\"",
                            STR_ARG(secret->what), STR_ARG(secret->plain));
    }
    return arena_printf(arena, "this looks like %.*s", STR_ARG(secret->what));
}
