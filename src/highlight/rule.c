/* SPDX-License-Identifier: MIT */
#include "highlight/definition.h"

#include "base/memory/buf.h"
#include "highlight/tokens.h"

/* One rule of a definition: its pattern, and the effects of a match. */

/* The pattern of a rule that has `words` and no pattern of its own. */
#define WORD "[A-Za-z_\\x80-\\xff][A-Za-z0-9_\\x80-\\xff]*+"

struct rule_reader {
    struct definition *definition;
    struct rule *rule;
    span groups_at; /* the places of mistakes that are found at the end */
    span end_at;
};

static struct arena *arena_of(const struct rule_reader *reader)
{
    return reader->definition->reader->arena;
}

static struct rule_end *end_of(struct rule_reader *reader)
{
    if (!reader->rule->end) {
        reader->rule->end = ARENA_NEW(arena_of(reader), struct rule_end);
    }
    return reader->rule->end;
}

/* --- keys --- */

static void read_match(struct rule_reader *reader, value v, span at)
{
    reader->rule->pattern = definition_text(reader->definition, v, at);
    reader->rule->at = at;
    if (!reader->rule->pattern.n) {
        definition_fail(reader->definition, at, "an empty pattern");
    }
}

static void read_token(struct rule_reader *reader, value v, span at)
{
    reader->rule->token = definition_token(reader->definition, v, at);
}

static void read_words(struct rule_reader *reader, value v, span at)
{
    struct definition *definition = reader->definition;
    struct arena *arena = arena_of(reader);
    struct map *words = ARENA_NEW(arena, struct map);
    if (!value_is(v, VALUE_DICT)) {
        struct diag *diag = definition_fail(
            definition, at, "words are a map from tokens to words");
        diag_hint(diag, "words: {k: if else, kc: true false}");
        return;
    }
    for (size_t i = 0; i < v.as.dict->entries.n; i++) {
        const struct entry *entry = &v.as.dict->entries.p[i];
        union {
            const void *in;
            void *out;
        } token = {.in = &token_names[definition_token(
                       definition, entry->key, dict_key_span(v.as.dict, i))]};
        struct definition_words list = definition_words(
            definition, entry->val, dict_value_span(v.as.dict, i));
        for (size_t k = 0; k < list.list.n; k++) {
            str word = list.list.p[k].text;
            void **slot = map_put(words, arena,
                                  definition->language->caseless
                                      ? arena_lower(arena, word)
                                      : arena_str(arena, word));
            if (*slot) {
                definition_fail(definition, list.list.p[k].at,
                                "\"%.*s\" is here twice", STR_ARG(word));
            }
            *slot = token.out;
        }
    }
    reader->rule->words = words;
}

/* language: NAME, or the number of the group with the name. */
static struct lexed_as read_language_name(struct rule_reader *reader, value v,
                                          span at)
{
    struct language *language = reader->definition->language;
    struct lexed_as as = {0};
    if (value_is(v, VALUE_INT)) {
        as.group = v.as.i > 0 && v.as.i <= REGEX_GROUPS ? (size_t)v.as.i : 0;
        if (!as.group) {
            definition_fail(reader->definition, at,
                            "the number of a group is 1 to %d",
                            (int)REGEX_GROUPS);
        }
        language->names_any = true;
        return as;
    }
    as.language =
        arena_str(arena_of(reader), definition_text(reader->definition, v, at));
    *VEC_PUSH(&language->names, arena_of(reader)) = as.language;
    if (!language_set_has(reader->definition->reader->languages, as.language)) {
        definition_fail(reader->definition, at, "there is no language \"%.*s\"",
                        STR_ARG(as.language));
    }
    return as;
}

/* {state: NAME} or {language: NAME}. */
static struct lexed_as read_lexed_as(struct rule_reader *reader,
                                     const struct dict *dict, span at)
{
    struct definition *definition = reader->definition;
    value *state = dict_get_str(dict, STR("state"));
    value *language = dict_get_str(dict, STR("language"));
    if (dict->entries.n != 1 || (!state && !language)) {
        definition_fail(definition, at,
                        "a group is a token, {state: NAME} or {language: "
                        "NAME}");
        return (struct lexed_as){0};
    }
    span value_at = dict_value_span(dict, 0);
    if (language) {
        return read_language_name(reader, *language, value_at);
    }
    str name = definition_text(definition, *state, value_at);
    return (struct lexed_as){.state =
                                 definition_state(definition, name, value_at)};
}

