/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_REPORT_H
#define CRUMB_SERVE_PREVIEW_REPORT_H

/* What a build of the preview came to: for the terminal, the pages that are
 * open, and the pages below /__crumb/. */

#include "builder/build.h"
#include "builder/touch.h"

enum outcome_kind {
    OUTCOME_SAME, /* nothing is otherwise than it was */
    OUTCOME_GOOD,
    OUTCOME_FIRST, /* the pages that are open; the rest is being made */
    OUTCOME_BAD,   /* errors; what is published is as it was */
};

/* A post that a reader of the published site would not see. */
struct outcome_draft {
    str title;
    str url;
    str path;
    bool draft;
    str live; /* when it will be, "2026-11-30 09:00"; p == NULL: its date is
                 no reason */
};

/* What a build came to. It owns its memory. */
struct outcome {
    struct arena arena;
    enum outcome_kind kind;
    bool settled;     /* the one that follows when it is quiet */
    bool all;         /* more changed than is worth naming */
    VEC(str) urls;    /* of what changed, pages and what they may show */
    VEC(str) css;     /* of stylesheets that did */
    VEC(str) sources; /* what was changed, as far as it is known */
    size_t rendered;
    size_t removed;
    int64_t milliseconds;
    str diagnostics; /* as crumb build prints them */
    str errors_json; /* the event `errors`; empty: there are none */
    size_t errors;
    size_t warnings;
    VEC(struct outcome_draft) drafts;
    bool drafts_known;    /* else they are as they were */
    struct outcome *next; /* in a queue */
};

/* How diagnostics are printed. */
struct outcome_form {
    bool color;
    bool json;
};

struct outcome *outcome_new(void);
void outcome_free(struct outcome *outcome);
void outcome_of_build(struct outcome *outcome,
                      const struct build_result *result,
                      const struct diags *diags, struct outcome_form form);
/* Of files that were put in place ahead of a build's others. */
void outcome_of_first(struct outcome *outcome, str root, const str *files,
                      size_t n);
void outcome_of_touch(struct outcome *outcome, const struct touched *touched,
                      str root, const struct diags *diags,
                      struct outcome_form form);
/* Of errors that left everything as it was. */
void outcome_of_errors(struct outcome *outcome, const struct diags *diags,
                       struct outcome_form form);

#endif
