/* SPDX-License-Identifier: MIT */
/* Any bytes as a text with secrets: no crash; secrets are in the text, in its
 * order, and no two are at one place; blanks leave each line break. */

#include <stdlib.h>

#include "secrets/secrets.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

static void check_text(const struct secret_rules *rules, str text,
                       enum secret_text kind, struct arena *arena)
{
    struct secrets found = {.arena = arena};
    secrets_find(rules, text, kind, &found);
    size_t end = 0;
    for (size_t i = 0; i < found.list.n; i++) {
        const struct secret *secret = &found.list.p[i];
        expect(secret->len && secret->what.n && secret->off >= end);
        end = secret->off + secret->len;
        expect(end <= text.n);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct arena arena = {0};
    /* A copy, so that a step after it is seen. */
    str text = arena_str(&arena, (str){(const char *)data, size});
    const struct secret_rules *rules = secret_rules_load(&arena);
    check_text(rules, text, SECRET_TEXT_CODE, &arena);
    check_text(rules, text, SECRET_TEXT_MARKDOWN, &arena);
    str blank = secrets_blank_allowed(text, &arena);
    expect(blank.n == text.n);
    for (size_t i = 0; i < size; i++) {
        expect((blank.p[i] == '\n') == (text.p[i] == '\n'));
    }
    type7_decode(text, &arena);
    arena_free(&arena);
    return 0;
}
