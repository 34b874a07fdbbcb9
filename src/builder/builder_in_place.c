/* SPDX-License-Identifier: MIT */
#include "builder/builder_in_place.h"

#include <time.h>

#include "builder/scan/content_walk.h"
#include "engine/dirty.h"
#include "site/organise/organise.h"
#include "site/site_reload.h"
#include "site/view/link_check.h"
#include "steps/bodies.h"
#include "steps/outputs.h"
#include "steps/post_change.h"

/* What was saved, read before anything is changed. */
struct edits {
    struct reloaded_post *posts;
    size_t nposts;
    bool templates;
    size_t n;             /* posts that differ */
    struct post *goes;    /* it is no longer there, or elsewhere; or NULL */
    struct new_post come; /* a post that was not there; or no path */
    struct arena *arena;
};

/* --- what was saved --- */

/* The post that may stay where it is; NULL: it is something else. */
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

/* One post may come and one may go in an update, perhaps the same: a second one
 * would have to be read when the first has come. */
static bool read_new(const struct builder *builder, str path,
                     const struct fs_stat *stat, struct edits *edits)
{
    str content = STR("content/");
    return !edits->come.path.n && str_starts(path, content) &&
           post_may_come(builder->good, str_from_offset(path, content.n), stat,
                         &builder->outputs, edits->goes, &edits->come);
}

static bool read_gone(const struct builder *builder, struct post *post,
                      struct edits *edits)
{
    bool first = !edits->goes;
    edits->goes = post;
    return first &&
           post_may_go(builder->good, post, &builder->outputs, edits->arena);
}

static bool read_post(const struct builder *builder, str path,
                      struct edits *edits)
{
    struct fs_stat stat;
    struct post *post = find_post(builder, path);
    enum fs_kind kind = fs_kind(path, false);
    if (post && kind == FS_MISSING) {
        return read_gone(builder, post, edits);
    }
    /* Where a link may lead is for a walk to see. */
    if (kind != FS_FILE || fs_stat(path, &stat) != 0 || stat.kind != FS_FILE) {
        return false;
    }
    if (!post) {
        return read_new(builder, path, &stat, edits);
    }
    struct reloaded_post *again = &edits->posts[edits->nposts++];
    *again = site_read_again(builder->good->site, post, &stat, edits->arena);
    if (again->what == RELOAD_OTHER) { /* it stands elsewhere from now on */
        edits->nposts--;
        return read_gone(builder, post, edits) &&
               read_new(builder, path, &stat, edits);
    }
    edits->n += again->what != RELOAD_SAME;
    return true;
}

/* Words of the interface are in the plan as well. */
static bool is_template(str path)
{
    return str_starts(path, STR("templates/")) &&
           !str_starts(path, STR("templates/i18n"));
}

/* False: more than that was saved. */
static bool read_edits(const struct builder *builder,
                       const struct changed_files *changed, struct edits *edits)
{
    bool all = true;
    for (size_t i = 0; all && i < changed->n; i++) {
        if (is_template(changed->paths[i])) {
            edits->templates = true;
        } else {
            all = read_post(builder, changed->paths[i], edits);
        }
    }
    return all;
}

/* --- posts --- */

static void remake(struct builder *builder, struct post *post)
{
    body_remake(builder->facts, post);
    site_facts_of_text(builder->facts, post);
    builder->noted[post - builder->good->site->all] = false;
}

static bool is_one_of(const struct post *post, const struct edits *edits)
{
    bool is = false;
    for (size_t i = 0; !is && i < edits->nposts; i++) {
        is =
            edits->posts[i].post == post && edits->posts[i].what != RELOAD_SAME;
    }
    return is;
}

static void remake_stale(struct builder *builder, const struct edits *edits,
                         uint32_t key)
{
    struct engine *engine = builder_engine(builder);
    struct step *body = step_find(&engine->steps, key);
    struct post *post = (struct post *)(uintptr_t)changed_sources_post(
        &builder->facts->changed, key);
    bool known = post && (atomic_load(post->derived) || post->body);
    if (known && body && body->right &&
        body->stale != engine->facts.revision && /* not looked at yet */
        !is_one_of(post, edits) && !dirty_check(engine, body)) {
        remake(builder, post);
    }
}

static void remake_readers(struct builder *builder, const struct edits *edits,
                           uint32_t key)
{
    const struct readers *readers = builder_readers(builder);
    const struct reader *reader;
    for (uint32_t i = readers_of(readers, key); i; i = reader->next) {
        reader = reader_get(readers, i);
        remake_stale(builder, edits, reader->step);
    }
}

/* Bodies that have read of what changed. One round is enough: bodies_refresh
 * says why. */
static void remake_others(struct builder *builder, const struct edits *edits)
{
    const struct fact_table *facts = &builder_engine(builder)->facts;
    uint32_t key = facts_first_changed(facts);
    remake_readers(builder, edits, 0);
    for (; key; key = facts_next_changed(facts, key)) {
        remake_readers(builder, edits, key);
    }
}

