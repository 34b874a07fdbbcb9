/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_LIMITS_H
#define CRUMB_JINJA_LIMITS_H

/* How much a template may use. Beyond it the render ends with a diagnostic that
 * says where. */

enum {
    /* Depth of includes, parents, blocks and macro calls. Each level takes a
     * few hundred bytes of C stack: 200 fit into that of any thread. */
    LIMIT_CALLS = 200,
    /* Depth of brackets and operators in an expression, and of tags: the
     * parser recurses. */
    LIMIT_NESTING = 150,
    /* Operators, dots, calls and filters of one tag: a + b + c ... The
     * compiler recurses for each. */
    LIMIT_CHAIN = 2000,
    /* Steps of one render: rounds of loops, runs of macros, blocks and
     * templates, calls of filters, functions and methods. Reads of filters
     * and comparisons count too: eight items or 64 bytes are a step. So many
     * steps take a few seconds. */
    LIMIT_STEPS = 10 * 1000 * 1000,
    /* Bytes of one string, and of the whole output; items of one list made
     * by a template. */
    LIMIT_BYTES = 256 * 1024 * 1024,
    LIMIT_ITEMS = 4 * 1024 * 1024,
    /* MiB of all strings and lists that one render makes: it frees nothing
     * before its end. The count does not depend on other pages. The memory
     * really held may be twice as much. */
    LIMIT_MEMORY = 1024,
    /* Undefined names that one render reports before it stops. */
    LIMIT_ERRORS = 20,
    /* Mistakes that are reported of one template; the rest of it is not
     * read. */
    LIMIT_MISTAKES = 100,
};

#endif
