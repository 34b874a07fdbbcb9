/* SPDX-License-Identifier: MIT */
#include "site/site.h"

#include "text/slug.h"

void posts_add(struct posts *posts, struct arena *arena, struct post *post)
{
    *VEC_PUSH(posts, arena) = post;
}

int posts_compare(const struct post *left, const struct post *right)
{
    if (left->has_date != right->has_date) {
        return left->has_date ? -1 : 1;
    }
    int order = left->has_date ? date_cmp(right->date, left->date) : 0;
    return order ? order : str_cmp(left->file->path, right->file->path);
}

static int compare_posts(const void *a, const void *b)
{
    return posts_compare(*(struct post *const *)a, *(struct post *const *)b);
}

void posts_sort(struct posts *posts)
{
    VEC_SORT(posts, compare_posts);
}

struct post *site_post(const struct site *site, str path, struct arena *arena)
{
    return map_get(&site->posts_by_path, slug_nfc(arena, path));
}

const struct asset *site_asset(const struct site *site, str path,
                               struct arena *arena)
{
    return map_get(&site->assets_by_path, slug_nfc(arena, path));
}

bool site_is_cancelled(const struct site *site)
{
    const atomic_bool *cancel = site->options.cancel;
    return cancel && atomic_load(cancel);
}

void site_release_texts(const struct site *site)
{
    for (size_t i = 0; i < site->ntexts; i++) {
        text_store_release(&site->texts[i]);
    }
}

bool post_has_card(const struct site *site, const struct post *post)
{
    const struct frontmatter *front = post->front;
    return site->config.cards.on && post->kind == PAGE_POST &&
           !front->build.unrendered && !front->build.linked &&
           !frontmatter_uncommon(front)->cover.image.n &&
           str_ends(post->address.file, STR("/index.html"));
}

bool post_searched(const struct post *post)
{
    const struct frontmatter *front = post->front;
    return post->held == HELD_NOT && !front->draft && !front->unlisted &&
           !front->build.linked && post->address.url.n &&
           (front->search || !front->has_search);
}
