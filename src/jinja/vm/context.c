/* SPDX-License-Identifier: MIT */
#include "jinja/vm/ops.h"
#include "jinja/vm/state.h"

static value module_get(const struct object *self, struct render_context *ctx,
                        str name)
{
    (void)ctx;
    const struct context *context = ((const struct module *)self)->context;
    for (size_t i = 0; i < context->set.n; i++) {
        const struct context_name *set = context->set.p[i];
        if (str_eq(set->s, name) && name.p[0] != '_') {
            return context->values[set->id];
        }
    }
    return value_undefined();
}

static void module_print(const struct object *self, struct render_context *ctx,
                         struct buf *out)
{
    value_print(((const struct module *)self)->text, ctx, out);
}

static const struct object_class module_class = {
    .name = "this template", .get = module_get, .print = module_print};

const struct module *module_of(value v)
{
    if (v.kind != VALUE_OBJECT || v.as.object->class != &module_class) {
        return NULL;
    }
    return (const struct module *)v.as.object;
}

struct module *module_new(struct arena *arena,
                          const struct jinja_template *template,
                          struct context *context)
{
    struct module *module = ARENA_NEW(arena, struct module);
    module->object.class = &module_class;
    module->template = template;
    module->context = context;
    return module;
}
