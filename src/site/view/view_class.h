/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SITE_VIEW_VIEW_CLASS_H
#define CRUMB_SITE_VIEW_VIEW_CLASS_H

/* How the view's classes are made: a list of attributes, each with what it is
 * made from (fact_source.h) and a function CLASS_NAME of its own.
 *
 *     #define TERM(X) X(term, name, FROM_ORDER) X(term, slug, FROM_ORDER)
 *     VIEW_CLASS(term, "term", TERM)
 *
 * makes `term_class`. Only the view's own files include this. */

#include "engine/recorder.h"
#include "site/view/fact_source.h"
#include "site/view/view.h"

typedef value view_getter(const struct object *self, struct eval *eval);

struct view_class {
    struct object_class base;
    view_getter *const *getters; /* one per base.names */
    const uint16_t *sources;     /* the same: enum fact_source */
};

value view_get(const struct object *self, struct eval *eval, str name);

#define VIEW_NAME(class, name, sources) STR_INIT(#name),
#define VIEW_GETTER(class, name, sources) class##_##name,
#define VIEW_SOURCES(class, name, sources) (sources),
#define VIEW_BIT(class, name, sources) class##_bit_##name,
#define VIEW_CHECK(class, name, sources)                                       \
    FACT_SOURCES_CHECK(#class "." #name, sources);
#define VIEW_COUNT(table) (sizeof(table) / sizeof *(table))

#define VIEW_CLASS(class, shown, LIST)                                         \
    VIEW_CLASS_PRINTED(class, shown, LIST, NULL)

#define VIEW_CLASS_PRINTED(class, shown, LIST, printer)                        \
    static const str class##_names[] = {LIST(VIEW_NAME)};                      \
    static view_getter *const class##_getters[] = {LIST(VIEW_GETTER)};         \
    static const uint16_t class##_sources[] = {LIST(VIEW_SOURCES)};            \
    LIST(VIEW_CHECK)                                                           \
    static const struct view_class class##_class = {                           \
        .base = {.name = (shown),                                              \
                 .get = view_get,                                              \
                 .print = (printer),                                           \
                 .names = class##_names,                                       \
                 .nnames = VIEW_COUNT(class##_names)},                         \
        .getters = class##_getters,                                            \
        .sources = class##_sources,                                            \
    };

static inline const struct view *view_of(const struct eval *eval)
{
    return eval->host;
}

/* Records the fact, and opens the gate to it (engine/gate.h): put it back as it
 * was when the answer is there. */
static inline struct gate view_read(const struct object *self,
                                    struct eval *eval, uint64_t bits)
{
    struct recorder *recorder = view_of(eval)->recorder;
    recorder_note(recorder, self->number, bits);
    return gate_read(recorder, self->number, bits);
}

static inline struct gate view_read_first(const struct object *self,
                                          struct eval *eval, size_t count)
{
    struct recorder *recorder = view_of(eval)->recorder;
    recorder_first(recorder, self->number, count);
    return gate_first(recorder, self->number, count);
}

/* The menus' one fact is all of them: view_menu.c. */
extern const uint16_t view_menus_sources;

/* The classes of each file, given to objects by view_init_site. */
void view_init_post(struct post *post);
void view_init_author(struct site_author *author);
void view_init_data(struct data_folder *data);
void view_init_menus(struct menus *menus, struct arena *arena);

const struct object_list *view_as_objects(const struct object *object);

/* Values that several classes share. */
value view_posts(const struct posts *posts);
value view_post_or_undefined(const struct post *post);
value view_section_or_undefined(const struct section *section);
/* An author that a post names: one of the site's authors, else only a name. */
value view_author(struct eval *eval, str name);
/* A list; feeds may be NULL. */
value view_feeds(const struct feeds *feeds, struct eval *eval);
/* The section's, term's or home page's own text, as HTML. */
value view_index_content(const struct post *index, struct eval *eval);

/* The bit of the attribute of that name; 0: there is none. */
uint64_t fact_bit(const struct object *object, str name);

#endif
