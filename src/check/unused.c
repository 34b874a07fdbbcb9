/* SPDX-License-Identifier: MIT */
#include "base/pool.h"
#include "check/checks.h"
#include "files/fs.h"
#include "files/path.h"
#include "site/config/builtin.h"
#include "site/content/post.h"

/* --- pages --- */

/* Lists that the build makes by itself (a year's archive, an empty index of
 * tags) are the theme's to link to or not. */
static bool is_orphan(const struct check_file *file)
{
    return file->post && !file->linked && !file->post->front->unlisted &&
           !str_eq(file->path, STR("index.html")) &&
           !str_eq(file->path, STR("404.html"));
}

void links_check_orphans(const struct catalog *catalog,
                         struct findings *findings)
{
    for (size_t i = 0; i < catalog->n; i++) {
        const struct check_file *file = &catalog->files[i];
        if (!is_orphan(file)) {
            continue;
        }
        span title = post_span(file->post);
        str name = file->post->source->name;
        struct finding *finding = finding_add(
            findings, DIAG_WARNING, "orphan-page",
            (struct spot){name, name, NULL, title.off, title.len}, file->path);
        finding->message = STR("no other page links to it");
        finding->hint = STR("link to it, or write unlisted: true");
    }
}

/* --- files --- */

/* Browsers, servers and search engines look for it by its name, without a
 * link. */
static bool is_well_known(str path)
{
    static const str names[] = {
        STR_INIT("favicon"),        STR_INIT("apple-touch-icon"),
        STR_INIT("robots.txt"),     STR_INIT(".well-known/"),
        STR_INIT("CNAME"),          STR_INIT(".nojekyll"),
        STR_INIT(".htaccess"),      STR_INIT("_headers"),
        STR_INIT("_redirects"),     STR_INIT("ads.txt"),
        STR_INIT("humans.txt"),     STR_INIT("security.txt"),
        STR_INIT("keybase.txt"),    STR_INIT("google"),
        STR_INIT("BingSiteAuth"),   STR_INIT("browserconfig.xml"),
        STR_INIT("manifest.json"),  STR_INIT("sw.js"),
        STR_INIT("opensearch.xml"), STR_INIT("llms.txt"),
        STR_INIT("android-chrome"), STR_INIT("mstile"),
        STR_INIT("yandex_"),        STR_INIT("404"),
    };
    static const str licences[] = {STR_INIT("LICENSE"), STR_INIT("LICENCE"),
                                   STR_INIT("COPYING"), STR_INIT("OFL"),
                                   STR_INIT("README"),  STR_INIT("NOTICE")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (str_starts(path, names[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof licences / sizeof *licences; i++) {
        if (str_starts(path_base(path), licences[i])) {
            return true;
        }
    }
    return str_ends(path, STR(".webmanifest")) || str_ends(path, STR(".map"));
}

/* A site may use only some of the theme's files that it has copies of. */
static bool is_of_theme(str path)
{
    str prefix = STR("static/");
    for (size_t i = 0; i < builtin_count; i++) {
        str name = builtin_files[i].name;
        if (str_starts(name, prefix) &&
            str_eq(str_from_offset(name, prefix.n), path)) {
            return true;
        }
    }
    return false;
}

struct search {
    const struct catalog *catalog;
    struct multi_search names; /* each once; ids count from 0 */
    size_t n;                  /* their number */
    struct search_worker {
        struct arena work; /* reset after each file */
        bool *named;       /* by name: some text has it */
    } * workers;
};

static void search_file(void *context, size_t worker, size_t i)
{
    struct search *search = context;
    const struct check_file *file = &search->catalog->files[i];
    struct arena *work = &search->workers[worker].work;
    bool *named = search->workers[worker].named;
    const struct search_text *found;
    str text;
    if (file->kind == FILE_BINARY) {
        return;
    }
    if (fs_read(catalog_real(search->catalog, file, work), work, &text) != 0) {
        memset(named, true, search->n); /* it may name all of them */
        text = STR("");
    }
    for (size_t at = 0; (found = multi_search_next(&search->names, text, &at));
         at++) {
        for (; found;
             found = multi_search_also(&search->names, text, at, found)) {
            named[found->id] = true;
        }
    }
    arena_clear(work);
}

/* Sets named[i] of the first worker if some text has name i. */
static void find_names(struct search *search, size_t jobs, struct arena *arena)
{
    search->workers = arena_zalloc(arena, jobs, sizeof *search->workers);
    for (size_t i = 0; i < jobs; i++) {
        search->workers[i].named = arena_zalloc(arena, search->n, sizeof(bool));
    }
    pool_run(jobs, search->catalog->n, search_file, search);
    for (size_t i = 0; i < jobs; i++) {
        for (size_t j = 0; j < search->n; j++) {
            search->workers[0].named[j] |= search->workers[i].named[j];
        }
        arena_free(&search->workers[i].work);
    }
}

/* A file counts as used if its copy by asset() is; a picture is shown if a
 * form of it is used. */
static void mark_originals(const struct catalog *catalog)
{
    for (size_t i = 0; i < catalog->n; i++) {
        const struct check_file *file = &catalog->files[i];
        if (file->original && file->used) {
            file->original->shown |= file->is_form;
            file->original->used |= !file->is_form;
        }
    }
}

static void add_unused(struct findings *findings, const struct check_file *file)
{
    struct spot at = {file->source, file->source, NULL, 0, 0};
    if (!file->shown) {
        finding_add(findings, DIAG_WARNING, "unused-file", at, file->path)
            ->message = STR("it is published, but nothing refers to it");
    } else if (str_starts(file->source, STR("static/"))) {
        struct finding *finding = finding_add(
            findings, DIAG_ADVICE, "unused-original", at, file->path);
        finding->message =
            STR("it is published, but pages show only other sizes of it");
        finding->hint = STR("in content/ it is published if something links to "
                            "it");
    }
}

static bool is_unused(const struct check_file *file)
{
    return file->source.n && !file->used && !is_well_known(file->path) &&
           !is_of_theme(file->path) && path_base(file->path).n > 1;
}

void links_check_unused(const struct catalog *catalog, size_t jobs,
                        struct findings *findings)
{
    struct arena *arena = findings->arena;
    struct search *search = ARENA_NEW(arena, struct search);
    VEC(const struct check_file *) files = {0};
    struct map ids = {0}; /* name -> its id + 1 */
    search->catalog = catalog;
    mark_originals(catalog);
    for (size_t i = 0; i < catalog->n; i++) {
        const struct check_file *file = &catalog->files[i];
        str name = path_base(file->path);
        if (!is_unused(file)) {
            continue;
        }
        *VEC_PUSH(&files, arena) = file;
        void **id = map_put(&ids, arena, name);
        if (!*id) {
            multi_search_add(&search->names, arena, name, search->n);
            *id = (void *)(uintptr_t)++search->n;
        }
    }
    if (files.n) {
        find_names(search, jobs, arena);
    }
    for (size_t i = 0; i < files.n; i++) {
        str path = files.p[i]->path;
        uintptr_t id = (uintptr_t)map_get(&ids, path_base(path));
        if (!search->workers[0].named[id - 1]) {
            add_unused(findings, files.p[i]);
        }
    }
}
