/* SPDX-License-Identifier: MIT */
#include "files/fs.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "plan/plan_parts.h"
#include "site/config/builtin.h"

/* The site's static/, then what the theme has and the site has not. */
static void plan_statics(struct site *site, struct plan *plan, str statics,
                         struct diags *diags)
{
    struct fs_list list;
    struct tree_site tree = content_tree(&site->config, false);
    data_files_list(statics, &tree, site->arena, diags, &list);
    for (size_t i = 0; i < list.n; i++) {
        struct output *output = plan_add(
            site, plan, OUTPUT_FILE, plan_address(site, list.entries[i].name));
        output->from = path_join(site->arena, statics, list.entries[i].name);
        struct fs_stat *stat = ARENA_NEW(site->arena, struct fs_stat);
        *stat = list.entries[i].stat;
        output->from_stat = stat;
    }
    str prefix = STR("static/");
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtin_files[i];
        str name = str_from_offset(builtin->name, prefix.n);
        size_t at = fs_list_find(&list, name);
        bool own = at < list.n && str_eq(list.entries[at].name, name);
        if (str_starts(builtin->name, prefix) && !own) {
            struct output *output =
                plan_add(site, plan, OUTPUT_BYTES, plan_address(site, name));
            output->bytes = builtin->bytes;
            output->from = builtin->name;
        }
    }
}

void plan_files(struct site *site, struct plan *plan, str statics,
                struct diags *diags)
{
    for (size_t i = 0; i < site->assets.n; i++) {
        const struct asset *asset = &site->assets.p[i];
        struct output *output =
            plan_add(site, plan, OUTPUT_FILE, &asset->address);
        output->from = asset->file->source;
        output->from_stat = &asset->file->stat;
    }
    plan_statics(site, plan, statics, diags);
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->kind == OUTPUT_FILE || output->kind == OUTPUT_BYTES) {
            published_files_add(&plan->files, site->arena,
                                output->address->file);
        }
    }
}
