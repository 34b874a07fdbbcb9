/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_REPORT_H
#define CRUMB_SERVE_PREVIEW_REPORT_H

/* Reports of the build thread to the loop: for the terminal, for browsers, and
 * for the pages below /__crumb/. */

#include "base/hash.h"
#include "serve/problems.h"

enum report_kind {
    REPORT_UPDATED, /* the site changed; pages that browsers show are made */
    REPORT_BAD,     /* the change has errors: the site is unchanged */
    REPORT_MADE,    /* a page that a request waits for is made, or failed */
    REPORT_CHECKED, /* some of the other pages were checked */
    REPORT_QUIET,   /* all of them were */
};

/* The pages that browsers see while there are errors. */
enum report_shown {
    SHOWN_BEFORE,  /* the last good pages */
    SHOWN_OTHERS,  /* the other pages; pages with errors have no good version */
    SHOWN_NOTHING, /* no page */
};

/* A page in which only the names of style sheets changed
 * (serve/client/client.h). */
struct report_restyled {
    str url;
    struct hash128 version; /* of its bytes */
};

/* A post that readers of the published site do not see. */
struct report_draft {
    str title;
    str url;
    str path;
    bool draft;
    str live; /* when it will be public: "2026-11-30 09:00"; p == NULL: its
                 date does not hold it back */
};

/* A report owns its memory; report_free frees it. */
struct preview_report {
    struct preview_report *next; /* in a queue */
    struct arena arena;
    enum report_kind kind;
    bool first;          /* the first REPORT_UPDATED or REPORT_QUIET */
    bool all;            /* too many addresses changed to list them */
    bool problems_known; /* the errors have changed: problems_... are set */
    bool drafts_known;   /* `drafts` and `until` are set */
    /* Addresses that changed: */
    VEC(str) urls; /* of pages, and of files that pages show */
    VEC(str) css;  /* of style sheets */
    VEC(struct report_restyled) restyled; /* some of urls */
    VEC(str) but; /* if `all`: the open pages; only those in `urls` changed */
    /* For the terminal: */
    VEC(str) sources; /* the files that were saved */
    bool clock;       /* the clock changed the site, not a file */
    size_t pages;     /* pages made; of the first update: files of the site */
    size_t gone;      /* addresses that no longer exist */
    int64_t milliseconds; /* since the change; REPORT_QUIET: spent on pages that
                             no request waits for */
    str diagnostics;      /* new ones, as crumb build prints them */
    size_t errors;        /* the number of errors among them */
    enum report_shown shown; /* the pages in browsers until these are gone */
    /* All current errors: */
    str problems_json; /* data of the event `errors`; empty: none */
    str problems_text;
    VEC(struct report_draft) drafts;
    int64_t until; /* builder_until */
    str warnings;  /* all current ones, as `warnings` of the event `hello`;
                      empty: not known */
};

/* How diagnostics are printed. */
struct report_form {
    bool color;
    bool json;
};

struct preview_report *report_new(void);
void report_free(struct preview_report *report);
/* Whether anything changed that browsers or the terminal should show. */
bool report_says(const struct preview_report *report);
/* Adds the address of a file that changed. `root`: see address_of_file. */
void report_changed(struct preview_report *report, str file, str root);
/* Adds the address of a page in which only the names of style sheets changed.
 */
void report_restyled(struct preview_report *report, str file,
                     struct hash128 version, str root);
/* Appends the data of the event `change`. */
void report_put_change(const struct preview_report *report, struct buf *out);
/* These set the fields of problems_..., of drafts and of warnings; report_diags
 * sorts and folds its diags, and appends them to `diagnostics`. */
void report_diags(struct preview_report *report, struct diags *diags,
                  struct report_form form);
void report_problems(struct preview_report *report,
                     const struct problems *problems);
void report_drafts(struct preview_report *report, const struct site *site);
void report_warnings(struct preview_report *report,
                     const struct problems *problems, const struct site *site);

/* Returns the address of a file of the site in browsers, encoded: "/blog/x/"
 * for "x/index.html". `root` is the path that the site lives under: "/blog" or
 * "". */
str address_of_file(str file, str root, struct arena *arena);
/* Returns the file at an address, encoded or not: "x/index.html" for
 * "/blog/x/", "x" for "/blog/x". */
str address_file(str url, str root, struct arena *arena);

#endif
