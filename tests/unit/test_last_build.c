/* SPDX-License-Identifier: MIT */
/* Whose ledger is believed: the key of a site's settings and options. */
#include "steps/last_build.h"

#include <stdlib.h>

#include "tap.h"

static struct arena arena;

static struct hash128 key_of(struct math *math, bool drafts)
{
    struct source source = {.name = STR("site.yaml"), .text = STR("title: x")};
    struct site site = {.options = {.math = math, .drafts = drafts},
                        .config = {.source = &source}};
    site.config.math.on = true;
    return last_build_key(&site);
}

int main(void)
{
    struct tap tap = {0};
    struct math *math = math_new((str){0}, false);
    setenv("CRUMB_KATEX", "/bin/sh", 1); /* any file */
    CHECK(&tap, !hash128_eq(key_of(NULL, false), key_of(NULL, true)));
    /* Commands that render nothing believe the ledger of a build. */
    CHECK(&tap, hash128_eq(key_of(math, false), key_of(NULL, false)));
    struct hash128 with = key_of(math, false);
    setenv("CRUMB_KATEX", "/nowhere/katex.js", 1);
    CHECK(&tap, !hash128_eq(with, key_of(math, false)));
    math_free(math);
    arena_free(&arena);
    return tap_done(&tap);
}
