/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_JINJA_VM_OPS_H
#define CRUMB_JINJA_VM_OPS_H

/* The operations on values: truth, text, arithmetic, order, attributes, items.
 * Functions that take the state and return bool have reported the error when
 * they return false; only values_equal and iter_next report nothing. New
 * strings, lists and dicts live in the context's arena. */

#include "base/memory/buf.h"
#include "jinja/code.h"
#include "text/html_escape.h"

enum {
    /* Flag of lists and dicts that this render made: methods may change them.
     */
    VALUE_OWN = 2,
    /* Bytes to reserve for put_int, or for up to 16 bytes of text. */
    SHORT_ROOM = 24,
};

static inline bool is_whole(value v)
{
    return v.kind == VALUE_INT || v.kind == VALUE_BOOL;
}

static inline bool is_safe(value v)
{
    return v.kind == VALUE_STRING && (v.flags & VALUE_SAFE);
}

static inline double number_of(value v)
{
    return v.kind == VALUE_FLOAT ? v.as.f : (double)value_whole(v);
}

/* --- arith.c --- */

bool ops_unary(struct jinja_state *st, enum opcode op, value a, value *out);
/* Arithmetic and comparisons. */
bool ops_binary(struct jinja_state *st, enum opcode op, value a, value b,
                value *out);
/* a ~ b ~ ... */
bool ops_concat(struct jinja_state *st, const value *parts, size_t n,
                bool autoescape, value *out);

/* --- compare.c --- */

/* a == b; objects are equal only to themselves, ranges by their numbers. */
bool values_equal(struct jinja_state *st, value a, value b);
/* *order is < 0, 0 or > 0. False: values of these kinds have no order. */
bool values_order(struct jinja_state *st, value a, value b, int *order);
/* False: the value can't be a key of a dict. */
bool value_is_key(struct jinja_state *st, value v);
/* *in: the container holds the item. */
bool value_in(struct jinja_state *st, value item, value container, bool *in);
/* ops_binary for OP_EQ .. OP_NOT_IN. */
bool ops_compare(struct jinja_state *st, enum opcode op, value a, value b,
                 value *out);

/* --- print.c --- */

bool value_truth(value v, struct render_context *ctx);
str function_name(const struct function *f);
/* Appends what Python's str() gives. */
void value_print(value v, struct render_context *ctx, struct buf *out);
/* Appends what Python's repr() gives. */
void value_repr(value v, struct render_context *ctx, struct buf *out);
/* Appends \xe9, \u20ac or \U0001f600. */
void print_escape(uint32_t c, struct buf *out);
/* Appends f with at most so many digits (up to 500); 0: as few as read back as
 * f. A whole number ends with ".0". */
void print_float(double f, int precision, struct buf *out);
void print_int(int64_t i, struct buf *out);
/* Writes i to where there are SHORT_ROOM bytes; returns its end. */
char *put_int(char *to, int64_t i);
/* A string itself; anything else printed. */
str value_text(value v, struct render_context *ctx);
/* *out is the value's text, as value_text, for an argument of a filter: false
 * where an undefined value is an error. */
bool state_text(struct jinja_state *st, value v, str *out);
/* Makes the buffer's content a string and frees the buffer. */
bool string_from(struct jinja_state *st, struct buf *buf, bool safe,
                 value *out);
/* The text of v as markup: escaped, unless v is markup. */
str markup_of(struct jinja_state *st, value v);

/* --- attr.c --- */

/* of.name: a key or attribute, or else a method. *out is undefined if there is
 * none. */
bool ops_attr(struct jinja_state *st, value of, str name, value *out);
/* of[key] */
bool ops_item(struct jinja_state *st, value of, value key, value *out);
/* of[start:stop:step]; parts holds the three, none where not given. */
bool ops_slice(struct jinja_state *st, value of, const value *parts,
               value *out);
/* An undefined value with the name that was looked up, for messages. */
value undefined_of(struct jinja_state *st, value owner, str name);

/* --- iter.c --- */

/* Goes through anything that is iterable, without a copy of it. */
struct iter {
    value of;
    size_t i;
    size_t n;   /* items, or bytes of a string */
    bool known; /* n is the number of items */
};

/* False: the value is not iterable. */
bool iter_begin(struct jinja_state *st, value of, struct iter *it);
/* As iter_begin, for callers that take at most the first `most` items. */
bool iter_begin_to(struct jinja_state *st, value of, size_t most,
                   struct iter *it);
/* As iter_begin, for callers that take all items at once: charges the
 * render. */
bool iter_all(struct jinja_state *st, value of, struct iter *it);
/* *item is the next item. False: there is none; nothing is reported. */
bool iter_next(struct jinja_state *st, struct iter *it, value *item);
/* The number of all items. */
size_t iter_length(const struct iter *it);
bool value_is_iterable(value v);
/* False: the value has no length. */
bool value_length(struct jinja_state *st, value v, size_t *out);

/* An empty list or dict that this render may change. */
value own_list(struct jinja_state *st);
value own_dict(struct jinja_state *st);
/* *out is a list or tuple of n items, which the caller fills in. Charges the
 * render. */
bool own_sequence(struct jinja_state *st, uint8_t kind, size_t n, value *out);
/* *out is a list with all items of v. Charges the render. */
bool own_list_of(struct jinja_state *st, value v, value *out);
/* A tuple with copies of the items. */
value tuple_of(struct arena *arena, const value *items, size_t n);
void list_reverse(struct list *list);
enum dict_part { DICT_ITEMS, DICT_VALUES, DICT_KEYS };
/* A part of a dict as a sequence. */
value dict_view(struct jinja_state *st, value dict, enum dict_part part);
bool value_is_range(value v);
/* Do the ranges hold the same numbers? */
bool ranges_equal(value a, value b);
value range_slice(struct jinja_state *st, value of, int64_t start, int64_t stop,
                  int64_t step);
value range_value(struct jinja_state *st, int64_t start, int64_t stop,
                  int64_t step);

/* --- methods.c --- */

/* Calls a method of a string, list, tuple, dict or date. *found: there is a
 * method of that name; otherwise true is returned and *out is unchanged. */
bool call_method(struct jinja_call *call, value self, str name, value *out,
                 bool *found);
/* The method of that name as a value, or an attribute of a macro; undefined if
 * there is none. */
value method_value(struct jinja_state *st, value self, str name);
/* The name of method i of values of that kind; empty past the last one. */
str method_name(value v, size_t i);

#endif
