/* SPDX-License-Identifier: MIT */
#include "files/fs.h"
#include "files/path.h"
#include "plan/plan_parts.h"
#include "site/config/builtin.h"
#include "site/view/picture_html.h"

static void add_file(struct site *site, struct plan *plan, struct output file)
{
    file.site = site;
    *VEC_PUSH(&plan->outputs, site->arena) = file;
    published_files_add(
        &plan->files, site->arena, file.address->file,
        (struct published_file){file.from, file.from_stat, file.optional});
}

/* The files of a folder; of a theme's only those that the site has not. */
static void plan_folder(struct site *site, struct plan *plan, str folder,
                        bool theme, struct diags *diags)
{
    struct fs_list list;
    struct tree_site tree = content_tree(&site->config, false);
    data_files_list(folder, &tree, site->arena, diags, &list);
    for (size_t i = 0; i < list.n; i++) {
        str name = list.entries[i].name;
        if (theme && published_files_find(&plan->files, name)) {
            continue;
        }
        struct fs_stat *stat = ARENA_NEW(site->arena, struct fs_stat);
        *stat = list.entries[i].stat;
        add_file(site, plan,
                 (struct output){.kind = OUTPUT_FILE,
                                 .address = plan_address(site, name),
                                 .from = path_join(site->arena, folder, name),
                                 .from_stat = stat});
    }
}

/* The files of content/ and static/, then what the theme has and the site has
 * not, then what the built-in theme has and neither of them. */
void plan_files(struct site *site, struct plan *plan, struct diags *diags)
{
    str prefix = STR("static/");
    for (size_t i = 0; i < site->assets.n; i++) {
        const struct asset *asset = &site->assets.p[i];
        str from = asset->file->source;
        add_file(
            site, plan,
            (struct output){
                .kind = OUTPUT_FILE,
                .address = &asset->address,
                .from = from,
                .from_stat = &asset->file->stat,
                .optional = site->config.images.resize &&
                            picture_ending(from, from.n - path_ext(from).n)});
    }
    plan_folder(site, plan, STR("static"), false, diags);
    if (site->config.theme.n) {
        str folder = path_join(site->arena, site->config.theme, STR("static"));
        plan_folder(site, plan, folder, true, diags);
    }
    for (size_t i = 0; i < builtin_count; i++) {
        const struct builtin *builtin = &builtin_files[i];
        str name = str_from_offset(builtin->name, prefix.n);
        bool unused = !site->config.search && str_starts(name, STR("search"));
        if (str_starts(builtin->name, prefix) && !unused &&
            !published_files_find(&plan->files, name)) {
            add_file(site, plan,
                     (struct output){.kind = OUTPUT_BYTES,
                                     .address = plan_address(site, name),
                                     .from = builtin->name,
                                     .bytes = builtin->bytes});
        }
    }
}
