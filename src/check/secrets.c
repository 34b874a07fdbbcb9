/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

#include "secrets/sanitize.h"

static enum secret_text text_kind(const struct input *input)
{
    bool markdown = input->post && !input->post->file->html;
    return markdown ? SECRET_TEXT_MARKDOWN : SECRET_TEXT_CODE;
}

void secrets_check(const struct secret_rules *rules, str text,
                   const struct input *input, struct findings *findings)
{
    struct secrets found = {.arena = findings->arena};
    secrets_find(rules, text, text_kind(input), &found);
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
        finding->secret =
            arena_str(findings->arena, str_sub(text, secret->off, secret->len));
        finding->leak = input->published;
        finding->hint = STR(SECRET_CURE);
    }
}

void public_check(const struct secret_rules *rules, str text,
                  const struct input *input, struct findings *findings)
{
    static const str names[] = {
        [PUBLIC_IPV4] = STR_INIT("IPv4 address"),
        [PUBLIC_IPV6] = STR_INIT("IPv6 address"),
        [PUBLIC_AS] = STR_INIT("AS number"),
    };
    struct public_place place;
    struct public_place first = {0};
    size_t n = 0;
    struct public_search search = {
        .rules = rules, .fence = {.text = text, .kind = text_kind(input)}};
    while (public_next(&search, &place)) {
        if (place.kind != PUBLIC_MAC) {
            first = n++ ? first : place;
        }
    }
    if (!n) {
        return;
    }
    struct spot spot = {input->name, input->name, NULL, first.off, first.len};
    str typed = str_sub(text, first.off, first.len);
    struct finding *finding =
        finding_add(findings, DIAG_ADVICE, "public-address", spot,
                    arena_concat(findings->arena, input->name, typed));
    str name = names[first.kind];
    finding->message =
        n == 1 ? arena_printf(findings->arena,
                              "%.*s is a public %.*s, of a real network",
                              STR_ARG(typed), STR_ARG(name))
               : arena_printf(findings->arena,
                              "%.*s is a public %.*s, of a real network; "
                              "there are %zu such in this text",
                              STR_ARG(typed), STR_ARG(name), n);
    finding->hint =
        STR("crumb sanitize FILE moves them into the documentation's ranges");
}
