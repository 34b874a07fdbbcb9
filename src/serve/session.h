/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_SESSION_H
#define CRUMB_SERVE_SESSION_H

/* The preview's builds, on a thread of their own. A change in nothing but the
 * texts of posts is built from what is in memory (builder/touch.h); anything
 * else by a whole incremental build, which also follows when it has been quiet
 * for a while after the former, and is broken off if something changes
 * meanwhile: it knows of everything, but it is in no hurry. Of a long build the
 * pages that are open come first (OUTCOME_FIRST). */

#include "builder/build.h"
#include "serve/preview_report.h"

struct session;

struct session_options {
    struct build_options build; /* all of its texts live as long as it does */
    struct outcome_form form;   /* of diagnostics */
    bool now_given;             /* the build instant is always that of build */
    int wake_fd; /* a pipe: a byte for each outcome to be taken */
    /* The output is about to change, and has: nobody may be reading. */
    void *host;
    void (*lock)(void *host);
    void (*unlock)(void *host);
};

struct session_news {
    VEC(str) paths; /* of files that may have changed, content/a.md */
    bool whole;     /* anything may have changed */
    VEC(str) open;  /* files of the output that browsers show */
};

/* Starts with a whole build. NULL: no thread can be had, and errno says
 * why. */
struct session *session_start(const struct session_options *options,
                              struct arena *arena);
/* Changes are coming: a build that can wait is broken off. */
void session_expect(struct session *session);
void session_change(struct session *session, const struct session_news *news);
/* The oldest outcome that nobody has taken, to be freed; NULL: none. */
struct outcome *session_take(struct session *session);
/* Waits for a build under way, which is broken off. */
void session_stop(struct session *session);

#endif
