/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_BUILTINS_H
#define CRUMB_JINJA_BUILTINS_BUILTINS_H

/* Jinja's own filters, tests and functions, in tables, and what their files
 * share. */

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

/* Adds all of them to an environment. */
void builtins_add(struct jinja *jinja);

/* --- for their files -------------------------------------------------------
 */

/* Read an argument by position or name. *out stays as it is if the call does
 * not give it. False: it is of the wrong kind, which is reported. */
bool arg_int(struct jinja_call *call, size_t position, const char *name,
             int64_t *out);
bool arg_str(struct jinja_call *call, size_t position, const char *name,
             str *out);
bool arg_bool(struct jinja_call *call, size_t position, const char *name,
              bool *out);
/* *out is the text of the value that the filter is applied to. */
bool subject_as_text(struct jinja_call *call, str *out);
static inline bool subject_text(struct jinja_call *call, str *out)
{
    if (call->args[0].kind != VALUE_STRING) {
        return subject_as_text(call, out);
    }
    *out = value_str(call->args[0]);
    return true;
}

/* *out is x.a.b or x.0 for the attribute "a.b" or 0, as `attribute=` has it. If
 * there is none, it is `otherwise`, unless that is NULL. */
bool attribute_of(struct jinja_call *call, value of, value attribute,
                  const value *otherwise, value *out);
/* *out is text in lower case, or any other value as it is: for comparisons
 * that ignore case. */
bool fold_case(struct jinja_call *call, value v, value *out);

#endif
