/* SPDX-License-Identifier: MIT */
#include "secrets/rules.h"

static bool is_joint(char c)
{
    return c == '-' || c == '_';
}

str plain_name(str name, char out[NAME_LENGTH])
{
    size_t n = 0;
    for (size_t i = 0; i < name.n && name.n <= NAME_LENGTH; i++) {
        char c = is_joint(name.p[i]) ? '-' : to_lower(name.p[i]);
        out[n] = c;
        n += c != '-' || !i;
    }
    return (str){out, n};
}

/* Makes a key of a map of it, and adds the value if there is none. */
static void **put_name(struct secret_rules *rules, struct map *names, str name)
{
    char *out = ARENA_ARRAY(rules->arena, char, NAME_LENGTH);
    return map_put(names, rules->arena, plain_name(name, out));
}

/* --- a rule --- */

static void add_part(struct secret_rules *rules, struct secret_rule *rule,
                     str word)
{
    struct part *part = VEC_PUSH(&rule->parts, rules->arena);
    if (str_eq(word, STR("TYPE"))) {
        *part = rules->type;
        return;
    }
    bool secret = str_ends(word, STR("SECRET"));
    bool negated = word.p[0] == '!';
    enum part_kind other = secret    ? PART_SECRET
                           : negated ? PART_NOT
                                     : PART_WORD;
    *part = (struct part){.kind = str_eq(word, STR("*"))     ? PART_ANY
                                  : str_eq(word, STR("...")) ? PART_MANY
                                  : str_eq(word, STR("="))   ? PART_ASSIGN
                                                             : other};
    word =
        str_sub(word, negated, word.n - (secret ? STR("SECRET").n : negated));
    char bar = secret ? '*' : '|';
    str one;
    while (str_split(&word, bar, &one)) {
        *VEC_PUSH(&part->words, rules->arena) = one;
    }
}

static void add_rule(struct secret_rules *rules,
                     const struct secret_group *group, str line)
{
    struct secret_rule *rule =
        arena_zalloc(rules->arena, 1, sizeof(struct secret_rule));
    size_t maybe = 0;
    *VEC_PUSH(&rules->rules, rules->arena) = rule;
    rule->group = group;
    rule->anywhere = str_starts(line, STR("... "));
    line = str_from_offset(line, rule->anywhere ? 4 : 0);
    for (str word; str_split(&line, ' ', &word);) {
        if (str_eq(word, STR("BELOW"))) {
            rule->below =
                arena_zalloc(rules->arena, 1, sizeof(struct secret_rule));
            rule = rule->below;
            rule->group = group;
            continue;
        }
        bool open = word.n > 1 && word.p[0] == '[';
        bool close = word.n > 1 && word.p[word.n - 1] == ']';
        if (open) {
            maybe = rule->parts.n;
            *VEC_PUSH(&rule->parts, rules->arena) =
                (struct part){.kind = PART_MAYBE};
        }
        word = str_sub(word, open, word.n - open - close);
        add_part(rules, rule, word);
        rule->assigned |= str_eq(word, STR("="));
        if (close) {
            rule->parts.p[maybe].skip = rule->parts.n - maybe - 1;
        }
    }
}

/* --- triggers --- */

static bool holds_pair(const struct secret_rules *rules, str word)
{
    for (size_t i = 0; i + 1 < word.n; i++) {
        if (has_pair(rules->pairs, word.p[i], word.p[i + 1])) {
            return true;
        }
    }
    return false;
}

static void set_pair(uint32_t *pairs, char a, char b)
{
    pairs[a & 31] |= UINT32_C(1) << (b & 31);
}

static void add_pair(struct secret_rules *rules, str pair)
{
    unsigned char a = (unsigned char)(pair.p[0] | 0x20);
    unsigned char b = (unsigned char)(pair.p[1] | 0x20);
    simd16 zeros = {0};
    simd16 sum = pair_sum(zeros + a, zeros + b);
    size_t i = 0;
    while (i < rules->npairs && rules->sums[i][0] != sum[0]) {
        i++;
    }
    if (i < PAIRS) { /* two pairs may share a sum */
        set_pair(rules->pairs, pair.p[0], pair.p[1]);
        rules->sums[i] = sum;
        rules->npairs += i == rules->npairs;
    }
}

/* The part of the rule whose words all have a pair; the longest, for it is
 * rarest in other texts. */
