/* SPDX-License-Identifier: MIT */
#include "serve/problems.h"

#include "base/memory/buf.h"

/* --- errors --- */

static bool is_reported(const struct problems *problems,
                        const struct diag *diag)
{
    for (const struct problem *p = problems->first; p; p = p->next) {
        for (size_t i = 0; i < p->diags.list.n; i++) {
            const struct diag *known = p->diags.list.p[i];
            if (known->severity == diag->severity &&
                str_eq(known->at.file, diag->at.file) &&
                known->at.off == diag->at.off &&
                strcmp(known->code, diag->code) == 0 &&
                str_eq(known->message, diag->message)) {
                return true;
            }
        }
    }
    return false;
}

static struct diag *copy_diag(const struct diag *diag, struct arena *arena)
{
    struct diag *copied = ARENA_NEW(arena, struct diag);
    *copied = *diag;
    copied->arena = arena;
    copied->code =
        arena_str(arena, (str){diag->code, strlen(diag->code) + 1}).p;
    copied->at.file = arena_str(arena, diag->at.file);
    copied->at.text =
        diag->at.text.p ? arena_str(arena, diag->at.text) : diag->at.text;
    copied->message = arena_str(arena, diag->message);
    copied->hint = arena_str(arena, diag->hint);
    copied->group = arena_str(arena, diag->group);
    copied->group_hint = arena_str(arena, diag->group_hint);
    copied->chain.p = NULL;
    copied->chain.n = copied->chain.cap = 0;
    for (size_t i = 0; i < diag->chain.n; i++) {
        struct place *place = VEC_PUSH(&copied->chain, arena);
        *place = diag->chain.p[i];
        place->file = arena_str(arena, place->file);
        place->text = (str){NULL, 0};
    }
    return copied;
}

static void add_diag(struct diags *into, const struct diag *diag)
{
    *VEC_PUSH(&into->list, into->arena) = copy_diag(diag, into->arena);
    into->errors += diag->severity == DIAG_ERROR;
    into->warnings += diag->severity == DIAG_WARNING;
}

/* Returns the number of errors that the file had. */
static size_t drop_errors(struct problems *problems, str file)
{
    struct problem **link = &problems->first;
    while (*link && !str_eq((*link)->file, file)) {
        link = &(*link)->next;
    }
    struct problem *problem = *link;
    if (!problem) {
        return 0;
    }
    size_t n = problem->diags.list.n;
    struct arena arena = problem->arena;
    *link = problem->next;
    problems->n--;
    arena_free(&arena);
    return n;
}

void problems_set(struct problems *problems, str file, uint32_t revision,
                  const struct diags *diags, struct diags *fresh)
{
    struct arena arena = {0};
    struct problem *problem = ARENA_NEW(&arena, struct problem);
    *problem =
        (struct problem){.file = arena_str(&arena, file), .revision = revision};
    diags_init(&problem->diags, &arena);
    for (size_t i = 0; i < diags->list.n; i++) {
        const struct diag *diag = diags->list.p[i];
        if (diag->severity == DIAG_ERROR) {
            if (!is_reported(problems, diag)) {
                add_diag(fresh, diag);
                problems->changed = true;
            }
            add_diag(&problem->diags, diag);
        }
    }
    problem->arena = arena;
    problem->diags.arena = NULL;
    problems->changed |=
        drop_errors(problems, problem->file) != problem->diags.list.n;
    problem->next = problems->first;
    problems->first = problem;
    problems->n++;
}

void problems_clear(struct problems *problems, str file)
{
    problems->changed |= drop_errors(problems, file) > 0;
}

const struct problem *problems_of(const struct problems *problems, str file)
{
    const struct problem *p = problems->first;
    while (p && !str_eq(p->file, file)) {
        p = p->next;
    }
    return p;
}

const struct problem *problems_before(const struct problems *problems,
                                      uint32_t revision)
{
    const struct problem *p = problems->first;
    while (p && (!p->file.n || p->revision >= revision)) {
        p = p->next;
    }
    return p;
}

void problems_list(const struct problems *problems, struct diags *out)
{
    for (const struct problem *p = problems->first; p; p = p->next) {
        for (size_t i = 0; i < p->diags.list.n; i++) {
            add_diag(out, p->diags.list.p[i]);
        }
    }
    diags_sort(out);
}

/* --- warnings --- */

static str source_of(const struct diag *diag)
{
    str source = diag->at.file;
    for (size_t i = 0;
         !str_starts(source, STR("content/")) && i < diag->chain.n; i++) {
        source = diag->chain.p[i].file;
    }
    return str_starts(source, STR("content/")) ? source : STR("");
}

