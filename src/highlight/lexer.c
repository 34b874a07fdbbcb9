/* SPDX-License-Identifier: MIT */
#include "highlight/lexer.h"

#include "base/memory/buf.h"
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
    MAX_WORD = 64,    /* a longer one is no word of a caseless language */

    WINDOW = 4096, /* bytes that a match sees, unless it takes them all */
    GLANCE = 256,  /* that it sees at first, in a long text */
    LONG_TEXT = 65536,

    /* Steps of PCRE2. An ordinary match takes few of them. One that takes more
     * is tried again with more, up to those that a single match may take:
     * (a+)+$ has used these up after 15 microseconds. Each try costs the text
     * what it may have taken, so that all of them together are bounded, too. */
    QUICK_STEPS = 64,
    SELDOM = 100,         /* matches of a set, before it is made fast */
    SLOW_STEPS = 512,     /* of a match of one that is not fast */
    PLACE_STEPS = 8,      /* at each place where the end of a region may be */
    MORE_STEPS = 8,       /* times as many */
    MATCH_STEPS = 10000,  /* and one for each byte that the match sees */
    STEP_COST = 16,       /* of those that are not quick: they may look far */
    TEXT_STEPS = 4000000, /* of a whole text */
    BYTE_STEPS = 128,     /* and as many for each byte of it */
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
    bool fast;    /* all sets are made fast at once */
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

/* Whether ^ may match there: PCRE2 takes \r for the end of a line, too. */
static bool may_start_line(const struct lexer *lexer,
                           const struct region *region, size_t at)
{
    char before = at > region->start ? lexer->text.p[at - 1] : '\n';
    return before == '\n' || before == '\r';
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
                                        enum regex_use use, struct arena *arena)
{
    _Atomic(struct regex *) *place = &set->regexes[use == REGEX_USE_GLANCE];
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
    struct regex *made = regex_compile(patterns, set->n, caseless, use);
    arena_reset(arena, mark);
    return made ? keep_first(place, made) : NULL;
}

