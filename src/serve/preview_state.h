/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_STATE_H
#define CRUMB_SERVE_PREVIEW_STATE_H

/* The parts of the preview, which share one struct and one thread:
 *
 *     preview_loop       beginning and end, and the loop between
 *     preview_changes    changes that the watcher and the clock find
 *     preview_reports    reports of the build thread
 *     preview_pages      answers to requests
 */

#include <event2/event.h>

#include "serve/http/http.h"
#include "serve/preview.h"
#include "serve/site_place.h"
#include "serve/watch/watcher.h"

struct preview {
    const struct preview_options *options;
    struct arena *arena;
    struct event_base *base;
    struct http *http;
    struct watcher *watcher;
    struct page_store *store;
    struct build_thread *thread;
    struct event *watch;
    struct event *wait; /* for an editor's next step, or to walk again */
    struct event *date; /* for the next date that changes the site */
    struct event *wake;
    struct event *interrupts[2];
    struct site_place place;
    struct event *look;     /* at the place */
    struct changes changes; /* that are not ordered yet */
    unsigned steps;         /* milliseconds that `wait` was set to for these */
    struct arena changes_arena;
    int wake_fds[2]; /* a pipe: the build thread wakes the loop */
    str url;         /* http://localhost:4000/blog */
    struct preview_report *problems; /* the last one that knows them, or NULL */
    struct preview_report
        *site; /* the last one that knows of drafts, or NULL */
    struct preview_report *warnings; /* the last one that knows them, or NULL */
    struct preview_report
        *printed; /* the last one on the terminal, if it is none of these */
    struct buf hello;
    const char *walks; /* why the watcher does, if that was not printed yet */
    int64_t until;     /* the instant at which the clock changes the site */
    bool ends;
    bool gone;         /* the site's folder is not at its path */
    bool must_restart; /* start again: another folder is there, or another
                      path in `url` */
    enum preview_notice_kind notice; /* to print next; PREVIEW_REPORT: none */
    bool good;                       /* there is a site to show */
    bool builds;                     /* there is none, but one may come */
    uint64_t build; /* a number of its own, whichever process made it */
};

/* The pages that browsers show. */
struct open_pages {
    VEC(str) paths;
    VEC(str) files;
    struct arena arena;
    str root; /* the path that the site lives under */
};

/* --- preview_changes --- */

/* The callbacks of the events `watch`, `wait`, `date` and `look`. */
void preview_on_event(evutil_socket_t fd, short what, void *context);
void preview_on_waited(evutil_socket_t fd, short what, void *context);
void preview_on_date(evutil_socket_t fd, short what, void *context);
void preview_on_look(evutil_socket_t fd, short what, void *context);
/* Waits for the next change. Returns false if libevent can't wait. */
bool preview_listen_again(struct preview *preview);
/* Sets the timer for the next date that changes the site. */
void preview_wait_for_date(struct preview *preview);
/* Orders an update if the next date has passed. */
void preview_check_clock(struct preview *preview);
/* Checks whether the site's folder is at its path. */
void preview_check_place(struct preview *preview);
/* The path of the site's address: of the option, else of `url` in site.yaml;
 * `before` if that can't be read, which the build reports. */
str preview_site_base(const struct preview *preview, str before);

/* The pages that browsers show; open->arena is the caller's to free. The paths
 * are valid until the next event of the loop. */
void preview_open_pages(const struct preview *preview, struct open_pages *open);

/* --- preview_reports --- */

/* The callback of the event `wake`. */
void preview_on_reports(evutil_socket_t fd, short what, void *context);
/* Takes reports up to the next one that is printed on the terminal, and returns
 * it; NULL: there is none. It is valid until the next call. */
const struct preview_report *preview_take_reports(struct preview *preview);
/* Sets the first event of a page's stream. */
void preview_set_hello(struct preview *preview);
/* Forgets and frees all reports. */
void preview_drop_reports(struct preview *preview);

/* --- preview_pages --- */

/* Answers a request (serve/http/http.h). */
struct http_found preview_find(void *host, const struct http_asked *asked,
                               struct arena *arena);

#endif
