/* SPDX-License-Identifier: MIT */
#include "serve/session.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "builder/touch.h"
#include "serve/changed_paths.h"
#include "text/url.h"

/* A whole build follows when nothing has changed for so long, in ms: long
 * enough not to meet the next save of who writes and looks. */
enum { QUIET = 1000 };

struct session {
    struct session_options options;
    struct build_hooks hooks;    /* of a build that somebody waits for... */
    struct build_hooks settling; /* ...and of one that can wait itself */
    pthread_t thread;
    pthread_mutex_t mutex; /* of the rest up to the line */
    pthread_cond_t wake;
    struct arena pending_arena;
    struct session_news pending;
    bool changed;
    bool stop;
    struct outcome *first; /* that nobody has taken */
    struct outcome *last;
    atomic_bool cancel; /* something has changed */
    atomic_bool ending;
    /* --- the thread's own --- */
    struct arena arenas[2]; /* of the build in memory, and of the next one */
    size_t arena;           /* which is the former */
    struct build_result result;
    struct touch *touch; /* NULL: a whole build is next */
    bool built;          /* arena and result hold one */
    bool settle;         /* one is to follow */
    bool bad;            /* the last one had errors, or there was none */
};

/* --- builds --- */

static void post(struct session *session, struct outcome *outcome)
{
    pthread_mutex_lock(&session->mutex);
    *(session->last ? &session->last->next : &session->first) = outcome;
    session->last = outcome;
    pthread_mutex_unlock(&session->mutex);
    /* A pipe that is full wakes the loop as it is. */
    while (write(session->options.wake_fd, "", 1) < 0 && errno == EINTR) {
    }
}

static void forget(struct session *session)
{
    if (session->built) {
        build_free(&session->result);
        arena_free(&session->arenas[session->arena]);
    }
    session->touch = NULL;
    session->built = false;
}

/* The first pages of a build that goes on. */
static void tell_of_first(void *host, const str *files, size_t n)
{
    struct session *session = host;
    struct outcome *outcome = outcome_new();
    str root = url_path(session->options.build.site.base_url);
    outcome_of_first(outcome, root, files, n);
    if (outcome->urls.n) {
        post(session, outcome);
    } else {
        outcome_free(outcome);
    }
}

/* Keeps the one before in memory until it is done: a settling build that is
 * broken off leaves it. */
static bool build_whole(struct session *session,
                        const struct session_news *news, bool settled,
                        struct outcome *outcome)
{
    struct build_options build = session->options.build;
    struct build_first first = {news->open.p, news->open.n, tell_of_first,
                                session};
    struct arena *arena = &session->arenas[!session->arena];
    struct diags diags;
    struct build_result result;
    if (!session->options.now_given) {
        build.site.now = time(NULL);
    }
    build.hooks = settled ? &session->settling : &session->hooks;
    build.need_site = true;
    build.first = &first;
    diags_init(&diags, arena);
    build_run(&build, arena, &diags, &result);
    if (!result.done && atomic_load(build.hooks->cancel)) {
        build_free(&result);
        arena_free(arena);
        return false;
    }
    forget(session);
    session->arena = !session->arena;
    session->result = result;
    session->built = true;
    outcome_of_build(outcome, &result, &diags, session->options.form);
    if (result.done) {
        session->touch = touch_new(&build, &session->result, arena);
    }
    return true;
}

static bool build_touched(struct session *session,
                          const struct session_news *news,
                          struct outcome *outcome)
{
    struct touched touched;
    struct diags diags;
    if (!session->touch || news->whole || session->bad) {
        return false;
    }
    diags_init(&diags, &outcome->arena);
    switch (touch_posts(session->touch, news->paths.p, news->paths.n, &diags,
                        &touched)) {
    case TOUCH_WHOLE: return false;
    case TOUCH_SAME: break;
    case TOUCH_DONE:
        session->settle = true;
        outcome_of_touch(outcome, &touched,
                         url_path(session->result.site->config.url), &diags,
                         session->options.form);
        break;
    case TOUCH_FAILED:
        session->settle = true;
        outcome_of_errors(outcome, &diags, session->options.form);
        break;
    }
    return true;
}

/* False: it was broken off, and nothing is to be told. */
static bool build(struct session *session, const struct session_news *news,
                  bool settled, struct outcome *outcome)
{
    int64_t start = clock_milliseconds();
    bool done = !settled && build_touched(session, news, outcome);
    if (!done) {
        session->settle = false;
        done = build_whole(session, news, settled, outcome);
    }
    if (!done) {
        session->settle = true;
        return false;
    }
    outcome->milliseconds = clock_milliseconds() - start;
    outcome->settled = settled;
    /* Nothing is otherwise than before the errors, or than when the preview
     * ended the last time: that it is good is. */
    if (outcome->kind == OUTCOME_SAME && session->bad) {
        outcome->kind = OUTCOME_GOOD;
    }
    session->bad = outcome->kind == OUTCOME_BAD;
    return true;
}

