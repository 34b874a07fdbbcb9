/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_REPORT_H
#define CRUMB_SERVE_PREVIEW_REPORT_H

/* What the build thread tells the loop: for the terminal, the pages that are
 * open, and the pages below /__crumb/. */

#include "base/hash.h"
#include "serve/problems.h"

enum report_kind {
    REPORT_UPDATED, /* the pages that browsers show are made; all others will be
                       when they are asked for */
    REPORT_BAD,     /* errors: the site is as it was */
    REPORT_MADE,    /* a page that a request waits for, or it can't be made */
    REPORT_CHECKED, /* some of the rest was looked at */
    REPORT_QUIET,   /* all of it was */
};

/* What is shown of pages that have errors. */
enum report_shown {
    SHOWN_BEFORE, /* what they were before */
    SHOWN_OTHERS, /* nothing, and all other pages */
    SHOWN_NOTHING,
};

/* A page that is loaded anew only to show what a browser has already, with
 * other style sheets (serve/restyled.h). */
struct report_restyled {
    str url;
    struct hash128 version; /* of its bytes */
};

/* A post that a reader of the published site would not see. */
struct report_draft {
    str title;
    str url;
    str path;
    bool draft;
    str live; /* when it will be, "2026-11-30 09:00"; p == NULL: its date is
                 no reason */
};

/* It owns its memory. */
struct preview_report {
    struct preview_report *next; /* in a queue */
    struct arena arena;
    enum report_kind kind;
    bool first;          /* there was no site before */
    bool all;            /* more changed than is worth naming */
    bool problems_known; /* what is wrong is other than it was */
    bool drafts_known;   /* else they are as they were */
    /* Addresses that changed: of pages and what they may show... */
    VEC(str) urls;
    VEC(str) css;                         /* ...of style sheets... */
    VEC(struct report_restyled) restyled; /* some of urls */
    VEC(str) but; /* ...or, of all, those that did not, if not in urls */
    /* For the terminal. */
    VEC(str) sources; /* what was saved last... */
    bool clock;       /* ...or it was the clock that changed the site */
    size_t pages; /* that were made; of the first: files that the site has */
    size_t gone;  /* addresses */
    int64_t milliseconds;
    str diagnostics; /* that were not told before, as crumb build prints them */
    size_t errors;   /* of those... */
    enum report_shown shown; /* ...and while they stand */
    /* What is wrong now. */
    str problems_json; /* the event `errors`; empty: nothing is wrong */
    str problems_text;
    VEC(struct report_draft) drafts;
    int64_t until; /* of drafts_known: see builder_until */
};

/* How diagnostics are printed. */
struct report_form {
    bool color;
    bool json;
};

struct preview_report *report_new(void);
void report_free(struct preview_report *report);
/* Something in it is worth telling. */
bool report_says(const struct preview_report *report);
/* root: see serve/url_file.h. */
void report_changed(struct preview_report *report, str file, str root);
/* The same of a page of which only the style sheets are others. */
void report_restyled(struct preview_report *report, str file,
                     struct hash128 version, str root);
void report_diags(struct preview_report *report, const struct diags *diags,
                  struct report_form form);
void report_problems(struct preview_report *report,
                     const struct problems *problems);
void report_drafts(struct preview_report *report, const struct site *site);

#endif
