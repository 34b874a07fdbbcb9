/* SPDX-License-Identifier: MIT */
#include "site/view/view.h"

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