static void take_posts(struct builder *builder, const struct edits *edits,
                       int64_t seen)
{
    bool words = false;
    for (size_t i = 0; i < edits->nposts; i++) {
        const struct reloaded_post *again = &edits->posts[i];
        site_reload(builder->good->site, again);
        if (again->what == RELOAD_WORDS) {
            site_facts_of_front(builder->facts, again->post);
            words = true;
        }
    }
    if (words) {
        site_facts_of_titles(builder->facts);
    }
    for (size_t i = 0; i < edits->nposts; i++) {
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

/* Pages that show a body with errors report them. */
static void check_text(struct builder *builder, const struct post *post,
                       struct diags *diags)
{
    struct render_context ctx = builder->facts->workers->contexts[0];
    const struct derived *derived = atomic_load(post->derived);
    ctx.diags = diags;
    if (!derived->warnings->errors) {
        diags_merge(diags, derived->warnings);
        view_reset(ctx.host);
        link_check(post, &ctx);
        arena_clear(ctx.arena);
    }
}

static void check_texts(struct builder *builder, const struct edits *edits,
                        const struct post *came, struct diags *diags)
{
    for (size_t i = 0; i < edits->nposts; i++) {
        if (edits->posts[i].what != RELOAD_SAME) {
            check_text(builder, edits->posts[i].post, diags);
        }
    }
    if (came) {
        check_text(builder, came, diags);
    }
}

/* --- posts that come and go --- */

static void note_outputs(struct builder *builder,
                         const struct plan_change *change)
{
    struct arena *arena = builder->good->site->arena;
    pthread_mutex_lock(&builder->lock);
    for (size_t i = 0; i < change->gone.n; i++) {
        str file = change->gone.p[i]->address->file;
        *map_put(&builder->outputs, arena, file) = NULL;
    }
    for (size_t i = 0; i < change->made.n; i++) {
        struct output *output = change->made.p[i];
        *map_put(&builder->outputs, arena, output->address->file) = output;
    }
    pthread_mutex_unlock(&builder->lock);
    for (size_t i = 0; i < change->gone.n; i++) {
        builder_add_change(builder, change->gone.p[i]->address->file);
    }
    for (size_t i = 0; i < change->made.n; i++) {
        builder_add_change(builder, change->made.p[i]->address->file);
    }
}

/* Returns the post that came; NULL: none did. */
static struct post *come_and_go(struct builder *builder,
                                const struct edits *edits, int64_t seen,
                                struct arena *work)
{
    struct plan_change gone = {.arena = work};
    struct plan_change made = {.arena = work};
    struct post *post = NULL;
    if (edits->goes) {
        post_go(builder->good, builder->facts, edits->goes, &builder->outputs,
                &gone);
        note_outputs(builder, &gone);
    }
    if (edits->come.path.n) {
        post = post_come(builder->good, builder->facts, &edits->come,
                         &builder->outputs, &made);
        file_learn(builder_engine(builder), post, seen);
        note_outputs(builder, &made);
    }
    if (edits->goes || post) {
        builder->is_walked = false;
        builder->facts->changed.order = organise_hash(builder->good->site);
        builder->past->last.order = builder->facts->changed.order;
    }
    return post;
}

/* --- templates --- */

/* NULL: they have errors, reported, or *other: pages are made of more with them
 * than this generation has. */
static struct theme *compile(struct builder *builder, struct diags *diags,
                             bool *other)
{
    struct generation *good = builder->good;
    struct theme *theme = theme_open(good->site, diags);
    theme_compile(theme, good->site, &good->plan, diags);
    *other = theme->files.names_backlinks ||
             !theme_has_same_shortcodes(theme, good->theme);
    if (*other || diags->errors) {
        theme_free(theme);
        return NULL;
    }
    return theme;
}

static void take_theme(struct builder *builder, struct theme *theme)
{
    generation_take_theme(builder->good, theme);
    site_facts_of_theme(builder->facts);
    builder_add_stale_sheets(builder, &builder->good->plan, builder->past);
}

/* --- both --- */

static void show(struct builder *builder, const struct edits *edits,
                 struct theme *theme, int64_t seen, struct diags *diags)
{
    struct arena work = {0};
    engine_next_revision(builder_engine(builder));
    builder_clear_changes(builder);
    if (theme) {
        take_theme(builder, theme);
    }
    struct post *came = come_and_go(builder, edits, seen, &work);
    take_posts(builder, edits, seen);
    if (came) {
        remake(builder, came);
    }
    remake_others(builder, edits);
    builder_learn(builder, NULL, 0);
    arena_free(&work);
    check_texts(builder, edits, came, diags);
}

/* A clock, or what readers of backlinks see, may be another one as well. */
static bool may_stay(const struct builder *builder)
{
    return time(NULL) < builder->until &&
           !builder->good->shared.doubts.has_backlinks &&
           !builder_is_worn_out(builder);
}

bool builder_update_in_place(struct builder *builder,
                             const struct changed_files *changed,
                             struct diags *diags, enum update_result *result)
{
    /* As long as the site: to read the clock now is to write to a disk. The
     * next start reads files that are younger. */
    int64_t seen = builder->past->last.seen;
    struct site *site = builder->good->site;
    struct arena *arena = &builder->results;
    struct edits edits = {
        .posts = ARENA_ARRAY(arena, struct reloaded_post, changed->n),
        .arena = arena};
    struct theme *theme = NULL;
    bool other = false;
    struct diags said;
    diags_init(&said, diags->arena);
    if (!builder->options.now_given) {
        site->options.now = time(NULL);
    }
    if (!may_stay(builder) || !read_edits(builder, changed, &edits)) {
        return false;
    }
    if (edits.templates) {
        theme = compile(builder, &said, &other);
    }
    if (other) {
        return false;
    }
    diags_merge(diags, &said);
    if (edits.templates && !theme) {
        builder->behind = true;
        *result = UPDATE_BAD;
        return true;
    }
    *result = UPDATE_SAME;
    if (!theme && !edits.n && !edits.goes && !edits.come.path.n) {
        take_posts(builder, &edits, seen);
        return true;
    }
    show(builder, &edits, theme, seen, diags);
    *result = diags->errors ? UPDATE_BAD : UPDATE_DONE;
    if (*result == UPDATE_DONE) {
        builder_next_revision(builder);
    }
    return !view_is_doubtful(&builder->good->shared.doubts);
}