static void read_group(struct rule_reader *reader, value v, span at)
{
    struct rule_group *group = &reader->rule->groups[reader->rule->ngroups++];
    *group = (struct rule_group){0};
    if (value_is(v, VALUE_DICT)) {
        group->as = read_lexed_as(reader, v.as.dict, at);
        group->is_lexed = true;
    } else if (value_is(v, VALUE_NONE)) {
        group->token = TOKEN_PLAIN;
    } else {
        group->token = definition_token(reader->definition, v, at);
    }
}

static void read_groups(struct rule_reader *reader, value v, span at)
{
    reader->groups_at = at;
    if (!value_is(v, VALUE_LIST) || v.as.list->items.n > REGEX_GROUPS) {
        definition_fail(reader->definition, at,
                        "groups are a list of at most %d tokens",
                        (int)REGEX_GROUPS);
        return;
    }
    for (size_t i = 0; i < v.as.list->items.n; i++) {
        read_group(reader, v.as.list->items.p[i], list_item_span(v.as.list, i));
    }
}

static void read_push(struct rule_reader *reader, value v, span at)
{
    struct definition *definition = reader->definition;
    struct rule *rule = reader->rule;
    struct definition_words names = definition_words(definition, v, at);
    for (size_t i = 0; i < names.list.n; i++) {
        const struct definition_word *name = &names.list.p[i];
        if (rule->npush == RULE_PUSHES) {
            definition_fail(definition, name->at, "at most %d states at once",
                            (int)RULE_PUSHES);
        } else {
            rule->push[rule->npush++] =
                definition_state(definition, name->text, name->at);
        }
    }
}

static void read_next(struct rule_reader *reader, value v, span at)
{
    reader->rule->pop = 1;
    read_push(reader, v, at);
}

static void read_pop(struct rule_reader *reader, value v, span at)
{
    if (value_is(v, VALUE_INT) && v.as.i >= 1 && v.as.i <= 100) {
        reader->rule->pop = (size_t)v.as.i;
    } else {
        definition_fail(reader->definition, at,
                        "pop is the number of states to leave, from 1 on");
    }
}

static void read_region(struct rule_reader *reader, value v, span at)
{
    reader->end_at = at;
    reader->rule->region = read_language_name(reader, v, at);
    end_of(reader);
}

static void read_until(struct rule_reader *reader, value v, span at)
{
    reader->end_at = at;
    end_of(reader)->pattern =
        arena_str(arena_of(reader), definition_text(reader->definition, v, at));
}

static void read_end(struct rule_reader *reader, value v, span at)
{
    reader->end_at = at;
    end_of(reader)->token = definition_token(reader->definition, v, at);
}

static const struct rule_key {
    str name;
    void (*read)(struct rule_reader *reader, value v, span at);
} keys[] = {
    {STR_INIT("match"), read_match}, {STR_INIT("token"), read_token},
    {STR_INIT("words"), read_words}, {STR_INIT("groups"), read_groups},
    {STR_INIT("push"), read_push},   {STR_INIT("pop"), read_pop},
    {STR_INIT("next"), read_next},   {STR_INIT("language"), read_region},
    {STR_INIT("until"), read_until}, {STR_INIT("end"), read_end},
    {STR_INIT("include"), NULL},     {STR_INIT("default"), NULL},
};
enum { KEYS = sizeof keys / sizeof *keys };

static void read_key(struct rule_reader *reader, str name, value v, span key_at,
                     span at)
{
    str names[KEYS];
    for (size_t i = 0; i < KEYS; i++) {
        names[i] = keys[i].name;
        if (str_eq(name, keys[i].name) && keys[i].read) {
            keys[i].read(reader, v, at);
            return;
        }
    }
    struct diag *diag = definition_fail(
        reader->definition, key_at, "a rule has no \"%.*s\"", STR_ARG(name));
    diag_did_you_mean(diag, str_nearest(name, names, KEYS));
}

/* --- the whole --- */

/* The place of a byte of the pattern. One with escapes is no slice of the
 * source: `at` has the whole. */
static span inside_pattern(const struct definition *definition, str pattern,
                           span at, size_t off)
{
    str text = definition->source->text;
    if (!str_is_slice(pattern, text)) {
        return at;
    }
    off += (size_t)(pattern.p - text.p);
    return span_of(definition->source, off, off < text.n);
}

