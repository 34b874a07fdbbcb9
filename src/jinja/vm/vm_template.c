/* SPDX-License-Identifier: MIT */
/* Templates that use one another: contexts, blocks, extends, include,
 * import. */
#include <string.h>

#include "jinja/vm/vm.h"

/* --- contexts --- */

static struct context *context_new(struct jinja_state *st,
                                   const struct context *parent,
                                   const struct dict *dict)
{
    struct context *context = ARENA_NEW(st->ctx->arena, struct context);
    context->parent = parent;
    context->dict = dict;
    return context;
}

static void context_grow(struct jinja_state *st, struct context *context,
                         uint32_t id)
{
    size_t n = context->n ? context->n : 64;
    while (n <= id) {
        n *= 2;
    }
    value *values = ARENA_ARRAY(st->ctx->arena, value, n);
    uint8_t *states = arena_zalloc(st->ctx->arena, n, 1);
    if (context->n) {
        memcpy(values, context->values, context->n * sizeof *values);
        memcpy(states, context->states, context->n);
    }
    context->values = values;
    context->states = states;
    context->n = n;
}

static void context_keep(struct jinja_state *st, struct context *context,
                         const struct context_name *name, value v,
                         enum context_state state)
{
    if (name->id >= context->n) {
        context_grow(st, context, name->id);
    }
    context->values[name->id] = v;
    context->states[name->id] = (uint8_t)state;
}

static value context_find(const struct context *context,
                          const struct context_name *name)
{
    for (; context; context = context->parent) {
        if (name->id < context->n && context->states[name->id]) {
            return context->values[name->id];
        }
        const value *found =
            context->dict ? dict_get_str(context->dict, name->s) : NULL;
        if (found) {
            return *found;
        }
    }
    if (name->global) {
        return *name->global;
    }
    return (value){.kind = VALUE_UNDEFINED, .as.undefined = &name->undefined};
}

const value *context_look_up(struct jinja_state *st, struct context *context,
                             const struct context_name *name)
{
    context_keep(st, context, name, context_find(context, name), NAME_CACHED);
    return &context->values[name->id];
}

void context_set(struct jinja_state *st, struct context *context,
                 const struct context_name *name, value v)
{
    if (name->id >= context->n || context->states[name->id] != NAME_SET) {
        *VEC_PUSH(&context->set, st->ctx->arena) = name;
    }
    context_keep(st, context, name, v, NAME_SET);
}

/* A new context for what `look` names. With context, it looks in the frame's
 * context next, and has the frame's locals. */
static struct context *context_for(struct jinja_state *st,
                                   const struct lookup *look)
{
    struct vm_frame *frame = st->frame;
    const struct context *parent =
        look->with_context || look->block ? frame->bond->context : NULL;
    struct context *context = context_new(st, parent, NULL);
    for (size_t i = 0; i < look->nvisible; i++) {
        const struct visible *visible = &look->visible[i];
        const value *slots = frame->slots;
        const struct closure *closure = frame->bond->closure;
        for (uint32_t depth = visible->depth; depth; depth--) {
            slots = closure->slots;
            closure = closure->enclosing;
        }
        uint32_t id = visible->name->id;
        bool seen = id < context->n && context->states[id];
        value v = slots[visible->slot];
        if (!seen && v.kind != VALUE_UNDEFINED) {
            context_keep(st, context, visible->name, v, NAME_CACHED);
        }
    }
    return context;
}

/* --- blocks --- */

/* If there are more, a map has their numbers. */
enum { FEW_BLOCKS = 16 };

static struct block_chain *find_chain(const struct instance *instance,
                                      const struct context_name *name)
{
    if (instance->blocks.n > FEW_BLOCKS) {
        uintptr_t number = (uintptr_t)map_get(&instance->numbers, name->s);
        return number ? &instance->blocks.p[number - 1] : NULL;
    }
    for (size_t i = 0; i < instance->blocks.n; i++) {
        if (instance->blocks.p[i].name == name) {
            return &instance->blocks.p[i];
        }
    }
    return NULL;
}

