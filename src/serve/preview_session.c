/* SPDX-License-Identifier: MIT */
#include "serve/preview_session.h"

#include "base/clock.h"
#include "plan/plan.h"

enum {
    MOST_URLS = 200,  /* more addresses than that are all of them */
    MOST_BROKEN = 20, /* with so many broken pages the search for more ends */
};

/* A file that may have changed and was not reported yet. */
struct page_change {
    str file;
    bool sure;     /* else it only may have */
    bool restyled; /* see serve/client/client.h */
};

struct preview_session {
    struct preview_session_options options;
    const atomic_bool *cancel;
    struct page_store *store;
    struct builder *builder;
    struct problems problems;
    struct arena open_arena;
    VEC(str) open; /* files that browsers show */
    struct arena change_arena;
    VEC(struct page_change) changes;
    size_t gone; /* addresses that no longer exist, among the changes */
    struct arena reported_arena;
    struct map reported; /* files that were reported since the last update */
    bool reported_all;
    struct arena source_arena;
    VEC(str) sources;  /* the files that were saved last */
    bool clock;        /* none was: see builder_until */
    int64_t start;     /* of the last update */
    int64_t idle_time; /* milliseconds spent on pages that no request waits
                          for... */
    size_t made;       /* ...and the number of those made */
    uint32_t revision; /* that was noted last */
    bool stale;        /* the open pages are not made as of that revision */
    uint32_t first;    /* the first revision; 0: there was none */
    bool was_quiet;
};

/* The diagnostics of one step. */
struct diag_batch {
    struct arena arena;
    struct diags diags;
    struct diags fresh; /* the new ones, which are to be reported */
};

static void begin_batch(struct diag_batch *batch)
{
    batch->arena = (struct arena){0};
    diags_init(&batch->diags, &batch->arena);
    diags_init(&batch->fresh, &batch->arena);
}

static void end_batch(struct preview_session *session, struct diag_batch *batch,
                      struct preview_report *report)
{
    if (batch->fresh.list.n) {
        report_diags(report, &batch->fresh, session->options.form);
    }
    if (session->problems.changed) {
        report_problems(report, &session->problems);
        session->problems.changed = false;
    }
    report->shown = !builder_site(session->builder) ? SHOWN_NOTHING
                    : problems_of(&session->problems, STR("")) ||
                            session->revision > session->first
                        ? SHOWN_BEFORE
                        : SHOWN_OTHERS;
    report->clock = session->clock;
    report->sources.n = 0;
    for (size_t i = 0; i < session->sources.n; i++) {
        *VEC_PUSH(&report->sources, &report->arena) =
            arena_str(&report->arena, session->sources.p[i]);
    }
    arena_free(&batch->arena);
}

/* --- changes --- */

static void note_change(struct preview_session *session, str file, bool sure,
                        bool restyled)
{
    *VEC_PUSH(&session->changes, &session->change_arena) = (struct page_change){
        arena_str(&session->change_arena, file), sure, restyled};
}

static bool is_open(const struct preview_session *session, str file)
{
    return str_is_among(file, session->open.p, session->open.n);
}

/* Whether to report it: once for an update; an open page only if it is sure
 * that it changed. */
static bool must_report(struct preview_session *session,
                        const struct page_change *change)
{
    if (session->reported_all || map_get(&session->reported, change->file) ||
        (!change->sure && is_open(session, change->file))) {
        return false;
    }
    struct arena *arena = &session->reported_arena;
    *map_put(&session->reported, arena, arena_str(arena, change->file)) =
        session;
    return true;
}

/* Called each time that the page is made, since a change that was not reported
 * may have come before. */
static bool is_only_restyled(const struct preview_session *session, str file)
{
    bool restyled = false;
    for (size_t i = 0; i < session->changes.n; i++) {
        const struct page_change *change = &session->changes.p[i];
        if (change->sure && str_eq(change->file, file)) {
            if (!change->restyled) {
                return false;
            }
            restyled = true;
        }
    }
    return restyled;
}

static void report_file(struct preview_session *session, str file,
                        struct preview_report *report)
{
    struct page *page = NULL;
    if (is_open(session, file) && is_only_restyled(session, file)) {
        page_store_get(session->store, file, &page);
    }
    if (page) {
        report_restyled(report, file, page_hash(page), session->options.root);
        page_release(page);
    } else {
        report_changed(report, file, session->options.root);
    }
}

