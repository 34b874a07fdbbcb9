/* SPDX-License-Identifier: MIT */
#include "highlight/language.h"

#include "data/yaml.h"
#include "highlight/tokens.h"

/* A definition as a whole: its states, with the rules that they include, and
 * for each byte the rules that can match at it. */

/* --- states --- */

/* Bounds on what includes can multiply. */
enum { MAX_STATES = 500, MAX_RULES = 2000 };

/* An entry of a state: a rule, or another state. */
struct item {
    const struct rule *rule;
    const struct state *included; /* if `rule` is NULL */
    span at;
};

struct draft {
    struct state *state;
    value rules;
    span at;
    VEC(struct item) items;
    enum { UNTOUCHED, AT_WORK, DONE } progress;
};

struct drafts {
    struct definition *definition;
    VEC(struct draft) list;
};

static struct arena *arena_of(const struct drafts *drafts)
{
    return drafts->definition->reader->arena;
}

static void add_state(struct drafts *drafts, const struct dict *dict, size_t i)
{
    struct definition *definition = drafts->definition;
    struct language *language = definition->language;
    struct state *state = ARENA_NEW(arena_of(drafts), struct state);
    state->name = arena_str(arena_of(drafts),
                            definition_text(definition, dict->entries.p[i].key,
                                            dict_key_span(dict, i)));
    state->language = language;
    *VEC_PUSH(&language->states, arena_of(drafts)) = state;
    *VEC_PUSH(&drafts->list, arena_of(drafts)) =
        (struct draft){.state = state,
                       .rules = dict->entries.p[i].val,
                       .at = dict_value_span(dict, i)};
}

static void read_item(struct drafts *drafts, struct draft *draft,
                      const struct dict *dict, span at)
{
    struct definition *definition = drafts->definition;
    value *include = dict_get_str(dict, STR("include"));
    value *otherwise = dict_get_str(dict, STR("default"));
    if (dict->entries.n == 1 && otherwise) {
        draft->state->token =
            definition_token(definition, *otherwise, dict_value_span(dict, 0));
        return;
    }
    struct item item = {.at = at};
    if (dict->entries.n == 1 && include) {
        span name_at = dict_value_span(dict, 0);
        str name = definition_text(definition, *include, name_at);
        bool failed = definition->failed;
        definition->failed = false;
        item.included = definition_state(definition, name, name_at);
        definition->failed = definition->failed || failed;
    } else {
        item.rule = rule_read(definition, dict, at);
    }
    if (item.rule || item.included) {
        *VEC_PUSH(&draft->items, arena_of(drafts)) = item;
    }
}

static void read_state(struct drafts *drafts, struct draft *draft)
{
    struct definition *definition = drafts->definition;
    if (!value_is(draft->rules, VALUE_LIST)) {
        struct diag *diag = definition_fail(
            definition, draft->at, "a state is a list of rules, not %s",
            value_kind_name(draft->rules));
        diag_hint(diag, "- {match: '#.*', token: c1}");
        return;
    }
    const struct list *list = draft->rules.as.list;
    for (size_t i = 0; i < list->items.n; i++) {
        span at = list_item_span(list, i);
        if (value_is(list->items.p[i], VALUE_DICT)) {
            read_item(drafts, draft, list->items.p[i].as.dict, at);
        } else {
            definition_fail(definition, at, "a rule is a map, not %s",
                            value_kind_name(list->items.p[i]));
        }
    }
}

static void add_rule(struct drafts *drafts, struct draft *draft,
                     const struct rule *rule)
{
    if (draft->state->rules.n < MAX_RULES) {
        *VEC_PUSH(&draft->state->rules, arena_of(drafts)) = rule;
    } else if (!drafts->definition->failed) {
        definition_fail(drafts->definition, draft->at,
                        "over %d rules in one state", (int)MAX_RULES);
    }
}

/* Puts the rules of included states in their places. No deeper than there are
 * states. */
