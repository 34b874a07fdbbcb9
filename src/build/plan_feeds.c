/* SPDX-License-Identifier: MIT */
#include "build/plan_parts.h"

/* Entries a feed shows. */
static struct posts newest(const struct site *site, const struct posts *posts)
{
    struct posts shown = {.p = posts->p};
    while (shown.n < posts->n && shown.n < site->config.feed_limit &&
           posts->p[shown.n]->has_date) {
        posts->p[shown.n]->kept = true;
        shown.n++;
    }
    return shown;
}

void plan_feeds(struct site *site, struct plan *plan, str title, str path,
                const struct posts *posts)
{
    struct feed *feed = ARENA_NEW(site->arena, struct feed);
    feed->title = title;
    feed->home = address_make(site->arena, &site->config, path);
    feed->address =
        address_make(site->arena, &site->config,
                     arena_concat(site->arena, path, STR("feed.xml")));
    feed->posts = newest(site, posts);
    view_init_feed(feed);
    struct output *output = plan_add(site, plan, OUTPUT_FEED, &feed->address);
    output->feed = feed;
    output->template = STR("feed.xml");
}
