/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_OPS_H
#define CRUMB_JINJA_VM_OPS_H

/* What values mean: truth, text, order, arithmetic, parts. Functions that
 * return bool and take the state have reported when they return false. */

#include "base/buf.h"
#include "jinja/code.h"
#include "jinja/vm/escape.h"

enum {
    /* Of lists and dicts: made by this render, so methods may change it. */
    VALUE_OWN = 2,
};

/* --- ops.c: arithmetic -----------------------------------------------------
 */

bool ops_unary(struct jinja_state *st, enum opcode op, value a, value *out);
/* Arithmetic and comparisons. */
bool ops_binary(struct jinja_state *st, enum opcode op, value a, value b,
                value *out);
/* a ~ b ~ ... */
bool ops_concat(struct jinja_state *st, const value *parts, size_t n,
                bool autoescape, value *out);

static inline bool is_number(value v)
{
    return v.kind == VALUE_INT || v.kind == VALUE_FLOAT || v.kind == VALUE_BOOL;
}

static inline bool is_whole(value v)
{
    return v.kind == VALUE_INT || v.kind == VALUE_BOOL;
}

static inline bool is_safe(value v)
{
    return v.kind == VALUE_STRING && (v.flags & VALUE_SAFE);
}

int64_t whole_of(value v);
double number_of(value v);

/* --- compare.c -------------------------------------------------------------
 */

/* ==; objects by identity. */
bool values_equal(struct jinja_state *st, value a, value b);
/* <0, 0, >0 in *order. False: unlike kinds, reported. */
bool values_order(struct jinja_state *st, value a, value b, int *order);
/* May it be a key of a dict? Reports if not. */
bool value_is_key(struct jinja_state *st, value v);
bool value_in(struct jinja_state *st, value item, value container, bool *in);
/* ops_binary for OP_EQ .. OP_NOT_IN. */
bool ops_compare(struct jinja_state *st, enum opcode op, value a, value b,
                 value *out);

/* --- print.c ---------------------------------------------------------------
 */

bool value_truth(value v, struct eval *eval);
/* Python's str(). */
void value_print(value v, struct eval *eval, struct buf *out);
/* Python's repr(). */
void value_repr(value v, struct eval *eval, struct buf *out);
void print_float(double f, struct buf *out);
void print_int(int64_t i, struct buf *out);
/* The same to where there are SHORT_ROOM bytes; where it ends. */
char *put_int(char *to, int64_t i);
/* As a string: itself, else printed into the arena. */
str value_text(value v, struct eval *eval);
/* The same for what templates hand to filters: undefined is reported where
 * that is asked for. */
bool text_of(struct jinja_state *st, value v, str *out);
/* A string value from what was put into the buffer; frees it. */
bool string_from(struct jinja_state *st, struct buf *buf, bool safe,
                 value *out);
/* The same for a result that is printed before anything else is made: it
 * stays in the buffer. */
bool string_printed(struct jinja_state *st, struct buf *buf, bool safe,
                    value *out);
/* The text as markup: escaped unless v is. */
str markup_of(struct jinja_state *st, value v);

/* --- attr.c ----------------------------------------------------------------
 */

bool ops_attr(struct jinja_state *st, value of, str name, value *out);
bool ops_item(struct jinja_state *st, value of, value key, value *out);
/* parts: start, stop, step; none where not given. */
bool ops_slice(struct jinja_state *st, value of, const value *parts,
               value *out);
/* What is missing, for messages. */
value undefined_of(struct jinja_state *st, value owner, str name);

/* --- iter.c ----------------------------------------------------------------
 */

/* Goes through anything that templates go through, without copying it. */
struct iter {
    value of;
    size_t i;
    size_t n;   /* items, or bytes of a string */
    bool known; /* n is the number of items */
};

/* False: it can't be gone through; reported. */
bool iter_begin(struct jinja_state *st, value of, struct iter *it);
/* The same for who takes no more than the first `most` items. */
bool iter_begin_to(struct jinja_state *st, value of, size_t most,
                   struct iter *it);
/* The same, for what goes through all of it at once: it's charged. */
bool iter_all(struct jinja_state *st, value of, struct iter *it);
/* False: that was all. */
bool iter_next(struct jinja_state *st, struct iter *it, value *item);
/* Number of items in all. */
size_t iter_length(const struct iter *it);
bool value_is_iterable(value v);
bool value_length(struct jinja_state *st, value v, size_t *out);

/* A list of this render's own. */
value own_list(struct jinja_state *st);
value own_dict(struct jinja_state *st);
/* All of it as a list of this render's own. */
bool list_of(struct jinja_state *st, value v, value *out);
enum dict_part { DICT_ITEMS, DICT_VALUES, DICT_KEYS };
/* A part of a dict as a sequence. */
value dict_view(struct jinja_state *st, value dict, enum dict_part part);
bool value_is_range(value v);
/* The same numbers. */
bool ranges_equal(value a, value b);
value range_slice(struct jinja_state *st, value of, int64_t start, int64_t stop,
                  int64_t step);
value range_value(struct jinja_state *st, int64_t start, int64_t stop,
                  int64_t step);

/* --- methods.c -------------------------------------------------------------
 */

struct jinja_call;
/* Methods of strings, lists, dicts and dates. *found: there is one. */
bool call_method(struct jinja_state *st, value self, str name,
                 struct jinja_call *call, value *out, bool *found);
/* The method of that name as a value, or what a macro knows of itself;
 * undefined if there is none. */
value method_value(struct jinja_state *st, value self, str name);

#endif
