/* SPDX-License-Identifier: MIT */
#include "serve/preview_work.h"

#include "base/clock.h"
#include "plan/plan.h"
#include "serve/url_file.h"

enum {
    MOST_URLS = 200,  /* more addresses than that are all of them */
    MOST_BROKEN = 20, /* with so many broken pages no more are looked for */
};

/* A file that may be other than it was, and was not told of yet. */
struct change {
    str file;
    bool sure;     /* else it is only likely to be */
    bool restyled; /* see serve/client/restyled.h */
};

struct preview_work {
    struct preview_work_options options;
    const atomic_bool *cancel;
    struct page_store *store;
    struct builder *builder;
    struct problems problems;
    struct arena open_arena;
    VEC(str) open; /* files that browsers show */
    struct arena change_arena;
    VEC(struct change) changes;
    size_t gone; /* of those */
    struct arena told_arena;
    struct map told; /* files that were told of since the last update */
    bool told_all;
    struct arena source_arena;
    VEC(str) sources;  /* what was saved last */
    bool clock;        /* nothing was: see builder_until */
    int64_t start;     /* of the last update */
    int64_t rested;    /* milliseconds spent on what nobody waits for... */
    size_t made;       /* ...and pages made */
    uint32_t revision; /* that was noted last */
    bool behind;       /* its open pages are not made yet */
    uint32_t first;    /* the first revision; 0: there was none */
    bool was_quiet;
    struct hash128 told_problems; /* of their text */
};

/* What is wrong, of one step. */
struct finding {
    struct arena arena;
    struct diags diags;
    struct diags news; /* of those: what was not told before */
};

static void begin(struct finding *finding)
{
    finding->arena = (struct arena){0};
    diags_init(&finding->diags, &finding->arena);
    diags_init(&finding->news, &finding->arena);
}

/* Reports each current error once, even if several pages have it. The report
 * may have some already. */
static void tell_problems(struct preview_work *work,
                          struct preview_report *report)
{
    report_problems(report, &work->problems);
    struct hash128 hash = hash128(report->problems_json);
    report->problems_known =
        report->problems_known || !hash128_eq(hash, work->told_problems);
    work->told_problems = hash;
    work->problems.changed = false;
}

static void end(struct preview_work *work, struct finding *finding,
                struct preview_report *report)
{
    if (finding->news.list.n) {
        diags_sort(&finding->news);
        report_diags(report, &finding->news, work->options.form);
    }
    if (work->problems.changed) {
        tell_problems(work, report);
    }
    report->shown =
        !builder_site(work->builder) ? SHOWN_NOTHING
        : problems_of(&work->problems, STR("")) || work->revision > work->first
            ? SHOWN_BEFORE
            : SHOWN_OTHERS;
    report->clock = work->clock;
    report->sources.n = 0;
    for (size_t i = 0; i < work->sources.n; i++) {
        *VEC_PUSH(&report->sources, &report->arena) =
            arena_str(&report->arena, work->sources.p[i]);
    }
    arena_free(&finding->arena);
}

/* --- changes --- */

static void note_change(struct preview_work *work, str file, bool sure,
                        bool restyled)
{
    *VEC_PUSH(&work->changes, &work->change_arena) =
        (struct change){arena_str(&work->change_arena, file), sure, restyled};
}

static bool is_open(const struct preview_work *work, str file)
{
    return str_is_among(file, work->open.p, work->open.n);
}

/* Whether to report it: once for an update; an open page only if it is sure
 * that it changed. */
static bool tell(struct preview_work *work, const struct change *change)
{
    if (work->told_all || (!change->sure && is_open(work, change->file))) {
        return false;
    }
    str file = arena_str(&work->told_arena, change->file);
    void **place = map_put(&work->told, &work->told_arena, file);
    bool fresh = !*place;
    *place = work;
    return fresh;
}

/* Called each time that the page is made, since a change that was not reported
 * may have come before. */
static bool is_only_restyled(const struct preview_work *work, str file)
{
    bool restyled = false;
    for (size_t i = 0; i < work->changes.n; i++) {
        const struct change *change = &work->changes.p[i];
        if (change->sure && str_eq(change->file, file)) {
            if (!change->restyled) {
                return false;
            }
            restyled = true;
        }
    }
    return restyled;
}

