/* SPDX-License-Identifier: MIT */
#include "site/view/view_class.h"

#include "base/memory/buf.h"

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

void view_print_name(const struct object *self, struct render_context *ctx,
                     struct buf *out)
{
    buf_put(out, value_str(view_get(self, ctx, STR("name"))));
}

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

value view_objects(struct render_context *ctx, const void *pointers, size_t n,
                   const void *self)
{
    value list = value_list(ctx->arena);
    for (size_t i = 0; i < n; i++) {
        const struct object *object;
        memcpy(&object, (const char *)pointers + i * sizeof object,
               sizeof object);
        if (object != self) {
            list_push(list.as.list, ctx->arena, value_object(object));
        }
    }
    return list;
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

/* --- sources of attributes --- */

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
