/* SPDX-License-Identifier: MIT */
#include "check/join.h"

#include "base/pool.h"
#include "files/fs.h"
#include "files/path.h"
#include "site/content/post.h"
#include "text/url.h"

struct join {
    struct catalog *catalog;
    struct findings *findings;
    struct arena *arena;
    struct check_file *from;
    const struct check_link *link;
    struct map hints; /* dead path -> struct hint */
};

struct hint {
    str text;
};

static struct spot spot_of(const struct join *join)
{
    return (struct spot){join->from->name, join->from->real, join->from->post,
                         join->link->off, join->link->len};
}

/* --- dead links --- */

static const struct post *held_at(const struct catalog *catalog, str path,
                                  struct arena *arena)
{
    const struct post *post = map_get(&catalog->held, path);
    str slash = path.n && !str_ends(path, STR("/")) ? STR("/") : STR("");
    return post ? post
                : map_get(&catalog->held,
                          arena_printf(arena, "%.*s%.*sindex.html",
                                       STR_ARG(path), STR_ARG(slash)));
}

static void report_held(struct join *join, const struct post *post)
{
    const struct target *target = join->link->target;
    struct finding *finding =
        finding_add(join->findings, DIAG_ERROR, "leaked-draft", spot_of(join),
                    post->source->name);
    finding_say(join->findings, finding,
                "this leads to %.*s, which is not published",
                STR_ARG(post->source->name));
    finding->seek = target->value;
    finding->link = true;
}

/* The same for every page that has the link. */
static str hint_for(struct join *join)
{
    const struct target *target = join->link->target;
    void **known = map_put(&join->hints, join->arena, target->path);
    if (!*known) {
        struct hint *hint = ARENA_NEW(join->arena, struct hint);
        if (join->hints.n <= CATALOG_HINTS) {
            hint->text = catalog_hint(join->catalog, target, join->arena);
        }
        *known = hint;
    }
    return ((struct hint *)*known)->text;
}

static void report_dead(struct join *join)
{
    const struct target *target = join->link->target;
    const struct post *held = held_at(join->catalog, target->path, join->arena);
    if (held) {
        report_held(join, held);
        return;
    }
    /* A relative one leads elsewhere from each list that shows the post. */
    bool rooted =
        str_starts(target->value, STR("/")) || url_is_absolute(target->value);
    struct finding *finding =
        finding_add(join->findings, DIAG_ERROR, "dead-link", spot_of(join),
                    rooted ? target->path : target->value);
    finding_say(join->findings, finding, "nothing is published at \"%.*s\"",
                STR_ARG(target->value));
    finding->hint = hint_for(join);
    finding->seek = target->value;
    finding->link = true;
}

/* "/about/" on a site at /blog: some other page of the host, or a slip if
 * this site has a page of that name. */
static void check_beside(struct join *join)
{
    const struct catalog *catalog = join->catalog;
    const struct target *target = join->link->target;
    str path;
    str tail;
    url_split(str_from_offset(target->url, url_origin(target->url).n), &path,
              &tail);
    path = str_from_offset(path, 1);
    str page = arena_concat(join->arena, path, STR("index.html"));
    if (!map_get(&catalog->by_path, path) &&
        !map_get(&catalog->by_path, page)) {
        return;
    }
    struct finding *finding =
        finding_add(join->findings, DIAG_WARNING, "dead-link", spot_of(join),
                    target->value);
    finding_say(join->findings, finding,
                "\"%.*s\" is not below the site's %.*s/",
                STR_ARG(target->value), STR_ARG(catalog->root));
    finding->hint =
        arena_printf(join->arena, "did you mean %.*s%.*s?",
                     STR_ARG(catalog->root), STR_ARG(target->value));
    finding->seek = target->value;
    finding->link = true;
}

/* --- fragments --- */

static void index_ids(struct check_file *file, struct arena *arena)
{
    if (file->by_id.n) {
        return;
    }
    for (size_t i = 0; i < file->ids.n; i++) {
        *map_put(&file->by_id, arena, file->ids.p[i]) = file;
    }
}

static bool has_id(struct check_file *file, str fragment, struct arena *arena)
{
    index_ids(file, arena);
    return map_get(&file->by_id, fragment) ||
           map_get(&file->by_id, url_decode(arena, fragment));
}

static void report_fragment(struct join *join, str fragment)
{
    const struct target *target = join->link->target;
    struct check_file *file = target->file;
    struct finding *finding =
        finding_add(join->findings, DIAG_ERROR, "dead-fragment", spot_of(join),
                    arena_printf(join->arena, "%.*s#%.*s", STR_ARG(file->path),
                                 STR_ARG(fragment)));
    finding_say(join->findings, finding, "%.*s has no id \"%.*s\"",
                STR_ARG(file->name), STR_ARG(fragment));
    str near = str_nearest(fragment, file->ids.p, file->ids.n);
    if (near.n) {
        finding->hint =
            arena_printf(join->arena, "did you mean #%.*s?", STR_ARG(near));
    }
    finding->seek = target->value;
    finding->link = true;
}

