/* SPDX-License-Identifier: MIT */
#include "site/view_class.h"

#include "site/body.h"

/* The one door: all attributes of all objects of the site. */
value view_get(const struct object *self, struct eval *eval, str name)
{
    const struct view_class *class = (const struct view_class *)self->class;
    const str *names = class->base.names;
    for (size_t i = 0; i < class->base.nnames; i++) {
        if (str_eq(names[i], name)) {
            return class->getters[i](self, eval);
        }
    }
    return value_undefined();
}

static size_t posts_length(const struct object *self, struct eval *eval)
{
    (void)eval;
    return ((const struct posts *)self)->n;
}

static value posts_at(const struct object *self, struct eval *eval, size_t i)
{
    (void)eval;
    return value_object(&((const struct posts *)self)->p[i]->object);
}

static const struct object_class posts_class = {
    .name = "a list of posts",
    .length = posts_length,
    .at = posts_at,
};

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

value view_index_content(const struct post *index, struct eval *eval)
{
    return value_markup(index ? body_content(index, eval) : (str){NULL, 0});
}

void view_init_posts(struct posts *posts)
{
    posts->object.class = &posts_class;
}

void view_reset(struct view *view)
{
    view->rendered = NULL;
    view->content = (str){NULL, 0};
}

str view_lang(const struct view *view)
{
    return view->computing ? view->computing->lang : view->lang;
}