static const struct regex *fast_of_set(struct rule_set *set, bool caseless,
                                       struct arena *arena)
{
    const struct regex *regex =
        atomic_load_explicit(&set->fast, memory_order_acquire);
    if (!regex) {
        regex = regex_of_set(set, caseless, REGEX_USE_MATCH, arena);
        regex = regex ? keep_first(&set->fast, regex_fast(regex)) : NULL;
    }
    return regex;
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

static size_t cost_of(size_t steps)
{
    return steps > QUICK_STEPS ? steps * STEP_COST : steps;
}

/* Whether that many steps are left: then they are spent. */
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

/* What most matches of a long text are content with. */
static enum regex_result glance(struct lexer *lexer,
                                const struct region *region,
                                struct rule_set *set, bool caseless)
{
    str all = region_text(lexer, region);
    size_t at = lexer->at - region->start;
    const struct regex *regex =
        regex_of_set(set, caseless, REGEX_USE_GLANCE, lexer->arena);
    if (!regex || !spend(lexer, QUICK_STEPS)) {
        return REGEX_TOO_COSTLY;
    }
    enum regex_result result = regex_glance(
        regex, lexer->matcher, str_sub(all, 0, at + GLANCE), at, QUICK_STEPS);
    if (result == REGEX_TOO_COSTLY) {
        spend(lexer, QUICK_STEPS * (size_t)STEP_COST); /* it looks far */
    }
    return result;
}

/* A match that takes all that it sees may take more, if it sees more. */
static enum regex_result match_window(struct lexer *lexer,
                                      const struct region *region,
                                      struct rule_set *set, bool caseless)
{
    size_t from;
    size_t to;
    str all = region_text(lexer, region);
    size_t at = lexer->at - region->start;
    str seen = str_sub(all, 0, at + WINDOW);
    const struct regex *regex = fast_of_set(set, caseless, lexer->arena);
    enum regex_result result =
        regex ? match_seen(lexer, regex, seen, at) : REGEX_TOO_COSTLY;
    if (result == REGEX_MATCH && seen.n < all.n &&
        matcher_group(lexer->matcher, 0, &from, &to) && to == seen.n) {
        result = match_seen(lexer, regex, all, at);
    }
    return result;
}

/* Most sets of a language match a few times on a small blog. One that is not
 * fast takes more steps; it is charged for so many as the fast one could have
 * taken. */
static enum regex_result match_slowly(struct lexer *lexer,
                                      const struct regex *regex, str seen,
                                      size_t at)
{
    for (size_t steps = QUICK_STEPS; steps <= SLOW_STEPS; steps *= MORE_STEPS) {
        if (!spend(lexer, steps)) {
            return REGEX_TOO_COSTLY;
        }
        enum regex_result result =
            regex_match(regex, lexer->matcher, seen, at, steps);
        if (result != REGEX_TOO_COSTLY) {
            return result;
        }
    }
    return REGEX_TOO_COSTLY;
}

/* What takes long, or all that it sees, is left to match_window. */
static enum regex_result match_seldom(struct lexer *lexer,
                                      const struct region *region,
                                      struct rule_set *set, bool caseless)
{
    size_t from;
    size_t to;
    size_t steps = lexer->steps;
    str all = region_text(lexer, region);
    size_t at = lexer->at - region->start;
    str seen = str_sub(all, 0, at + WINDOW);
    const struct regex *regex =
        regex_of_set(set, caseless, REGEX_USE_MATCH, lexer->arena);
    enum regex_result result =
        regex ? match_slowly(lexer, regex, seen, at) : REGEX_TOO_COSTLY;
    if (result == REGEX_MATCH && seen.n < all.n &&
        matcher_group(lexer->matcher, 0, &from, &to) && to == seen.n) {
        result = REGEX_TOO_COSTLY;
    }
    lexer->steps = result == REGEX_TOO_COSTLY ? steps : lexer->steps;
    return result;
}

static bool is_seldom(const struct lexer *lexer, struct rule_set *set)
{
    return !lexer->fast &&
           atomic_load_explicit(&set->uses, memory_order_relaxed) < SELDOM &&
           atomic_fetch_add_explicit(&set->uses, 1, memory_order_relaxed) <
               SELDOM;
}

static enum regex_result match_set(struct lexer *lexer,
                                   const struct region *region,
                                   struct rule_set *set, bool caseless)
{
    enum regex_result result = REGEX_TOO_COSTLY;
    if (lexer->text.n > LONG_TEXT && region->end - lexer->at > GLANCE) {
        result = glance(lexer, region, set, caseless);
    } else if (is_seldom(lexer, set)) {
        result = match_seldom(lexer, region, set, caseless);
    }
    return result == REGEX_TOO_COSTLY
               ? match_window(lexer, region, set, caseless)
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
    str whole = buf_str(&pattern);
    struct regex *regex = regex_compile(
        &whole, 1, current_state(lexer)->language->caseless, REGEX_USE_ONCE);
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
    struct regex *made =
        regex_compile(&end->pattern, 1, caseless, REGEX_USE_SEARCH);
    return made ? keep_first(&end->regex, made) : NULL;
}

/* Looks for a match that starts in [at, end). Each place that is looked at
 * costs what a match there may have taken. */
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

/* Looks for a match from text[at] on, and sets its place. Window by window: a
 * match sees the next one. */
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
        if (result == REGEX_MATCH && seen.n < all.n &&
            matcher_group(lexer->matcher, 0, &from, &to) && to == seen.n) {
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

/* Finds what ends a region that starts behind the match. If nothing does, the
 * text around it ends it too. */
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
        end->has_groups ? own : regex_of_end(end, caseless);
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

static void lex_behind(struct lexer *lexer, const struct region *around,
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
    enum regex_result result =
        match_set(lexer, region, set, state->language->caseless);
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

size_t lexer_most_steps(size_t n)
{
    return TEXT_STEPS + BYTE_STEPS * n;
}

static void run(const struct language *language, str text, bool fast,
                struct arena *arena, struct lexed *out)
{
    struct lexer lexer = {
        .language = language,
        .text = text,
        .matcher = matcher_new(arena),
        .arena = arena,
        .out = out,
        .steps = lexer_most_steps(text.n),
        .fast = fast,
    };
    *out = (struct lexed){.cut = STR_NONE};
    lex_region(&lexer, language->start, text.n);
    emit(&lexer, text.n, TOKEN_PLAIN);
    out->steps = lexer_most_steps(text.n) - lexer.steps;
    matcher_free(lexer.matcher);
}

/* Where a text is cut must not hang on which sets are fast by then. */
void lexer_run(const struct language *language, str text, struct arena *arena,
               struct lexed *out)
{
    bool fast = text.n > LONG_TEXT;
    atomic_fetch_add(&language->languages->lexed, 1);
    run(language, text, fast, arena, out);
    if (out->cut != STR_NONE && !fast) {
        run(language, text, true, arena, out);
    }
}
