/* SPDX-License-Identifier: MIT */
#include "site/view/view.h"

#include "site/image_sizes.h"

void view_shared_init(struct view_shared *shared, const struct site *site)
{
    *shared = (struct view_shared){.images = image_sizes_new(site->arena)};
}

void view_shared_free(struct view_shared *shared)
{
    if (shared->images) {
        image_sizes_free(shared->images);
    }
}

void view_init(struct view *view, const struct site *site,
               struct view_shared *shared, struct arena *keep)
{
    *view = (struct view){
        .site = site, .shared = shared, .keep = keep, .texts = site->texts};
}

void view_reset(struct view *view)
{
    view->rendered = NULL;
    view->content = (str){NULL, 0};
    view->recipe_of = NULL;
}

str view_lang(const struct view *view)
{
    return view->computing ? view->computing->lang : view->lang;
}