/* --- the thread --- */

/* Until something has changed, it is quiet enough to settle, or it is the end:
 * then false. */
static bool wait(struct session *session, bool *settle)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += QUIET / 1000;
    *settle = false;
    while (!session->stop && !session->changed && !*settle) {
        if (!session->settle) {
            pthread_cond_wait(&session->wake, &session->mutex);
        } else if (pthread_cond_timedwait(&session->wake, &session->mutex,
                                          &until) != 0) {
            *settle = !session->changed;
        }
    }
    return !session->stop;
}

/* Once, however often it was saved during a build. */
static void add_path(struct session_news *news, struct arena *arena, str path)
{
    if (str_is_one_of(path, news->paths.p, news->paths.n)) {
        return;
    }
    if (news->paths.n == CHANGES_MOST) {
        news->whole = true;
    } else {
        *VEC_PUSH(&news->paths, arena) = arena_str(arena, path);
    }
}

static void copy_news(struct session_news *into, struct arena *arena,
                      const struct session_news *news)
{
    into->whole = into->whole || news->whole;
    for (size_t i = 0; i < news->paths.n; i++) {
        add_path(into, arena, news->paths.p[i]);
    }
    for (size_t i = 0; i < news->open.n; i++) {
        *VEC_PUSH(&into->open, arena) = arena_str(arena, news->open.p[i]);
    }
}

static struct session_news take_news(struct session *session,
                                     struct arena *arena)
{
    struct session_news news = {0};
    copy_news(&news, arena, &session->pending);
    session->pending = (struct session_news){0};
    arena_clear(&session->pending_arena);
    session->changed = false;
    atomic_store(&session->cancel, false);
    return news;
}

static void *run(void *context)
{
    struct session *session = context;
    bool settle = false;
    pthread_mutex_lock(&session->mutex);
    do {
        struct outcome *outcome = outcome_new();
        struct session_news news = take_news(session, &outcome->arena);
        pthread_mutex_unlock(&session->mutex);
        outcome->sources.p = news.paths.p;
        outcome->sources.n = news.paths.n;
        if (build(session, &news, settle, outcome) &&
            outcome->kind != OUTCOME_SAME) {
            post(session, outcome);
        } else {
            outcome_free(outcome);
        }
        pthread_mutex_lock(&session->mutex);
    } while (wait(session, &settle));
    pthread_mutex_unlock(&session->mutex);
    forget(session);
    return NULL;
}

/* --- from outside --- */

struct session *session_start(const struct session_options *options,
                              struct arena *arena)
{
    struct session *session = ARENA_NEW(arena, struct session);
    session->options = *options;
    session->hooks = (struct build_hooks){options->lock, options->unlock,
                                          options->host, &session->ending};
    session->settling = session->hooks;
    session->settling.cancel = &session->cancel;
    session->pending.whole = true;
    session->bad = true;
    pthread_mutex_init(&session->mutex, NULL);
    pthread_cond_init(&session->wake, NULL);
    errno = pthread_create(&session->thread, NULL, run, session);
    return errno ? NULL : session;
}

void session_expect(struct session *session)
{
    atomic_store(&session->cancel, true);
}

void session_change(struct session *session, const struct session_news *news)
{
    if (!news->whole && !news->paths.n) {
        return;
    }
    pthread_mutex_lock(&session->mutex);
    copy_news(&session->pending, &session->pending_arena, news);
    session->changed = true;
    atomic_store(&session->cancel, true);
    pthread_cond_signal(&session->wake);
    pthread_mutex_unlock(&session->mutex);
}

struct outcome *session_take(struct session *session)
{
    pthread_mutex_lock(&session->mutex);
    struct outcome *outcome = session->first;
    if (outcome) {
        session->first = outcome->next;
        session->last = session->first ? session->last : NULL;
    }
    pthread_mutex_unlock(&session->mutex);
    return outcome;
}

void session_stop(struct session *session)
{
    pthread_mutex_lock(&session->mutex);
    session->stop = true;
    atomic_store(&session->ending, true);
    atomic_store(&session->cancel, true);
    pthread_cond_signal(&session->wake);
    pthread_mutex_unlock(&session->mutex);
    pthread_join(session->thread, NULL);
    struct outcome *outcome;
    while ((outcome = session_take(session))) {
        outcome_free(outcome);
    }
    arena_free(&session->pending_arena);
}