static void resolve(struct drafts *drafts, struct draft *draft)
{
    draft->progress = AT_WORK;
    for (size_t i = 0; i < draft->items.n; i++) {
        const struct item *item = &draft->items.p[i];
        struct draft *other = NULL; /* NULL: the state of another language */
        for (size_t k = 0; k < drafts->list.n; k++) {
            if (drafts->list.p[k].state == item->included) {
                other = &drafts->list.p[k];
            }
        }
        if (item->rule) {
            add_rule(drafts, draft, item->rule);
            continue;
        }
        if (other && other->progress == AT_WORK) {
            definition_fail(drafts->definition, item->at,
                            "state \"%.*s\" includes itself",
                            STR_ARG(item->included->name));
            continue;
        }
        if (other && other->progress == UNTOUCHED) {
            resolve(drafts, other);
        }
        for (size_t k = 0; k < item->included->rules.n; k++) {
            add_rule(drafts, draft, item->included->rules.p[k]);
        }
    }
    draft->progress = DONE;
}

/* A rule that matches nothing and leads to its own state would do so again. */
static void check_loops(struct drafts *drafts, const struct state *state)
{
    for (size_t i = 0; i < state->rules.n; i++) {
        const struct rule *rule = state->rules.p[i];
        if (rule->facts.may_be_empty && rule->npush &&
            rule->push[rule->npush - 1] == state) {
            struct diag *diag =
                definition_fail(drafts->definition, rule->at,
                                "this pattern can match nothing, and leads "
                                "back to its own state");
            diag_hint(diag, "let it match a character, or push another state");
        }
    }
}

/* --- the rules for each byte --- */

static size_t rules_at(const struct state *state, bool line, size_t byte,
                       const struct rule **rules)
{
    size_t n = 0;
    for (size_t i = 0; i < state->rules.n; i++) {
        const struct regex_facts *facts = &state->rules.p[i]->facts;
        if (facts->starts[byte] && (line || !facts->starts_line)) {
            rules[n++] = state->rules.p[i];
        }
    }
    return n;
}

static void make_sets(struct state *state, struct arena *arena)
{
    enum { BYTES = 256, PLACES = 2 * BYTES };
    VEC(struct rule_set) sets = {0};
    const struct rule **rules =
        ARENA_ARRAY(arena, const struct rule *, state->rules.n);
    for (size_t at = 0; at < PLACES; at++) {
        size_t byte = at % BYTES;
        bool line = at / BYTES;
        size_t n = rules_at(state, line, byte, rules);
        size_t i = 0;
        while (i < sets.n &&
               (sets.p[i].n != n ||
                memcmp(sets.p[i].rules, rules, n * sizeof *rules) != 0)) {
            i++;
        }
        if (n && i == sets.n) {
            struct rule_set *set = VEC_PUSH(&sets, arena);
            *set = (struct rule_set){.rules = rules, .n = n};
            rules = ARENA_ARRAY(arena, const struct rule *, state->rules.n);
        }
        state->set_of[line][byte] = (uint16_t)(n ? i + 1 : 0);
    }
    state->sets = sets.p;
    state->nsets = sets.n;
}

/* --- the whole --- */

static void read_states(struct definition *definition, const struct dict *dict)
{
    struct drafts drafts = {.definition = definition};
    if (dict->entries.n > MAX_STATES) {
        definition_fail(definition, dict_key_span(dict, MAX_STATES),
                        "over %d states", (int)MAX_STATES);
        return;
    }
    for (size_t i = 0; i < dict->entries.n; i++) {
        add_state(&drafts, dict, i);
    }
    for (size_t i = 0; i < drafts.list.n; i++) {
        read_state(&drafts, &drafts.list.p[i]);
    }
    for (size_t i = 0; i < drafts.list.n; i++) {
        if (drafts.list.p[i].progress == UNTOUCHED) {
            resolve(&drafts, &drafts.list.p[i]);
        }
    }
    for (size_t i = 0; i < drafts.list.n; i++) {
        check_loops(&drafts, drafts.list.p[i].state);
    }
    for (size_t i = 0; i < drafts.list.n && !definition->failed; i++) {
        make_sets(drafts.list.p[i].state, arena_of(&drafts));
    }
}

