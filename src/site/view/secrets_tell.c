/* SPDX-License-Identifier: MIT */
#include "site/view/body.h"

#include "secrets/secrets.h"

bool secrets_tell(const struct site *site, const struct source *source,
                  bool html, struct arena *arena, struct diags *diags)
{
    struct secrets found = {.arena = arena};
    secrets_find(site->secrets, source->text,
                 html ? SECRET_TEXT_CODE : SECRET_TEXT_MARKDOWN, &found);
    for (size_t i = 0; i < found.list.n; i++) {
        const struct secret *secret = &found.list.p[i];
        span at = span_of(source, secret->off, secret->len);
        str message = secret_message(secret, arena);
        struct diag *diag =
            diag_add(diags, secret->error ? DIAG_ERROR : DIAG_WARNING, at,
                     "secret", "%.*s", STR_ARG(message));
        diag_hint(diag, "%s", SECRET_CURE);
    }
    return found.allowed;
}
