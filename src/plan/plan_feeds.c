/* SPDX-License-Identifier: MIT */
#include "plan/plan_parts.h"
#include "site/entry.h"

/* Entries a feed shows: those that it can lead to. */
void plan_feed_posts(const struct site *site, const struct posts *of,
                     struct posts *out)
{
    const struct config_feeds *feeds = &site->config.feeds;
    out->n = 0;
    for (size_t i = 0; i < of->n && out->n < feeds->limit; i++) {
        struct post *post = of->p[i];
        if (post->has_date && post->address.url.n) {
            post->kept = post->kept || !feeds->summary;
            posts_add(out, site->arena, post);
        }
    }
}

static struct feed *plan_feed(struct site *site, struct plan *plan,
                              const struct feed_spec *spec,
                              enum feed_format format)
{
    struct feed *feed = ARENA_NEW(site->arena, struct feed);
    str name = feed_files[format];
    feed->format = format;
    feed->title = spec->title;
    feed->description =
        spec->description.n ? spec->description : site->config.description;
    feed->summary = site->config.feeds.summary;
    feed->home = address_make(site->arena, &site->config, spec->path);
    feed->address = address_make(site->arena, &site->config,
                                 arena_concat(site->arena, spec->path, name));
    feed->id = entry_feed_id(site, &feed->address, site->arena);
    plan_feed_posts(site, spec->posts, &feed->posts);
    view_init_feed(feed);
    struct output *output = plan_add(site, plan, OUTPUT_FEED, &feed->address);
    output->feed = feed;
    output->template = name;
    return feed;
}

const struct feeds *plan_feeds(struct site *site, struct plan *plan,
                               const struct feed_spec *spec)
{
    struct feeds *feeds = ARENA_NEW(site->arena, struct feeds);
    for (unsigned format = 0; format < FEED_FORMATS; format++) {
        if (spec->formats & 1u << format) {
            feeds->p[feeds->n++] =
                plan_feed(site, plan, spec, (enum feed_format)format);
        }
    }
    return feeds;
}
