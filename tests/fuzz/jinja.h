/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_TESTS_FUZZ_JINJA_H
#define CRUMB_TESTS_FUZZ_JINJA_H

/* Shared by the Jinja fuzzers: an input is a template; `include "x"` and its
 * like find the same text again under any name that ends in ".html". */

#include "base/memory/arena.h"
#include "jinja/jinja.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static inline const struct source *fuzz_load(void *host, str name,
                                             struct diags *diags)
{
    (void)diags;
    return str_ends(name, STR(".html")) ? host : NULL;
}

#endif
