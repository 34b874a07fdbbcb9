/* SPDX-License-Identifier: MIT */
#include "site/view/other_bundle.h"

#include "files/path.h"
#include "files/tree/tree.h"
#include "site/view/question.h"

/* Whether that is the path of a post or a published file. */
static bool is_there(const struct view *view, const struct site *site, str path,
                     struct arena *arena)
{
    struct gate gate = {0};
    if (view) {
        question_ask(view, site, ASK_PATH, path);
        gate = gate_asked(view->recorder, ASK_PATH, path);
    }
    bool there = site_post(site, path, arena) || site_asset(site, path, arena);
    if (view) {
        gate_restore(gate);
    }
    return there;
}

str other_bundle_path(const struct view *view, const struct site *site,
                      const struct post *post, str path, struct arena *arena)
{
    const struct content_file *file = post->file;
    str bundle = path_dir(file->path);
    size_t n = site->languages.n;
    if (n < 2 || file->form != CONTENT_FORM_BUNDLE ||
        !path_is_in(path, bundle) || path.n == bundle.n ||
        tree_post_ext(path).n || is_there(view, site, path, arena)) {
        return path;
    }
    str plain = path_dir(file->at.plain);
    str name = str_from_offset(path, bundle.n + 1);
    str here = path_join(arena, plain, name);
    for (size_t i = 0; i <= n; i++) {
        /* Not in a folder of its language, then in that of each. */
        str folder = i ? site->languages.p[i - 1]->config.language : STR("");
        str other = path_join(arena, folder, here);
        if (!str_eq(other, path) && is_there(view, site, other, arena)) {
            return other;
        }
    }
    return path;
}
