/* SPDX-License-Identifier: MIT */
/* The promise of publishing, tried at every step: the calls that change the
 * file system are counted here, on their way to the C library, and the nth
 * one kills the process or fails. Whatever n is, the output must be as it
 * was or as it was to be, and other people's files untouched. */
#ifndef __linux__
#include <stdio.h>
int main(void)
{
    puts("1..0 # SKIP the calls are caught in the way of Linux only");
    return 0;
}
#else

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "publish_help.h"
#include "write_file.h"

/* --- calls that fail -------------------------------------------------------
 */

enum mode {
    PASS,
    KILL,      /* the nth call ends the process */
    FAIL_ONE,  /* the nth call fails */
    FAIL_DISK, /* from the nth on, calls that need room fail */
    FAIL_ALL   /* from the nth on, every call fails */
};

static struct {
    enum mode mode;
    int left;
} trap;

static bool trapped(bool needs_room)
{
    if (trap.mode == PASS) {
        return false;
    }
    trap.left -= trap.left > 0;
    if (trap.left > 0) {
        return false;
    }
    switch (trap.mode) {
    case KILL: _exit(9);
    case FAIL_ONE: trap.mode = PASS; break;
    case FAIL_DISK:
        if (!needs_room) {
            return false;
        }
        break;
    case PASS:
    case FAIL_ALL: break;
    }
    errno = ENOSPC;
    return true;
}

/* The C library's own; object pointers and function pointers are the same
 * where dlsym exists. */
static void *next(const char *name)
{
    return dlsym((void *)-1L, name);
}

#define REAL(type, name)                                                       \
    union {                                                                    \
        void *object;                                                          \
        type *call;                                                            \
    } real = {next(name)}

typedef int path_call(int dir, const char *path, unsigned value);
typedef int two_call(int dir, const char *a, int to, const char *b);
typedef int link_call(int dir, const char *a, int to, const char *b, int f);
typedef int rename_call(const char *a, const char *b);
typedef ssize_t write_call(int fd, const void *p, size_t n);
typedef int open_call(int dir, const char *path, int flags, ...);
typedef long any_call(long number, ...);

int mkdirat(int dir, const char *path, mode_t mode)
{
    REAL(path_call, "mkdirat");
    return trapped(true) ? -1 : real.call(dir, path, mode);
}

int unlinkat(int dir, const char *path, int flags)
{
    REAL(path_call, "unlinkat");
    return trapped(false) ? -1 : real.call(dir, path, (unsigned)flags);
}

int renameat(int dir, const char *from, int to_dir, const char *to)
{
    REAL(two_call, "renameat");
    return trapped(false) ? -1 : real.call(dir, from, to_dir, to);
}

int linkat(int dir, const char *from, int to_dir, const char *to, int flags)
{
    REAL(link_call, "linkat");
    return trapped(true) ? -1 : real.call(dir, from, to_dir, to, flags);
}

int rename(const char *from, const char *to)
{
    REAL(rename_call, "rename");
    return trapped(false) ? -1 : real.call(from, to);
}

ssize_t write(int fd, const void *p, size_t n)
{
    REAL(write_call, "write");
    return trapped(true) ? -1 : real.call(fd, p, n);
}

int openat(int dir, const char *path, int flags, ...)
{
    REAL(open_call, "openat");
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    if (flags & O_CREAT && trapped(true)) {
        return -1;
    }
    return real.call(dir, path, flags, mode);
}

/* renameat2 goes this way. */
long syscall(long number, ...)
{
    REAL(any_call, "syscall");
    long a[5];
    va_list args;
    va_start(args, number);
    for (size_t i = 0; i < 5; i++) {
        a[i] = va_arg(args, long);
    }
    va_end(args);
    if (number == SYS_renameat2 && trapped(false)) {
        return -1;
    }
    return real.call(number, a[0], a[1], a[2], a[3], a[4]);
}

/* --- a build from one state to another -------------------------------------
 */

/* All there is to a change: bytes that differ, stay, are new and go, a file
 * that becomes a folder and the other way round. */
static const char *const before[] = {"a/x=1", "b=1", "dir/in/f=1", "gone/y=1",
                                     "k/k=1", "m=1", "gone/z/z=1", NULL};
static const char *const after[] = {"a/x=2",    "b/index=2", "dir=2",
                                    "k/k=1",    "m=2",       "new/deep/n=2",
                                    "new/o=22", NULL};
#define MINE "k/mine=mine\nmine=mine\n"
static const char shown_before[] = "a/x=1\nb=1\ndir/in/f=1\ngone/y=1\n"
                                   "gone/z/z=1\nk/k=1\n" MINE;
static const char shown_after[] = "a/x=2\nb/index=2\ndir=2\nk/k=1\n" MINE;

/* m and new come behind "mine" in the order of names. */
static bool is_state(struct bench *bench, const char *head, const char *tail)
{
    struct buf want = {0};
    buf_printf(&want, "%.*s", (int)(strlen(head) - strlen("mine=mine\n")),
               head);
    buf_put(&want, str_from(tail));
    bool same = str_eq(bench_show(bench, "public"), buf_str(&want));
    buf_free(&want);
    return same;
}

