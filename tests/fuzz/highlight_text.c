/* SPDX-License-Identifier: MIT */
/* Any bytes as code: the text of the result, without its tags and with its
 * entities read, is the input, for every language and all options. The first
 * byte is the number of the language, the second one says which options are on;
 * if that is 255, the rest is a definition of a language, which may be refused,
 * and which itself is then highlighted by it. Tokens that were kept make the
 * same HTML once more.
 *
 * The corpus is tests/fuzz/corpus/highlight. */

#include <stdlib.h>

#include "../unit/builtin_language.h"
#include "highlight/code_block.h"
#include "highlight/language_set.h"
#include "highlight/token_cache.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

/* Moves the first character of HTML text from *html. */
static char next_char(str *html)
{
    static const struct {
        str name;
        char c;
    } entities[] = {{STR_INIT("&amp;"), '&'},
                    {STR_INIT("&lt;"), '<'},
                    {STR_INIT("&gt;"), '>'},
                    {STR_INIT("&quot;"), '"'}};
    char c = html->p[0];
    size_t n = 1;
    for (size_t i = 0; c == '&' && i < 4; i++) {
        if (str_starts(*html, entities[i].name)) {
            c = entities[i].c;
            n = entities[i].name.n;
            break;
        }
    }
    *html = str_from_offset(*html, n);
    return c;
}

static void expect_text(str html, str text)
{
    size_t open = 0;
    size_t at = 0;
    while (html.n) {
        if (html.p[0] == '<') {
            size_t end = str_find_char(html, '>');
            expect(end != STR_NONE);
            open += str_starts(html, STR("</")) ? (size_t)-1 : 1;
            html = str_from_offset(html, end + 1);
        } else {
            expect(at < text.n && next_char(&html) == text.p[at]);
            at++;
        }
    }
    expect(at == text.n && open == 0);
}

static void run(const struct language *language, unsigned char options,
                str text)
{
    struct arena arena = {0};
    struct buf out = {0};
    struct buf again = {0};
    struct token_cache first = {.last = text}; /* any bytes */
    struct token_cache second = {0};
    struct line_range marked[] = {{2, 3}, {5, 5}};
    struct code_block block = {
        .text = text,
        .language = options & 32 ? NULL : language,
        .diff = options & 1,
        .numbered = options & 2,
        .first = options,
        .anchors = options & 4 ? STR("a-") : STR(""),
        .marked = marked,
        .nmarked = options & 8 ? 2 : 0,
        .tokens = &first,
    };
    code_block_html(&block, &arena, &out);
    expect_text(buf_str(&out), text);
    second.last = buf_str(&first.now);
    block.tokens = &second;
    code_block_html(&block, &arena, &again);
    expect(str_eq(buf_str(&again), buf_str(&out)));
    buf_free(&first.now);
    buf_free(&second.now);
    buf_free(&again);
    buf_free(&out);
    arena_free(&arena);
}

static void run_definition(struct language_set *languages, str text)
{
    struct arena arena = {0};
    struct diags diags;
    struct source source = {.name = STR("languages/x.yaml"), .text = text};
    diags_init(&diags, &arena);
    language_set_add(languages, STR("x"), &source);
    language_set_check(languages, &diags);
    const struct language *language = language_set_find(languages, STR("x"));
    expect(language || diags.errors);
    if (language) {
        run(language, 0, text);
    }
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct language_set languages;
    if (size < 2) {
        return 0;
    }
    str text = {(const char *)data + 2, size - 2};
    language_set_init(&languages);
    if (data[1] == 255) {
        run_definition(&languages, text);
    } else {
        str id = builtin_language(data[0] % builtin_languages_count);
        run(language_set_find(&languages, id), data[1], text);
    }
    language_set_free(&languages);
    return 0;
}
