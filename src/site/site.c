/* SPDX-License-Identifier: MIT */
#include "site/site.h"

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "dates/zone.h"
#include "files/fs.h"
#include "site/content/inherit.h"
#include "site/content/post.h"
#include "site/content/post_record.h"
#include "site/data_files.h"
#include "site/git_dates.h"
#include "site/image_sizes.h"
#include "site/known_names.h"
#include "site/organise/organise.h"
#include "site/organise/related.h"
#include "site/view/view.h"
#include "text/slug.h"
#include "text/url.h"

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
    if (posts->n) {
        qsort(posts->p, posts->n, sizeof *posts->p, compare_posts);
    }
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

/* --- settings --- */

static str without_slashes(str url)
{
    while (url.n && url.p[url.n - 1] == '/') {
        url.n--;
    }
    return url;
}

/* As it stands in examples. With a path behind it somebody has thought of it.
 */
static void check_placeholder(const struct config *config, struct diags *diags)
{
    str url = config->url;
    if (!config_is_nobodys(url) || url_path(url).n) {
        return;
    }
    struct diag *diag =
        diag_warning(diags, config->url_at, "placeholder-url",
                     "this address is nobody's: feeds, the sitemap and heads "
                     "send readers there");
    diag_hint(diag, "write the one at which people will read the site: "
                    "url: https://your.host");
}

static bool read_config(struct site *site, struct diags *diags)
{
    struct source *source = ARENA_NEW(site->arena, struct source);
    if (!config_open(source, site->arena, diags)) {
        return false;
    }
    bool good = config_read(source, site->arena, diags, &site->config);
    if (site->options.base_url.p) {
        site->config.url = without_slashes(site->options.base_url);
    } else {
        check_placeholder(&site->config, diags);
    }
    site->config.markdown.raw_html =
        site->config.markdown.raw_html && !site->options.untrusted;
    site->author.config = &site->config.author;
    site->authors = arena_zalloc(site->arena, site->config.authors.n,
                                 sizeof *site->authors);
    for (size_t i = 0; i < site->config.authors.n; i++) {
        site->authors[i].config = &site->config.authors.p[i];
    }
    return good;
}

/* --- files --- */

struct loading {
    struct site *site;
    struct buf *records; /* one per worker */
    bool *failed;        /* one per file */
};

/* What a parser leaves behind is many times as large as what it found out: that
 * is taken from the record, which is made now, before anything that is learnt
 * of the others is written into the post. */
static bool load_as_record(const struct site *site, struct post *post,
                           const struct source *file, struct arena *keep,
                           struct arena *work, struct buf *record)
{
    const struct post empty = *post;
    if (!post_load(site, post, file, work, work, &post->warnings)) {
        *post = empty;
        diags_init(&post->warnings, keep);
        return false;
    }
    buf_clear(record);
    post_pack(post, record);
    struct post loaded = empty;
    loaded.file_hash = post->file_hash;
    loaded.warnings = post->warnings;
    loaded.record = arena_str(keep, buf_str(record));
    *post = loaded;
    struct unpack in = unpack_of(loaded.record);
    bool read = post_unpack(site, post, &in, keep);
    if (!read) {
        *post = empty;
    }
    return read;
}

static bool read_post(const struct site *site, struct post *post,
                      struct arena *work, struct source *file)
{
    const struct site_memory *memory = site->options.memory;
    file->name = post_file_name(post->file, work);
    return (memory && memory->text &&
            memory->text(memory->host, post->file->path, work, &file->text)) ||
           post_read(post, work, &post->warnings, file);
}

/* The file is read once: what is made of it is all of one text. */
static bool load_post(struct loading *loading, size_t worker, struct post *post)
{
    const struct site *site = loading->site;
    struct arena *keep = &site->workers[worker];
    struct arena *work = &site->scratch[worker];
    const struct site_memory *memory = site->options.memory;
    struct source file = {0};
    diags_init(&post->warnings, keep);
    const struct post empty = *post;
    if (memory && memory->recall &&
        memory->recall(memory->host, site, post, keep)) {
        return true;
    }
    *post = empty;
    return (read_post(site, post, work, &file) &&
            load_as_record(site, post, &file, keep, work,
                           &loading->records[worker])) ||
           post_load(site, post, &file, keep, work, &post->warnings);
}

static void load_one(void *context, size_t worker, size_t i)
{
    struct loading *loading = context;
    if (site_is_cancelled(loading->site)) {
        return;
    }
    loading->failed[i] = !load_post(loading, worker, &loading->site->all[i]);
    arena_clear(&loading->site->scratch[worker]);
    progress_step(loading->site->options.progress);
}

/* Files with errors are left out from here on. */
static void drop_failed(struct site *site, const bool *failed)
{
    size_t kept = 0;
    for (size_t i = 0; i < site->nall; i++) {
        if (failed[i]) {
            struct post *post = ARENA_NEW(site->arena, struct post);
            memmove(post, &site->all[i], sizeof *post);
            posts_add(&site->broken, site->arena, post);
        } else {
            memmove(&site->all[kept++], &site->all[i], sizeof *site->all);
        }
    }
    site->nall = kept;
}

