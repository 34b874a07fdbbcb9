/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_BUILD_THREAD_H
#define CRUMB_SERVE_BUILD_THREAD_H

/* The thread that the preview builds on. The loop puts changes and wanted pages
 * into its queue, and takes news out of another; a byte in a pipe tells the
 * loop of each. The thread does what is most urgent, one thing at a time:
 *
 *     changes    update the site, make the pages that browsers show, then tell
 *                of the update
 *     wants      make the pages that requests wait for, in their order
 *     quiet      check and make the rest in slices, then save
 *
 * What comes meanwhile cancels what is less urgent. An update that is cancelled
 * begins anew with both sets of changes. */

#include <stdatomic.h>

#include "base/vec.h"

struct build_thread;

/* Files of the site that may have changed. */
struct build_changes {
    VEC(str) paths; /* content/a.md; one may be there twice */
    bool all;
};

enum update_result {
    UPDATE_SAME, /* no page could show it */
    UPDATE_DONE,
    UPDATE_BAD,       /* errors: the site is as it was */
    UPDATE_CANCELLED, /* the same, because *cancel was set */
};

/* What the work is done by, on the build thread, one call at a time. All of
 * them may look at *cancel and end early. */
struct build_work {
    void *host;
    enum update_result (*update)(void *host,
                                 const struct build_changes *changes,
                                 const atomic_bool *cancel);
    /* False: cancelled. A page with errors was made too. */
    bool (*make)(void *host, const str *files, size_t n,
                 const atomic_bool *cancel);
    /* After an update whose open pages are made. */
    void (*show)(void *host);
    /* A slice of the rest. False: there is none left. */
    bool (*idle)(void *host, const atomic_bool *cancel);
    void (*save)(void *host, const atomic_bool *cancel);
};

enum build_news_kind {
    NEWS_UPDATED, /* the open pages are made; others are once asked for */
    NEWS_BAD,
    NEWS_MADE,  /* a page that was wanted: the store has it, or it can't be */
    NEWS_QUIET, /* all is checked, and saved */
};

struct build_news {
    enum build_news_kind kind;
    str file; /* of NEWS_MADE */
    struct build_news *next;
    struct arena arena; /* its own */
};

/* Begins with an update of all. wake_fd: the pipe. NULL: no thread can be had,
 * and errno says why. */
struct build_thread *build_thread_start(const struct build_work *work,
                                        int wake_fd, struct arena *arena);
/* open: the files that browsers show. */
void build_thread_change(struct build_thread *thread,
                         const struct build_changes *changes, const str *open,
                         size_t n);
/* A page that is wanted already is not made twice. */
void build_thread_want(struct build_thread *thread, str file);
/* The oldest news, to be freed; NULL: there is none. */
struct build_news *build_thread_take(struct build_thread *thread);
void build_news_free(struct build_news *news);
/* Waits for what is under way, which is cancelled. */
void build_thread_stop(struct build_thread *thread);

#endif