static void tell_one(struct preview_work *work, str file,
                     struct preview_report *report)
{
    struct page *page = NULL;
    if (is_open(work, file) && is_only_restyled(work, file)) {
        page_store_get(work->store, file, &page);
    }
    if (page) {
        report_restyled(report, file, page_hash(page), work->options.root);
        page_release(page);
    } else {
        report_changed(report, file, work->options.root);
    }
}

static void tell_all(struct preview_work *work, const str *files, size_t n,
                     struct preview_report *report)
{
    work->told_all = true;
    report->all = true;
    for (size_t i = 0; i < work->open.n; i++) {
        if (str_is_among(work->open.p[i], files, n)) {
            tell_one(work, work->open.p[i], report);
        }
        *VEC_PUSH(&report->but, &report->arena) = address_of_file(
            work->open.p[i], work->options.root, &report->arena);
    }
}

static void tell_changes(struct preview_work *work,
                         struct preview_report *report)
{
    VEC(str) files = {0};
    for (size_t i = 0; i < work->changes.n; i++) {
        if (tell(work, &work->changes.p[i])) {
            *VEC_PUSH(&files, &work->change_arena) = work->changes.p[i].file;
        }
    }
    if (files.n > MOST_URLS) {
        tell_all(work, files.p, files.n, report);
    } else {
        for (size_t i = 0; i < files.n; i++) {
            tell_one(work, files.p[i], report);
        }
    }
    work->changes.n = work->changes.cap = 0;
    work->changes.p = NULL;
    arena_clear(&work->change_arena);
}

/* --- pages --- */

static bool is_cancelled(const struct preview_work *work)
{
    return atomic_load(work->cancel);
}

static bool has_page(struct preview_work *work, str file)
{
    bool other;
    return page_store_has(work->store, file, &other);
}

/* False: the store has dropped what was right. */
static bool take(struct preview_work *work, const struct wanted_page *page,
                 bool asked)
{
    uint32_t revision = builder_revision(work->builder);
    enum store_change change = STORE_OTHER;
    bool other; /* what the builder knows says nothing of the page before */
    page_store_has(work->store, page->file, &other);
    switch (page->result) {
    case PAGE_NONE: page_store_remove(work->store, page->file); break;
    case PAGE_SAME:
        if (!page_store_keep(work->store, page->file, revision) && page->have) {
            return false;
        }
        break;
    case PAGE_MADE:
        change = page_store_put(work->store, page->file, page->bytes, revision,
                                asked);
        break;
    case PAGE_FAILED:
        page_store_fail(work->store, page->file, revision);
        return true;
    }
    problems_clear(&work->problems, page->file);
    /* No browser has seen a page from before the first revision. */
    if ((page->changed || other) && change != STORE_SAME &&
        revision > work->first) {
        note_change(work, page->file, true, change == STORE_RESTYLED);
    }
    return true;
}

/* False: cancelled. */
static bool make_one(struct preview_work *work, str file, bool asked,
                     struct diags *news)
{
    struct finding alone;
    struct wanted_page page = {.file = file, .have = has_page(work, file)};
    bool made;
    bool taken = false;
    do {
        begin(&alone);
        made = builder_make(work->builder, &page, 1, &alone.diags);
        if (made) {
            taken = take(work, &page, asked);
            page.have = false;
            problems_warn(&work->problems, &alone.diags, news);
        }
        if (made && page.result == PAGE_FAILED) {
            problems_set(&work->problems, file, builder_revision(work->builder),
                         &alone.diags, news);
        }
        arena_free(&alone.arena);
    } while (made && !taken);
    return made;
}

/* Those of several pages that have errors once more, one by one: then it is
 * known which errors are whose. */
static bool take_each(struct preview_work *work,
                      const struct wanted_page *pages, size_t n, bool asked,
                      struct finding *finding)
{
    struct arena arena = {0};
    VEC(str) again = {0};
    bool done = true;
    for (size_t i = 0; i < n; i++) {
        if (!take(work, &pages[i], asked) || pages[i].result == PAGE_FAILED) {
            *VEC_PUSH(&again, &arena) = arena_str(&arena, pages[i].file);
        }
    }
    for (size_t i = 0; i < again.n && done; i++) {
        done = make_one(work, again.p[i], asked, &finding->news);
    }
    problems_warn(&work->problems, &finding->diags, &finding->news);
    arena_free(&arena);
    return done;
}

