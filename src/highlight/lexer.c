/* SPDX-License-Identifier: MIT */
#include "highlight/lexer.h"

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "highlight/language_set.h"
#include "highlight/tokens.h"

/* A stack of states. In the current one a table gives the rules that can match
 * at the next byte: none at most bytes of plain text, which then cost nothing,
 * and few at the others, which are one regex.
 *
 * A region (the text of a group, or the text between a rule and its `until`) is
 * lexed as a text of its own, by a call of its own. */

enum {
    MAX_STACK = 200,  /* states; further ones are not pushed */
    MAX_REGIONS = 12, /* in each other; deeper ones are one token */
    MAX_EMPTY = 16,   /* empty matches in a row; then a byte is passed */
    MAX_WORD = 64,    /* a longer one is no word of a caseless language */

    WINDOW = 4096, /* bytes that a match sees, unless it reaches their end */

    /* Bytes of a text that pay for machine code, which takes some 10 ms for a
     * language. As its steps are other ones, the text alone decides: it is cut
     * at the same place in each build. */
    LONG_TEXT = 65536,

    /* Steps of PCRE2. An ordinary match takes few. One that takes more is tried
     * again with more, up to the limit of a single match: (a+)+$ reaches it
     * after 15 microseconds. Each try costs the text the steps it was allowed,
     * so that the sum is bounded too. */
    QUICK_STEPS = 64,
    PLACE_STEPS = 8,      /* at each place where a region may end */
    MORE_STEPS = 8,       /* factor of the next try */
    MATCH_STEPS = 10000,  /* limit of a match, plus one for each byte it sees */
    STEP_COST = 16,       /* of a step that is not quick: it may look far */
    TEXT_STEPS = 4000000, /* limit of a text, */
    BYTE_STEPS = 128,     /* plus so many for each byte */
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
    size_t steps; /* that are left */
    bool jit;     /* regexes are machine code */
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

/* Gives the text between the last run and `end` a token. A UTF-8 character is
 * not cut. */
static void emit(struct lexer *lexer, size_t end, uint8_t token)
{
    struct lexed *out = lexer->out;
    while (utf8_is_tail(str_at(lexer->text, end))) {
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

/* The regex at a place. Two threads may compile the same one: the first stays.
 * NULL: the patterns are too long together. */
static const struct regex *keep_first(_Atomic(struct regex *) *place,
                                      struct regex *made)
{
    struct regex *first = NULL;
    if (!made || atomic_compare_exchange_strong(place, &first, made)) {
        return made;
    }
    regex_free(made);
    return first;
}

static const struct regex *regex_of_set(const struct lexer *lexer,
                                        struct rule_set *set, bool caseless)
{
    struct arena *arena = lexer->arena;
    _Atomic(struct regex *) *place = &set->regexes[lexer->jit];
    const struct regex *regex =
        atomic_load_explicit(place, memory_order_acquire);
    if (regex) {
        return regex;
    }
    struct arena_mark mark = arena_mark(arena);
    str *patterns = ARENA_ARRAY(arena, str, set->n);
    for (size_t i = 0; i < set->n; i++) {
        patterns[i] = set->rules[i]->pattern;
    }
    struct regex *made =
        regex_compile(patterns, set->n, caseless, REGEX_USE_MATCH, lexer->jit);
    arena_reset(arena, mark);
    return keep_first(place, made);
}

static const struct regex *regex_of_end(const struct lexer *lexer,
                                        struct rule_end *end, bool caseless)
{
    _Atomic(struct regex *) *place = &end->regexes[lexer->jit];
    const struct regex *regex =
        atomic_load_explicit(place, memory_order_acquire);
    return regex
               ? regex
               : keep_first(place, regex_compile(&end->pattern, 1, caseless,
                                                 REGEX_USE_SEARCH, lexer->jit));
}

/* --- a match --- */

/* The parts of a match, in the whole text. They are kept before their texts are
 * lexed, which makes matches of its own. */
struct match {
    struct {
        size_t from;
        size_t to; /* 0, as `from`, if the group took no part */
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

static size_t cost_of(size_t steps)
{
    return steps > QUICK_STEPS ? steps * STEP_COST : steps;
}

/* Spends the steps. Returns false if so many are not left. */
static bool spend(struct lexer *lexer, size_t steps)
{
    size_t cost = cost_of(steps);
    bool left = lexer->steps >= cost;
    lexer->steps -= left ? cost : 0;
    return left;
}

static enum regex_result
match_seen(struct lexer *lexer, const struct regex *regex, str seen, size_t at)
{
    size_t most = MATCH_STEPS + seen.n - at;
    for (size_t steps = QUICK_STEPS;; steps *= MORE_STEPS) {
        steps = steps < most ? steps : most;
        if (!spend(lexer, steps)) {
            return REGEX_TOO_COSTLY;
        }
        enum regex_result result =
            regex_match(regex, lexer->matcher, seen, at, steps);
        if (result != REGEX_TOO_COSTLY || steps == most) {
            return result;
        }
    }
}

/* Whether the last match, in a part of the text, might go on after that. */
static bool reaches_end(const struct lexer *lexer, str seen, str all)
{
    size_t from;
    size_t to;
    return seen.n < all.n && matcher_group(lexer->matcher, 0, &from, &to) &&
           to == seen.n;
}

static enum regex_result match_set(struct lexer *lexer,
                                   const struct region *region,
                                   struct rule_set *set, bool caseless)
{
    str all = region_text(lexer, region);
    size_t at = lexer->at - region->start;
    str seen = str_sub(all, 0, at + WINDOW);
    const struct regex *regex = regex_of_set(lexer, set, caseless);
    enum regex_result result =
        regex ? match_seen(lexer, regex, seen, at) : REGEX_TOO_COSTLY;
    return result == REGEX_MATCH && reaches_end(lexer, seen, all)
               ? match_seen(lexer, regex, all, at)
               : result;
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

/* --- regions after a rule --- */

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
    str whole = buf_str(&pattern);
    struct regex *regex =
        regex_compile(&whole, 1, current_state(lexer)->language->caseless,
                      REGEX_USE_SEARCH, false);
    buf_free(&pattern);
    return regex;
}

/* Searches for a match that starts in [at, end). Each place that is tried costs
 * the steps that a match there was allowed. */
static enum regex_result search_part(struct lexer *lexer,
                                     const struct regex *regex, str seen,
                                     size_t at, size_t end)
{
    size_t most = MATCH_STEPS + seen.n - at;
    for (size_t steps = PLACE_STEPS;; steps *= MORE_STEPS) {
        steps = steps < most ? steps : most;
        if (lexer->steps / cost_of(steps) < end - at) {
            return REGEX_TOO_COSTLY;
        }
        size_t from = end;
        size_t to;
        enum regex_result result =
            regex_search(regex, lexer->matcher, seen, at, end, steps);
        if (result == REGEX_MATCH) {
            matcher_group(lexer->matcher, 0, &from, &to);
        }
        lexer->steps -= cost_of(steps) * ((from < end ? from : end) - at);
        if (result != REGEX_TOO_COSTLY || steps == most) {
            return result;
        }
    }
}

/* Searches for a match from text[at] on, and sets its place. Goes window by
 * window; a match sees the next one too. */
static enum regex_result search(struct lexer *lexer,
                                const struct region *around,
                                const struct regex *regex, size_t at,
                                struct region *found)
{
    str all = region_text(lexer, around);
    size_t end;
    size_t from;
    size_t to;
    for (at -= around->start; at < all.n; at = end) {
        end = all.n - at > WINDOW ? at + WINDOW : all.n;
        str seen = str_sub(all, 0, end + WINDOW);
        enum regex_result result = search_part(lexer, regex, seen, at, end);
        if (result == REGEX_MATCH && reaches_end(lexer, seen, all)) {
            result = search_part(lexer, regex, all, at, end);
        }
        if (result == REGEX_MATCH) {
            matcher_group(lexer->matcher, 0, &from, &to);
            found->start = around->start + from;
            found->end = around->start + to;
        }
        if (result != REGEX_NONE) {
            return result;
        }
    }
    return REGEX_NONE;
}

/* Finds the end of a region that starts after the match: without one it ends
 * with the text around it. */
static struct region find_end(struct lexer *lexer, const struct region *around,
                              const struct rule *rule,
                              const struct match *match)
{
    bool caseless = current_state(lexer)->language->caseless;
    struct region found = {around->end, around->end, 0};
    struct rule_end *end = rule->end;
    struct regex *own =
        end->has_groups ? regex_with_groups(lexer, match, end) : NULL;
    const struct regex *regex =
        end->has_groups ? own : regex_of_end(lexer, end, caseless);
    if (regex && search(lexer, around, regex, match->parts[0].to, &found) ==
                     REGEX_TOO_COSTLY) {
        lexer->out->cut = lexer->at;
    }
    regex_free(own);
    return found;
}

static bool has_language(const struct rule *rule)
{
    return rule->region.language.n || rule->region.group;
}

static void lex_after(struct lexer *lexer, const struct region *around,
                      const struct rule *rule, const struct match *match)
{
    const struct state *state = has_language(rule)
                                    ? first_state(lexer, match, &rule->region)
                                    : rule->push[rule->npush - 1];
    struct region end = find_end(lexer, around, rule, match);
    if (state) {
        lex_region(lexer, state, end.start);
    }
    if (!is_cut(lexer)) {
        emit(lexer, end.start, TOKEN_PLAIN);
    }
    if (!is_cut(lexer) && rule->end->token != TOKEN_PLAIN) {
        emit(lexer, end.end, rule->end->token);
    }
}

/* --- the loop --- */

static void change_stack(struct lexer *lexer, const struct region *region,
                         const struct rule *rule)
{
    /* The last state of a rule with a region is that region's. */
    size_t npush = rule->npush - (rule->end && !has_language(rule));
    size_t most = lexer->depth - region->bottom;
    lexer->depth -= rule->pop < most ? rule->pop : most;
    for (size_t i = 0; i < npush && lexer->depth < MAX_STACK; i++) {
        lexer->stack[lexer->depth++] = rule->push[i];
    }
    lexer->depth += lexer->depth == region->bottom; /* its first one stays */
}

/* A rule with groups, or with a region after it. */
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
        lex_after(lexer, region, rule, &match);
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

static void step(struct lexer *lexer, const struct region *region)
{
    const struct state *state = current_state(lexer);
    size_t at = lexer->at;
    size_t number = 0;
    while (at < region->end) {
        char before = at > region->start ? lexer->text.p[at - 1] : '\n';
        bool line = before == '\n' || before == '\r'; /* as to PCRE2 */
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
    enum regex_result result =
        match_set(lexer, region, set, state->language->caseless);
    size_t rule = matcher_pattern(lexer->matcher);
    if (result == REGEX_TOO_COSTLY ||
        (result == REGEX_MATCH && rule >= set->n)) {
        lexer->out->cut = lexer->at;
    } else if (result == REGEX_NONE || lexer->empty > MAX_EMPTY) {
        emit(lexer, lexer->at + 1, state->token);
    } else {
        apply(lexer, region, set->rules[rule]);
    }
}

/* Lexes the text between the last run and `end`. */
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

size_t lexer_most_steps(size_t n)
{
    return TEXT_STEPS + BYTE_STEPS * n;
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
        .steps = lexer_most_steps(text.n),
        .jit = text.n > LONG_TEXT,
    };
    atomic_fetch_add(&language->languages->lexed, 1);
    *out = (struct lexed){.cut = STR_NONE};
    lex_region(&lexer, language->start, text.n);
    emit(&lexer, text.n, TOKEN_PLAIN);
    out->steps = lexer_most_steps(text.n) - lexer.steps;
    matcher_free(lexer.matcher);
}