/* Keeps a copy. */
static struct reported_warning *
keep_warning(struct problems *problems, const struct reported_warning *warning)
{
    struct arena *arena = &problems->arena;
    struct reported_warning *kept = ARENA_NEW(arena, struct reported_warning);
    *kept = *warning;
    kept->text = arena_str(arena, warning->text);
    kept->json = arena_str(arena, warning->json);
    kept->file = arena_str(arena, warning->file);
    kept->source = arena_str(arena, warning->source);
    *map_put(&problems->warnings, arena, kept->text) = kept;
    *VEC_PUSH(&problems->reported, arena) = kept;
    return kept;
}

static struct reported_warning *note_warning(struct problems *problems,
                                             const struct diag *diag)
{
    struct buf text = {0};
    struct buf json = {0};
    diag_print(diag, false, &text);
    struct reported_warning *reported =
        map_get(&problems->warnings, buf_str(&text));
    if (!reported) {
        diag_print_json(diag, &json);
        reported = keep_warning(problems, &(struct reported_warning){
                                              .text = buf_str(&text),
                                              .json = str_trim(buf_str(&json)),
                                              .file = diag->at.file,
                                              .source = source_of(diag)});
    }
    buf_free(&text);
    buf_free(&json);
    return reported;
}

/* Frees the memory of warnings that are gone, if that is more than half. */
static void drop_gone(struct problems *problems)
{
    struct problems before = *problems;
    size_t live = 0;
    for (size_t i = 0; i < before.reported.n; i++) {
        live += before.reported.p[i]->live;
    }
    if (2 * live >= before.reported.n) {
        return;
    }
    problems->arena = (struct arena){0};
    problems->warnings = (struct map){0};
    VEC_CLEAR(&problems->reported);
    for (size_t i = 0; i < before.reported.n; i++) {
        if (before.reported.p[i]->live) {
            keep_warning(problems, before.reported.p[i]);
        }
    }
    arena_free(&before.arena);
}

enum warnings_of { OF_CHANGES, OF_SITE, OF_TEXTS };

static void add_warnings(struct problems *problems, const struct diags *diags,
                         enum warnings_of what, struct diags *fresh)
{
    for (size_t i = 0; i < diags->list.n; i++) {
        const struct diag *diag = diags->list.p[i];
        if (diag->severity == DIAG_WARNING) {
            struct reported_warning *reported = note_warning(problems, diag);
            if (!reported->live) {
                add_diag(fresh, diag);
            }
            reported->live = true;
            reported->seen = reported->seen || what == OF_TEXTS;
            reported->site = what == OF_SITE ? problems->sites : reported->site;
        }
    }
}

void problems_warn(struct problems *problems, const struct diags *diags,
                   struct diags *fresh)
{
    add_warnings(problems, diags, OF_CHANGES, fresh);
}

void problems_warn_site(struct problems *problems, const struct diags *diags,
                        struct diags *fresh)
{
    problems->sites++;
    add_warnings(problems, diags, OF_SITE, fresh);
    for (size_t i = 0; i < problems->reported.n; i++) {
        struct reported_warning *reported = problems->reported.p[i];
        if (reported->site && reported->site != problems->sites) {
            reported->live = false;
            reported->site = 0;
        }
    }
}

void problems_forget(struct problems *problems,
                     const struct changed_files *changed, bool taken)
{
    for (size_t i = 0; i < problems->reported.n; i++) {
        struct reported_warning *reported = problems->reported.p[i];
        bool of_text = reported->seen || reported->was_of_texts;
        reported->saved =
            reported->saved || changed->all ||
            str_is_among(reported->file, changed->paths, changed->n);
        if (reported->saved && (taken || !of_text)) {
            reported->saved = false;
            reported->live = false;
        }
    }
}

void problems_warn_texts(struct problems *problems, const struct diags *diags,
                         struct diags *fresh)
{
    for (size_t i = 0; i < problems->reported.n; i++) {
        struct reported_warning *reported = problems->reported.p[i];
        reported->was_of_texts = reported->seen;
        reported->seen = false;
    }
    add_warnings(problems, diags, OF_TEXTS, fresh);
    for (size_t i = 0; i < problems->reported.n; i++) {
        struct reported_warning *reported = problems->reported.p[i];
        reported->live =
            reported->live && (reported->seen || !reported->was_of_texts);
    }
    drop_gone(problems);
}

void problems_free(struct problems *problems)
{
    while (problems->first) {
        drop_errors(problems, problems->first->file);
    }
    arena_free(&problems->arena);
}
