/* SPDX-License-Identifier: MIT */
/* serve/page_store: which pages are current, which are dropped, and two threads
 * at once. */
#include "serve/page_store.h"

#include <pthread.h>
#include <stdio.h>

#include "serve/client/client.h"
#include "tap.h"

/* The state of a file; its bytes, "-" if there are none. */
static enum store_state look(struct tap *tap, struct page_store *store,
                             const char *file, const char *want)
{
    struct page *page;
    enum store_state state = page_store_get(store, str_from(file), &page);
    CHECK_STR(tap, page ? page_bytes(page) : STR("-"), want);
    if (page) {
        page_release(page);
    }
    return state;
}

static void put(struct page_store *store, const char *file, const char *bytes,
                uint32_t revision)
{
    page_store_put(store, str_from(file), str_from(bytes), revision, true);
}

static void test_revisions(struct tap *tap)
{
    struct page_store *store = page_store_new(1000);
    page_store_advance(store, 1);
    CHECK(tap, look(tap, store, "a", "-") == STORE_MISSING);
    put(store, "a", "one", 1);
    put(store, "b", "two", 1);
    CHECK(tap, look(tap, store, "a", "one") == STORE_CURRENT);
    /* A page of the next revision is made before that is shown. */
    put(store, "a", "uno", 2);
    CHECK(tap, look(tap, store, "a", "uno") == STORE_CURRENT);
    page_store_advance(store, 2);
    CHECK(tap, look(tap, store, "a", "uno") == STORE_CURRENT);
    CHECK(tap, look(tap, store, "b", "two") == STORE_STALE);
    CHECK(tap, page_store_keep(store, STR("b"), 2));
    CHECK(tap, look(tap, store, "b", "two") == STORE_CURRENT);
    CHECK(tap, !page_store_keep(store, STR("c"), 2));
    CHECK(tap, look(tap, store, "c", "-") == STORE_MISSING);
    /* The pages of another site are shown, not kept. */
    CHECK(tap, page_store_has(store, STR("b")));
    CHECK(tap, !page_store_has(store, STR("c")));
    page_store_distrust(store);
    CHECK(tap, !page_store_has(store, STR("b")));
    CHECK(tap, !page_store_keep(store, STR("b"), 3));
    page_store_advance(store, 3);
    CHECK(tap, look(tap, store, "b", "two") == STORE_STALE);
    put(store, "b", "two", 3);
    CHECK(tap, page_store_has(store, STR("b")));
    CHECK(tap, page_store_keep(store, STR("b"), 3));
    CHECK(tap, look(tap, store, "b", "two") == STORE_CURRENT);
    page_store_remove(store, STR("b"), 3);
    page_store_remove(store, STR("d"), 2);
    CHECK(tap, look(tap, store, "b", "-") == STORE_ABSENT);
    CHECK(tap, look(tap, store, "d", "-") == STORE_STALE);
    put(store, "d", "new", 3);
    CHECK(tap, look(tap, store, "d", "new") == STORE_CURRENT);
    CHECK(tap, !page_store_keep(store, STR("b"), 2));
    page_store_free(store);
}

/* Names that never had a page are forgotten, the oldest first. */
static void test_absent(struct tap *tap)
{
    struct page_store *store = page_store_new(1000);
    char name[20];
    page_store_advance(store, 1);
    for (int i = 0; i < 5000; i++) {
        snprintf(name, sizeof name, "x%d", i);
        page_store_remove(store, str_from(name), 1);
    }
    CHECK(tap, look(tap, store, name, "-") == STORE_ABSENT);
    CHECK(tap, look(tap, store, "x0", "-") == STORE_MISSING);
    CHECK(tap, look(tap, store, "x4500", "-") == STORE_ABSENT);
    page_store_advance(store, 2);
    CHECK(tap, look(tap, store, "x4500", "-") == STORE_STALE);
    page_store_remove(store, STR("x4500"), 2);
    CHECK(tap, look(tap, store, "x4500", "-") == STORE_ABSENT);
    CHECK(tap, page_store_put(store, STR("x4500"), STR("page"), 3, true) ==
                   STORE_NEW);
    page_store_free(store);
}

