/* SPDX-License-Identifier: MIT */
#include "files/fs.h"
#include "files/path.h"
#include "files/tree/tree.h"
#include "plan/plan_parts.h"
#include "site/config/builtin.h"

static bool has(const struct fs_list *list, str name)
{
    size_t at = fs_list_find(list, name);
    return at < list->n && str_eq(list->entries[at].name, name);
}

/* The files of a folder, without those that are in the one before it. */
static void plan_folder(struct site *site, struct plan *plan, str folder,
                        const struct fs_list *before, struct fs_list *list,
                        struct diags *diags)
{
    struct tree_site tree = content_tree(&site->config, false);
    data_files_list(folder, &tree, site->arena, diags, list);
    for (size_t i = 0; i < list->n; i++) {
        str name = list->entries[i].name;
        if (has(before, name)) {
            continue;
        }
        struct output *output =
            plan_add(site, plan, OUTPUT_FILE, plan_address(site, name));
        output->from = path_join(site->arena, folder, name);
        struct fs_stat *stat = ARENA_NEW(site->arena, struct fs_stat);
        *stat = list->entries[i].stat;
        output->from_stat = stat;
    }
}

/* The site's static/, then what its theme has and the site has not, then what
 * the built-in theme has and neither of them. */
static void plan_statics(struct site *site, struct plan *plan, str statics,
                         struct diags *diags)
{
    const struct fs_list none = {0};
    struct fs_list list;
    struct fs_list themed = {0};
    plan_folder(site, plan, statics, &none, &list, diags);
    if (site->config.theme.n) {
        str folder = path_join(site->arena, site->config.theme, STR("static"));
        plan_folder(site, plan, folder, &list, &themed, diags);
    }
    str prefix = STR("static/");
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtin_files[i];
        str name = str_from_offset(builtin->name, prefix.n);
        bool unused = !site->config.search && str_starts(name, STR("search"));
        if (str_starts(builtin->name, prefix) && !has(&list, name) &&
            !has(&themed, name) && !unused) {
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
        output->optional =
            site->config.images.resize &&
            str_is_word_of(path_ext(output->from),
                           STR(".jpg .jpeg .png .webp .avif .heic "
                               ".heif"));
    }
    plan_statics(site, plan, statics, diags);
    for (size_t i = 0; i < plan->outputs.n; i++) {
        const struct output *output = &plan->outputs.p[i];
        if (output->kind == OUTPUT_FILE || output->kind == OUTPUT_BYTES) {
            published_files_add(
                &plan->files, site->arena, output->address->file,
                (struct published_file){output->from, output->from_stat,
                                        output->optional});
        }
    }
}
