/* SPDX-License-Identifier: MIT */
#include "builder/touch.h"

#include "builder/bodies.h"
#include "builder/generation.h"
#include "builder/outputs.h"
#include "builder/render.h"
#include "engine/dirty.h"
#include "site/body/body.h"
#include "site/body/foreign_tags.h"
#include "site/body/link_check.h"

/* What a change leaves behind in arenas: a hundred edits of usual posts. */
enum { MOST_KEPT = 32 << 20 };

struct touch {
    struct arena *arena;
    struct site *site;
    struct plan *plan;
    struct view_doubts *doubts;
    struct publish_options folders;
    const struct build_hooks *hooks;
    struct engine *engine;
    struct rendering *rendering;
    struct site_facts *facts;
    size_t *stale; /* numbers of Outputs */
    size_t kept;   /* bytes in the arenas at the start */
};

static size_t bytes_kept(const struct touch *touch)
{
    size_t bytes = arena_size(touch->arena);
    for (size_t i = 0; i < touch->site->options.jobs; i++) {
        bytes += arena_size(&touch->site->workers[i]);
    }
    return bytes;
}

struct touch *touch_new(const struct build_options *options,
                        struct build_result *result, struct arena *arena)
{
    struct generation *built = result->built;
    struct touch *touch = ARENA_NEW(arena, struct touch);
    touch->arena = arena;
    touch->site = built->site;
    touch->hooks = options->hooks;
    touch->plan = &built->plan;
    touch->doubts = &built->shared.doubts;
    touch->folders = (struct publish_options){
        .output =
            options->output.p ? options->output : built->site->config.output,
        .state = STR(".crumb"),
        .no_sync = true,
        .patch = true,
        .jobs = built->site->options.jobs};
    touch->engine = result->last.engine;
    touch->rendering = rendering_new(built, &result->last);
    touch->facts = rendering_facts(touch->rendering);
    touch->stale = ARENA_ARRAY(arena, size_t, touch->plan->outputs.n);
    touch->kept = bytes_kept(touch);
    return touch;
}

/* --- bodies --- */

/* The post whose text alone may differ; NULL: it is something else. */
static struct post *find_post(const struct touch *touch, str path)
{
    str content = STR("content/");
    if (!str_starts(path, content)) {
        return NULL;
    }
    struct post *post =
        site_post(touch->site, str_from_offset(path, content.n), touch->arena);
    bool ours = post && post >= touch->site->all &&
                post < touch->site->all + touch->site->nall &&
                post->held == HELD_NOT;
    return ours ? post : NULL;
}

static void remake(struct touch *touch, struct post *post)
{
    body_remake(touch->facts, post);
    site_facts_of_text(touch->facts, post);
    body_to_step(touch->engine, post);
}

static bool is_one_of(const struct post *post, struct post *const *posts,
                      size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (posts[i] == post) {
            return true;
        }
    }
    return false;
}

/* Bodies that have read of those that changed. */
static void remake_others(struct touch *touch, struct post *const *changed,
                          size_t n)
{
    for (size_t i = 0; i < touch->site->nall; i++) {
        struct post *post = &touch->site->all[i];
        struct step *body =
            step_find(&touch->engine->steps, post->object.number);
        if (body && body->right && !is_one_of(post, changed, n) &&
            !dirty_check(touch->engine, body)) {
            remake(touch, post);
        }
    }
}

/* Of all files, before anything is made of one. */
static enum touch_state reload(struct touch *touch, const str *paths, size_t n,
                               struct post **changed, size_t *nchanged)
{
    for (size_t i = 0; i < n; i++) {
        struct fs_stat stat;
        struct post *post = find_post(touch, paths[i]);
        /* Where a link may lead is for a whole build to see. */
        if (!post || fs_kind(paths[i], false) != FS_FILE ||
            fs_stat(paths[i], &stat) != 0 || stat.kind != FS_FILE) {
            return TOUCH_WHOLE;
        }
        switch (site_reload(touch->site, post, &stat)) {
        case RELOAD_OTHER: return TOUCH_WHOLE;
        case RELOAD_SAME: break;
        case RELOAD_BODY: changed[(*nchanged)++] = post; break;
        }
    }
    return *nchanged ? TOUCH_DONE : TOUCH_SAME;
}

