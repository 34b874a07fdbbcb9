/* SPDX-License-Identifier: MIT */
#include "plan/output.h"

struct output *plan_add(struct site *site, struct plan *plan,
                        enum output_kind kind, const struct address *address)
{
    struct output *output = VEC_PUSH(&plan->outputs, site->arena);
    *output = (struct output){.kind = kind, .address = address, .site = site};
    return output;
}

struct address *plan_address(struct site *site, str path)
{
    struct address *address = ARENA_NEW(site->arena, struct address);
    *address = address_make(site->arena, &site->config, path);
    return address;
}

void plan_template(struct output *output, const struct post *post,
                   const char *name)
{
    output->template = str_from(name);
    if (post && post->front->template.n) {
        output->template = post->front->template;
        output->at = post->front->template_at;
    }
}

bool plan_renders(const struct post *post)
{
    return !post ||
           (!post->front->build.unrendered && !post->front->build.linked);
}