static void report_many(struct preview_session *session, const str *files,
                        size_t n, struct preview_report *report)
{
    session->reported_all = true;
    report->all = true;
    for (size_t i = 0; i < session->open.n; i++) {
        if (str_is_among(session->open.p[i], files, n)) {
            report_file(session, session->open.p[i], report);
        }
        *VEC_PUSH(&report->but, &report->arena) = address_of_file(
            session->open.p[i], session->options.root, &report->arena);
    }
}

static void put_changes(struct preview_session *session,
                        struct preview_report *report)
{
    VEC(str) files = {0};
    for (size_t i = 0; i < session->changes.n; i++) {
        if (must_report(session, &session->changes.p[i])) {
            *VEC_PUSH(&files, &session->change_arena) =
                session->changes.p[i].file;
        }
    }
    if (files.n > MOST_URLS) {
        report_many(session, files.p, files.n, report);
    } else {
        for (size_t i = 0; i < files.n; i++) {
            report_file(session, files.p[i], report);
        }
    }
    VEC_CLEAR(&session->changes);
    arena_clear(&session->change_arena);
}

static void note_revision(struct preview_session *session)
{
    if (session->revision == builder_revision(session->builder)) {
        return;
    }
    session->revision = builder_revision(session->builder);
    session->stale = true;
    const struct builder_changes *changes = builder_changes(session->builder);
    arena_clear(&session->reported_arena);
    session->reported = (struct map){0};
    session->reported_all = false;
    if (!session->first) {
        session->first = session->revision;
        return;
    }
    if (changes->other) {
        page_store_distrust(session->store);
    }
    for (size_t i = 0; i < changes->files.n; i++) {
        str file = changes->files.p[i];
        struct arena arena = {0};
        if (builder_find(session->builder, file, &arena).kind == SERVED_NONE) {
            page_store_remove(session->store, file, session->revision);
            problems_clear(&session->problems, file);
            session->gone++;
        }
        note_change(session, file, false, false);
        arena_free(&arena);
    }
}

/* --- pages --- */

/* Returns false if the store has dropped a page that was still right. */
static bool store_page(struct preview_session *session,
                       const struct wanted_page *page, bool asked)
{
    uint32_t revision = builder_revision(session->builder);
    enum store_change change = STORE_OTHER;
    switch (page->result) {
    case PAGE_NONE:
        page_store_remove(session->store, page->file, revision);
        break;
    case PAGE_SAME:
        if (!page_store_keep(session->store, page->file, revision) &&
            page->have) {
            return false;
        }
        break;
    case PAGE_MADE:
        if (page->bytes.p) { /* else it is sent from the disk */
            change = page_store_put(session->store, page->file, page->bytes,
                                    revision, asked);
        }
        break;
    case PAGE_FAILED:
        page_store_fail(session->store, page->file, revision);
        return true;
    }
    problems_clear(&session->problems, page->file);
    bool changed = page->changed || change == STORE_NEW;
    /* No browser has seen a page from before the first revision. */
    if (changed && change != STORE_SAME && revision > session->first) {
        note_change(session, page->file, true, change == STORE_RESTYLED);
    }
    return true;
}

/* False: cancelled. */
static bool make_file(struct preview_session *session, str file, bool asked,
                      struct diags *fresh)
{
    struct diag_batch alone;
    bool made;
    struct wanted_page page = {.file = file,
                               .have = page_store_has(session->store, file)};
    bool taken = false;
    do {
        begin_batch(&alone);
        made = builder_make(session->builder, &page, 1, &alone.diags);
        note_revision(session);
        if (made) {
            taken = store_page(session, &page, asked);
            page.have = false;
            problems_warn(&session->problems, &alone.diags, fresh);
        }
        if (made && page.result == PAGE_FAILED) {
            problems_set(&session->problems, file,
                         builder_revision(session->builder), &alone.diags,
                         fresh);
        }
        arena_free(&alone.arena);
    } while (made && !taken);
    return made;
}

/* False: cancelled. The root of a search index comes before its parts, so that
 * the store never has the root of another one. */
static bool make_one(struct preview_session *session, str file, bool asked,
                     struct diags *fresh)
{
    struct arena arena = {0};
    str root = builder_index_of(session->builder, file, &arena);
    bool done = (!root.p || make_file(session, root, false, fresh)) &&
                make_file(session, file, asked, fresh);
    arena_free(&arena);
    return done;
}

/* Makes pages that have errors once more, one by one: this shows which error is
 * whose. */
