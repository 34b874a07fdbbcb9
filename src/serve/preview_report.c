/* SPDX-License-Identifier: MIT */
#include "serve/preview_report.h"

#include "base/json_string.h"
#include "files/path.h"
#include "serve/url_file.h"
#include "site/content/post.h"
#include "text/url.h"

/* More addresses than that are all of them. */
enum { MOST_URLS = 200 };

struct outcome *outcome_new(void)
{
    struct arena arena = {0};
    struct outcome *outcome = ARENA_NEW(&arena, struct outcome);
    outcome->arena = arena;
    return outcome;
}

void outcome_free(struct outcome *outcome)
{
    struct arena arena = outcome->arena;
    arena_free(&arena);
}

static void add_file(struct outcome *outcome, str root, str file)
{
    struct arena *arena = &outcome->arena;
    str url = address_of_file(file, root, arena);
    if (str_eq(path_ext(file), STR(".css"))) {
        *VEC_PUSH(&outcome->css, arena) = url;
    } else {
        *VEC_PUSH(&outcome->urls, arena) = url;
    }
}

static void add_files(struct outcome *outcome, str root, const str *files,
                      size_t n)
{
    if (n > MOST_URLS) {
        outcome->all = true;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        add_file(outcome, root, files[i]);
    }
}

/* {"diagnostics": [...], "text": "..."} */
static str errors_event(const struct diags *diags, struct arena *arena)
{
    struct buf plain = {0};
    struct buf json = {0};
    buf_put(&json, STR("{\"diagnostics\":["));
    bool first = true;
    for (size_t i = 0; i < diags->list.n; i++) {
        if (diags->list.p[i]->severity != DIAG_ERROR) {
            continue;
        }
        diag_print(diags->list.p[i], false, &plain);
        buf_put(&json, first ? STR("") : STR(","));
        diag_print_json(diags->list.p[i], &json);
        json.n -= json.n && json.p[json.n - 1] == '\n';
        first = false;
    }
    buf_put(&json, STR("],\"text\":"));
    json_put_string(&json, buf_str(&plain));
    buf_putc(&json, '}');
    str event = arena_str(arena, buf_str(&json));
    buf_free(&plain);
    buf_free(&json);
    return event;
}

static void add_diags(struct outcome *outcome, const struct diags *diags,
                      struct outcome_form form)
{
    struct buf text = {0};
    for (size_t i = 0; form.json && i < diags->list.n; i++) {
        diag_print_json(diags->list.p[i], &text);
    }
    if (!form.json) {
        diags_print(diags, form.color, DIAGS_SHOWN, &text);
    }
    outcome->diagnostics = arena_str(&outcome->arena, buf_str(&text));
    outcome->errors = diags->errors;
    outcome->warnings = diags->warnings;
    if (diags->errors) {
        outcome->errors_json = errors_event(diags, &outcome->arena);
    }
    buf_free(&text);
}

/* "2026-11-30 09:00"; p == NULL: it is live. */
static str live_from(const struct post *post, const struct site *site,
                     struct arena *arena)
{
    const struct date *live = post_live(post);
    struct buf out = {0};
    if (!live || live->instant <= site->now.instant) {
        return (str){NULL, 0};
    }
    date_format(*live, STR("%Y-%m-%d %H:%M"), &out);
    str text = arena_str(arena, buf_str(&out));
    buf_free(&out);
    return text;
}

static void add_drafts(struct outcome *outcome, const struct site *site)
{
    struct arena *arena = &outcome->arena;
    for (size_t i = 0; i < site->nall; i++) {
        const struct post *post = &site->all[i];
        struct outcome_draft draft = {.draft = post->front->draft,
                                      .live = live_from(post, site, arena)};
        if (post->held == HELD_NOT && post->address.url.n &&
            (draft.draft || draft.live.p)) {
            draft.title = arena_str(arena, post->title);
            draft.url = arena_str(arena, post->address.url);
            draft.path = arena_str(arena, post->file->path);
            *VEC_PUSH(&outcome->drafts, arena) = draft;
        }
    }
    outcome->drafts_known = true;
}

void outcome_of_build(struct outcome *outcome,
                      const struct build_result *result,
                      const struct diags *diags, struct outcome_form form)
{
    add_diags(outcome, diags, form);
    outcome->kind = OUTCOME_BAD;
    if (!result->done) {
        return;
    }
    size_t removed = result->counts.removed;
    outcome->rendered = result->counts.written;
    outcome->removed = removed;
    outcome->all = removed > 0;
    outcome->kind = outcome->rendered || removed ? OUTCOME_GOOD : OUTCOME_SAME;
    if (result->site) {
        add_files(outcome, url_path(result->site->config.url), result->written,
                  result->nwritten);
        add_drafts(outcome, result->site);
    }
}

void outcome_of_first(struct outcome *outcome, str root, const str *files,
                      size_t n)
{
    outcome->kind = OUTCOME_FIRST;
    add_files(outcome, root, files, n);
}

void outcome_of_touch(struct outcome *outcome, const struct touched *touched,
                      str root, const struct diags *diags,
                      struct outcome_form form)
{
    add_diags(outcome, diags, form);
    outcome->rendered = touched->nwritten;
    outcome->kind = touched->nwritten ? OUTCOME_GOOD : OUTCOME_SAME;
    add_files(outcome, root, touched->written, touched->nwritten);
}

void outcome_of_errors(struct outcome *outcome, const struct diags *diags,
                       struct outcome_form form)
{
    add_diags(outcome, diags, form);
    outcome->kind = OUTCOME_BAD;
}
