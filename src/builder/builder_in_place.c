/* SPDX-License-Identifier: MIT */
#include "builder/builder_state.h"

#include <time.h>

#include "builder/scan/content_walk.h"
#include "engine/dirty.h"
#include "site/site_reload.h"
#include "site/view/body.h"
#include "site/view/fact_source.h"
#include "steps/bodies.h"

/* The files that were saved, read before anything changes. */
struct edits {
    struct reloaded_post *posts;
    size_t n;
    bool changed;   /* one of the posts differs */
    bool templates; /* a template was saved */
};

/* --- reading --- */

/* Returns the public post of that file; NULL: there is none. */
static struct post *find_post(const struct builder *builder, str path)
{
    struct site *site = builder->current->site;
    str content = STR("content/");
    if (!str_starts(path, content)) {
        return NULL;
    }
    struct post *post =
        site_post(site, str_from_offset(path, content.n), site->arena);
    bool ours = post && post >= site->all && post < site->all + site->nall &&
                post->held == HELD_NOT;
    return ours ? post : NULL;
}

/* Returns false if the post needs another site. */
static bool read_edited_post(const struct builder *builder, str path,
                             struct edits *edits, struct arena *arena)
{
    struct fs_stat stat;
    struct post *post = find_post(builder, path);
    /* Only a walk sees where a symbolic link may lead. */
    if (!post || fs_kind(path, false) != FS_FILE || fs_stat(path, &stat) != 0 ||
        stat.kind != FS_FILE) {
        return false;
    }
    struct reloaded_post reloaded =
        site_read_again(builder->current->site, post, &stat, arena);
    edits->posts[edits->n++] = reloaded;
    edits->changed = edits->changed || reloaded.what != RELOAD_SAME;
    return reloaded.what != RELOAD_OTHER;
}

/* Words of the interface are in the plan as well. */
static bool is_template(str path)
{
    return str_starts(path, STR("templates/")) &&
           !str_starts(path, STR("templates/i18n"));
}

/* Returns false if the changes need another site. */
static bool read_edits(const struct builder *builder,
                       const struct changed_files *changed, struct edits *edits,
                       struct arena *arena)
{
    bool all = true;
    for (size_t i = 0; all && i < changed->n; i++) {
        if (is_template(changed->paths[i])) {
            edits->templates = true;
        } else {
            all = read_edited_post(builder, changed->paths[i], edits, arena);
        }
    }
    return all;
}

/* --- posts --- */

static void remake(struct builder *builder, struct post *post)
{
    body_remake(builder->facts, post);
    builder->learned[post - builder->current->site->all] = false;
}

/* Makes the body with that key again if it is stale and was not made in this
 * update. */
static void remake_if_stale(struct builder *builder, uint32_t key)
{
    struct engine *engine = builder_engine(builder);
    struct step *body = step_find(&engine->steps, key);
    struct post *post = (struct post *)(uintptr_t)changed_sources_post(
        &builder->facts->changed, key);
    if (!post || !body || !body->right ||
        body->stale == engine->facts.revision) { /* checked already */
        return;
    }
    bool made = atomic_load(post->derived);
    bool old = made ? builder->learned[post - builder->current->site->all]
                    : post->body != NULL;
    if (old && !dirty_check_body(engine, body)) {
        remake(builder, post);
    }
}

static void remake_readers(struct builder *builder, uint32_t key)
{
    const struct readers *readers = builder_readers(builder);
    const struct reader *reader;
    for (uint32_t i = readers_of(readers, key); i; i = reader->next) {
        reader = reader_get(readers, i);
        remake_if_stale(builder, reader->step);
    }
}

/* Makes the bodies again that depend on what changed. One round is enough:
 * bodies_refresh says why. */
static void remake_others(struct builder *builder)
{
    const struct fact_table *facts = &builder_engine(builder)->facts;
    remake_readers(builder, 0);
    for (uint32_t key = facts_first_changed(facts); key;
         key = facts_next_changed(facts, key)) {
        remake_readers(builder, key);
    }
}

/* `seen` is as old as the site: reading the file system's clock writes to a
 * disk. The next start reads files that are younger. */
