/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_BUILTINS_H
#define CRUMB_JINJA_BUILTINS_BUILTINS_H

/* Jinja's own filters, tests and functions, in tables by theme. */

#include "jinja/jinja.h"

struct builtin_table {
    const struct jinja_builtin *entries;
    size_t n;
};

extern const struct builtin_table string_filters;
extern const struct builtin_table html_filters;
extern const struct builtin_table url_filters;
extern const struct builtin_table number_filters;
extern const struct builtin_table list_filters;
extern const struct builtin_table order_filters;
extern const struct builtin_table select_filters;
extern const struct builtin_table wrap_filters;
extern const struct builtin_table pprint_filters;
extern const struct builtin_table builtin_tests;
extern const struct builtin_table builtin_functions;

/* All of them. */
void builtins_add(struct jinja *jinja);

/* --- for their files -------------------------------------------------------
 */

/* Arguments by position and name, with what to take if they are missing.
 * False: of the wrong kind, reported. */
bool arg_int(struct jinja_call *call, size_t position, const char *name,
             int64_t *out);
bool arg_str(struct jinja_call *call, size_t position, const char *name,
             str *out);
bool arg_bool(struct jinja_call *call, size_t position, const char *name,
              bool *out);
/* The text of what the filter is applied to. */
bool subject_as_text(struct jinja_call *call, str *out);
static inline bool subject_text(struct jinja_call *call, str *out)
{
    if (call->args[0].kind != VALUE_STRING) {
        return subject_as_text(call, out);
    }
    *out = value_str(call->args[0]);
    return true;
}

/* x.a.b or x.0 by "a.b", 0: what `attribute=` means. A missing one is
 * `otherwise`, if that is not NULL. */
bool attribute_of(struct jinja_call *call, value of, value attribute,
                  const value *otherwise, value *out);
/* Text in lower case, for comparisons without regard to case; all else as it
 * is. */
bool fold_case(struct jinja_call *call, value v, value *out);

#endif
