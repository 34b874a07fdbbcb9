/* SPDX-License-Identifier: MIT */
/* serve/build_thread, with a builder that only writes down what it was asked
 * for: what is done first, what is broken off, and that nothing is lost. */
#include "serve/build_thread.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "base/buf.h"
#include "tap.h"

/* Each call is one word in the log; a call whose word is `held` waits until it
 * is cancelled. */
struct fake {
    pthread_mutex_t mutex;
    pthread_cond_t called;
    struct buf log;
    const char *held;
    enum update_result result; /* of updates that are not cancelled */
    int slices;                /* that are left */
    int pipe[2];
    struct arena arena;
    struct build_thread *thread;
};

/* False: it was cancelled. */
static bool note(struct fake *fake, str call, const atomic_bool *cancel)
{
    pthread_mutex_lock(&fake->mutex);
    buf_put(&fake->log, call);
    buf_putc(&fake->log, ' ');
    bool held = fake->held && str_eq(call, str_from(fake->held));
    pthread_cond_broadcast(&fake->called);
    pthread_mutex_unlock(&fake->mutex);
    while (held && !atomic_load(cancel)) {
        usleep(100);
    }
    return !held && !(cancel && atomic_load(cancel));
}

static void put_words(struct buf *out, const char *verb, const str *names,
                      size_t n)
{
    buf_put(out, str_from(verb));
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, i ? ',' : ':');
        buf_put(out, names[i]);
    }
}

static enum update_result update(void *host,
                                 const struct build_changes *changes,
                                 const atomic_bool *cancel)
{
    struct fake *fake = host;
    struct buf call = {0};
    put_words(&call, changes->all ? "update-all" : "update", changes->paths.p,
              changes->paths.n);
    bool done = note(fake, buf_str(&call), cancel);
    buf_free(&call);
    return done ? fake->result : UPDATE_CANCELLED;
}

static bool make(void *host, const str *files, size_t n,
                 const atomic_bool *cancel)
{
    struct buf call = {0};
    put_words(&call, "make", files, n);
    bool done = note(host, buf_str(&call), cancel);
    buf_free(&call);
    return done;
}

static void show(void *host)
{
    note(host, STR("show"), NULL);
}

static bool idle(void *host, const atomic_bool *cancel)
{
    struct fake *fake = host;
    if (fake->slices > 0 && note(fake, STR("slice"), cancel)) {
        fake->slices--;
    }
    return fake->slices > 0;
}

static void save(void *host, const atomic_bool *cancel)
{
    note(host, STR("save"), cancel);
}

static void start(struct fake *fake)
{
    struct build_work work = {fake, update, make, show, idle, save};
    pthread_mutex_init(&fake->mutex, NULL);
    pthread_cond_init(&fake->called, NULL);
    if (pipe(fake->pipe) == 0) {
        fake->thread = build_thread_start(&work, fake->pipe[1], &fake->arena);
    }
}

static void stop(struct fake *fake)
{
    build_thread_stop(fake->thread);
    close(fake->pipe[0]);
    close(fake->pipe[1]);
    buf_free(&fake->log);
    arena_free(&fake->arena);
}

/* Waits until this is the last call of the log. */
static void await(struct fake *fake, const char *call)
{
    pthread_mutex_lock(&fake->mutex);
    for (;;) {
        str log = buf_str(&fake->log);
        size_t n = strlen(call) + 1;
        if (log.n >= n &&
            str_eq(str_sub(log, log.n - n, n - 1), str_from(call))) {
            break;
        }
        pthread_cond_wait(&fake->called, &fake->mutex);
    }
    pthread_mutex_unlock(&fake->mutex);
}

/* Waits for news of that kind, and says what came until then. */
static void await_news(struct tap *tap, struct fake *fake, const char *want)
{
    static const char *const names[] = {"updated", "bad", "made", "quiet"};
    struct buf got = {0};
    struct build_news *news;
    while (got.n < strlen(want)) {
        struct pollfd wait = {.fd = fake->pipe[0], .events = POLLIN};
        char byte;
        if (poll(&wait, 1, 10000) != 1 || read(wait.fd, &byte, 1) != 1) {
            break;
        }
        while ((news = build_thread_take(fake->thread))) {
            buf_printf(&got, "%s%s%.*s ", names[news->kind],
                       news->file.n ? ":" : "", STR_ARG(news->file));
            build_news_free(news);
        }
    }
    CHECK_STR(tap, buf_str(&got), want);
    buf_free(&got);
}

static void check_log(struct tap *tap, struct fake *fake, const char *want)
{
    pthread_mutex_lock(&fake->mutex);
    CHECK_STR(tap, buf_str(&fake->log), want);
    buf_clear(&fake->log);
    pthread_mutex_unlock(&fake->mutex);
}

static void hold(struct fake *fake, const char *call)
{
    pthread_mutex_lock(&fake->mutex);
    fake->held = call;
    pthread_mutex_unlock(&fake->mutex);
}

static void change(struct fake *fake, const char *path, const char *open)
{
    struct build_changes changes = {0};
    struct arena arena = {0};
    str file = str_from(open);
    *VEC_PUSH(&changes.paths, &arena) = str_from(path);
    build_thread_change(fake->thread, &changes, &file, file.n > 0);
    arena_free(&arena);
}

