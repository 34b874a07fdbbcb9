/* SPDX-License-Identifier: MIT */
#ifndef CRUMB_SERVE_PREVIEW_STATE_H
#define CRUMB_SERVE_PREVIEW_STATE_H

/* The parts of the preview, which share one struct and one thread:
 *
 *     preview_loop       beginning and end, and the loop between
 *     preview_changes    what the watcher and the clock tell
 *     preview_news       what the build thread tells
 *     preview_pages      what the web server asks for
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
    struct event *date; /* for one to pass */
    struct event *news;
    struct event *interrupts[2];
    struct site_place place;
    struct event *look;     /* at the place */
    struct changes changes; /* that the build thread has not heard of */
    unsigned steps;         /* milliseconds that `wait` was set to for these */
    struct arena changes_arena;
    int news_fds[2]; /* a pipe, by which the build thread wakes the loop */
    str url;         /* http://localhost:4000/blog */
    struct preview_report *problems; /* the last one that knows them, or NULL */
    struct preview_report
        *site; /* the last one that knows of drafts, or NULL */
    struct preview_report *told; /* the last one, if it is none of these */
    struct buf hello;
    const char *walks; /* why it does, if that was not said yet */
    int64_t until;     /* the instant at which the clock changes the site */
    bool ends;
    bool gone;   /* the site's folder is, from its place */
    bool is_out; /* begin anew: another folder is there, or another path in
                    `url` */
    enum preview_news_kind tells; /* of these; PREVIEW_REPORT: nothing */
    bool good;                    /* there is a site to show */
    bool builds;                  /* there is none, but one may come */
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
/* To hear of the next change. False: no memory. */
bool preview_listen_again(struct preview *preview);
/* Sets the timer for the next date that changes the site. */
void preview_wait_for_date(struct preview *preview);
/* Orders what a date has changed that has passed unnoticed. */
void preview_look_at_clock(struct preview *preview);
/* Whether the site's folder is where it was. */
void preview_look_at_place(struct preview *preview);
/* The path of the site's url. What can't be read is told by the build; the path
 * is then as it was. */
str preview_site_base(const struct preview *preview, str before);

/* --- preview_news --- */

/* The callback of the event `news`. */
void preview_on_news(evutil_socket_t fd, short what, void *context);
/* Takes reports up to the next one that the terminal is told of too; NULL:
 * there is none. */
const struct preview_report *preview_take_reports(struct preview *preview);
/* What a page is told that opens its stream of events. */
void preview_set_hello(struct preview *preview);
/* Forgets all reports. */
void preview_drop_reports(struct preview *preview);

/* --- preview_pages --- */

/* For the web server: what there is at a path (serve/http/http.h). */
struct http_found preview_find(void *host, const struct http_asked *asked,
                               struct arena *arena);
/* The pages that browsers show; the arena is the caller's to free. */
void preview_open_pages(const struct preview *preview, struct open_pages *open);

#endif
