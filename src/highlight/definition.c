/* SPDX-License-Identifier: MIT */
#include "highlight/definition.h"

#include "highlight/tokens.h"

struct diag *definition_fail(struct definition *definition, span at,
                             const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct diag *diag = diag_vadd(definition->reader->diags, DIAG_ERROR, at,
                                  "code-definition", format, args);
    va_end(args);
    definition->failed = true;
    return diag;
}

str definition_text(struct definition *definition, value v, span at)
{
    if (value_is(v, VALUE_STRING)) {
        return value_str(v);
    }
    if (value_is_sequence(v) || value_is(v, VALUE_DICT) ||
        value_is(v, VALUE_NONE)) {
        definition_fail(definition, at, "a text is wanted here, not %s",
                        value_kind_name(v));
        return (str){0};
    }
    return span_text(at);
}

/* A word of a text without escapes has a place of its own. */
static void add_words(struct definition_words *words, str text, span at,
                      struct arena *arena)
{
    bool literal = str_is_slice(text, span_text(at));
    for (size_t i = str_skip_spaces(text, 0); i < text.n;) {
        size_t start = i;
        i = str_find_space(text, start);
        str word = str_sub(text, start, i - start);
        *VEC_PUSH(&words->list, arena) = (struct definition_word){
            word, literal ? span_of_str(at.source, word) : at};
        i = str_skip_spaces(text, i);
    }
}

struct definition_words definition_words(struct definition *definition, value v,
                                         span at)
{
    struct definition_words words = {0};
    struct arena *arena = definition->reader->arena;
    if (!value_is(v, VALUE_LIST)) {
        add_words(&words, definition_text(definition, v, at), at, arena);
        return words;
    }
    for (size_t i = 0; i < v.as.list->items.n; i++) {
        span item = list_item_span(v.as.list, i);
        str word = definition_text(definition, v.as.list->items.p[i], item);
        if (word.n) {
            *VEC_PUSH(&words.list, arena) =
                (struct definition_word){word, item};
        }
    }
    return words;
}

uint8_t definition_token(struct definition *definition, value v, span at)
{
    str name = definition_text(definition, v, at);
    uint8_t token = token_find(name);
    if (token != TOKEN_UNKNOWN) {
        return token;
    }
    struct diag *diag = definition_fail(
        definition, at, "there is no token \"%.*s\"", STR_ARG(name));
    str nearest = token_nearest(name);
    if (nearest.n) {
        diag_did_you_mean(diag, nearest);
    } else {
        diag_hint(diag, "docs/code.md has the list: k, s, c1, nf and others");
    }
    return TOKEN_PLAIN;
}

struct state *language_state(const struct language *language, str name)
{
    for (size_t i = 0; i < language->states.n; i++) {
        if (str_eq(language->states.p[i]->name, name)) {
            return language->states.p[i];
        }
    }
    return NULL;
}

const struct state *definition_state(struct definition *definition, str name,
                                     span at)
{
    const struct language_reader *reader = definition->reader;
    const struct state *state = language_state(definition->language, name);
    if (state || definition->failed) {
        return state;
    }
    str rest = name;
    str id;
    str_split(&rest, '/', &id);
    const struct language *other = NULL;
    if (!str_eq(id, definition->language->id)) {
        other = language_set_read(reader->languages, id);
    }
    if (other) {
        *VEC_PUSH(&definition->language->names, reader->arena) = other->id;
        state = language_state(other, rest.p ? rest : STR("start"));
    }
    if (!state) {
        const struct language *language = definition->language;
        str *names = ARENA_ARRAY(reader->arena, str, language->states.n);
        for (size_t i = 0; i < language->states.n; i++) {
            names[i] = language->states.p[i]->name;
        }
        struct diag *diag = definition_fail(
            definition, at, "there is no state \"%.*s\"", STR_ARG(name));
        diag_did_you_mean(diag, str_nearest(name, names, language->states.n));
    }
    return state;
}
