/* SPDX-License-Identifier: MIT */
/* Any definition of a language, and any text read by it: the definition is
 * refused with a message, or the runs of the text end one after the other, the
 * last where the text ends.
 *
 * The definition comes first, up to a line "--". If it starts with a byte below
 * a space it is one pattern a line instead, so that the rest of the definition
 * is right: the first character of a line chooses the rule around the pattern,
 * the first byte of all whether the language is caseless (bit 0) and whether
 * the text is so long that patterns become machine code (bit 1).
 *
 * The corpus is tests/fuzz/corpus/language. */

#include <stdlib.h>

#include "base/memory/buf.h"
#include "highlight/language_set.h"
#include "highlight/lexer.h"

enum { LONG = 66000 }; /* bytes: more than the lexer's LONG_TEXT */

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

/* Rules up to their pattern and after it. */
static const struct {
    const char *before;
    const char *after;
} rules[] = {
    {"{token: k, match: '", "'}"},
    {"{token: k, push: in, match: '", "'}"},
    {"{token: k, pop: 1, match: '", "'}"},
    {"{next: [in, start], match: '", "'}"},
    {"{groups: [s], match: '", "'}"},
    {"{groups: [{state: in}, k], match: '", "'}"},
    {"{groups: [{language: 2}], match: '", "'}"},
    {"{words: {k: a b if}, match: '", "'}"},
    {"{match: '(\\w+) (<)', push: in, end: k, until: '", "'}"},
    {"{match: '<(\\w*)', language: 1, until: '", "'}"},
    {"{match: '<', language: html, end: s, until: '", "'}"},
    {"{match: '>', pop: 2}\n  in:\n    - {token: s, match: '", "'}"},
};
enum { RULES = sizeof rules / sizeof *rules };

static void put_rule(struct buf *out, str line)
{
    size_t kind = (unsigned char)str_at(line, 0) % RULES;
    buf_printf(out, "    - %s", rules[kind].before);
    for (size_t i = 1; i < line.n; i++) {
        buf_put(out, line.p[i] == '\'' ? STR("''") : str_sub(line, i, 1));
    }
    buf_printf(out, "%s\n", rules[kind].after);
}

/* A definition with each of the lines as a pattern. */
static str with_patterns(str lines, bool caseless, struct arena *arena)
{
    struct buf out = {0};
    str line;
    buf_printf(&out, "name: X\ncaseless: %s\nstates:\n  start:\n",
               caseless ? "true" : "false");
    while (str_split(&lines, '\n', &line)) {
        put_rule(&out, line);
    }
    if (str_find(buf_str(&out), STR("\n  in:\n")) == STR_NONE) {
        buf_put(&out, STR("  in:\n    - {match: '>', pop: 1}\n"));
    }
    return buf_move(&out, arena);
}

/* The text again and again, so that it is a long one. */
static str lengthen(str text, struct arena *arena)
{
    struct buf out = {0};
    while (text.n && out.n < LONG) {
        buf_put(&out, text);
    }
    return buf_move(&out, arena);
}

static void lex(const struct language *language, str text, struct arena *arena)
{
    struct lexed lexed;
    size_t at = 0;
    lexer_run(language, text, arena, &lexed);
    for (size_t i = 0; i < lexed.runs.n; i++) {
        expect(lexed.runs.p[i].end > at);
        at = lexed.runs.p[i].end;
    }
    expect(at == text.n);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct arena arena = {0};
    struct language_set languages;
    struct diags diags;
    str all = {(const char *)data, size};
    size_t end = str_find(all, STR("\n--\n"));
    str text = end == STR_NONE ? all : str_from_offset(all, end + 4);
    struct source source = {.name = STR("languages/x.yaml"),
                            .text = str_sub(all, 0, end)};
    if (size && data[0] < ' ') {
        source.text =
            with_patterns(str_from_offset(source.text, 1), data[0] & 1, &arena);
        text = data[0] & 2 ? lengthen(text, &arena) : text;
    }
    diags_init(&diags, &arena);
    language_set_init(&languages);
    language_set_add(&languages, STR("x"), &source);
    language_set_check(&languages, &diags);
    const struct language *language = language_set_find(&languages, STR("x"));
    expect(language || diags.errors);
    if (language) {
        lex(language, text, &arena);
    }
    language_set_free(&languages);
    arena_free(&arena);
    return 0;
}
