/* SPDX-License-Identifier: MIT */
/* serve/build_orders, with a thread that only notes its orders: their order,
 * which of them are broken off, and that none is lost. */
#include "serve/build_orders.h"

#include <stdio.h>
#include <unistd.h>

#include "base/memory/buf.h"
#include "tap.h"

/* Each order is one word in the log; one whose word is `held` waits until it is
 * cancelled. */
struct fake {
    struct build_orders orders;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t called;
    struct buf log;
    const char *held;
    int slices; /* of the rest */
    unsigned pause;
    bool quiet;  /* all that was ordered is done */
    int done[4]; /* of each kind */
};

static void put_words(struct buf *out, str verb, const str *names, size_t n)
{
    buf_put(out, verb);
    for (size_t i = 0; i < n; i++) {
        buf_putc(out, i ? ',' : ':');
        buf_put(out, names[i]);
    }
}

static void put_order(struct buf *out, const struct order *order)
{
    switch (order->kind) {
    case ORDER_UPDATE:
        put_words(out, order->changed.all ? STR("update-all") : STR("update"),
                  order->changed.paths, order->changed.n);
        put_words(out, order->nopen ? STR("/open") : STR(""), order->open,
                  order->nopen);
        break;
    case ORDER_PAGE: put_words(out, STR("page"), &order->file, 1); break;
    case ORDER_IDLE: buf_put(out, STR("rest")); break;
    case ORDER_SAVE: buf_put(out, STR("save")); break;
    }
}

/* False: it was cancelled. */
static bool note(struct fake *fake, const struct order *order)
{
    struct buf word = {0};
    put_order(&word, order);
    pthread_mutex_lock(&fake->mutex);
    buf_put(&fake->log, buf_str(&word));
    buf_putc(&fake->log, ' ');
    bool held = fake->held && str_eq(buf_str(&word), str_from(fake->held));
    fake->quiet = false;
    pthread_cond_broadcast(&fake->called);
    pthread_mutex_unlock(&fake->mutex);
    buf_free(&word);
    while (held && !atomic_load(&fake->orders.cancel)) {
        usleep(100);
    }
    return !held && !atomic_load(&fake->orders.cancel);
}

static void *run(void *context)
{
    struct fake *fake = context;
    struct order order;
    while (orders_next(&fake->orders, &order)) {
        if (!note(fake, &order)) {
            continue;
        }
        bool rest = order.kind == ORDER_IDLE;
        if (rest && fake->slices-- > 0) {
            continue;
        }
        orders_done(&fake->orders);
        pthread_mutex_lock(&fake->mutex);
        fake->quiet = order.kind == ORDER_SAVE;
        fake->done[order.kind]++;
        pthread_cond_broadcast(&fake->called);
        pthread_mutex_unlock(&fake->mutex);
    }
    return NULL;
}

static void start(struct fake *fake)
{
    orders_open(&fake->orders, fake->pause ? fake->pause : 1);
    pthread_mutex_init(&fake->mutex, NULL);
    pthread_cond_init(&fake->called, NULL);
    pthread_create(&fake->thread, NULL, run, fake);
}

static void stop(struct fake *fake)
{
    orders_stop(&fake->orders);
    pthread_join(fake->thread, NULL);
    orders_close(&fake->orders);
    buf_free(&fake->log);
}

/* Waits until this is the last word of the log. */
static void await(struct fake *fake, const char *word)
{
    pthread_mutex_lock(&fake->mutex);
    for (;;) {
        str log = buf_str(&fake->log);
        size_t n = strlen(word) + 1;
        if (log.n >= n &&
            str_eq(str_sub(log, log.n - n, n - 1), str_from(word))) {
            break;
        }
        pthread_cond_wait(&fake->called, &fake->mutex);
    }
    pthread_mutex_unlock(&fake->mutex);
}

/* Waits until so many of a kind are done. */
static void await_done(struct fake *fake, enum order_kind kind, int n)
{
    pthread_mutex_lock(&fake->mutex);
    while (fake->done[kind] < n) {
        pthread_cond_wait(&fake->called, &fake->mutex);
    }
    pthread_mutex_unlock(&fake->mutex);
}