static bool make_open(struct preview_work *work, struct finding *finding,
                      size_t *made)
{
    struct arena arena = {0};
    size_t n = work->open.n;
    struct wanted_page *pages = arena_zalloc(&arena, n, sizeof *pages);
    for (size_t i = 0; i < n; i++) {
        pages[i].file = arena_str(&arena, work->open.p[i]);
        pages[i].have = has_page(work, work->open.p[i]);
    }
    bool done = !n || (builder_make(work->builder, pages, n, &finding->diags) &&
                       take_each(work, pages, n, true, finding));
    for (size_t i = 0; i < n; i++) {
        *made += pages[i].result == PAGE_MADE;
    }
    arena_free(&arena);
    return done;
}

/* As the server finds a file: see http_file.c. */
static str find_page(struct preview_work *work, str file, struct arena *arena)
{
    const str names[] = {file, arena_concat(arena, file, STR(".html")),
                         STR("404.html")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        switch (builder_find(work->builder, names[i], arena).kind) {
        case SERVED_PAGE: return names[i];
        case SERVED_SOURCE: return (str){NULL, 0};
        case SERVED_NONE: break;
        }
    }
    return (str){NULL, 0};
}

static void find_open(struct preview_work *work, const str *open, size_t n)
{
    arena_clear(&work->open_arena);
    work->open.p = NULL;
    work->open.n = work->open.cap = 0;
    for (size_t i = 0; i < n; i++) {
        str file = find_page(work, open[i], &work->open_arena);
        if (file.p && !is_open(work, file)) {
            *VEC_PUSH(&work->open, &work->open_arena) =
                arena_str(&work->open_arena, file);
        }
    }
}

/* --- the steps --- */

static void note_sources(struct preview_work *work,
                         const struct changed_files *changed)
{
    arena_clear(&work->source_arena);
    work->sources.p = NULL;
    work->sources.n = work->sources.cap = 0;
    work->clock = !changed->n && !changed->all;
    for (size_t i = 0; i < changed->n; i++) {
        *VEC_PUSH(&work->sources, &work->source_arena) =
            arena_str(&work->source_arena, changed->paths[i]);
    }
}

static void note_revision(struct preview_work *work)
{
    if (work->revision == builder_revision(work->builder)) {
        return;
    }
    work->revision = builder_revision(work->builder);
    work->behind = true;
    const struct builder_changes *changes = builder_changes(work->builder);
    arena_clear(&work->told_arena);
    work->told = (struct map){0};
    work->told_all = false;
    if (!work->first) {
        work->first = work->revision;
        return;
    }
    if (changes->other) {
        page_store_distrust(work->store);
    }
    for (size_t i = 0; i < changes->files.n; i++) {
        str file = changes->files.p[i];
        struct arena arena = {0};
        if (builder_find(work->builder, file, &arena).kind == SERVED_NONE) {
            page_store_remove(work->store, file);
            problems_clear(&work->problems, file);
            work->gone++;
        }
        note_change(work, file, false, false);
        arena_free(&arena);
    }
}

enum update_result preview_work_update(struct preview_work *work,
                                       const struct changed_files *changed,
                                       struct preview_report *report)
{
    struct finding finding;
    bool was_bad = problems_of(&work->problems, STR(""));
    work->start = clock_milliseconds();
    begin(&finding);
    enum update_result result =
        builder_update(work->builder, changed, &finding.diags);
    if (result != UPDATE_CANCELLED) {
        note_sources(work, changed);
        problems_forget(&work->problems, changed, result != UPDATE_BAD);
        problems_clear(&work->problems, STR(""));
        problems_warn(&work->problems, &finding.diags, &finding.news);
    }
    switch (result) {
    case UPDATE_DONE: note_revision(work); break;
    case UPDATE_SAME:
        /* That it is good again is news. */
        result = was_bad && work->first ? UPDATE_DONE : UPDATE_SAME;
        break;
    case UPDATE_BAD:
        /* Report it again: the reader may have closed the earlier message. */
        work->told_problems = (struct hash128){0};
        problems_set(&work->problems, STR(""), 0, &finding.diags,
                     &finding.news);
        break;
    case UPDATE_CANCELLED: break;
    }
    end(work, &finding, report);
    return result;
}

/* Makes the pages that browsers show, and tells of the revision. */
static bool show(struct preview_work *work, struct preview_report *report)
{
    struct finding finding;
    begin(&finding);
    bool done = make_open(work, &finding, &report->pages);
    note_revision(work);
    if (done) {
        work->behind = false;
        page_store_advance(work->store, work->revision);
        page_store_show(work->store, work->open.p, work->open.n);
        report_drafts(report, builder_site(work->builder));
        report->until = builder_until(work->builder);
        report->gone = work->gone;
        work->gone = 0;
        tell_changes(work, report);
    }
    end(work, &finding, report);
    return done;
}