static void take_posts(struct builder *builder, const struct edits *edits)
{
    int64_t seen = builder->previous->last.seen;
    bool words = false;
    for (size_t i = 0; i < edits->n; i++) {
        const struct reloaded_post *reloaded = &edits->posts[i];
        site_reload(builder->current->site, reloaded);
        if (reloaded->what == RELOAD_WORDS) {
            site_facts_of_front(builder->facts, reloaded->post);
            words = true;
        }
    }
    if (edits->changed) {
        site_facts_answer(builder->facts,
                          words ? FROM_TITLES | FROM_TEXT : FROM_TEXT);
    }
    for (size_t i = 0; i < edits->n; i++) {
        struct post *post = edits->posts[i].post;
        if (edits->posts[i].what != RELOAD_SAME) {
            remake(builder, post);
            file_learn(builder_engine(builder), post, seen);
            content_walk_note(&builder->walked, post->file->path,
                              &post->file->stat);
            builder_add_change(builder, post->address.file);
        }
    }
}

/* Reports the warnings of bodies. Errors are reported by the pages that show
 * them. */
static void check_texts(struct builder *builder, const struct edits *edits,
                        struct diags *diags)
{
    struct render_context ctx = builder->facts->workers->contexts[0];
    ctx.diags = diags;
    for (size_t i = 0; i < edits->n; i++) {
        const struct post *post = edits->posts[i].post;
        const struct derived *derived = atomic_load(post->derived);
        if (edits->posts[i].what != RELOAD_SAME && !derived->warnings->errors) {
            diags_merge(diags, derived->warnings);
            view_reset(ctx.host);
            link_check(post, &ctx);
            arena_clear(ctx.arena);
        }
    }
}

/* --- templates --- */

/* Compiles the templates again. Returns NULL after reporting errors, or with
 * *other if this generation lacks something that they need. */
static struct theme *compile(struct builder *builder, struct diags *diags,
                             bool *other)
{
    struct generation *good = builder->current;
    struct theme *theme = theme_open(good->site, diags);
    theme_compile(theme, good->site, &good->plan, diags);
    *other = theme->files.names_backlinks || theme->rechosen ||
             !theme_has_same_shortcodes(theme, good->theme);
    if (*other || diags->errors) {
        theme_free(theme);
        return NULL;
    }
    return theme;
}

/* --- both --- */

static void apply_edits(struct builder *builder, const struct edits *edits,
                        struct theme *theme, struct diags *diags)
{
    engine_next_revision(builder_engine(builder));
    if (theme) {
        generation_take_theme(builder->current, theme);
        site_facts_answer(builder->facts, FROM_TEMPLATES);
        builder_add_stale_sheets(builder, &builder->current->plan,
                                 builder->previous);
    }
    take_posts(builder, edits);
    remake_others(builder);
    builder_add_bodies(builder, NULL, 0);
    check_texts(builder, edits, diags);
    builder_next_revision(builder);
}

/* Whether the clock, and posts that link to each other, leave the site as it
 * is. */
static bool may_stay(const struct builder *builder)
{
    return time(NULL) < builder->until &&
           !builder->current->shared.doubts.has_backlinks &&
           !builder_must_compact(builder);
}

bool builder_update_in_place(struct builder *builder,
                             const struct changed_files *changed,
                             struct diags *diags, enum update_result *result)
{
    struct arena *arena = &builder->results;
    struct edits edits = {
        .posts = ARENA_ARRAY(arena, struct reloaded_post, changed->n)};
    struct theme *theme = NULL;
    bool other = false;
    struct diags said = {.arena = diags->arena};
    if (!may_stay(builder) || !read_edits(builder, changed, &edits, arena)) {
        return false;
    }
    if (edits.templates) {
        theme = compile(builder, &said, &other);
    }
    if (other) {
        return false;
    }
    if (edits.templates && !theme) {
        diags_merge(diags, &said);
        builder->outdated = true;
        *result = UPDATE_BAD;
        return true;
    }
    *result = UPDATE_SAME;
    if (!theme && !edits.changed) {
        take_posts(builder, &edits);
        return true;
    }
    apply_edits(builder, &edits, theme, &said);
    if (view_is_doubtful(&builder->current->shared.doubts)) {
        return false; /* the next site has warnings of its own */
    }
    diags_merge(diags, &said);
    *result = UPDATE_DONE;
    return true;
}