static void test_same(struct tap *tap)
{
    struct page_store *store = page_store_new(1000);
    CHECK(tap,
          page_store_put(store, STR("a"), STR("one"), 1, true) == STORE_OTHER);
    CHECK(tap,
          page_store_put(store, STR("a"), STR("one"), 2, true) == STORE_SAME);
    CHECK(tap,
          page_store_put(store, STR("a"), STR("two"), 3, true) == STORE_OTHER);
    CHECK(tap, page_store_put(store, STR("a"), STR("x.01234567.css"), 4,
                              true) == STORE_OTHER);
    CHECK(tap, page_store_put(store, STR("a"), STR("x.89abcdef.css"), 5,
                              true) == STORE_RESTYLED);
    page_store_distrust(store);
    CHECK(tap, page_store_put(store, STR("a"), STR("x.89abcdef.css"), 5,
                              true) == STORE_SAME);
    page_store_distrust(store);
    CHECK(tap, page_store_put(store, STR("a"), STR("x.01234567.css"), 6,
                              true) == STORE_NEW);
    page_store_remove(store, STR("a"), 6);
    CHECK(tap, page_store_put(store, STR("a"), STR("x.89abcdef.css"), 7,
                              true) == STORE_NEW);
    CHECK(tap, page_store_put(store, STR("a"), STR("x.89abcdef.css"), 8,
                              true) == STORE_SAME);
    page_store_free(store);
}