static bool is_before(struct bench *bench)
{
    return is_state(bench, shown_before, "m=1\nmine=mine\n");
}

static bool is_after(struct bench *bench)
{
    return is_state(bench, shown_after,
                    "m=2\nmine=mine\nnew/deep/n=2\nnew/o=22\n");
}

static void start(struct bench *bench)
{
    arena_clear(&bench->arena);
    fs_remove_tree(STR("public"));
    fs_remove_tree(STR(".crumb"));
    bench_build(bench, before);
    write_file(STR("public/mine"), STR("mine"));
    write_file(STR("public/k/mine"), STR("mine"));
}

/* No journal, no stage. */
static bool is_tidy(struct bench *bench)
{
    struct fs_list list = {0};
    fs_list_dir(STR(".crumb"), &bench->arena, &list);
    for (size_t i = 0; i < list.n; i++) {
        if (str_ends(list.entries[i].name, STR(".journal")) ||
            str_ends(list.entries[i].name, STR(".stage"))) {
            return false;
        }
    }
    return true;
}

/* The child's part: true if the trap was reached. */
static bool killed_at(struct bench *bench, int n)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        trap.left = n;
        trap.mode = KILL;
        bench_build(bench, after);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status) == 9;
}

static bool reopen(struct bench *bench)
{
    diags_init(&bench->diags, &bench->arena);
    struct publish *publish = bench_publish(STR("public"), STR(".crumb"),
                                            &bench->arena, &bench->diags);
    publish_close(publish);
    return publish != NULL && bench->diags.list.n == 0;
}

static void report(struct tap *tap, const char *what, int n,
                   struct bench *bench, bool good)
{
    if (!good) {
        str shown = bench_show(bench, "public");
        tap_check(tap, false, "a state between the two", __FILE__, __LINE__);
        printf("# %s at call %d leaves\n", what, n);
        for (str line; str_split(&shown, '\n', &line);) {
            printf("#   %.*s\n", STR_ARG(line));
        }
    }
}

static void test_kill(struct tap *tap, struct bench *bench)
{
    int forward = 0;
    int n = 1;
    for (;; n++) {
        start(bench);
        if (!killed_at(bench, n)) {
            break;
        }
        bool good = reopen(bench);
        bool done = is_after(bench);
        forward += done;
        report(tap, "kill", n, bench,
               good && is_tidy(bench) && (done || is_before(bench)));
        report(tap, "build after a kill", n, bench,
               bench_build(bench, after) && is_after(bench));
        report(tap, "second build after a kill", n, bench,
               bench_build(bench, after) && bench->counts.written == 0 &&
                   bench->counts.removed == 0 && bench->counts.kept == 7);
    }
    printf("# killed at %d calls, %d of them went forward\n", n - 1, forward);
    CHECK(tap, n > 40);
    CHECK(tap, forward > 10 && forward < n);
    CHECK(tap, is_after(bench));
}

/* A kill while a killed run is rolled forward. */
static void test_kill_twice(struct tap *tap, struct bench *bench)
{
    int n = 1;
    for (int first = 12; first < 45; first += 8) {
        for (n = 1;; n++) {
            start(bench);
            killed_at(bench, first);
            if (!killed_at(bench, n)) {
                break;
            }
            bool good = reopen(bench);
            report(tap, "second kill", n, bench,
                   good && is_tidy(bench) &&
                       (is_before(bench) || is_after(bench)));
        }
    }
    CHECK(tap, n > 10);
}

static void test_fail(struct tap *tap, struct bench *bench, enum mode mode,
                      const char *what)
{
    int failed = 0;
    for (int n = 1;; n++) {
        start(bench);
        trap.left = n;
        trap.mode = mode;
        bool done = bench_build(bench, after);
        bool reached = trap.left == 0;
        trap.mode = PASS;
        failed += !done;
        if (!reached) {
            break;
        }
        /* When every call fails, giving back fails too: that is left to the
         * next run, as is a stage that could not be removed. */
        bool good = mode == FAIL_ALL || done || is_before(bench);
        good = good && (done || bench->diags.errors > 0);
        report(tap, what, n, bench, good);
        good = reopen(bench) && is_tidy(bench);
        report(tap, "next run", n, bench,
               good && (is_after(bench) || is_before(bench)));
        report(tap, "next build", n, bench,
               bench_build(bench, after) && is_after(bench));
    }
    printf("# %s: %d builds failed\n", what, failed);
    CHECK(tap, failed > 10);
}

int main(void)
{
    struct tap tap = {0};
    struct bench bench;
    bench_open_in(&bench, true);
    start(&bench);
    CHECK(&tap, is_before(&bench));
    test_kill(&tap, &bench);
    test_kill_twice(&tap, &bench);
    test_fail(&tap, &bench, FAIL_ONE, "one call that fails");
    test_fail(&tap, &bench, FAIL_DISK, "a full disk");
    test_fail(&tap, &bench, FAIL_ALL, "all calls failing");
    bench_close(&bench);
    return tap_done(&tap);
}
#endif
