/* SPDX-License-Identifier: MIT */
#include "builder/touch.h"

#include "builder/built.h"
#include "builder/render.h"
#include "files/state_file.h"
#include "site/body/body.h"
#include "site/body/foreign_tags.h"
#include "site/body/link_check.h"

/* What a change leaves behind in arenas: a hundred edits of usual posts. */
enum { MOST_KEPT = 32 << 20 };

struct touch {
    struct arena *arena;
    struct site *site;
    struct plan *plan;
    struct publish_options folders;
    const struct build_hooks *hooks;
    struct recall recall;
    struct rendering *rendering;
    size_t *stale; /* numbers of Outputs */
    bool *patched; /* by number: it is not as the ledger has it */
    bool *remade;  /* by number in site->all: nor is its body */
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
    struct built *built = result->built;
    struct touch *touch = ARENA_NEW(arena, struct touch);
    touch->arena = arena;
    touch->site = built->site;
    touch->hooks = options->hooks;
    touch->plan = &built->plan;
    touch->folders = (struct publish_options){
        .output =
            options->output.p ? options->output : built->site->config.output,
        .state = STR(".crumb"),
        .no_sync = true,
        .patch = true,
        .jobs = built->site->options.jobs};
    struct recall *recall = &touch->recall;
    if (!recall_reopen(recall,
                       publish_state_path(touch->folders.output,
                                          touch->folders.state, "ledger",
                                          arena),
                       arena)) {
        return NULL;
    }
    touch->rendering = rendering_new(built->site, &built->plan,
                                     &built->shortcodes, &built->theme, recall);
    recall_assume(recall, rendering_facts(touch->rendering));
    for (size_t i = 0; i < touch->plan->outputs.n; i++) {
        struct output *output = &touch->plan->outputs.p[i];
        output->last = recall_output(recall, output->address->file);
    }
    touch->stale = ARENA_ARRAY(arena, size_t, touch->plan->outputs.n);
    touch->patched = arena_zalloc(arena, touch->plan->outputs.n, sizeof(bool));
    touch->remade = arena_zalloc(arena, touch->site->nall, sizeof(bool));
    touch->kept = bytes_kept(touch);
    return touch;
}

void touch_free(struct touch *touch)
{
    if (touch) {
        fs_own_unmap(touch->recall.mapped);
    }
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
    const struct recall_work *work = rendering_work(touch->rendering);
    struct eval *eval = &work->evals[0];
    struct view *view = eval->host;
    view_reset(view);
    post->kept = true;
    body_derive(post, eval);
    arena_clear(eval->arena);
    recall_compare_body(&touch->recall, post, &work->hashing[0], view->keep);
    touch->remade[post - touch->site->all] = true;
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

/* Bodies that have read of those that changed; and those that were remade
 * earlier, of which the ledger doesn't know what they have read. */
static void remake_others(struct touch *touch, struct post *const *changed,
                          size_t n)
{
    struct recall *recall = &touch->recall;
    struct culprit culprit;
    for (size_t i = 0; i < touch->site->nall; i++) {
        struct post *post = &touch->site->all[i];
        const struct ledger_post *last =
            recall_find_post(recall, post->file->path);
        bool stale =
            touch->remade[i] || (last && last->derived.p &&
                                 !recall_holds(recall, last->trace, &culprit));
        if (stale && !is_one_of(post, changed, n)) {
            atomic_store(post->derived, NULL);
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
    struct culprit culprit;
    size_t n = 0;
    for (size_t i = 0; i < touch->plan->outputs.n; i++) {
        const struct output *output = &touch->plan->outputs.p[i];
        if (!output->dropped && output->last &&
            (touch->patched[i] ||
             !recall_holds(&touch->recall, output->last->trace, &culprit))) {
            touch->patched[i] = true;
            touch->stale[n++] = i;
        }
    }
    return n;
}

static void tell(struct touch *touch, struct post *const *changed, size_t n,
                 struct diags *diags)
{
    const struct recall_work *work = rendering_work(touch->rendering);
    struct eval eval = work->evals[0];
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
                !site_is_doubtful(touch->site) &&
                build_commit(touch->hooks, publish, diags, &counts);
    if (done) {
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
    enum touch_state state = touch->site->doubts->has_backlinks
                                 ? TOUCH_WHOLE
                                 : reload(touch, paths, n, changed, &nchanged);
    if (state != TOUCH_DONE) {
        return state;
    }
    recall_forget(&touch->recall);
    for (size_t i = 0; i < nchanged; i++) {
        remake(touch, changed[i]);
    }
    remake_others(touch, changed, nchanged);
    tell(touch, changed, nchanged, diags);
    size_t stale = find_stale(touch);
    bool done = !diags->errors && publish_stale(touch, stale, diags, out);
    return site_is_doubtful(touch->site) ? TOUCH_WHOLE
           : done                        ? TOUCH_DONE
                                         : TOUCH_FAILED;
}
