/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_BUILTINS_BUILTINS_H
#define CRUMB_JINJA_BUILTINS_BUILTINS_H

/* Jinja's own filters, tests and functions, in tables, and what their files
 * share. */

#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

struct builtin_table {
    const struct jinja_builtin *entries;
    size_t n;
};

#define BUILTIN_TABLE(list)                                                    \
    {                                                                          \
        .entries = (list), .n = sizeof(list) / sizeof *(list)                  \
    }

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

/* --- arguments and results --- */

/* Read an argument by position or name. *out stays as it is if the call does
 * not give it, or gives none. False: it is of the wrong kind, which is
 * reported. */
bool arg_int(struct jinja_call *call, size_t position, const char *name,
             int64_t *out);
bool arg_str(struct jinja_call *call, size_t position, const char *name,
             str *out);
/* Whether the argument is true; `otherwise` if the call does not give it. */
bool arg_bool(const struct jinja_call *call, size_t position, const char *name,
              bool otherwise);
/* The argument; NULL if it is not given or none. */
const value *arg_given(const struct jinja_call *call, size_t position,
                       const char *name);
/* Sets a key for each named argument. */
void args_named(struct jinja_call *call, struct dict *to);
/* *out is the text of the value that the filter is applied to. */
static inline bool subject_text(struct jinja_call *call, str *out)
{
    if (call->args[0].kind != VALUE_STRING) {
        return state_text(call->state, call->args[0], out);
    }
    *out = value_str(call->args[0]);
    return true;
}
/* False: that value is not of the kind, which is reported. */
bool subject_is(struct jinja_call *call, const char *filter,
                enum value_kind kind);
/* Appends n spaces; none if n is negative. */
void put_spaces(struct buf *buf, int64_t n);
/* *out is x.a.b or x.0 for the attribute "a.b" or 0, as `attribute=` has it. If
 * there is none, it is `otherwise`, unless that is NULL. */
bool attribute_of(struct jinja_call *call, value of, value attribute,
                  const value *otherwise, value *out);
/* *out is text in lower case, or any other value as it is: for comparisons
 * that ignore case. */
bool fold_case(struct jinja_call *call, value v, value *out);

/* --- filters_order.c --- */

struct sort_item {
    value key;
    value item;
};

/* Sorts by key. Items with equal keys keep their order, with `reverse` too.
 * False: two keys have no order, which is reported. */
bool sort_items(struct jinja_state *st, struct sort_item *items, size_t n,
                bool reverse);
/* The entries of a dict, to be sorted. */
struct sort_item *dict_sort_items(struct arena *arena, const struct dict *dict);

/* --- methods --- */

struct method {
    const char *name;
    /* call->variant is `variant`. False: reported. */
    bool (*call)(struct jinja_call *call, value self, value *out);
    int variant;  /* for methods that share a function */
    uint8_t min;  /* arguments */
    uint8_t max;  /* 255: any number */
    bool changes; /* the value: it must have VALUE_OWN */
};

struct method_table {
    const struct method *entries;
    size_t n;
};

extern const struct method_table string_methods;

/* The lines of a text: a list of strings, with their line breaks if `keep_ends`
 * is true. */
value split_lines(struct jinja_state *st, value text, bool keep_ends);

#endif