/* Waits until that is the whole log, and nothing is left to do. */
static void check_log(struct tap *tap, struct fake *fake, const char *want)
{
    pthread_mutex_lock(&fake->mutex);
    while (!fake->quiet || fake->log.n < strlen(want)) {
        pthread_cond_wait(&fake->called, &fake->mutex);
    }
    CHECK_STR(tap, buf_str(&fake->log), want);
    buf_clear(&fake->log);
    pthread_mutex_unlock(&fake->mutex);
}

static void hold(struct fake *fake, const char *word)
{
    pthread_mutex_lock(&fake->mutex);
    fake->held = word;
    pthread_mutex_unlock(&fake->mutex);
}

static void change(struct fake *fake, const char *path, const char *open)
{
    str name = str_from(path);
    str file = str_from(open);
    orders_change(&fake->orders, &(struct changed_files){&name, 1, false},
                  &file, file.n > 0);
}

static void want(struct fake *fake, const char *file)
{
    orders_want(&fake->orders, str_from(file));
}

/* --- the cases --- */

static void test_order(struct tap *tap)
{
    struct fake fake = {.slices = 2};
    start(&fake);
    check_log(tap, &fake, "update-all rest rest rest save ");
    change(&fake, "a.md", "a.html");
    check_log(tap, &fake, "update:a.md/open:a.html rest save ");
    stop(&fake);
}

/* Names that differ in their case alone are of two files. */
static void test_case(struct tap *tap)
{
    struct fake fake = {0};
    const str names[] = {STR_INIT("a.md"), STR_INIT("A.md"), STR_INIT("a.md")};
    start(&fake);
    check_log(tap, &fake, "update-all rest save ");
    orders_change(&fake.orders, &(struct changed_files){names, 3, false}, NULL,
                  0);
    check_log(tap, &fake, "update:a.md,A.md rest save ");
    stop(&fake);
}

/* After the rest a page is made, and nothing else. */
static void test_page(struct tap *tap)
{
    struct fake fake = {0};
    start(&fake);
    check_log(tap, &fake, "update-all rest save ");
    want(&fake, "b.html");
    await(&fake, "page:b.html");
    want(&fake, "c.html");
    await_done(&fake, ORDER_PAGE, 2);
    change(&fake, "a.md", "");
    check_log(tap, &fake, "page:b.html page:c.html update:a.md rest save ");
    stop(&fake);
}

/* The first time it is saved at once; then nothing is, as long as something
 * comes within the pause. */
static void test_pause(struct tap *tap)
{
    struct fake fake = {.pause = 1000};
    start(&fake);
    check_log(tap, &fake, "update-all rest save ");
    change(&fake, "x.md", "");
    await_done(&fake, ORDER_IDLE, 2);
    want(&fake, "a");
    check_log(tap, &fake, "update:x.md rest page:a save ");
    stop(&fake);
    CHECK(tap, !orders_lack_save(&fake.orders));
}

/* A page comes first, and then all is saved once more. */
static void test_cancelled_save(struct tap *tap)
{
    struct fake fake = {.held = "save"};
    start(&fake);
    await(&fake, "save");
    hold(&fake, NULL);
    want(&fake, "a");
    check_log(tap, &fake, "update-all rest save page:a save ");
    stop(&fake);
}

/* A change that was not saved by the end can be saved then; that is not
 * cancelled. */
static void test_end(struct tap *tap)
{
    struct fake fake = {.pause = 60000};
    start(&fake);
    check_log(tap, &fake, "update-all rest save ");
    change(&fake, "x.md", "");
    await_done(&fake, ORDER_IDLE, 2);
    stop(&fake);
    CHECK(tap, orders_lack_save(&fake.orders));
    CHECK(tap, !atomic_load(&fake.orders.cancel));
}

