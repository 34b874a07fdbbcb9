/* SPDX-License-Identifier: MIT */
#include "highlight/lexer.h"

#include "base/buf.h"
#include "highlight/language_set.h"
#include "highlight/tokens.h"

/* A stack of states. In the current one a table says by the next byte which
 * rules can match here: none for most bytes of plain text, which costs nothing,
 * and few for the others, which are one regex.
 *
 * A region (what a group matched, or what lies between a rule and its `until`)
 * is lexed as a text of its own, by a call of its own. */

enum {
    MAX_STACK = 200,  /* states; further ones are not pushed */
    MAX_REGIONS = 12, /* in each other; deeper ones are one token */
    MAX_EMPTY = 16,   /* matches of nothing in a row; then a byte is passed */
    WINDOW = 4096,    /* bytes that a match sees, unless it takes them all */
    MAX_WORD = 64,    /* a longer one is no word of a caseless language */
};

struct lexer {
    const struct language *language;
    str text;
    size_t at; /* the end of the last run */
    struct matcher *matcher;
    struct arena *arena;
    struct lexed *out;
    const struct state *stack[MAX_STACK];
    size_t depth;
    size_t regions;
    size_t empty; /* matches of nothing since the last byte */
};

/* A part of the text that is lexed as one of its own. */
struct region {
    size_t start;
    size_t end;
    size_t bottom; /* the depth of the stack below its first state */
};

static bool is_cut(const struct lexer *lexer)
{
    return lexer->out->cut != STR_NONE;
}

/* Whether text[i] is within a UTF-8 character that starts in front of it. */
static bool is_inside_char(str text, size_t i)
{
    return i < text.n && ((unsigned char)text.p[i] & 0xC0u) == 0x80;
}

/* What lies between the last run and `end` gets that token. */
static void emit(struct lexer *lexer, size_t end, uint8_t token)
{
    struct lexed *out = lexer->out;
    while (is_inside_char(lexer->text, end)) {
        end++;
    }
    if (end <= lexer->at) {
        return;
    }
    if (out->runs.n && out->runs.p[out->runs.n - 1].token == token) {
        out->runs.p[out->runs.n - 1].end = end;
    } else {
        *VEC_PUSH(&out->runs, lexer->arena) = (struct run){end, token};
    }
    lexer->at = end;
    lexer->empty = 0;
}

static const struct state *current_state(const struct lexer *lexer)
{
    return lexer->stack[lexer->depth - 1];
}

/* --- regexes, compiled when they are first needed --- */

/* Two threads may compile the same: the first one's stays. */
static const struct regex *keep_first(_Atomic(struct regex *) *place,
                                      struct regex *made)
{
    struct regex *first = NULL;
    if (atomic_compare_exchange_strong(place, &first, made)) {
        return made;
    }
    regex_free(made);
    return first;
}

static const struct regex *regex_of_set(struct rule_set *set, bool caseless,
                                        struct arena *arena)
{
    const struct regex *regex =
        atomic_load_explicit(&set->regex, memory_order_acquire);
    if (regex) {
        return regex;
    }
    struct arena_mark mark = arena_mark(arena);
    str *patterns = ARENA_ARRAY(arena, str, set->n);
    for (size_t i = 0; i < set->n; i++) {
        patterns[i] = set->rules[i]->pattern;
    }
    struct regex *made = regex_compile(patterns, set->n, caseless);
    arena_reset(arena, mark);
    return made ? keep_first(&set->regex, made) : NULL;
}

/* --- a match --- */

/* The parts of a match, in the whole text. They are noted before what they hold
 * is lexed, as that matches too. */
struct match {
    struct {
        size_t from;
        size_t to; /* of a group that took no part: 0, as `from` */
    } parts[REGEX_GROUPS + 1];
};

static void note_match(const struct lexer *lexer, const struct region *region,
                       const struct rule *rule, struct match *match)
{
    for (size_t i = 0; i <= rule->facts.groups; i++) {
        size_t from = 0;
        size_t to = 0;
        size_t start =
            matcher_group(lexer->matcher, i, &from, &to) ? region->start : 0;
        match->parts[i].from = start + from;
        match->parts[i].to = start + to;
    }
}

static str group_text(const struct lexer *lexer, const struct match *match,
                      size_t group)
{
    size_t from = match->parts[group].from;
    return str_sub(lexer->text, from, match->parts[group].to - from);
}

static str region_text(const struct lexer *lexer, const struct region *region)
{
    return str_sub(lexer->text, region->start, region->end - region->start);
}

