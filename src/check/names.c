/* SPDX-License-Identifier: MIT */
#include "check/names.h"

#include "base/pack.h"
#include "base/pool.h"
#include "files/fs.h"
#include "files/path.h"

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
    const struct joining *with;
    struct catalog *catalog;
    struct names names;
    struct multi_search search; /* the same */
    bool known;                 /* the last check looked for all of them */
    size_t *now;  /* by index of a name of the last check: its index now, or
                     names.n */
    size_t last;  /* the number of names of the last check */
    bool **named; /* one row per thread: some text has it */
};

static void take_kept(struct search *search, bool *named, str record,
                      struct buf *out)
{
    struct unpack in = unpack_of(record);
    while (unpack_left(&in) && !in.failed) {
        size_t then = (size_t)unpack_uint_to(&in, search->last - 1);
        size_t now = in.failed ? search->names.n : search->now[then];
        if (now < search->names.n) {
            named[now] = true;
            pack_uint(out, now);
        }
    }
}

static void search_text(const struct search *search, bool *named, str text,
                        struct arena *work, struct buf *out)
{
    const struct search_text *found;
    bool *here = arena_zalloc(work, search->names.n, sizeof *here);
    for (size_t at = 0; (found = multi_search_next(&search->search, text, &at));
         at++) {
        for (; found;
             found = multi_search_also(&search->search, text, at, found)) {
            if (!here[found->id]) {
                here[found->id] = true;
                named[found->id] = true;
                pack_uint(out, found->id);
            }
        }
    }
}

static void search_file(void *context, size_t worker, size_t i)
{
    struct search *search = context;
    struct collector *collector = &search->with->collectors[worker];
    struct check_file *file = &search->catalog->files[i];
    bool *named = search->named[worker];
    struct arena *work = &collector->work;
    struct buf out = {0};
    str text;
    if (file->kind == FILE_BINARY) {
        return;
    }
    if (file->kept && search->known) {
        take_kept(search, named, file->kept->named, &out);
    } else if (fs_read(catalog_real(search->catalog, file, work), work,
                       &text) == 0) {
        search_text(search, named, text, work, &out);
    } else { /* it may name all of them */
        memset(named, true, search->names.n);
        file->sure = false;
    }
    file->named = arena_str(&collector->keep, buf_str(&out));
    buf_free(&out);
    arena_clear(work);
}

/* named[i]: some text has name i. */
static const bool *find_names(struct search *search, struct arena *arena)
{
    size_t jobs = search->with->jobs;
    search->named = ARENA_ARRAY(arena, bool *, jobs);
    for (size_t i = 0; i < jobs; i++) {
        search->named[i] = arena_zalloc(arena, search->names.n, sizeof(bool));
    }
    pool_run(jobs, search->catalog->n, search_file, search);
    for (size_t i = 1; i < jobs; i++) {
        for (size_t j = 0; j < search->names.n; j++) {
            search->named[0][j] |= search->named[i][j];
        }
    }
    return search->named[0];
}

/* Which names the last check looked for. */
static void compare_names(struct search *search, const struct last_check *last,
                          struct arena *arena)
{
    struct map then = {0};
    search->last = last->nnames;
    search->now = ARENA_ARRAY(arena, size_t, last->nnames + 1);
    for (size_t i = 0; i < last->nnames; i++) {
        search->now[i] = search->names.n;
        *map_put(&then, arena, last->names[i]) = &search->now[i];
    }
    search->known = last->known;
    for (size_t i = 0; i < search->names.n; i++) {
        size_t *now = map_get(&then, search->names.list[i]);
        search->known = search->known && now;
        if (now) {
            *now = i;
        }
    }
    search->names.again = !search->known || search->names.n != last->nnames;
}

/* Files of the same name share one search text. */
static void add_name(struct search *search, struct map *by_name, str name,
                     struct arena *arena)
{
    void **known = map_put(by_name, arena, name);
    if (!*known) {
        str *place = &search->names.list[search->names.n];
        *place = name;
        *known = place;
        multi_search_add(&search->search, arena, name, search->names.n++);
    }
}

struct names names_check(const struct joining *with, struct catalog *catalog,
                         const struct last_check *last,
                         struct findings *findings)
{
    struct arena *arena = findings->arena;
    struct search *search = ARENA_NEW(arena, struct search);
    VEC(const struct check_file *) files = {0};
    struct map by_name = {0};
    *search = (struct search){.with = with, .catalog = catalog};
    for (size_t i = 0; i < catalog->n; i++) {
        const struct check_file *file = &catalog->files[i];
        if (file->source.n && !file->used && !is_well_known(file->path) &&
            path_base(file->path).n > 1) {
            *VEC_PUSH(&files, arena) = file;
        }
    }
    search->names.list = ARENA_ARRAY(arena, str, files.n + 1);
    for (size_t i = 0; i < files.n; i++) {
        add_name(search, &by_name, path_base(files.p[i]->path), arena);
    }
    compare_names(search, last, arena);
    const bool *named = files.n ? find_names(search, arena) : NULL;
    for (size_t i = 0; i < files.n; i++) {
        const str *name = map_get(&by_name, path_base(files.p[i]->path));
        if (named[name - search->names.list]) {
            continue;
        }
        str source = files.p[i]->source;
        struct spot at = {source, source, NULL, 0, 0};
        struct finding *finding = finding_add(
            findings, DIAG_WARNING, "unused-file", at, files.p[i]->path);
        finding->message = STR("it is published, but nothing refers to it");
    }
    return search->names;
}