/* Returns false after reporting why the pattern can't be one of a rule. */
static bool examine_pattern(const struct rule_reader *reader, str pattern,
                            span at, struct regex_facts *facts)
{
    struct definition *definition = reader->definition;
    struct regex_mistake mistake;
    bool own = definition->reader->own;
    if ((own && !regex_compiles(pattern, arena_of(reader), &mistake)) ||
        !regex_examine(pattern, definition->language->caseless,
                       arena_of(reader), facts, &mistake)) {
        definition_fail(
            definition, inside_pattern(definition, pattern, at, mistake.off),
            "not a regular expression: %.*s", STR_ARG(mistake.message));
        return false;
    }
    size_t verb = own ? regex_find_verb(pattern) : pattern.n;
    if (verb < pattern.n) {
        struct diag *diag = definition_fail(
            definition, inside_pattern(definition, pattern, at, verb),
            "a pattern can't have a verb, (*...)");
        diag_hint(diag, "leave it out; for the text \"(*\" write \"\\(\\*\"");
        return false;
    }
    return true;
}

static void examine(struct rule_reader *reader)
{
    struct definition *definition = reader->definition;
    struct rule *rule = reader->rule;
    if (!examine_pattern(reader, rule->pattern, rule->at, &rule->facts)) {
        return;
    }
    if (rule->facts.may_be_empty && !rule->pop && !rule->npush) {
        struct diag *diag =
            definition_fail(definition, rule->at,
                            "this pattern can match nothing, and would do so "
                            "again and again");
        diag_hint(diag, "let it match a character, or push or pop a state");
    }
    if (rule->ngroups > rule->facts.groups) {
        definition_fail(definition, reader->groups_at,
                        "%zu groups, but the pattern has %u", rule->ngroups,
                        rule->facts.groups);
    }
}

/* The pattern of an end with a letter in place of each \1 to \9. *most: the
 * largest of these numbers; 0: there is none. */
static str without_references(struct rule_reader *reader, str pattern,
                              size_t *most)
{
    struct buf out = {0};
    *most = 0;
    for (size_t i = 0; i < pattern.n; i++) {
        bool escape = pattern.p[i] == '\\' && i + 1 < pattern.n;
        char next = escape ? pattern.p[i + 1] : '\0';
        size_t number = next >= '1' && next <= '9' ? (size_t)(next - '0') : 0;
        *most = number > *most ? number : *most;
        buf_put(&out, number ? STR("a") : str_sub(pattern, i, 1 + escape));
        i += escape;
    }
    return buf_move(&out, arena_of(reader));
}

static void examine_end(struct rule_reader *reader)
{
    struct definition *definition = reader->definition;
    const struct rule *rule = reader->rule;
    struct rule_end *end = rule->end;
    struct regex_facts facts;
    size_t most;
    bool is_lexed = rule->region.language.n || rule->region.group;
    if (!end->pattern.n || (!is_lexed && !rule->npush)) {
        struct diag *diag =
            definition_fail(definition, reader->end_at,
                            "a region needs `until`, and `push` or `language`");
        diag_hint(diag, "{match: '<script>', language: javascript, until: "
                        "'</script>'}");
        return;
    }
    str pattern = without_references(reader, end->pattern, &most);
    end->has_groups = most > 0;
    most = most > rule->region.group ? most : rule->region.group;
    if (most > rule->facts.groups) {
        definition_fail(definition, reader->end_at,
                        "the pattern has no group %zu", most);
        return;
    }
    examine_pattern(reader, pattern, reader->end_at, &facts);
}

const struct rule *rule_read(struct definition *definition,
                             const struct dict *dict, span at)
{
    struct rule *rule = ARENA_NEW(definition->reader->arena, struct rule);
    struct rule_reader reader = {definition, rule, at, at};
    bool failed = definition->failed;
    definition->failed = false;
    rule->at = at;
    for (size_t i = 0; i < dict->entries.n; i++) {
        span key_at = dict_key_span(dict, i);
        str name = definition_text(definition, dict->entries.p[i].key, key_at);
        read_key(&reader, name, dict->entries.p[i].val, key_at,
                 dict_value_span(dict, i));
    }
    if (!rule->pattern.n && rule->words) {
        rule->pattern = STR(WORD);
    }
    if (!rule->pattern.n && !definition->failed) {
        definition_fail(definition, at, "a rule needs `match` or `words`");
    }
    if (!definition->failed) {
        examine(&reader);
    }
    if (!definition->failed && rule->end) {
        examine_end(&reader);
    }
    bool ok = !definition->failed;
    definition->failed = definition->failed || failed;
    return ok ? rule : NULL;
}