static struct block_chain *add_chain(struct instance *instance,
                                     const struct context_name *name,
                                     struct arena *arena)
{
    *VEC_PUSH(&instance->blocks, arena) = (struct block_chain){.name = name};
    size_t n = instance->blocks.n;
    for (size_t i = n > FEW_BLOCKS + 1 ? n - 1 : 0; n > FEW_BLOCKS && i < n;
         i++) {
        str key = instance->blocks.p[i].name->s;
        *map_put(&instance->numbers, arena, key) = (void *)(uintptr_t)(i + 1);
    }
    return &instance->blocks.p[n - 1];
}

static void add_blocks(struct jinja_state *st, struct instance *instance,
                       const struct jinja_template *template)
{
    struct arena *arena = st->ctx->arena;
    for (size_t i = 0; i < template->blocks.n; i++) {
        const struct code *code = template->blocks.p[i];
        struct block_chain *chain = find_chain(instance, code->block);
        if (!chain) {
            chain = add_chain(instance, code->block, arena);
        }
        *VEC_PUSH(&chain->codes, arena) = code;
    }
}

/* The code of the block at that level; *bond is what to run it with. */
static const struct code *block_code(struct jinja_state *st,
                                     const struct context_name *name,
                                     size_t level, struct bond *bond)
{
    struct block_chain *chain = find_chain(st->frame->bond->instance, name);
    if (!chain || level >= chain->codes.n) {
        return NULL;
    }
    *bond = (struct bond){.instance = st->frame->bond->instance,
                          .context = st->frame->bond->context,
                          .block = name,
                          .level = level};
    return chain->codes.p[level];
}

bool vm_block(struct jinja_state *st, const struct context_name *name,
              const struct lookup *look)
{
    struct bond bond;
    if (st->frame->parent) {
        return true; /* a child's block runs where its parent has it */
    }
    const struct code *code = block_code(st, name, 0, &bond);
    if (!code) {
        return true;
    }
    if (code->required) {
        return state_fail(st, "template-block",
                          "block '%.*s' is required, but no template fills "
                          "it in",
                          STR_ARG(name->s));
    }
    if (look) {
        bond.context = context_for(st, look);
    }
    return vm_run(st, code, &bond, NULL, 0);
}

bool vm_super(struct jinja_state *st, size_t levels, value *out)
{
    struct bond bond;
    const struct context_name *name = st->frame->bond->block;
    if (!name) {
        return state_fail(st, "template-block", "super() is in no block");
    }
    const struct code *code =
        block_code(st, name, st->frame->bond->level + levels, &bond);
    if (!code) {
        return state_fail(st, "template-block", "no parent has a block '%.*s'",
                          STR_ARG(name->s));
    }
    return out ? vm_capture(st, code, &bond, NULL, 0, out)
               : vm_run(st, code, &bond, NULL, 0);
}

bool vm_self(struct jinja_state *st, const struct context_name *name,
             value *out)
{
    struct bond bond;
    const struct code *code = block_code(st, name, 0, &bond);
    if (!code) {
        return state_fail(st, "template-block",
                          "this template has no block '%.*s'",
                          STR_ARG(name->s));
    }
    return vm_capture(st, code, &bond, NULL, 0, out);
}

/* --- finding templates --- */

static void note_use(struct jinja_state *st, str name,
                     const struct jinja_template *template)
{
    if (st->env->host.note_template) {
        st->env->host.note_template(st->ctx, name,
                                    template ? template->source : NULL);
    }
}

static const struct jinja_template *
find_template_named(struct jinja_state *st, value name, bool ignore_missing)
{
    if (name.kind == VALUE_UNDEFINED) {
        state_undefined(st, name);
        return NULL;
    }
    if (name.kind != VALUE_STRING) {
        state_fail(st, "template-type", "a template's name is a string, not %s",
                   value_kind_name(name));
        return NULL;
    }
    span at = code_span(st->frame->code, frame_pc(st->frame));
    const struct jinja_template *template =
        env_get(st->env, value_str(name), at, ignore_missing, st->ctx->diags);
    note_use(st, value_str(name), template);
    return template;
}

static const struct jinja_template *find_first_template(struct jinja_state *st,
                                                        value names)
{
    struct iter it;
    value name;
    if (!iter_begin(st, names, &it)) {
        return NULL;
    }
    while (iter_next(st, &it, &name)) {
        if (name.kind == VALUE_STRING) {
            const struct jinja_template *template =
                find_template_named(st, name, true);
            if (template) {
                return template;
            }
        }
    }
    return NULL;
}