bool preview_work_show(struct preview_work *work, const str *open, size_t n,
                       struct preview_report *report)
{
    find_open(work, open, n);
    report->pages = 0;
    bool done = show(work, report);
    report->first = work->revision == work->first;
    if (report->first) {
        report->pages = builder_plan(work->builder)->outputs.n;
    }
    report->milliseconds = clock_milliseconds() - work->start;
    return done;
}

bool preview_work_make(struct preview_work *work, str file,
                       struct preview_report *report)
{
    struct finding finding;
    begin(&finding);
    bool done = make_one(work, file, true, &finding.news);
    note_revision(work);
    if (!work->behind) { /* before the page is sent, so not to who loads it */
        tell_changes(work, report);
    }
    end(work, &finding, report);
    return done;
}

bool preview_work_is_behind(const struct preview_work *work)
{
    return work->behind;
}

/* The pages that were broken before this update, as far as there is time. */
static bool make_broken(struct preview_work *work, struct finding *finding)
{
    enum { SLICE = 20 }; /* ms */
    int64_t start = clock_milliseconds();
    bool done = true;
    bool any = false;
    const struct problem *broken;
    while (done && clock_milliseconds() - start < SLICE &&
           (broken = problems_before(&work->problems,
                                     builder_revision(work->builder)))) {
        str file = arena_str(&finding->arena, broken->file);
        done = make_one(work, file, true, &finding->news);
        any = true;
    }
    return any;
}

static bool make_rest(struct preview_work *work, struct finding *finding)
{
    struct wanted_page *pages;
    size_t n = 0;
    if (work->problems.n >= MOST_BROKEN) {
        return false;
    }
    bool more = builder_idle(work->builder, &pages, &n, &finding->diags);
    for (size_t i = 0; i < n; i++) {
        work->made += pages[i].result == PAGE_MADE;
    }
    return take_each(work, pages, n, false, finding) && more;
}

bool preview_work_rest(struct preview_work *work, struct preview_report *report)
{
    struct finding finding;
    if (work->behind) {
        show(work, report);
        return true;
    }
    int64_t start = clock_milliseconds();
    begin(&finding);
    bool more = builder_site(work->builder) &&
                (make_broken(work, &finding) || make_rest(work, &finding));
    note_revision(work);
    tell_changes(work, report);
    end(work, &finding, report);
    work->rested += clock_milliseconds() - start;
    return more || work->behind;
}

bool preview_work_finish(struct preview_work *work,
                         struct preview_report *report)
{
    struct finding finding;
    int64_t start = clock_milliseconds();
    begin(&finding);
    bool shown = builder_site(work->builder);
    if (shown) {
        builder_check_texts(work->builder, &finding.diags);
    }
    if (shown && !is_cancelled(work)) {
        problems_warn_texts(&work->problems, &finding.diags, &finding.news);
    }
    end(work, &finding, report);
    if (is_cancelled(work)) {
        return false;
    }
    report->first = shown && !work->was_quiet;
    report->pages = work->made;
    report->milliseconds = work->rested + clock_milliseconds() - start;
    work->was_quiet = work->was_quiet || shown;
    work->made = 0;
    work->rested = 0;
    return true;
}

bool preview_work_save(struct preview_work *work)
{
    return builder_save(work->builder);
}

bool preview_work_collect(struct preview_work *work)
{
    builder_collect(work->builder);
    note_revision(work);
    return !is_cancelled(work);
}

/* --- beginning and end --- */

struct preview_work *
preview_work_open(const struct preview_work_options *options,
                  const atomic_bool *cancel, struct page_store *store,
                  struct arena *arena)
{
    struct preview_work *work = ARENA_NEW(arena, struct preview_work);
    work->options = *options;
    work->cancel = cancel;
    work->store = store;
    work->builder = builder_open(&work->options.builder, cancel);
    return work;
}

void preview_work_close(struct preview_work *work)
{
    builder_close(work->builder);
    problems_free(&work->problems);
    arena_free(&work->open_arena);
    arena_free(&work->change_arena);
    arena_free(&work->told_arena);
    arena_free(&work->source_arena);
}

struct served_file preview_work_find(struct preview_work *work, str file,
                                     struct arena *arena)
{
    return builder_find(work->builder, file, arena);
}
