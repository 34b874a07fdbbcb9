/* SPDX-License-Identifier: MIT */
#include "site/view/view_class.h"

/* Many names are as long as another one; few start alike as well. */
static bool same_name(str one, str other)
{
    return one.n == other.n && one.p[0] == other.p[0] &&
           memcmp(one.p, other.p, one.n) == 0;
}

/* The one door: all attributes of all objects of the site. That a class has no
 * attribute of that name is no fact: it never has. */
value view_get(const struct object *self, struct render_context *ctx, str name)
{
    const struct view_class *class = (const struct view_class *)self->class;
    const str *names = class->base.names;
    for (size_t i = 0; i < class->base.nnames; i++) {
        if (same_name(names[i], name)) {
            struct gate gate = view_read(self, ctx, UINT64_C(1) << i);
            value v = class->getters[i](self, ctx);
            gate_restore(gate);
            return v;
        }
    }
    return value_undefined();
}

/* --- lists of posts: the other door --- */

#define SELF ((const struct posts *)self)

static size_t posts_length(const struct object *self,
                           struct render_context *ctx)
{
    struct gate gate = view_read(self, ctx, DEP_LENGTH);
    size_t n = SELF->n;
    gate_restore(gate);
    return n;
}

static size_t posts_length_to(const struct object *self,
                              struct render_context *ctx, size_t most)
{
    struct gate gate = view_read_first(self, ctx, most);
    size_t n = SELF->n < most ? SELF->n : most;
    gate_restore(gate);
    return n;
}

static bool posts_truth(const struct object *self, struct render_context *ctx)
{
    struct gate gate = view_read(self, ctx, DEP_EMPTY);
    bool any = SELF->n > 0;
    gate_restore(gate);
    return any;
}

static value posts_at(const struct object *self, struct render_context *ctx,
                      size_t i)
{
    struct gate gate = view_read_first(self, ctx, i + 1);
    value v = value_object(&SELF->p[i]->object);
    gate_restore(gate);
    return v;
}

static const struct object_class posts_class = {
    .name = "a list of posts",
    .length = posts_length,
    .length_to = posts_length_to,
    .truth = posts_truth,
    .at = posts_at,
};

const struct posts *view_as_posts(const struct object *object)
{
    return object && object->class == &posts_class
               ? (const struct posts *)object
               : NULL;
}

#undef SELF

/* --- other lists --- */

#define SELF ((const struct object_list *)self)

static size_t objects_length(const struct object *self,
                             struct render_context *ctx)
{
    struct gate gate = view_read(self, ctx, DEP_LENGTH);
    size_t n = SELF->n;
    gate_restore(gate);
    return n;
}

static size_t objects_length_to(const struct object *self,
                                struct render_context *ctx, size_t most)
{
    struct gate gate = view_read_first(self, ctx, most);
    size_t n = SELF->n < most ? SELF->n : most;
    gate_restore(gate);
    return n;
}

static bool objects_truth(const struct object *self, struct render_context *ctx)
{
    struct gate gate = view_read(self, ctx, DEP_EMPTY);
    bool any = SELF->n > 0;
    gate_restore(gate);
    return any;
}

static value objects_at(const struct object *self, struct render_context *ctx,
                        size_t i)
{
    struct gate gate = view_read_first(self, ctx, i + 1);
    value v = value_object(SELF->p[i]);
    gate_restore(gate);
    return v;
}

static const struct object_class objects_class = {
    .name = "a list",
    .length = objects_length,
    .length_to = objects_length_to,
    .truth = objects_truth,
    .at = objects_at,
};

void view_init_objects(struct object_list *objects)
{
    objects->object.class = &objects_class;
}

const struct object_list *view_as_objects(const struct object *object)
{
    return object->class == &objects_class ? (const struct object_list *)object
                                           : NULL;
}

#undef SELF

value view_posts(const struct posts *posts)
{
    return value_object(&posts->object);
}

value view_post_or_undefined(const struct post *post)
{
    return post ? value_object(&post->object) : value_undefined();
}

value view_section_or_undefined(const struct section *section)
{
    return section ? value_object(&section->as.object) : value_undefined();
}

value view_index_content(const struct post *index, struct render_context *ctx)
{
    if (!index) {
        return value_markup((str){NULL, 0});
    }
    return view_of(ctx)->hashing
               ? value_object(&index->object)
               : view_get(&index->object, ctx, STR("content"));
}

void view_init_posts(struct posts *posts)
{
    posts->object.class = &posts_class;
}

/* --- what a class's attributes are made from --- */

unsigned fact_sources(const struct object_class *class, size_t bit)
{
    const struct view_class *view = (const struct view_class *)class;
    return class->get == view_get ? view->sources[bit] : view_menus_sources;
}

uint64_t fact_bits_from(const struct object_class *class, unsigned sources)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < class->nnames && i < 64; i++) {
        bits |= (uint64_t)((fact_sources(class, i) & sources) != 0) << i;
    }
    return bits;
}

uint64_t fact_bit(const struct object *object, str name)
{
    for (size_t i = 0; i < object->class->nnames; i++) {
        if (str_eq(object->class->names[i], name)) {
            return UINT64_C(1) << i;
        }
    }
    return 0;
}
