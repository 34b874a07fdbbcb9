/* SPDX-License-Identifier: MIT */
#include "builder/build_report.h"

#include "dates/date.h"
#include "site/content/post.h"
#include "site/frontmatter/visibility.h"

static struct date until(const struct post *post)
{
    const struct date *live = post_live(post);
    return post->held == HELD_EXPIRED
               ? frontmatter_uncommon(post->front)->expires
           : live ? *live
                  : post->date;
}

struct summary summary_of(const struct site *site, const struct plan *plan,
                          struct arena *arena)
{
    struct summary summary = {.nheld = site->held.n,
                              .replaced = plan->replaced.p,
                              .nreplaced = plan->replaced.n};
    for (size_t i = 0; i < site->languages.n; i++) {
        const struct site *one = site->languages.p[i];
        summary.posts += one->posts.n;
        summary.pages += one->pages.n;
        for (size_t t = 0; t < one->taxonomies.n; t++) {
            summary.terms += one->taxonomies.p[t]->terms.n;
        }
    }
    summary.held = ARENA_ARRAY(arena, struct held_post, site->held.n);
    for (size_t i = 0; i < site->held.n; i++) {
        const struct post *post = site->held.p[i];
        summary.hidden += post->held == HELD_DRAFT && !post->file->draft &&
                          visibility_is_hidden(post->front->holds);
        summary.held[i] =
            (struct held_post){post->source->name, post->held, until(post)};
    }
    return summary;
}

void summary_pack(const struct summary *summary, struct buf *out)
{
    pack_uint(out, summary->posts);
    pack_uint(out, summary->pages);
    pack_uint(out, summary->terms);
    pack_uint(out, summary->hidden);
    pack_uint(out, summary->nheld);
    for (size_t i = 0; i < summary->nheld; i++) {
        pack_str(out, summary->held[i].name);
        pack_uint(out, summary->held[i].why);
        pack_date(out, summary->held[i].until);
    }
    pack_uint(out, summary->nreplaced);
    for (size_t i = 0; i < summary->nreplaced; i++) {
        pack_str(out, summary->replaced[i].name);
        pack_str(out, summary->replaced[i].source);
        pack_str(out, summary->replaced[i].url);
    }
}

bool summary_unpack(struct summary *summary, struct unpack *in,
                    struct arena *arena)
{
    enum { LEAST = 3 };
    summary->posts = (size_t)unpack_uint(in);
    summary->pages = (size_t)unpack_uint(in);
    summary->terms = (size_t)unpack_uint(in);
    summary->hidden = (size_t)unpack_uint(in);
    summary->nheld = unpack_count(in, LEAST);
    summary->held = ARENA_ARRAY(arena, struct held_post, summary->nheld);
    for (size_t i = 0; i < summary->nheld; i++) {
        summary->held[i].name = unpack_str(in);
        summary->held[i].why = (enum held)unpack_uint_to(in, HELD_EXPIRED);
        summary->held[i].until = unpack_date(in);
    }
    summary->nreplaced = unpack_count(in, LEAST);
    summary->replaced =
        ARENA_ARRAY(arena, struct replaced_list, summary->nreplaced);
    for (size_t i = 0; i < summary->nreplaced; i++) {
        summary->replaced[i].name = unpack_str(in);
        summary->replaced[i].source = unpack_str(in);
        summary->replaced[i].url = unpack_str(in);
    }
    return !in->failed;
}