/* --- the cases --- */

static void test_order(struct tap *tap)
{
    struct fake fake = {.result = UPDATE_DONE, .slices = 2};
    start(&fake);
    await_news(tap, &fake, "updated quiet ");
    check_log(tap, &fake, "update-all show slice slice save ");
    change(&fake, "a.md", "a.html");
    await_news(tap, &fake, "updated quiet ");
    check_log(tap, &fake, "update:a.md make:a.html show save ");
    build_thread_want(fake.thread, STR("b.html"));
    await_news(tap, &fake, "made:b.html ");
    build_thread_want(fake.thread, STR("b.html"));
    await_news(tap, &fake, "made:b.html ");
    check_log(tap, &fake, "make:b.html make:b.html ");
    stop(&fake);
}

static void test_wants(struct tap *tap)
{
    struct fake fake = {.result = UPDATE_DONE, .slices = 1, .held = "slice"};
    start(&fake);
    await(&fake, "slice");
    hold(&fake, NULL);
    build_thread_want(fake.thread, STR("a"));
    await_news(tap, &fake, "updated made:a quiet ");
    check_log(tap, &fake, "update-all show slice make:a slice save ");
    stop(&fake);
}

static void test_wanted_twice(struct tap *tap)
{
    struct fake fake = {.result = UPDATE_DONE, .held = "update-all"};
    start(&fake);
    await(&fake, "update-all");
    hold(&fake, NULL);
    build_thread_want(fake.thread, STR("a"));
    build_thread_want(fake.thread, STR("b"));
    build_thread_want(fake.thread, STR("a"));
    change(&fake, "x.md", "");
    await_news(tap, &fake, "updated made:a made:b quiet ");
    check_log(tap, &fake,
              "update-all update-all:x.md show make:a make:b save ");
    stop(&fake);
}

/* What was made before a change is wanted again after it. */
static void test_wanted_again(struct tap *tap)
{
    struct fake fake = {.result = UPDATE_DONE, .held = "make:b"};
    start(&fake);
    await_news(tap, &fake, "updated quiet ");
    build_thread_want(fake.thread, STR("a"));
    build_thread_want(fake.thread, STR("b"));
    await(&fake, "make:b");
    hold(&fake, NULL);
    build_thread_want(fake.thread, STR("a"));
    change(&fake, "x.md", "");
    await_news(tap, &fake, "made:a updated made:b made:a quiet ");
    stop(&fake);
}

/* A save that gave way to a page is made up for. */
static void test_cancelled_save(struct tap *tap)
{
    struct fake fake = {.result = UPDATE_DONE, .held = "save"};
    start(&fake);
    await(&fake, "save");
    hold(&fake, NULL);
    build_thread_want(fake.thread, STR("a"));
    await_news(tap, &fake, "updated made:a quiet ");
    check_log(tap, &fake, "update-all show save make:a save ");
    stop(&fake);
}

static void test_cancelled_page(struct tap *tap)
{
    struct fake fake = {.result = UPDATE_DONE};
    start(&fake);
    await_news(tap, &fake, "updated quiet ");
    hold(&fake, "make:a");
    build_thread_want(fake.thread, STR("a"));
    await(&fake, "make:a");
    hold(&fake, NULL);
    change(&fake, "x.md", "");
    await_news(tap, &fake, "updated made:a quiet ");
    check_log(tap, &fake,
              "update-all show save make:a update:x.md show make:a save ");
    stop(&fake);
}

/* The second update finds nothing that the first has not taken: the first is
 * told of all the same. */
static void test_cancelled_open(struct tap *tap)
{
    struct fake fake = {.result = UPDATE_DONE};
    start(&fake);
    await_news(tap, &fake, "updated quiet ");
    hold(&fake, "make:a");
    change(&fake, "x.md", "a");
    await(&fake, "make:a");
    hold(&fake, NULL);
    fake.result = UPDATE_SAME;
    change(&fake, "y.md", "b");
    await_news(tap, &fake, "updated quiet ");
    check_log(tap, &fake,
              "update-all show save update:x.md make:a update:x.md,y.md "
              "make:b show save ");
    stop(&fake);
}

static void test_results(struct tap *tap)
{
    struct fake fake = {.result = UPDATE_BAD};
    start(&fake);
    await_news(tap, &fake, "bad quiet ");
    check_log(tap, &fake, "update-all save ");
    fake.result = UPDATE_SAME;
    change(&fake, "x.md", "a");
    await_news(tap, &fake, "quiet ");
    check_log(tap, &fake, "update:x.md save ");
    stop(&fake);
}

static void test_stop(struct tap *tap)
{
    static const char *const calls[] = {"update-all", "slice", "save"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct fake fake = {
            .result = UPDATE_DONE, .slices = 1, .held = calls[i]};
        start(&fake);
        await(&fake, calls[i]);
        stop(&fake);
        CHECK(tap, true);
    }
}

int main(void)
{
    struct tap tap = {0};
    alarm(60); /* a call that never comes */
    test_order(&tap);
    test_wants(&tap);
    test_wanted_twice(&tap);
    test_wanted_again(&tap);
    test_cancelled_save(&tap);
    test_cancelled_page(&tap);
    test_cancelled_open(&tap);
    test_results(&tap);
    test_stop(&tap);
    return tap_done(&tap);
}