/* A match that takes all that it sees may take more, if it sees more. */
static enum regex_result match_set(struct lexer *lexer,
                                   const struct region *region,
                                   const struct regex *regex)
{
    size_t from;
    size_t to;
    str all = region_text(lexer, region);
    size_t at = lexer->at - region->start;
    str seen = str_sub(all, 0, at + WINDOW);
    enum regex_result result = regex_match(regex, lexer->matcher, seen, at);
    if (result == REGEX_MATCH && seen.n < all.n &&
        matcher_group(lexer->matcher, 0, &from, &to) && to == seen.n) {
        result = regex_match(regex, lexer->matcher, all, at);
    }
    return result;
}

static uint8_t token_of_word(const struct rule *rule, bool caseless, str word)
{
    char lower[MAX_WORD];
    if (caseless) {
        if (word.n > sizeof lower) {
            return rule->token;
        }
        for (size_t i = 0; i < word.n; i++) {
            lower[i] = to_lower(word.p[i]);
        }
        word.p = lower;
    }
    const struct token_name *name = map_get(rule->words, word);
    return name ? (uint8_t)(name - token_names) : rule->token;
}

static void lex_region(struct lexer *lexer, const struct state *state,
                       size_t end);

/* The state in which a region starts; NULL: its language is not known. */
static const struct state *first_state(const struct lexer *lexer,
                                       const struct match *match,
                                       const struct lexed_as *as)
{
    if (as->state) {
        return as->state;
    }
    str name = as->group ? group_text(lexer, match, as->group) : as->language;
    const struct language *language =
        language_set_find(lexer->language->languages, name);
    return language ? language->start : NULL;
}

static void emit_groups(struct lexer *lexer, const struct rule *rule,
                        const struct match *match)
{
    for (size_t i = 0; i < rule->ngroups; i++) {
        const struct rule_group *group = &rule->groups[i];
        size_t from = match->parts[i + 1].from;
        size_t to = match->parts[i + 1].to;
        if (to <= from || from < lexer->at) {
            continue;
        }
        emit(lexer, from, rule->token);
        const struct state *state =
            group->is_lexed ? first_state(lexer, match, &group->as) : NULL;
        if (state) {
            lex_region(lexer, state, to);
        }
        emit(lexer, to, group->token);
    }
    emit(lexer, match->parts[0].to, rule->token);
}

/* --- regions behind a rule --- */

/* The pattern of a region's end, with the text of groups in it. */
static struct regex *regex_with_groups(const struct lexer *lexer,
                                       const struct match *match,
                                       const struct rule_end *end)
{
    struct buf pattern = {0};
    for (size_t i = 0; i < end->pattern.n; i++) {
        char c = end->pattern.p[i];
        char next = i + 1 < end->pattern.n ? end->pattern.p[i + 1] : '\0';
        buf_putc(&pattern, c);
        if (c != '\\') {
            continue;
        }
        i++;
        if (next < '1' || next > '9') {
            buf_putc(&pattern, next);
            continue;
        }
        pattern.n--;
        str text = group_text(lexer, match, (size_t)(next - '0'));
        for (size_t k = 0; k < text.n; k++) {
            buf_printf(&pattern, "\\x%02x", (unsigned char)text.p[k]);
        }
    }
    struct regex *regex = regex_compile_search(
        buf_str(&pattern), current_state(lexer)->language->caseless, true);
    buf_free(&pattern);
    return regex;
}

static const struct regex *regex_of_end(struct rule_end *end, bool caseless)
{
    const struct regex *regex =
        atomic_load_explicit(&end->regex, memory_order_acquire);
    if (regex) {
        return regex;
    }
    struct regex *made = regex_compile_search(end->pattern, caseless, false);
    return made ? keep_first(&end->regex, made) : NULL;
}

/* Finds what ends a region that starts behind the match: [*from, *to). If
 * nothing does, the text around it ends it too. */
static void find_end(struct lexer *lexer, const struct region *around,
                     const struct rule *rule, const struct match *match,
                     size_t *from, size_t *to)
{
    bool caseless = current_state(lexer)->language->caseless;
    struct rule_end *end = rule->end;
    struct regex *own =
        end->has_groups ? regex_with_groups(lexer, match, end) : NULL;
    const struct regex *regex =
        end->has_groups ? own : regex_of_end(end, caseless);
    size_t start = match->parts[0].to - around->start;
    if (regex &&
        regex_match(regex, lexer->matcher, region_text(lexer, around), start) ==
            REGEX_MATCH &&
        matcher_group(lexer->matcher, 0, from, to)) {
        *from += around->start;
        *to += around->start;
    } else {
        *from = around->end;
        *to = around->end;
    }
    regex_free(own);
}

static bool has_language(const struct rule *rule)
{
    return rule->region.language.n || rule->region.group;
}

