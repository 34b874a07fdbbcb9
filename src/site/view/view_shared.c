/* SPDX-License-Identifier: MIT */
#include "site/view/view_shared.h"

#include "site/image_sizes.h"
#include "site/organise/related.h"
#include "site/site.h"

void view_shared_init(struct view_shared *shared, const struct site *site)
{
    *shared = (struct view_shared){
        .images = image_sizes_new(site->arena),
    };
}

void view_shared_free(struct view_shared *shared)
{
    if (shared->images) {
        image_sizes_free(shared->images);
    }
}
