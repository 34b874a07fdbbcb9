/* SPDX-License-Identifier: MIT */
#include "highlight/definition.h"

#include <stdarg.h>

#include "highlight/tokens.h"

struct diag *definition_fail(struct definition *definition, span at,
                             const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    definition->failed = true;
    return diag_error(definition->reader->diags, at, "code-definition", "%s",
                      text);
}

static bool is_scalar(value v)
{
    return !value_is_sequence(v) && !value_is(v, VALUE_DICT);
}

str definition_text(struct definition *definition, value v, span at)
{
    if (value_is(v, VALUE_STRING)) {
        return value_str(v);
    }
    if (is_scalar(v) && !value_is(v, VALUE_NONE)) {
        return span_text(at);
    }
    definition_fail(definition, at, "a text is wanted here, not %s",
                    value_kind_name(v));
    return (str){0};
}

static span part_of(span at, str text, str part)
{
    str whole = span_text(at);
    bool literal = text.p >= whole.p && text.p <= whole.p + whole.n;
    return literal ? span_of_str(at.source, part) : at;
}

static void take_words(str text, span at,
                       void (*take)(void *context, str word, span at),
                       void *context)
{
    for (size_t i = 0; i < text.n;) {
        size_t start = i;
        while (i < text.n && !is_space(text.p[i])) {
            i++;
        }
        if (i > start) {
            str word = str_sub(text, start, i - start);
            take(context, word, part_of(at, text, word));
        } else {
            i++;
        }
    }
}

void definition_words(struct definition *definition, value v, span at,
                      void (*take)(void *context, str word, span at),
                      void *context)
{
    if (!value_is(v, VALUE_LIST)) {
        take_words(definition_text(definition, v, at), at, take, context);
        return;
    }
    for (size_t i = 0; i < v.as.list->items.n; i++) {
        span item = list_item_span(v.as.list, i);
        str word = definition_text(definition, v.as.list->items.p[i], item);
        if (word.n) {
            take(context, word, item);
        }
    }
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

static void report_state(struct definition *definition, str name, span at)
{
    const struct language *language = definition->language;
    struct arena *arena = definition->reader->arena;
    str *names = ARENA_ARRAY(arena, str, language->states.n);
    for (size_t i = 0; i < language->states.n; i++) {
        names[i] = language->states.p[i]->name;
    }
    struct diag *diag = definition_fail(
        definition, at, "there is no state \"%.*s\"", STR_ARG(name));
    diag_did_you_mean(diag, str_nearest(name, names, language->states.n));
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
        other = reader->get(reader->languages, id);
    }
    if (other) {
        *VEC_PUSH(&definition->language->names, reader->arena) = other->id;
        state = language_state(other, rest.p ? rest : STR("start"));
    }
    if (!state) {
        report_state(definition, name, at);
    }
    return state;
}
