/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

#include "secrets/secrets.h"

void secrets_check(const struct secret_rules *rules, str text,
                   const struct input *input, struct findings *findings)
{
    bool markdown = input->post && !input->post->file->html;
    struct secrets found = {.arena = findings->arena};
    secrets_find(rules, text,
                 markdown ? SECRET_TEXT_MARKDOWN : SECRET_TEXT_CODE, &found);
    for (size_t i = 0; i < found.list.n; i++) {
        const struct secret *secret = &found.list.p[i];
        struct spot at = {input->name, input->name, NULL, secret->off,
                          secret->len};
        /* Each place is to be cured, also where two hold the same secret. */
        str key = arena_printf(findings->arena, "%.*s:%zu",
                               STR_ARG(input->name), secret->off);
        enum severity severity = secret->error ? DIAG_ERROR : DIAG_WARNING;
        struct finding *finding =
            finding_add(findings, severity, "secret", at, key);
        finding->message = secret_message(secret, findings->arena);
        finding->leak = input->published;
        finding->hint = STR(SECRET_CURE);
    }
}
