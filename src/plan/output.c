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

str plan_default_template(const struct output *output)
{
    static const str names[] = {
        [PAGE_HOME] = STR_INIT("home.html"),
        [PAGE_POST] = STR_INIT("post.html"),
        [PAGE_PAGE] = STR_INIT("page.html"),
        [PAGE_SECTION] = STR_INIT("section.html"),
        [PAGE_TAXONOMY] = STR_INIT("taxonomy.html"),
        [PAGE_TERM] = STR_INIT("term.html"),
        [PAGE_ARCHIVE] = STR_INIT("archive.html"),
        [PAGE_404] = STR_INIT("404.html"),
        [PAGE_SEARCH] = STR_INIT("search.html"),
    };
    enum page_kind kind =
        output->list ? output->list->kind : output->post->kind;
    /* A 404 page of the author's own is a page. */
    return names[output->post && kind == PAGE_404 ? PAGE_PAGE : kind];
}

void plan_template(struct output *output)
{
    const struct post *post = output->post ? output->post : output->list->index;
    output->template = plan_default_template(output);
    if (post && frontmatter_uncommon(post->front)->template.n) {
        output->at = frontmatter_uncommon(post->front)->template_at;
        if (!output->site->options.untrusted) {
            output->template = frontmatter_uncommon(post->front)->template;
        }
    }
}

bool plan_renders(const struct post *post)
{
    return !post ||
           (!post->front->build.unrendered && !post->front->build.linked);
}

/* --- names --- */

static str list_name(const struct output *output, struct arena *arena)
{
    const struct list_page *list = output->list;
    const struct listing *listing = output->listing;
    if (listing && list->kind == PAGE_SECTION) {
        return arena_concat(arena, STR("the list of section "), listing->name);
    }
    if (listing) {
        const struct taxonomy *of =
            list->kind == PAGE_TERM ? ((const struct term *)listing)->taxonomy
                                    : NULL;
        return of ? arena_printf(arena, "the list of \"%.*s\" in %.*s",
                                 STR_ARG(listing->name), STR_ARG(of->as.name))
                  : arena_concat(arena, STR("the list of "), listing->name);
    }
    if (list->kind == PAGE_ARCHIVE) {
        return list->period
                   ? arena_concat(arena, STR("the archive of "), list->title)
                   : STR("the archive");
    }
    return list->kind == PAGE_HOME ? STR("the home page") : output->template;
}

str output_name(const struct output *output, struct arena *arena)
{
    if (output->from.n) {
        return output->from;
    }
    if (output->kind == OUTPUT_FEED) {
        return STR("the feed");
    }
    if (output->kind != OUTPUT_LIST) {
        return output->template;
    }
    str name = list_name(output, arena);
    size_t number = output->list->number;
    return number > 1
               ? arena_printf(arena, "page %zu of %.*s", number, STR_ARG(name))
               : name;
}