static bool store_pages(struct preview_session *session,
                        const struct wanted_page *pages, size_t n, bool asked,
                        struct diag_batch *batch)
{
    struct arena arena = {0};
    VEC(str) again = {0};
    bool done = true;
    for (size_t i = 0; i < n; i++) {
        if (!store_page(session, &pages[i], asked) ||
            pages[i].result == PAGE_FAILED) {
            *VEC_PUSH(&again, &arena) = arena_str(&arena, pages[i].file);
        }
    }
    problems_warn(&session->problems, &batch->diags, &batch->fresh);
    for (size_t i = 0; i < again.n && done; i++) {
        done = make_one(session, again.p[i], asked, &batch->fresh);
    }
    arena_free(&arena);
    return done;
}

static bool make_open(struct preview_session *session, struct diag_batch *batch,
                      size_t *made)
{
    struct arena arena = {0};
    size_t n = session->open.n;
    struct wanted_page *pages = arena_zalloc(&arena, n, sizeof *pages);
    for (size_t i = 0; i < n; i++) {
        pages[i].file = arena_str(&arena, session->open.p[i]);
        pages[i].have = page_store_has(session->store, session->open.p[i]);
    }
    bool done = !n || builder_make(session->builder, pages, n, &batch->diags);
    note_revision(session);
    done = done && store_pages(session, pages, n, true, batch);
    for (size_t i = 0; i < n; i++) {
        *made += pages[i].result == PAGE_MADE;
    }
    arena_free(&arena);
    return done;
}

/* As the server finds a file: see http_file.c. */
static str page_of_address(struct preview_session *session, str file,
                           struct arena *arena)
{
    const str names[] = {file, arena_concat(arena, file, STR(".html")),
                         STR("404.html")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        switch (builder_find(session->builder, names[i], arena).kind) {
        case SERVED_PAGE: return names[i];
        case SERVED_SOURCE: return (str){NULL, 0};
        case SERVED_NONE: break;
        }
    }
    return (str){NULL, 0};
}

/* --- the steps --- */

static void note_sources(struct preview_session *session,
                         const struct changed_files *changed)
{
    arena_clear(&session->source_arena);
    VEC_CLEAR(&session->sources);
    session->clock = !changed->n && !changed->all;
    for (size_t i = 0; i < changed->n; i++) {
        *VEC_PUSH(&session->sources, &session->source_arena) =
            arena_str(&session->source_arena, changed->paths[i]);
    }
}

enum update_result preview_session_update(struct preview_session *session,
                                          const struct changed_files *changed,
                                          struct preview_report *report)
{
    struct diag_batch batch;
    bool was_bad = problems_of(&session->problems, STR(""));
    session->start = clock_milliseconds();
    begin_batch(&batch);
    enum update_result result =
        builder_update(session->builder, changed, &batch.diags);
    if (result != UPDATE_CANCELLED) {
        note_sources(session, changed);
        problems_forget(&session->problems, changed, result != UPDATE_BAD);
        problems_clear(&session->problems, STR(""));
        bool site =
            result == UPDATE_DONE && builder_changes(session->builder)->whole;
        (site ? problems_warn_site : problems_warn)(&session->problems,
                                                    &batch.diags, &batch.fresh);
    }
    switch (result) {
    case UPDATE_DONE: note_revision(session); break;
    case UPDATE_SAME:
        /* A retry of builder_make has read the mended file already. */
        result = was_bad && session->first ? UPDATE_DONE : UPDATE_SAME;
        break;
    case UPDATE_BAD:
        problems_set(&session->problems, STR(""), 0, &batch.diags,
                     &batch.fresh);
        break;
    case UPDATE_CANCELLED: break;
    }
    end_batch(session, &batch, report);
    return result;
}

/* Makes the pages that browsers show, and reports the revision. */
static bool show_open(struct preview_session *session,
                      struct preview_report *report)
{
    struct diag_batch batch;
    begin_batch(&batch);
    bool done = make_open(session, &batch, &report->pages);
    if (done) {
        session->stale = false;
        page_store_advance(session->store, session->revision);
        page_store_show(session->store, session->open.p, session->open.n);
        report_drafts(report, builder_site(session->builder));
        report->until = builder_until(session->builder);
        report->gone = session->gone;
        session->gone = 0;
        put_changes(session, report);
    }
    end_batch(session, &batch, report);
    return done;
}

