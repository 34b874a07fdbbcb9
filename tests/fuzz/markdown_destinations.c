/* SPDX-License-Identifier: MIT */
/* Any bytes as Markdown whose links are listed: no crash, every place is in the
 * text, and each address listed is one of the rendered text, except that unused
 * definitions are listed too.
 *
 * The corpus is tests/fuzz/corpus/markdown. */

#include <stdlib.h>

#include "base/memory/buf.h"
#include "base/utf8.h"
#include "markdown/link_scan.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void expect(bool ok)
{
    if (!ok) {
        abort();
    }
}

struct seen {
    struct arena *arena;
    VEC(str) dests;
};

static str on_link(void *host, str dest, bool image, span at,
                   struct arena *arena)
{
    struct seen *seen = host;
    (void)image;
    (void)at;
    (void)arena;
    *VEC_PUSH(&seen->dests, seen->arena) = arena_str(seen->arena, dest);
    return dest;
}

static enum shortcode_kind kind_of(void *self, str name, span at)
{
    (void)self, (void)at;
    return str_eq(name, STR("no"))    ? SHORTCODE_UNKNOWN
           : str_eq(name, STR("raw")) ? SHORTCODE_RAW
                                      : SHORTCODE_MARKDOWN;
}

static void check_place(const struct destination *place,
                        const struct seen *seen)
{
    /* A mark after the dot keeps it in an address that would end before it. */
    bool dotted = str_find(place->dest, STR("www.")) != STR_NONE;
    bool link = place->kind == DESTINATION_LINK && !place->argument && !dotted;
    bool found = !link;
    for (size_t i = 0; i < seen->dests.n && !found; i++) {
        found = str_eq(seen->dests.p[i], place->dest);
    }
    expect(found);
}

/* The text, and after it each of its definitions used. */
static str with_uses(str text, const struct destinations *all,
                     struct arena *arena)
{
    struct buf out = {0};
    buf_put(&out, text);
    for (size_t i = 0; i < all->list.n; i++) {
        const struct destination *place = &all->list.p[i];
        if (place->label.p) {
            buf_printf(&out, "\n\n%.*s\n", STR_ARG(place->label));
        }
    }
    str used = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return used;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct source source = {.name = STR("a.md"),
                            .text = {(const char *)data, size}};
    struct arena arena = {0};
    struct diags diags;
    struct markdown html;
    struct seen seen = {.arena = &arena};
    struct destinations all = {0};
    struct markdown_options options = {
        .raw_html = true,
        .host = {.link = on_link, .shortcode_kind = kind_of, .self = &seen},
    };
    static bool ready;
    if (!ready) {
        markdown_init();
        ready = true;
    }
    diags_init(&diags, &arena);
    if (utf8_invalid(source.text) == STR_NONE) {
        destinations_scan(&source, 0, STR("https://a.org"), &arena, &all);
        struct source used = {.name = source.name,
                              .text = with_uses(source.text, &all, &arena)};
        bool told =
            markdown_render(&used, 0, &options, &arena, &diags, &html) &&
            destinations_classify(&source, 0, &options, &arena, &all);
        for (size_t i = 0; told && i < all.list.n; i++) {
            const struct destination *place = &all.list.p[i];
            expect(place->off + place->len <= size);
            check_place(place, &seen);
        }
    }
    arena_free(&arena);
    return 0;
}