static void test_wants(struct tap *tap)
{
    struct fake fake = {.slices = 1, .held = "rest"};
    start(&fake);
    await(&fake, "rest");
    hold(&fake, NULL);
    want(&fake, "a");
    check_log(tap, &fake, "update-all rest page:a rest rest save ");
    stop(&fake);
}

static void test_wanted_twice(struct tap *tap)
{
    struct fake fake = {.held = "update-all"};
    start(&fake);
    await(&fake, "update-all");
    hold(&fake, NULL);
    want(&fake, "a");
    want(&fake, "b");
    want(&fake, "a");
    change(&fake, "x.md", "");
    check_log(tap, &fake,
              "update-all update-all:x.md page:a page:b rest save ");
    stop(&fake);
}

/* A page made before a change is wanted again after it. */
static void test_wanted_again(struct tap *tap)
{
    struct fake fake = {.held = "page:b"};
    start(&fake);
    check_log(tap, &fake, "update-all rest save ");
    want(&fake, "a");
    await(&fake, "page:a");
    want(&fake, "b");
    await(&fake, "page:b");
    hold(&fake, NULL);
    want(&fake, "a");
    change(&fake, "x.md", "");
    check_log(tap, &fake, "page:a page:b update:x.md page:b page:a rest save ");
    stop(&fake);
}

/* A page does not break off an update, nor another page. */
static void test_not_cancelled(struct tap *tap)
{
    struct fake fake = {.held = "page:a"};
    start(&fake);
    check_log(tap, &fake, "update-all rest save ");
    want(&fake, "a");
    await(&fake, "page:a");
    want(&fake, "b");
    CHECK(tap, !atomic_load(&fake.orders.cancel));
    hold(&fake, NULL);
    change(&fake, "x.md", "");
    check_log(tap, &fake, "page:a update:x.md page:a page:b rest save ");
    stop(&fake);
}

/* An update that is broken off is made with both files, each once, and the
 * pages that are open by then. */
static void test_cancelled_update(struct tap *tap)
{
    struct fake fake = {0};
    start(&fake);
    check_log(tap, &fake, "update-all rest save ");
    hold(&fake, "update:x.md/open:a");
    change(&fake, "x.md", "a");
    await(&fake, "update:x.md/open:a");
    hold(&fake, "update:x.md,y.md/open:b");
    change(&fake, "y.md", "b");
    await(&fake, "update:x.md,y.md/open:b");
    hold(&fake, NULL);
    change(&fake, "x.md", "");
    check_log(tap, &fake,
              "update:x.md/open:a update:x.md,y.md/open:b update:x.md,y.md "
              "rest save ");
    change(&fake, "z.md", "");
    check_log(tap, &fake, "update:z.md rest save ");
    stop(&fake);
}

/* Where a thousand files change, all may have. */
static void test_many(struct tap *tap)
{
    struct fake fake = {.held = "update-all"};
    start(&fake);
    await(&fake, "update-all");
    CHECK(tap, fake.orders.kind == ORDER_UPDATE);
    stop(&fake);
    struct order_list *given = &fake.orders.given;
    orders_open(&fake.orders, 1);
    bool all = false;
    for (int i = 0; i < 1001; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d.md", i);
        all = all || given->all;
        change(&fake, name, "");
    }
    CHECK(tap, !all && given->all);
    CHECK(tap, given->changed.n == 1000);
    orders_close(&fake.orders);
}

static void test_stop(struct tap *tap)
{
    static const char *const words[] = {"update-all", "rest", "save"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct fake fake = {.held = words[i]};
        start(&fake);
        await(&fake, words[i]);
        stop(&fake);
        CHECK(tap, true);
    }
}

int main(void)
{
    struct tap tap = {0};
    alarm(60); /* an order that never comes */
    test_order(&tap);
    test_case(&tap);
    test_page(&tap);
    test_pause(&tap);
    test_cancelled_save(&tap);
    test_end(&tap);
    test_wants(&tap);
    test_wanted_twice(&tap);
    test_wanted_again(&tap);
    test_not_cancelled(&tap);
    test_cancelled_update(&tap);
    test_many(&tap);
    test_stop(&tap);
    return tap_done(&tap);
}