static void load_files(struct site *site, struct diags *diags)
{
    struct arena *arena = site->arena;
    size_t jobs = site->options.jobs;
    site->all = arena_zalloc(arena, site->content.files.n, sizeof *site->all);
    _Atomic(const struct derived *) *places =
        arena_zalloc(arena, site->content.files.n, sizeof *places);
    for (size_t i = 0; i < site->content.files.n; i++) {
        const struct content_file *file = &site->content.files.p[i];
        if (file->kind != CONTENT_ASSET) {
            struct post *post = &site->all[site->nall];
            post->file = file;
            post->derived = &places[site->nall++];
        }
    }
    struct loading loading = {
        .site = site,
        .records = arena_zalloc(arena, jobs, sizeof(struct buf)),
        .failed = arena_zalloc(arena, site->nall, sizeof(bool)),
    };
    progress_begin(site->options.progress, "reading", site->nall);
    pool_run(jobs, site->nall, load_one, &loading);
    for (size_t i = 0; i < site->nall; i++) {
        diags_merge(diags, &site->all[i].warnings);
    }
    for (size_t i = 0; i < jobs; i++) {
        buf_free(&loading.records[i]);
    }
    drop_failed(site, loading.failed);
}

/* Which files there are, unless somebody remembers that they are the same. */
static bool scan(struct site *site, struct diags *diags)
{
    const struct site_memory *memory = site->options.memory;
    struct content_from from = {.dir = STR("content"),
                                .untrusted = site->options.untrusted};
    if (memory) {
        from.text = memory->text;
        from.host = memory->host;
    }
    if (memory && !memory->open(memory->host, site, diags, &from.walked)) {
        return false;
    }
    return content_scan(&from, &site->config, site->arena, diags,
                        &site->content);
}

bool site_is_cancelled(const struct site *site)
{
    const atomic_bool *cancel = site->options.cancel;
    return cancel && atomic_load(cancel);
}

struct site *site_load(const struct site_options *options, struct arena *arena,
                       struct diags *diags)
{
    struct site *site = ARENA_NEW(arena, struct site);
    site->arena = arena;
    site->options = *options;
    site->data = ARENA_NEW(arena, struct data_folder);
    site->workers = arena_zalloc(arena, options->jobs, sizeof(struct arena));
    site->scratch = arena_zalloc(arena, options->jobs, sizeof(struct arena));
    site->image_sizes = image_sizes_new(arena);
    site->doubts = ARENA_NEW(arena, struct site_doubts);
    site->file_names = file_names_new(arena);
    read_config(site, diags);
    if (!site->config.source || !scan(site, diags)) {
        site_free(site);
        return NULL;
    }
    site->root = address_make(arena, &site->config, STR(""));
    site->now =
        date_in_zone((struct date){.instant = options->now}, site->config.zone);
    load_files(site, diags);
    if (site_is_cancelled(site)) {
        return site;
    }
    struct tree_site tree = content_tree(&site->config, false);
    site->data_unread =
        !data_files_load(STR("data"), &tree, arena, diags, site->data);
    inherit(site, diags);
    git_dates_set(site, diags);
    organise(site, diags);
    if (site_is_cancelled(site)) {
        return site;
    }
    for (size_t i = 0; i < site->languages.n; i++) {
        related_prepare(site->languages.p[i]);
        menu_make(site->languages.p[i], diags);
    }
    view_init_site(site);
    return site;
}

/* All that loading makes of the file, but for its hash, is what it was. */
static bool is_as_loaded(const struct post *post, const struct post *now)
{
    struct buf record = {0};
    post_pack(now, &record);
    bool same = str_eq(buf_str(&record), post->record) &&
                now->warnings.list.n == post->warnings.list.n;
    buf_free(&record);
    return same;
}

/* HTML without front matter is a file as any other. */
static bool is_still_post(const struct post *post)
{
    return !post->file->html || frontmatter_begins(post->source->text);
}

enum site_reload site_reload(struct site *site, struct post *post,
                             const struct fs_stat *stat)
{
    struct arena *work = &site->scratch[0];
    struct content_file *file =
        &site->content.files.p[post->file - site->content.files.p];
    struct post now = {.file = post->file, .derived = post->derived};
    enum site_reload answer = RELOAD_OTHER;
    struct source text = {0};
    diags_init(&now.warnings, work);
    if (post_read(&now, work, &now.warnings, &text) &&
        post_load(site, &now, &text, work, work, &now.warnings) &&
        is_as_loaded(post, &now) && is_still_post(&now)) {
        answer = now.file_hash == post->file_hash ? RELOAD_SAME : RELOAD_BODY;
        file->stat = *stat;
        post->file_hash = now.file_hash;
    }
    if (answer == RELOAD_BODY) {
        atomic_store(post->derived, NULL);
    }
    arena_clear(work);
    return answer;
}

bool site_is_doubtful(const struct site *site)
{
    return atomic_load(&site->doubts->torn) ||
           atomic_load(&site->doubts->wants_backlinks);
}

void site_free(struct site *site)
{
    image_sizes_free(site->image_sizes);
    file_names_free(site->file_names);
    for (size_t i = 0; i < site->options.jobs; i++) {
        arena_free(&site->workers[i]);
        arena_free(&site->scratch[i]);
    }
}
