/* SPDX-License-Identifier: MIT */
#include "files/path.h"
#include "plan/plan_parts.h"
#include "site/view/links.h"

/* about, about/index.html */
static bool is_file_of(str file, str target)
{
    str rest = str_from_offset(file, target.n);
    return str_starts(file, target) &&
           (rest.n == 0 || str_eq(rest, STR("/index.html")));
}

static bool is_planned(const struct plan *plan, str target)
{
    for (size_t i = 0; i < plan->outputs.n; i++) {
        if (is_file_of(plan->outputs.p[i].address->file, target)) {
            return true;
        }
    }
    return false;
}

/* As a menu would write it: /archive/. */
static str nearest(const struct site *site, const struct plan *plan, str target)
{
    size_t n = plan->outputs.n;
    str *names = ARENA_ARRAY(site->arena, str, n);
    for (size_t i = 0; i < n; i++) {
        str file = plan->outputs.p[i].address->file;
        bool page = str_ends(file, STR("/index.html"));
        names[i] = page ? path_dir(file) : file;
    }
    str near = str_nearest(target, names, n);
    if (!near.n) {
        return near;
    }
    const char *slash = path_ext(near).n ? "" : "/";
    return arena_printf(site->arena, "/%.*s%s", STR_ARG(near), slash);
}

void plan_menus(struct site *site, const struct plan *plan, struct diags *diags)
{
    if (site->broken.n) {
        return; /* it may lead to a post that has errors */
    }
    for (size_t i = 0; i < site->menus.targets.n; i++) {
        const struct menu_target *target = &site->menus.targets.p[i];
        if (!is_planned(plan, target->file)) {
            struct diag *diag = diag_warning(
                diags, target->at, "menu-target",
                "nothing of this site is at \"%.*s\"", STR_ARG(target->text));
            if (!links_hint_at_path(diag, target->file)) {
                diag_did_you_mean(diag, nearest(site, plan, target->file));
            }
        }
    }
}
