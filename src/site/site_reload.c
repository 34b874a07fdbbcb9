/* SPDX-License-Identifier: MIT */
#include "site/site_reload.h"

#include <assert.h>

#include "site/content/post.h"
#include "site/content/post_record.h"
#include "site/frontmatter/frontmatter.h"
#include "site/names/post_names.h"

bool site_keeps_order(const struct post *post, const struct loaded_post *other)
{
    const struct loaded_post *loaded = post->loaded;
    return !loaded->copied && !loaded->warnings->list.n &&
           !other->warnings->list.n && post_differs_in_words(loaded, other);
}

static enum site_reload compare(const struct post *post,
                                const struct loaded_post *now, str record)
{
    const struct loaded_post *loaded = post->loaded;
    if (now->file->html && !now->file->cook &&
        !frontmatter_begins(now->source->text)) {
        return RELOAD_OTHER; /* HTML without front matter is no post */
    }
    if (str_eq(record, loaded->record) &&
        now->warnings->list.n == loaded->warnings->list.n) {
        return now->file_hash == loaded->file_hash ? RELOAD_SAME : RELOAD_BODY;
    }
    return site_keeps_order(post, now) ? RELOAD_WORDS : RELOAD_OTHER;
}

struct reloaded_post site_read_again(const struct site *site, struct post *post,
                                     const struct fs_stat *stat,
                                     struct arena *arena)
{
    struct reloaded_post again = {
        .what = RELOAD_OTHER, .post = post, .stat = *stat};
    struct diags said;
    struct loaded_post now = {.file = post->file, .warnings = &said};
    struct arena *work = &site->scratch[0];
    struct source text = {0};
    diags_init(&said, work);
    if (post_read(post->file, stat, work, &said, &text) &&
        post_load(site, &now, &text, work, work, &said)) {
        struct buf record = {0};
        post_pack(&now, &record);
        again.hash = now.file_hash;
        again.what = compare(post, &now, buf_str(&record));
        if (again.what == RELOAD_WORDS) {
            again.record = arena_str(arena, buf_str(&record));
        }
        buf_free(&record);
    }
    arena_clear(work);
    return again;
}

/* The old words live as long as the site. */
static void take_words(struct site *site, struct post *post, str packed)
{
    struct arena *keep = &site->workers[0];
    struct loaded_post now = {.file = post->file,
                              .warnings = post->loaded->warnings,
                              .record = arena_str(keep, packed)};
    struct unpack in = unpack_of(now.record);
    bool valid = post_unpack(&now, &in, keep);
    assert(valid); /* site_read_again has packed it */
    (void)valid;
    *post->loaded = now;
    post->source = now.source;
    post->title = now.title;
    post_names_forget(site->post_names);
}

void site_reload(struct site *site, const struct reloaded_post *again)
{
    struct post *post = again->post;
    if (again->what == RELOAD_WORDS) {
        take_words(site, post, again->record);
    }
    if (again->what != RELOAD_SAME) {
        atomic_store(post->derived, NULL);
        post->body = NULL;
    }
    size_t place = content_find_first(&site->content, post->file->path);
    site->content.files.p[place]->stat = again->stat;
    post->loaded->file_hash = again->hash;
}