static void test_restyled(struct tap *tap)
{
    static const struct {
        const char *before;
        const char *after;
        bool restyled;
    } cases[] = {
        {"<a>", "<a>", true},
        {"a.0a1b2c3d.css b", "a.ffffffff.css b", true},
        {"a.0a1b2c3d.css b", "a.css b", true},
        {"a.0a1b2c3d.css b", "a.ffffffff.css c", false},
        {"a.0a1b2c3d.css b", "b.ffffffff.css b", false},
        {"a.0a1b2c3d.css", "a.ffffffff.css, and more", false},
        {"a.0a1b2c3d.js", "a.ffffffff.js", false},
        {"a.0a1b2c3.css", "a.fffffff.css", false},
        {"a.0a1b2c3dd.css", "a.ffffffffd.css", false},
        {"a.0A1B2C3D.css", "a.FFFFFFFF.css", false},
        {"a.0a1b2c3d", "a.ffffffff", false},
        {"1.5", "1.6", false},
        {"sha384-"
         "0123456789012345678901234567890123456789012345678901234567890123\"",
         "sha384-"
         "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcd\"",
         true},
        {"sha384-"
         "0123456789012345678901234567890123456789012345678901234567890123 x",
         "sha384-"
         "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcd y",
         false},
        {"", "", true},
        {"", "x", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        str before = str_from(cases[i].before);
        str after = str_from(cases[i].after);
        if (!CHECK(tap,
                   client_is_restyled(before, after) == cases[i].restyled) ||
            !CHECK(tap,
                   client_is_restyled(after, before) == cases[i].restyled)) {
            printf("# %s, %s\n", cases[i].before, cases[i].after);
        }
    }
}

static void test_errors(struct tap *tap)
{
    struct page_store *store = page_store_new(1000);
    put(store, "a", "good", 1);
    page_store_advance(store, 2);
    page_store_fail(store, STR("a"), 2);
    page_store_fail(store, STR("b"), 2);
    CHECK(tap, look(tap, store, "a", "good") == STORE_BROKEN);
    CHECK(tap, look(tap, store, "b", "-") == STORE_BROKEN);
    page_store_advance(store, 3);
    CHECK(tap, look(tap, store, "a", "good") == STORE_STALE);
    CHECK(tap, look(tap, store, "b", "-") == STORE_STALE);
    CHECK(tap, page_store_keep(store, STR("a"), 3));
    put(store, "b", "good", 3);
    CHECK(tap, look(tap, store, "a", "good") == STORE_CURRENT);
    CHECK(tap, look(tap, store, "b", "good") == STORE_CURRENT);
    page_store_fail(store, STR("b"), 3);
    page_store_remove(store, STR("b"), 3);
    CHECK(tap, look(tap, store, "b", "-") == STORE_ABSENT);
    page_store_fail(store, STR("b"), 3);
    CHECK(tap, look(tap, store, "b", "-") == STORE_BROKEN);
    page_store_free(store);
}

static void put_unasked(struct page_store *store, const char *file)
{
    page_store_put(store, str_from(file), STR("0123456789"), 1, false);
}

static void test_room(struct tap *tap)
{
    struct page_store *store = page_store_new(30);
    put(store, "a", "0123456789", 1);
    put(store, "b", "0123456789", 1);
    put(store, "c", "0123456789", 1);
    look(tap, store, "a", "0123456789");
    put(store, "d", "0123456789", 1);
    look(tap, store, "b", "-");
    look(tap, store, "c", "0123456789");
    look(tap, store, "a", "0123456789");
    look(tap, store, "d", "0123456789");
    /* Pages that no browser asked for displace none that were asked for. */
    put_unasked(store, "e");
    look(tap, store, "e", "-");
    put_unasked(store, "c");
    look(tap, store, "a", "0123456789");
    put(store, "f", "0123456789", 1);
    look(tap, store, "c", "-");
    page_store_free(store);
}

static void test_replaced(struct tap *tap)
{
    struct page_store *store = page_store_new(30);
    put(store, "a", "0123456789", 1);
    for (uint32_t revision = 1; revision < 10; revision++) {
        put(store, "b", "0123456789", revision);
    }
    look(tap, store, "a", "0123456789");
    look(tap, store, "b", "0123456789");
    page_store_free(store);
}

static void test_never_dropped(struct tap *tap)
{
    const str shown[] = {STR("a"), STR("a"), STR("nowhere")};
    struct page_store *store = page_store_new(20);
    put(store, "a", "0123456789", 1);
    put(store, "b", "0123456789", 1);
    page_store_show(store, shown, 3);
    page_store_fail(store, STR("b"), 2);
    /* Nor is a page that a request waits for, until the next is made. */
    put(store, "c", "0123456789", 2);
    look(tap, store, "c", "0123456789");
    put(store, "d", "0123456789", 2);
    look(tap, store, "c", "-");
    look(tap, store, "d", "0123456789");
    put_unasked(store, "c");
    look(tap, store, "c", "-");
    look(tap, store, "d", "-");
    look(tap, store, "a", "0123456789");
    look(tap, store, "b", "0123456789");
    page_store_show(store, NULL, 0);
    put(store, "c", "0123456789", 2);
    look(tap, store, "a", "-");
    look(tap, store, "b", "0123456789");
    page_store_free(store);
}

static void test_references(struct tap *tap)
{
    struct page_store *store = page_store_new(10);
    struct page *first;
    struct page *again;
    put(store, "a", "one", 1);
    page_store_get(store, STR("a"), &first);
    page_store_get(store, STR("a"), &again);
    CHECK(tap, first == again);
    put(store, "a", "two", 1);
    page_release(again);
    page_store_remove(store, STR("a"), 1);
    put(store, "b", "0123456789", 1);
    CHECK_STR(tap, page_bytes(first), "one");
    CHECK(tap, hash128_eq(page_hash(first), hash128(STR("one"))));
    page_release(first);
    page_store_free(store);
}

/* --- two threads --- */

enum { ROUNDS = 2000, FILES = 8 };

/* Each page is its revision, many times. */
static void *make_pages(void *context)
{
    struct page_store *store = context;
    char bytes[64];
    for (uint32_t revision = 1; revision <= ROUNDS; revision++) {
        memset(bytes, 'a' + (int)(revision % 26), sizeof bytes);
        for (int i = 0; i < FILES; i++) {
            char name = (char)('0' + i);
            page_store_put(store, (str){&name, 1}, (str){bytes, sizeof bytes},
                           revision, i % 2);
        }
        page_store_advance(store, revision);
    }
    return NULL;
}

static bool is_whole(str bytes)
{
    for (size_t i = 0; i < bytes.n; i++) {
        if (bytes.p[i] != bytes.p[0]) {
            return false;
        }
    }
    return bytes.n == 64;
}

static void test_threads(struct tap *tap)
{
    struct page_store *store = page_store_new(FILES / 2 * 64);
    pthread_t thread;
    bool whole = true;
    CHECK(tap, pthread_create(&thread, NULL, make_pages, store) == 0);
    for (int round = 0; round < ROUNDS; round++) {
        char name = (char)('0' + round % FILES);
        struct page *page;
        page_store_get(store, (str){&name, 1}, &page);
        if (page) {
            whole = whole && is_whole(page_bytes(page));
            page_release(page);
        }
    }
    pthread_join(thread, NULL);
    CHECK(tap, whole);
    page_store_free(store);
}

int main(void)
{
    struct tap tap = {0};
    test_revisions(&tap);
    test_absent(&tap);
    test_same(&tap);
    test_restyled(&tap);
    test_errors(&tap);
    test_room(&tap);
    test_replaced(&tap);
    test_never_dropped(&tap);
    test_references(&tap);
    test_threads(&tap);
    return tap_done(&tap);
}