static void lex_behind(struct lexer *lexer, const struct region *around,
                       const struct rule *rule, const struct match *match)
{
    size_t from;
    size_t to;
    const struct state *state = has_language(rule)
                                    ? first_state(lexer, match, &rule->region)
                                    : rule->push[rule->npush - 1];
    find_end(lexer, around, rule, match, &from, &to);
    if (state) {
        lex_region(lexer, state, from);
    }
    if (!is_cut(lexer)) {
        emit(lexer, from, TOKEN_PLAIN);
    }
    if (!is_cut(lexer) && rule->end->token != TOKEN_PLAIN) {
        emit(lexer, to, rule->end->token);
    }
}

/* --- the loop --- */

static void change_stack(struct lexer *lexer, const struct region *region,
                         const struct rule *rule)
{
    /* The last state of one with a region is that region's. */
    size_t npush = rule->npush - (rule->end && !has_language(rule));
    size_t most = lexer->depth - region->bottom;
    lexer->depth -= rule->pop < most ? rule->pop : most;
    for (size_t i = 0; i < npush && lexer->depth < MAX_STACK; i++) {
        lexer->stack[lexer->depth++] = rule->push[i];
    }
    lexer->depth += lexer->depth == region->bottom; /* its first one stays */
}

/* A rule with groups, or with a region behind it. */
static void apply_parts(struct lexer *lexer, const struct region *region,
                        const struct rule *rule)
{
    struct match match = {0};
    note_match(lexer, region, rule, &match);
    if (rule->ngroups) {
        emit_groups(lexer, rule, &match);
    } else {
        emit(lexer, match.parts[0].to, rule->token);
    }
    if (rule->end && !is_cut(lexer)) {
        lex_behind(lexer, region, rule, &match);
    }
}

static void apply(struct lexer *lexer, const struct region *region,
                  const struct rule *rule)
{
    size_t from = 0;
    size_t to = 0;
    matcher_group(lexer->matcher, 0, &from, &to);
    size_t end = region->start + to;
    lexer->empty += end <= lexer->at;
    if (rule->ngroups || rule->end) {
        apply_parts(lexer, region, rule);
    } else if (rule->words) {
        bool caseless = current_state(lexer)->language->caseless;
        str word = str_sub(lexer->text, lexer->at, end - lexer->at);
        emit(lexer, end, token_of_word(rule, caseless, word));
    } else {
        emit(lexer, end, rule->token);
    }
    if (rule->pop || rule->npush) {
        change_stack(lexer, region, rule);
    }
}

/* Whether ^ may match there: PCRE2 takes \r for the end of a line, too. */
static bool may_start_line(const struct lexer *lexer,
                           const struct region *region, size_t at)
{
    char before = at > region->start ? lexer->text.p[at - 1] : '\n';
    return before == '\n' || before == '\r';
}

static void step(struct lexer *lexer, const struct region *region)
{
    const struct state *state = current_state(lexer);
    size_t at = lexer->at;
    size_t number = 0;
    while (at < region->end) {
        bool line = may_start_line(lexer, region, at);
        number = state->set_of[line][(unsigned char)lexer->text.p[at]];
        if (number) {
            break;
        }
        at++;
    }
    emit(lexer, at, state->token);
    if (lexer->at >= region->end) {
        return;
    }
    struct rule_set *set = &state->sets[number - 1];
    const struct regex *regex =
        regex_of_set(set, state->language->caseless, lexer->arena);
    enum regex_result result =
        regex ? match_set(lexer, region, regex) : REGEX_TOO_COSTLY;
    if (result == REGEX_TOO_COSTLY) {
        lexer->out->cut = lexer->at;
    } else if (result == REGEX_NONE || lexer->empty > MAX_EMPTY) {
        emit(lexer, lexer->at + 1, state->token);
    } else {
        apply(lexer, region, set->rules[matcher_pattern(lexer->matcher)]);
    }
}

/* Lexes what lies between the last run and `end`. */
static void lex_region(struct lexer *lexer, const struct state *state,
                       size_t end)
{
    struct region region = {lexer->at, end, lexer->depth};
    if (lexer->depth == MAX_STACK || lexer->regions == MAX_REGIONS) {
        emit(lexer, end, state->token);
        return;
    }
    lexer->regions++;
    lexer->stack[lexer->depth++] = state;
    while (lexer->at < end && !is_cut(lexer)) {
        step(lexer, &region);
    }
    lexer->depth = region.bottom;
    lexer->regions--;
}

void lexer_run(const struct language *language, str text, struct arena *arena,
               struct lexed *out)
{
    struct lexer lexer = {
        .language = language,
        .text = text,
        .matcher = matcher_new(arena),
        .arena = arena,
        .out = out,
    };
    *out = (struct lexed){.cut = STR_NONE};
    lex_region(&lexer, language->start, text.n);
    emit(&lexer, text.n, TOKEN_PLAIN);
    matcher_free(lexer.matcher);
}