/* *template is NULL if it is missing and may be. */
static bool find_template(struct jinja_state *st, const struct lookup *look,
                          value v, const struct jinja_template **template)
{
    if (look->constant) {
        *template = look->template;
        note_use(st, look->name, look->template);
        return true;
    }
    size_t before = st->ctx->diags->errors;
    if (value_is_sequence(v)) {
        *template = find_first_template(st, v);
        if (!*template && !look->ignore_missing &&
            st->ctx->diags->errors == before) {
            return state_fail(st, "template-missing",
                              "none of these templates exists");
        }
    } else {
        *template = find_template_named(st, v, look->ignore_missing);
    }
    return st->ctx->diags->errors == before;
}

/* --- templates --- */

bool vm_template(struct jinja_state *st, const struct jinja_template *template,
                 struct context *context)
{
    struct instance *instance = ARENA_NEW(st->ctx->arena, struct instance);
    add_blocks(st, instance, template);
    struct bond bond = {.instance = instance, .context = context};
    return vm_run(st, template->root, &bond, NULL, 0);
}

bool vm_template_parent(struct jinja_state *st, struct vm_frame *frame)
{
    add_blocks(st, frame->bond->instance, frame->parent);
    return vm_run(st, frame->parent->root, frame->bond, NULL, 0);
}

bool vm_extends(struct jinja_state *st, const struct lookup *look, value v)
{
    struct vm_frame *frame = st->frame;
    if (frame->parent) {
        return state_fail(st, "template-syntax",
                          "this template extends another one already");
    }
    frame->extends_at = frame->at;
    frame->text_from = st->out->n;
    return find_template(st, look, v, &frame->parent);
}

bool vm_include(struct jinja_state *st, const struct lookup *look, value v)
{
    const struct jinja_template *template;
    if (!find_template(st, look, v, &template)) {
        return false;
    }
    if (!template) {
        return true;
    }
    return fragment_include(st, template, context_for(st, look));
}

/* --- modules --- */

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

bool vm_import(struct jinja_state *st, const struct lookup *look, value *v)
{
    const struct jinja_template *template;
    if (!find_template(st, look, *v, &template) || !template) {
        return false;
    }
    struct module *module = NULL;
    for (size_t i = 0; !look->with_context && i < st->modules.n; i++) {
        if (st->modules.p[i]->template == template) {
            module = st->modules.p[i];
        }
    }
    if (!module) {
        module = ARENA_NEW(st->ctx->arena, struct module);
        module->object.class = &module_class;
        module->template = template;
        module->context = context_for(st, look);
        size_t from = st->out->n;
        if (!vm_template(st, template, module->context) ||
            !vm_take_output(st, from, &module->text)) {
            return false;
        }
        if (!look->with_context) {
            *VEC_PUSH(&st->modules, st->ctx->arena) = module;
        }
    }
    *v = value_object(&module->object);
    return true;
}

bool vm_export(struct jinja_state *st, value module,
               const struct context_name *name, value *out)
{
    if (!ops_attr(st, module, name->s, out)) {
        return false;
    }
    /* Jinja reports this when the name is used; for a site it is an error
     * here, once */
    return out->kind != VALUE_UNDEFINED ||
           st->env->options.undefined != JINJA_ERROR ||
           state_undefined(st, *out);
}

/* --- a render --- */

bool jinja_render(struct jinja *jinja, const struct jinja_template *template,
                  const struct dict *context, struct render_context *ctx,
                  struct buf *out)
{
    struct jinja_state st = {.env = jinja,
                             .ctx = ctx,
                             .out = out,
                             .out_start = out->n,
                             .out_most = out->n + LIMIT_BYTES,
                             .held_most = arena_size(ctx->arena) +
                                          ((size_t)LIMIT_MEMORY << 21),
                             .steps = ctx->steps,
                             .made = ctx->made};
    if (jinja->host.profile_of) {
        st.profile = jinja->host.profile_of(ctx);
    }
    note_use(&st, template->name, template);
    bool ok = vm_template(&st, template, context_new(&st, NULL, context)) &&
              st.nerrors == 0;
    buf_free(&st.spare);
    ctx->steps = st.steps;
    ctx->made = st.made;
    if (!ok) {
        out->n = st.out_start;
    }
    return ok;
}