/* Reads a key of the whole, except `states`. */
static void read_key(struct definition *definition, const struct dict *dict,
                     size_t i, struct language_head *head)
{
    static const str names[] = {STR_INIT("name"), STR_INIT("aliases"),
                                STR_INIT("files"), STR_INIT("caseless"),
                                STR_INIT("states")};
    struct arena *arena = definition->reader->arena;
    span key_at = dict_key_span(dict, i);
    span at = dict_value_span(dict, i);
    value v = dict->entries.p[i].val;
    str name = definition_text(definition, dict->entries.p[i].key, key_at);
    if (str_eq(name, names[0])) {
        head->name = arena_str(arena, definition_text(definition, v, at));
    } else if (str_eq(name, names[1])) {
        head->aliases = definition_words(definition, v, at);
    } else if (str_eq(name, names[2])) {
        head->files = definition_words(definition, v, at);
    } else if (str_eq(name, names[3]) && value_is(v, VALUE_BOOL)) {
        definition->language->caseless = v.as.b;
    } else if (str_eq(name, names[3])) {
        definition_fail(definition, at, "caseless is true or false");
    } else if (!str_eq(name, names[4])) {
        struct diag *diag = definition_fail(
            definition, key_at, "a language has no \"%.*s\"", STR_ARG(name));
        diag_did_you_mean(diag, str_nearest(name, names, 5));
    }
}

static bool read_head(struct definition *definition, const struct dict *dict,
                      struct language_head *head)
{
    for (size_t i = 0; i < dict->entries.n; i++) {
        read_key(definition, dict, i, head);
    }
    if (!head->name.n) {
        struct diag *diag =
            definition_fail(definition, span_of(definition->source, 0, 0),
                            "a language needs a name for readers");
        diag_hint(diag, "name: Python");
    }
    return !definition->failed;
}

static bool parse(struct definition *definition, size_t length, value *root)
{
    const struct language_reader *reader = definition->reader;
    if (!yaml_parse(definition->source, 0, length, reader->arena, reader->diags,
                    root)) {
        return false;
    }
    if (!value_is(*root, VALUE_DICT)) {
        definition_fail(definition, span_of(definition->source, 0, 0),
                        "a language is a map with a name and states");
        return false;
    }
    return true;
}

bool language_read_head(const struct source *source, struct arena *arena,
                        struct diags *diags, struct language_head *head)
{
    struct language language = {0};
    struct language_reader reader = {.arena = arena, .diags = diags};
    struct definition definition = {source, &reader, &language, false};
    size_t end = str_find(source->text, STR("\nstates:"));
    value root;
    *head = (struct language_head){0};
    return parse(&definition, end == STR_NONE ? source->text.n : end, &root) &&
           read_head(&definition, root.as.dict, head);
}

bool language_read(const struct source *source,
                   const struct language_reader *reader,
                   struct language *language)
{
    struct definition definition = {source, reader, language, false};
    struct language_head head = {0};
    value root;
    if (!parse(&definition, source->text.n, &root)) {
        return false;
    }
    value *states = dict_get_str(root.as.dict, STR("states"));
    language->languages = reader->languages;
    read_head(&definition, root.as.dict, &head);
    language->name = head.name;
    if (states && value_is(*states, VALUE_DICT)) {
        read_states(&definition, states->as.dict);
        language->start = language_state(language, STR("start"));
    }
    if (!language->start) {
        struct diag *diag =
            definition_fail(&definition, span_of(source, 0, 0),
                            "a language needs a state \"start\"");
        diag_hint(diag, "states: {start: [{match: '#.*', token: c1}]}");
    }
    return !definition.failed;
}

void language_free(const struct language *language)
{
    for (size_t i = 0; i < language->states.n; i++) {
        const struct state *state = language->states.p[i];
        for (size_t k = 0; k < state->nsets; k++) {
            regex_free(atomic_load(&state->sets[k].regexes[0]));
            regex_free(atomic_load(&state->sets[k].regexes[1]));
        }
        for (size_t k = 0; k < state->rules.n; k++) {
            struct rule_end *end = state->rules.p[k]->end;
            if (end) {
                regex_free(atomic_exchange(&end->regexes[0], NULL));
                regex_free(atomic_exchange(&end->regexes[1], NULL));
            }
        }
    }
}
