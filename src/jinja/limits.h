/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_LIMITS_H
#define CRUMB_JINJA_LIMITS_H

/* What a template may use up before it is told so. All of them end in a
 * diagnostic with a place, never in a crash. */

enum {
    /* Includes, parents, blocks and macro calls inside one another. Each
     * costs a few hundred bytes of C stack: 200 fit into any thread's. */
    LIMIT_CALLS = 200,
    /* Brackets and operators inside one another in one expression, and tags
     * inside one another: the parser recurses. */
    LIMIT_NESTING = 150,
    /* Operators, dots, calls and filters of one tag: a + b + c ... The
     * compiler recurses along them. */
    LIMIT_CHAIN = 2000,
    /* Steps of one render: rounds of loops, runs of macros, blocks and
     * templates, calls of filters, functions and methods. What a filter or
     * comparison looks at counts as well: eight items or 64 bytes are a step.
     * All of it takes a few seconds. */
    LIMIT_STEPS = 10 * 1000 * 1000,
    /* Bytes of one string, and of the whole output; items of one list made
     * by a template. */
    LIMIT_BYTES = 256 * 1024 * 1024,
    LIMIT_ITEMS = 4 * 1024 * 1024,
    /* MiB of all strings and lists that one render makes, for nothing is given
     * back before its end. That count does not depend on what other pages
     * made before; the memory really held may be twice as much. */
    LIMIT_MEMORY = 1024,
    /* Undefined names printed in one render before it stops. */
    LIMIT_ERRORS = 20,
    /* Mistakes reported of one template; what is behind them is not read. */
    LIMIT_MISTAKES = 100,
};

#endif
