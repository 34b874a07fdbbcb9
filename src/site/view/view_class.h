/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VIEW_CLASS_H
#define CRUMB_SITE_VIEW_VIEW_CLASS_H

/* Makes the classes of the view. A class is a list of attributes, each with its
 * sources (fact_source.h) and its value, an expression of `self` and `ctx`:
 *
 *     #define TERM(X)                                          \
 *         X(term, name, FROM_ORDER, value_string(self->name))  \
 *         X(term, weight, FROM_ORDER, weight_of(self))
 *     VIEW_CLASS(term, "a term", TERM)
 *
 * makes `term_class`; `self` is a const struct term *. Only the files of the
 * view include this. */

#include "engine/recorder.h"
#include "site/view/fact_source.h"
#include "site/view/view.h"

typedef value view_getter(const struct object *self,
                          struct render_context *ctx);

struct view_class {
    struct object_class base;
    view_getter *const *getters; /* one per base.names */
    const uint16_t *sources;     /* one per base.names: enum fact_source */
};

/* Returns the attribute of that name, and records the read; VALUE_UNDEFINED:
 * there is none, which is not recorded. */
value view_get(const struct object *self, struct render_context *ctx, str name);
/* Prints the attribute `name`: for the classes of terms, authors and the like.
 */
void view_print_name(const struct object *self, struct render_context *ctx,
                     struct buf *out);

#define VIEW_GETTER(class, name, sources, answer)                              \
    static value class##_get_##name(const struct object *object,               \
                                    struct render_context *ctx)                \
    {                                                                          \
        const struct class *self = (const void *)object;                       \
        (void)self, (void)ctx;                                                 \
        return answer;                                                         \
    }
#define VIEW_NAME(class, name, sources, answer) STR_INIT(#name),
#define VIEW_GETTER_NAME(class, name, sources, answer) class##_get_##name,
#define VIEW_SOURCES(class, name, sources, answer) (sources),
#define VIEW_BIT(class, name, sources, answer) class##_bit_##name,
#define VIEW_CHECK(class, name, sources, answer)                               \
    FACT_SOURCES_CHECK(#class "." #name, sources);

#define VIEW_CLASS(class, shown, LIST)                                         \
    VIEW_CLASS_PRINTED(class, shown, LIST, NULL)

#define VIEW_CLASS_PRINTED(class, shown, LIST, printer)                        \
    LIST(VIEW_CHECK)                                                           \
    LIST(VIEW_GETTER)                                                          \
    static const str class##_names[] = {LIST(VIEW_NAME)};                      \
    static view_getter *const class##_getters[] = {LIST(VIEW_GETTER_NAME)};    \
    static const uint16_t class##_sources[] = {LIST(VIEW_SOURCES)};            \
    static const struct view_class class##_class = {                           \
        .base = {.name = (shown),                                              \
                 .get = view_get,                                              \
                 .print = (printer),                                           \
                 .names = class##_names,                                       \
                 .nnames = sizeof class##_names / sizeof *class##_names},      \
        .getters = class##_getters,                                            \
        .sources = class##_sources,                                            \
    };

static inline const struct view *view_of(const struct render_context *ctx)
{
    return ctx->host;
}

/* Records the read of these attributes and opens the gate to them
 * (engine/gate.h). Call gate_restore with the result when the answer is made.
 */
static inline struct gate view_read(const struct object *self,
                                    struct render_context *ctx, uint64_t bits)
{
    struct recorder *recorder = view_of(ctx)->recorder;
    recorder_note(recorder, self->number, bits);
    return gate_read(recorder, self->number, bits);
}

/* Records the read of the first `count` members of a list, as view_read. */
static inline struct gate view_read_first(const struct object *self,
                                          struct render_context *ctx,
                                          size_t count)
{
    struct recorder *recorder = view_of(ctx)->recorder;
    recorder_first(recorder, self->number, count);
    return gate_first(recorder, self->number, count);
}

/* The sources of the menus, which have one fact: all of them. */
extern const uint16_t view_menus_sources;

/* For view_init_site: set the classes of these objects. */
void view_init_post(struct post *post);
void view_init_author(struct site_author *author);
void view_init_data(struct data_folder *data);
void view_init_menus(struct menus *menus, struct arena *arena);

/* Values that several classes share. */
value view_posts(const struct posts *posts);
value view_kind(enum page_kind kind);
value view_post_or_undefined(const struct post *post);
value view_section_or_undefined(const struct section *section);
/* An author that a post names: one of the site's authors, else a new one with
 * only a name. */
value view_author(struct render_context *ctx, str name);
/* A list of the objects that an array of n pointers leads to, without `self`,
 * which may be NULL. */
value view_objects(struct render_context *ctx, const void *pointers, size_t n,
                   const void *self);
/* A list; feeds may be NULL. */
value view_feeds(const struct feeds *feeds, struct render_context *ctx);
/* The text of an _index.md, as HTML. */
value view_index_content(const struct post *index, struct render_context *ctx);

/* Returns the bit of the attribute of that name; 0: there is none. */
uint64_t fact_bit(const struct object *object, str name);

#endif