/* --- Outputs --- */

static size_t find_stale(struct touch *touch)
{
    size_t n = 0;
    for (size_t i = 0; i < touch->plan->outputs.n; i++) {
        const struct output *output = &touch->plan->outputs.p[i];
        if (!output->dropped && !dirty_check(touch->engine, output->step)) {
            touch->stale[n++] = i;
        }
    }
    return n;
}

/* What was made is right from now on, and facts that it is the first to read
 * get a hash. */
static void settle(struct touch *touch, size_t n)
{
    struct arena work = {0};
    struct live *live = live_empty(touch->facts, &work);
    uint32_t revision = touch->engine->facts.revision;
    for (size_t i = 0; i < n; i++) {
        const struct output *output = &touch->plan->outputs.p[touch->stale[i]];
        output_to_step(output, touch->engine, touch->site->options.now);
        live_add(live, output->step->key, output->trace);
    }
    for (size_t i = 0; i < touch->site->nall; i++) {
        uint32_t id = touch->site->all[i].object.number;
        const struct step *body = step_find(&touch->engine->steps, id);
        if (body && body->right == revision) {
            live_add(live, id, body->trace);
        }
    }
    engine_grow(touch->engine);
    site_facts_add(touch->facts, live->bits);
    arena_free(&work);
}

static void tell(struct touch *touch, struct post *const *changed, size_t n,
                 struct diags *diags)
{
    struct eval eval = touch->facts->workers->evals[0];
    eval.diags = diags;
    for (size_t i = 0; i < n; i++) {
        const struct derived *derived = atomic_load(changed[i]->derived);
        diags_merge(diags, &derived->warnings);
        view_reset(eval.host);
        link_check(changed[i], &eval);
        arena_clear(eval.arena);
    }
    foreign_tags_join(diags);
}

static bool publish_stale(struct touch *touch, size_t n, struct diags *diags,
                          struct touched *out)
{
    struct publish_counts counts;
    struct publish *publish =
        publish_open(&touch->folders, touch->arena, diags);
    if (!publish) {
        return false;
    }
    render_some(touch->rendering, touch->stale, n, publish, diags);
    bool done = publish_check(publish, diags) && !diags->errors &&
                !view_is_doubtful(touch->doubts) &&
                build_commit(touch->hooks, publish, diags, &counts);
    if (done) {
        settle(touch, n);
        out->written = publish_written(publish, &out->nwritten);
    }
    publish_close(publish);
    return done;
}

enum touch_state touch_posts(struct touch *touch, const str *paths, size_t n,
                             struct diags *diags, struct touched *out)
{
    struct post **changed = ARENA_ARRAY(touch->arena, struct post *, n);
    size_t nchanged = 0;
    *out = (struct touched){0};
    if (bytes_kept(touch) - touch->kept > MOST_KEPT) {
        return TOUCH_WHOLE;
    }
    enum touch_state state = touch->doubts->has_backlinks
                                 ? TOUCH_WHOLE
                                 : reload(touch, paths, n, changed, &nchanged);
    if (state != TOUCH_DONE) {
        return state;
    }
    engine_next_revision(touch->engine);
    for (size_t i = 0; i < nchanged; i++) {
        remake(touch, changed[i]);
    }
    remake_others(touch, changed, nchanged);
    tell(touch, changed, nchanged, diags);
    size_t stale = find_stale(touch);
    bool done = !diags->errors && publish_stale(touch, stale, diags, out);
    return view_is_doubtful(touch->doubts) ? TOUCH_WHOLE
           : done                          ? TOUCH_DONE
                                           : TOUCH_FAILED;
}