bool preview_session_show(struct preview_session *session, const str *open,
                          size_t n, struct preview_report *report)
{
    struct arena *arena = &session->open_arena;
    arena_clear(arena);
    VEC_CLEAR(&session->open);
    for (size_t i = 0; i < n; i++) {
        str file = page_of_address(session, open[i], arena);
        if (file.p && !is_open(session, file)) {
            *VEC_PUSH(&session->open, arena) = arena_str(arena, file);
        }
    }
    report->pages = 0;
    bool done = show_open(session, report);
    report->first = session->revision == session->first;
    if (report->first) {
        report->pages = builder_plan(session->builder)->outputs.n;
    }
    report->milliseconds = clock_milliseconds() - session->start;
    return done;
}

bool preview_session_make(struct preview_session *session, str file,
                          struct preview_report *report)
{
    struct diag_batch batch;
    begin_batch(&batch);
    bool done = make_one(session, file, true, &batch.fresh);
    if (!session->stale) { /* before the page is sent: its browser needs no
                              event */
        put_changes(session, report);
    }
    end_batch(session, &batch, report);
    return done;
}

bool preview_session_is_stale(const struct preview_session *session)
{
    return session->stale;
}

/* The pages that were broken before this update, as far as there is time. */
static bool make_broken(struct preview_session *session,
                        struct diag_batch *batch)
{
    enum { SLICE = 20 }; /* ms */
    int64_t start = clock_milliseconds();
    bool done = true;
    bool any = false;
    const struct problem *broken;
    while (done && clock_milliseconds() - start < SLICE &&
           (broken = problems_before(&session->problems,
                                     builder_revision(session->builder)))) {
        str file = arena_str(&batch->arena, broken->file);
        done = make_one(session, file, true, &batch->fresh);
        any = true;
    }
    return any;
}

static bool make_idle(struct preview_session *session, struct diag_batch *batch)
{
    struct wanted_page *pages;
    size_t n = 0;
    if (session->problems.n >= MOST_BROKEN) {
        return false;
    }
    bool more = builder_idle(session->builder, &pages, &n, &batch->diags);
    note_revision(session);
    for (size_t i = 0; i < n; i++) {
        session->made += pages[i].result == PAGE_MADE;
    }
    return store_pages(session, pages, n, false, batch) && more;
}

bool preview_session_idle(struct preview_session *session,
                          struct preview_report *report)
{
    struct diag_batch batch;
    if (session->stale) {
        show_open(session, report);
        return true;
    }
    int64_t start = clock_milliseconds();
    begin_batch(&batch);
    bool more = builder_site(session->builder) &&
                (make_broken(session, &batch) || make_idle(session, &batch));
    put_changes(session, report);
    end_batch(session, &batch, report);
    session->idle_time += clock_milliseconds() - start;
    return more || session->stale;
}

bool preview_session_finish(struct preview_session *session,
                            struct preview_report *report)
{
    struct diag_batch batch;
    int64_t start = clock_milliseconds();
    begin_batch(&batch);
    bool shown = builder_site(session->builder);
    if (shown) {
        builder_check_texts(session->builder, &batch.diags);
    }
    bool done = !atomic_load(session->cancel);
    if (shown && done) {
        problems_warn_texts(&session->problems, &batch.diags, &batch.fresh);
        report_warnings(report, &session->problems,
                        builder_site(session->builder));
    }
    end_batch(session, &batch, report);
    if (!done) {
        return false;
    }
    report->first = shown && !session->was_quiet;
    report->pages = session->made;
    report->milliseconds = session->idle_time + clock_milliseconds() - start;
    session->was_quiet = session->was_quiet || shown;
    session->made = 0;
    session->idle_time = 0;
    return true;
}

bool preview_session_save(struct preview_session *session)
{
    return builder_save(session->builder);
}

bool preview_session_collect(struct preview_session *session)
{
    builder_collect(session->builder);
    note_revision(session);
    return !atomic_load(session->cancel);
}

/* --- beginning and end --- */

struct preview_session *
preview_session_open(const struct preview_session_options *options,
                     const atomic_bool *cancel, struct page_store *store,
                     struct arena *arena)
{
    struct preview_session *session = ARENA_NEW(arena, struct preview_session);
    session->options = *options;
    session->cancel = cancel;
    session->store = store;
    session->builder = builder_open(&session->options.builder, cancel);
    return session;
}

void preview_session_close(struct preview_session *session)
{
    builder_close(session->builder);
    problems_free(&session->problems);
    arena_free(&session->open_arena);
    arena_free(&session->change_arena);
    arena_free(&session->reported_arena);
    arena_free(&session->source_arena);
}

struct served_file preview_session_find(struct preview_session *session,
                                        str file, struct arena *arena)
{
    return builder_find(session->builder, file, arena);
}