/* HTML section 7.4.6.4: nothing and "top" lead to the top of any page; what
 * follows ":~:" is the browser's. */
static bool check_fragment(struct join *join)
{
    const struct target *target = join->link->target;
    str fragment = target->fragment;
    size_t directive = str_find(fragment, STR(":~:"));
    fragment = str_sub(fragment, 0, directive);
    if (fragment.n == 0 || target->file->kind != FILE_HTML) {
        return false;
    }
    if (!str_eq_nocase(fragment, STR("top")) &&
        !has_id(target->file, fragment, join->arena)) {
        report_fragment(join, fragment);
    }
    return true;
}

static bool check_link(struct join *join)
{
    const struct target *target = join->link->target;
    if (target->kind == TARGET_BESIDE) {
        check_beside(join);
    }
    if (target->kind != TARGET_INSIDE) {
        return false;
    }
    if (!target->file) {
        if (!target->there) {
            report_dead(join);
        }
        return false;
    }
    if (target->file != join->from) {
        target->file->used = true;
        if (target->file->original) {
            target->file->original->used = true;
        }
        target->file->linked |= join->link->page && !join->from->redirect;
    }
    return check_fragment(join);
}

void join_links(struct catalog *catalog, struct findings *findings,
                struct join_counts *counts)
{
    struct join join = {
        .catalog = catalog, .findings = findings, .arena = findings->arena};
    for (size_t i = 0; i < catalog->n; i++) {
        join.from = &catalog->files[i];
        for (size_t j = 0; j < join.from->links.n; j++) {
            join.link = &join.from->links.p[j];
            counts->fragments += check_link(&join);
        }
    }
}

/* --- what nothing leads to --- */

/* Lists that the build makes of itself (a year's archive, an empty index of
 * tags) are the theme's to link or not. */
static bool is_orphan(const struct check_file *file)
{
    return file->post && !file->linked && !file->post->front->unlisted &&
           !str_eq(file->path, STR("index.html")) &&
           !str_eq(file->path, STR("404.html"));
}

void join_orphans(const struct catalog *catalog, struct findings *findings)
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

/* What is found by its name, and not by a link. */
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

struct search {
    const struct catalog *catalog;
    struct needles needles; /* names of the files in question */
    struct arena *work;     /* one per thread */
    bool **named;           /* one row per thread */
};

static void search_file(void *context, size_t worker, size_t i)
{
    struct search *search = context;
    const struct check_file *file = &search->catalog->files[i];
    const struct needle *needle;
    str text;
    if (file->kind == FILE_BINARY) {
        return;
    }
    if (fs_read(file->real, &search->work[worker], &text) != 0) {
        /* It may name all of them. */
        memset(search->named[worker], true, search->catalog->n);
        return;
    }
    for (size_t at = 0; (needle = needles_next(&search->needles, text, &at));
         at++) {
        search->named[worker][needle->id] = true;
    }
    arena_clear(&search->work[worker]);
}

/* named[i]: some text has the name of file i. */
static bool *find_names(struct search *search, size_t jobs, struct arena *arena)
{
    size_t n = search->catalog->n;
    search->work = arena_zalloc(arena, jobs, sizeof(struct arena));
    search->named = ARENA_ARRAY(arena, bool *, jobs);
    for (size_t i = 0; i < jobs; i++) {
        search->named[i] = arena_zalloc(arena, n + 1, sizeof(bool));
    }
    pool_run(jobs, n, search_file, search);
    for (size_t i = 0; i < jobs; i++) {
        arena_free(&search->work[i]);
        for (size_t j = 0; j < n; j++) {
            search->named[0][j] |= search->named[i][j];
        }
    }
    return search->named[0];
}

void join_unused(const struct catalog *catalog, size_t jobs,
                 struct findings *findings)
{
    struct search *search = ARENA_NEW(findings->arena, struct search);
    search->catalog = catalog;
    for (size_t i = 0; i < catalog->n; i++) {
        const struct check_file *file = &catalog->files[i];
        if (file->source.n && !file->used && !is_well_known(file->path)) {
            needles_add(&search->needles, findings->arena,
                        path_base(file->path), i);
        }
    }
    if (search->needles.list.n == 0) {
        return;
    }
    const bool *named = find_names(search, jobs, findings->arena);
    for (size_t i = 0; i < search->needles.list.n; i++) {
        const struct check_file *file =
            &catalog->files[search->needles.list.p[i].id];
        if (named[search->needles.list.p[i].id]) {
            continue;
        }
        struct spot at = {file->source, file->source, NULL, 0, 0};
        struct finding *finding =
            finding_add(findings, DIAG_WARNING, "unused-file", at, file->path);
        finding->message = STR("it is published, but nothing refers to it");
    }
}