static const struct part *trigger_part(struct secret_rules *rules,
                                       const struct secret_rule *rule)
{
    const struct part *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < rule->parts.n; i++) {
        const struct part *part = &rule->parts.p[i];
        size_t least = part->kind == PART_WORD ? SIZE_MAX : 0;
        for (size_t k = 0; least && k < part->words.n; k++) {
            str word = part->words.p[k];
            size_t n = holds_pair(rules, word) ? word.n : 0;
            least = n < least ? n : least;
        }
        best = least > most ? part : best;
        most = least > most ? least : most;
        i += part->kind == PART_MAYBE ? part->skip : 0;
    }
    return best;
}

/* Notes the letters after the pairs of a trigger, and signs that may be before
 * them; at its end, all. */
static void add_thirds(struct secret_rules *rules, str word)
{
    for (size_t i = 0; i + 1 < word.n; i++) {
        char second = word.p[i + 1];
        if (!has_pair(rules->pairs, word.p[i], second)) {
            continue;
        }
        if (i + 2 == word.n) {
            rules->thirds[second & 31] = UINT32_MAX;
            continue;
        }
        set_pair(rules->thirds, second, word.p[i + 2]);
        if (is_joint(word.p[i + 2])) {
            set_pair(rules->thirds, second, '-');
            set_pair(rules->thirds, second, '_');
            set_pair(rules->thirds, second, str_at(word, i + 3));
        }
    }
}

static void add_trigger(struct secret_rules *rules, str word,
                        const struct secret_rule *rule)
{
    void **slot = put_name(rules, &rules->triggers, word);
    *slot =
        *slot ? *slot : arena_zalloc(rules->arena, 1, sizeof(struct trigger));
    struct trigger *trigger = *slot;
    add_thirds(rules, word);
    set_pair(rules->ends, word.p[word.n - 2], word.p[word.n - 1]);
    *VEC_PUSH(&trigger->rules, rules->arena) = rule;
}

static size_t words_before(const struct secret_rule *rule)
{
    size_t n = 0;
    for (const struct part *p = rule->parts.p; p < rule->trigger; p++) {
        n += p->kind == PART_MANY ? PART_MANY_WORDS : 1;
    }
    return n;
}

static void add_triggers(struct secret_rules *rules)
{
    for (size_t i = 0; i < rules->rules.n; i++) {
        struct secret_rule *rule = rules->rules.p[i];
        rule->trigger = trigger_part(rules, rule);
        rule->before = words_before(rule);
        for (size_t k = 0; rule->trigger && k < rule->trigger->words.n; k++) {
            str word = rule->trigger->words.p[k];
            word = str_from_offset(word, word.p[0] == '*');
            add_trigger(rules, word, rule);
        }
    }
}

/* --- files --- */

static void add_token(struct secret_rules *rules,
                      const struct secret_group *group, str form)
{
    str start = str_sub(form, 0, str_find_char_from(form, 0, ' '));
    *VEC_PUSH(&rules->tokens, rules->arena) =
        (struct token_form){group, form, start};
}

static void add_words(struct secret_rules *rules, struct secret_group *group,
                      str line)
{
    for (str word; str_split(&line, ' ', &word);) {
        if (group->kind == GROUP_PAIRS) {
            add_pair(rules, word);
        } else if (group->kind == GROUP_NETWORKS) {
            network_read(word, VEC_PUSH(&rules->networks, rules->arena));
        } else {
            *put_name(rules, &rules->placeholders, word) = group;
        }
        if (group->kind == GROUP_TYPES) {
            *VEC_PUSH(&rules->type.words, rules->arena) = word;
        }
    }
}

/* Adds the words of a line that has bars between them. */
static void add_bars(struct secret_rules *rules, str *words, str line)
{
    line = arena_concat(rules->arena, STR("|"), line);
    line = str_from_offset(line, !words->n);
    *words = arena_concat(rules->arena, *words, line);
}

static struct secret_group *read_group(struct secret_rules *rules, str line)
{
    struct secret_group *group =
        arena_zalloc(rules->arena, 1, sizeof(struct secret_group));
    str mark;
    str_split(&line, '|', &mark);
    group->what = str_trim(mark);
    while (str_split(&line, '|', &mark)) {
        mark = str_trim(mark);
        size_t kind =
            str_word_index(mark, STR("rules tokens words types pairs networks "
                                     "versions systems code-systems paths "
                                     "communities"));
        group->kind = kind == STR_NONE ? group->kind : (enum group_kind)kind;
#define READ(name) group->name |= str_eq(mark, STR(#name))
        READ(error), READ(random), READ(phrase), READ(spaces), READ(strict),
            READ(last), READ(mixed), READ(quoted), READ(checksum),
            READ(sentence);
        if (str_starts(mark, STR("as "))) {
            group->form = str_from_offset(mark, 3);
        }
    }
    return group;
}

