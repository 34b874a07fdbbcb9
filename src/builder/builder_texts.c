/* SPDX-License-Identifier: MIT */
#include "builder/builder_texts.h"

#include <time.h>

#include "engine/dirty.h"
#include "site/body/foreign_tags.h"
#include "site/body/link_check.h"
#include "steps/bodies.h"

/* The post whose text alone may differ; NULL: it is something else. */
static struct post *find_post(const struct builder *builder, str path)
{
    struct site *site = builder->good->site;
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

struct texts {
    struct post **p;
    size_t n;
};

/* Of all files, before anything is made of one. False: more than texts. */
static bool reload(struct builder *builder, const struct changed_files *changed,
                   struct texts *texts)
{
    for (size_t i = 0; i < changed->n; i++) {
        struct fs_stat stat;
        str path = changed->paths[i];
        struct post *post = find_post(builder, path);
        /* Where a link may lead is for a walk to see. */
        if (!post || fs_kind(path, false) != FS_FILE ||
            fs_stat(path, &stat) != 0 || stat.kind != FS_FILE) {
            return false;
        }
        switch (site_reload(builder->good->site, post, &stat)) {
        case RELOAD_OTHER: return false;
        case RELOAD_SAME: break;
        case RELOAD_BODY: texts->p[texts->n++] = post; break;
        }
    }
    return true;
}

static void remake(struct builder *builder, struct post *post)
{
    body_remake(builder->facts, post);
    site_facts_of_text(builder->facts, post);
    builder->noted[post - builder->good->site->all] = false;
}

static bool is_one_of(const struct post *post, const struct texts *texts)
{
    for (size_t i = 0; i < texts->n; i++) {
        if (texts->p[i] == post) {
            return true;
        }
    }
    return false;
}

/* Bodies that have read of those that changed. */
static void remake_others(struct builder *builder, const struct texts *changed)
{
    struct engine *engine = builder_engine(builder);
    struct site *site = builder->good->site;
    for (size_t i = 0; i < site->nall; i++) {
        struct post *post = &site->all[i];
        struct step *body = step_find(&engine->steps, post->object.number);
        bool known = atomic_load(post->derived) || post->record.p;
        if (body && body->right && known && !is_one_of(post, changed) &&
            !dirty_check(engine, body)) {
            remake(builder, post);
        }
    }
}

/* What has errors is told of by the pages that show it. */
static void check_texts(struct builder *builder, const struct texts *texts,
                        struct diags *diags)
{
    struct eval eval = builder->facts->workers->evals[0];
    eval.diags = diags;
    for (size_t i = 0; i < texts->n; i++) {
        const struct derived *derived = atomic_load(texts->p[i]->derived);
        if (derived->warnings.errors) {
            continue;
        }
        diags_merge(diags, &derived->warnings);
        view_reset(eval.host);
        link_check(texts->p[i], &eval);
        arena_clear(eval.arena);
    }
    foreign_tags_join(diags);
}

static void show_texts(struct builder *builder, const struct texts *texts,
                       int64_t seen)
{
    struct arena work = {0};
    engine_next_revision(builder_engine(builder));
    builder_clear_changes(builder);
    for (size_t i = 0; i < texts->n; i++) {
        remake(builder, texts->p[i]);
        file_learn(builder_engine(builder), texts->p[i], seen);
        builder_add_change(builder, texts->p[i]->address.file);
    }
    remake_others(builder, texts);
    struct live *live = live_empty(builder->facts, &work);
    builder_learn(builder, live);
    arena_free(&work);
}

bool builder_update_texts(struct builder *builder,
                          const struct changed_files *changed,
                          struct diags *diags, enum update_result *result)
{
    int64_t seen = builder_clock(builder);
    struct arena *arena = &builder->results;
    struct texts texts = {ARENA_ARRAY(arena, struct post *, changed->n), 0};
    struct view_doubts *doubts = &builder->good->shared.doubts;
    bool late = !builder->options.now_given && time(NULL) >= builder->until;
    if (late || doubts->has_backlinks ||
        builder_is_worn(builder, builder_held(builder), builder->size) ||
        !reload(builder, changed, &texts)) {
        return false;
    }
    *result = UPDATE_SAME;
    if (texts.n) {
        show_texts(builder, &texts, seen);
        check_texts(builder, &texts, diags);
        *result = diags->errors ? UPDATE_BAD : UPDATE_DONE;
    }
    if (*result == UPDATE_DONE) {
        builder_next_revision(builder);
    }
    return !view_is_doubtful(doubts);
}
