/* SPDX-License-Identifier: MIT */
#include "site/site_load.h"

#include <string.h>

#include "base/diag/diag.h"
#include "base/pool.h"
#include "dates/zone.h"
#include "recipe/lexicon.h"
#include "secrets/secrets.h"
#include "site/content/inherit.h"
#include "site/content/post.h"
#include "site/content/post_record.h"
#include "site/data_files.h"
#include "site/names/file_names.h"
#include "site/names/post_names.h"
#include "site/organise/menu.h"
#include "site/organise/organise.h"
#include "site/view/view.h"
#include "text/url.h"

/* --- settings --- */

/* An address from examples, or the preview's. */
static void check_placeholder(const struct config *config, struct diags *diags)
{
    bool local =
        str_is_word_of(url_host(config->url), STR("localhost 127.0.0.1"));
    if (!local && !config_is_example(config->url)) {
        return;
    }
    struct diag *diag = diag_warning(
        diags, config->url_at, "placeholder-url",
        "this address is %s: feeds, the sitemap and heads send readers there",
        local ? "your own machine's" : "an example");
    diag_hint(diag, "write the one at which people will read the site");
}

static void read_config(struct site *site, struct diags *diags)
{
    struct source *source = ARENA_NEW(site->arena, struct source);
    if (!config_open(source, site->arena, diags)) {
        return;
    }
    config_read(source, site->arena, diags, &site->config);
    if (site->options.base_url.p) {
        str url = site->options.base_url;
        while (str_ends(url, STR("/"))) {
            url.n--;
        }
        site->config.url = url;
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
}

struct site *site_open(const struct site_options *options, struct arena *arena,
                       struct diags *diags)
{
    struct site *site = ARENA_NEW(arena, struct site);
    site->arena = arena;
    site->options = *options;
    site->data = ARENA_NEW(arena, struct data_folder);
    site->code = ARENA_NEW(arena, struct language_set);
    language_set_init(site->code);
    site->recipe_words = ARENA_NEW(arena, struct lexicon_set);
    lexicon_set_init(site->recipe_words);
    site->workers = arena_zalloc(arena, options->jobs, sizeof(struct arena));
    site->scratch = arena_zalloc(arena, options->jobs, sizeof(struct arena));
    site->ntexts = options->jobs * KEPT_TEXTS;
    site->texts = arena_zalloc(arena, site->ntexts, sizeof *site->texts);
    site->file_names = file_names_new(arena);
    site->post_names = post_names_new(arena);
    read_config(site, diags);
    if (!site->config.source) {
        site_free(site);
        return NULL;
    }
    site->root = address_make(arena, &site->config, STR(""));
    site->now =
        date_in_zone((struct date){.instant = options->now}, site->config.zone);
    return site;
}

/* --- files --- */

struct loading {
    const struct site *site;
    struct loaded_post *posts;
    const struct known_post **known; /* by number in posts, or NULL */
    size_t n;
    struct buf *records; /* one per worker */
};

/* One post on its way. */
struct loading_post {
    const struct site *site;
    struct loaded_post *post;
    struct loaded_post empty; /* as it was */
    struct arena *keep;
    struct arena *work;
    struct buf *record;
    struct diags warnings;
};

/* A parser leaves behind many times the memory of its results: these are taken
 * from the record. */
static bool load_as_record(struct loading_post *one, const struct source *file)
{
    struct loaded_post *post = one->post;
    if (!post_load(one->site, post, file, one->work, one->work,
                   &one->warnings)) {
        *post = one->empty;
        diags_init(&one->warnings, one->keep);
        return false;
    }
    buf_clear(one->record);
    post_pack(post, one->record);
    struct loaded_post loaded = one->empty;
    loaded.file_hash = post->file_hash;
    loaded.record = arena_str(one->keep, buf_str(one->record));
    *post = loaded;
    struct unpack in = unpack_of(loaded.record);
    bool read = post_unpack(post, &in, one->keep);
    if (!read) {
        *post = one->empty;
    }
    return read;
}

static bool take_known(struct loading_post *one, const struct known_post *known)
{
    struct loaded_post *post = one->post;
    struct unpack record = unpack_of(known->record);
    struct unpack warnings = unpack_of(known->warnings);
    if (!known->record.p || !post_unpack(post, &record, one->keep) ||
        !diags_unpack(&one->warnings, &warnings)) {
        return false;
    }
    post->file_hash = known->hash;
    post->record = known->record;
    post->recalled = true;
    return true;
}

/* The file is read once: all results are of one text. A file with errors is
 * parsed once more, into `keep`. */
static bool load_post(struct loading_post *one, const struct known_post *known)
{
    const struct content_file *of = one->post->file;
    struct source file = {.name = of->source};
    if (known && take_known(one, known)) {
        return true;
    }
    *one->post = one->empty;
    bool read = content_changes_text(&one->site->options.changes, of->path,
                                     one->work, &file.text) ||
                post_read(of, &of->stat, one->work, &one->warnings, &file);
    return (read && load_as_record(one, &file)) ||
           post_load(one->site, one->post, &file, one->keep, one->work,
                     &one->warnings);
}

static void load_one(void *context, size_t worker, size_t i)
{
    const struct loading *loading = context;
    const struct site *site = loading->site;
    struct loaded_post *post = &loading->posts[i];
    struct loading_post one = {.site = site,
                               .post = post,
                               .empty = *post,
                               .keep = &site->workers[worker],
                               .work = &site->scratch[worker],
                               .record = &loading->records[worker]};
    post->warnings = &diags_none;
    if (site_is_cancelled(site)) {
        return;
    }
    diags_init(&one.warnings, one.keep);
    post->failed = !load_post(&one, loading->known ? loading->known[i] : NULL);
    post->warnings = diags_keep(&one.warnings);
    arena_clear(one.work);
    progress_step(site->options.progress);
}

/* Files with errors are left out of all that follows. */
static void make_posts(struct site *site, struct loaded_post *loaded, size_t n)
{
    _Atomic(const struct derived *) *derived =
        arena_zalloc(site->arena, n, sizeof *derived);
    site->all = arena_zalloc(site->arena, n, sizeof *site->all);
    for (size_t i = 0; i < n; i++) {
        struct loaded_post *one = &loaded[i];
        struct post *post = one->failed ? ARENA_NEW(site->arena, struct post)
                                        : &site->all[site->nall++];
        *post = (struct post){
            .kind = post_kind(one->file),
            .loaded = one,
            .file = one->file,
            .source = one->source,
            .front = &one->front,
            .has_date = one->has_date,
            .date = one->date,
            .title = one->title,
            .lang = post_language(site, &one->front, one->file),
            .slug = one->slug,
            .derived = &derived[i],
        };
        if (one->failed) {
            posts_add(&site->broken, site->arena, post);
        }
    }
}

static void load_posts(struct site *site, const struct known_post *known,
                       struct diags *diags)
{
    struct arena *arena = site->arena;
    size_t jobs = site->options.jobs;
    size_t nposts = 0;
    for (size_t i = 0; i < site->content.files.n; i++) {
        nposts += site->content.files.p[i]->kind != CONTENT_ASSET;
    }
    struct loading loading = {
        .site = site,
        .posts = arena_zalloc(arena, nposts, sizeof(struct loaded_post)),
        .records = arena_zalloc(arena, jobs, sizeof(struct buf)),
    };
    if (known) {
        loading.known = ARENA_ARRAY(arena, const struct known_post *, nposts);
    }
    for (size_t i = 0; i < site->content.files.n; i++) {
        const struct content_file *file = site->content.files.p[i];
        if (file->kind == CONTENT_ASSET) {
            continue;
        }
        if (known) {
            loading.known[loading.n] = &known[i];
        }
        loading.posts[loading.n++].file = file;
    }
    progress_begin(site->options.progress, "reading", loading.n);
    pool_run(jobs, loading.n, load_one, &loading);
    for (size_t i = 0; i < loading.n; i++) {
        diags_merge(diags, loading.posts[i].warnings);
    }
    for (size_t i = 0; i < jobs; i++) {
        buf_free(&loading.records[i]);
    }
    make_posts(site, loading.posts, loading.n);
}

bool site_scan(struct site *site, const struct fs_list *walked,
               struct diags *diags)
{
    const struct content_from from = {.dir = STR("content"),
                                      .walked = walked,
                                      .changes = &site->options.changes,
                                      .untrusted = site->options.untrusted};
    struct arena *arena = &site->workers[0];
    struct diags said;
    diags_init(&said, arena);
    bool done =
        content_scan(&from, &site->config, arena, &said, &site->content);
    diags_copy(&said, diags); /* the site may be dropped */
    return done;
}

void site_load(struct site *site, const struct known_post *known,
               struct diags *diags)
{
    load_posts(site, known, diags);
    if (site_is_cancelled(site)) {
        return;
    }
    struct tree_site tree = content_tree(&site->config, false);
    site->data_unread =
        !data_files_load(STR("data"), &tree, site->arena, diags, site->data);
    site->secrets = secret_rules_load(site->arena);
    code_languages_load(STR("languages"), &tree, site->arena, diags,
                        site->code);
}

void site_organise(struct site *site, struct diags *diags)
{
    if (site_is_cancelled(site)) {
        return;
    }
    inherit(site, diags);
    git_dates_set(site, diags);
    organise(site, diags);
    if (site_is_cancelled(site)) {
        return;
    }
    for (size_t i = 0; i < site->languages.n; i++) {
        menu_make(site->languages.p[i], diags);
    }
    view_init_site(site);
}

void site_free(struct site *site)
{
    file_names_free(site->file_names);
    post_names_free(site->post_names);
    language_set_free(site->code);
    lexicon_set_free(site->recipe_words);
    for (size_t i = 0; i < site->options.jobs; i++) {
        arena_free(&site->workers[i]);
        arena_free(&site->scratch[i]);
    }
    for (size_t i = 0; i < site->ntexts; i++) {
        text_store_free(&site->texts[i]);
    }
}