static void read_file(struct secret_rules *rules, str text)
{
    struct secret_group *group = read_group(rules, STR(""));
    str line;
    while (str_split(&text, '\n', &line)) {
        str rule = str_trim(line);
        if (!rule.n || rule.p[0] == '#') {
            continue;
        }
        if (!is_space(line.p[0])) {
            group = read_group(rules, rule);
        } else if (group->kind == GROUP_RULES) {
            add_rule(rules, group, rule);
        } else if (group->kind == GROUP_TOKENS) {
            add_token(rules, group, rule);
        } else if (group->kind >= GROUP_VERSIONS) {
            add_bars(rules, &rules->before[group->kind], rule);
        } else {
            add_words(rules, group, rule);
        }
    }
}

const struct secret_rules *secret_rules_load(struct arena *arena)
{
    struct secret_rules *rules = arena_zalloc(arena, 1, sizeof *rules);
    rules->arena = arena;
    rules->type.kind = PART_TYPE;
    for (size_t i = 0; i < secret_rules_count; i++) {
        read_file(rules, secret_rules_files[i].bytes);
    }
    add_triggers(rules);
    add_thirds(rules, STR("//"));
    for (size_t i = 0; i < rules->tokens.n; i++) {
        str start = rules->tokens.p[i].start;
        for (char c = 0; start.n == 1 && c < 32; c++) {
            set_pair(rules->token_pairs, start.p[0], c);
        }
        set_pair(rules->token_pairs, start.p[0], str_at(start, 1));
    }
    return rules;
}

/* --- words of a text --- */

/* Whether a part of a name begins there: db_Password, db-password. */
static bool is_start(str word, size_t at)
{
    return at == 0 || !is_alnum(word.p[at - 1]) || !is_alnum(word.p[at]) ||
           (word.p[at] >= 'A' && word.p[at] <= 'Z' &&
            (word.p[at - 1] < 'A' || word.p[at - 1] > 'Z'));
}

/* Where the name, as in a rule, begins at the end of the word; STR_NONE: that
 * is another one. */
static size_t find_end(str word, str name)
{
    size_t at = word.n;
    size_t i = name.n;
    while (i && at) {
        char c = word.p[at - 1];
        bool sign = is_joint(name.p[i - 1]);
        if (sign ? is_joint(c) : to_lower(c) == name.p[i - 1]) {
            i--;
            at--;
        } else if (is_joint(c)) {
            at--;
        } else if (sign && i > 1) {
            i--;
        } else {
            break;
        }
    }
    return i ? STR_NONE : at;
}

bool part_has(const struct part *part, str word)
{
    for (size_t i = 0; i < part->words.n; i++) {
        str own = part->words.p[i];
        bool ending = own.p[0] == '*';
        size_t at = find_end(word, str_from_offset(own, ending));
        bool option = own.p[0] == '-';
        if (option ? str_eq(own, word)
                   : at != STR_NONE && (ending ? is_start(word, at) : !at)) {
            return true;
        }
    }
    return false;
}

str part_secret(const struct part *part, str word)
{
    size_t at = 0;
    for (size_t i = 0; i < part->words.n; i++) {
        str before = part->words.p[i];
        size_t found = i ? str_find_from(word, at, before)
                       : str_starts(word, before) ? 0
                                                  : STR_NONE;
        if (found >= word.n) {
            return (str){0};
        }
        at = found + before.n;
    }
    return str_from_offset(word, at);
}

const struct trigger *trigger_next(const struct secret_rules *rules, str word,
                                   size_t *at)
{
    char small[NAME_LENGTH];
    if (word.n < 2 ||
        !has_pair(rules->ends, word.p[word.n - 2], word.p[word.n - 1])) {
        return NULL;
    }
    for (; *at + 1 < word.n; ++*at) {
        const struct trigger *trigger =
            is_start(word, *at)
                ? map_get(&rules->triggers,
                          plain_name(str_from_offset(word, *at), small))
                : NULL;
        if (trigger) {
            ++*at;
            return trigger;
        }
    }
    return NULL;
}
