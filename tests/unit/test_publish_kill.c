/* SPDX-License-Identifier: MIT */
/* The promise of publishing, tried at every step: the calls that change the
 * file system are counted here, on their way to the C library, and the nth
 * one kills the process or fails. For every n the output must be the old or the
 * new one, and other people's files untouched. */
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

#include "publish/manifest.h"
#include "publish_help.h"
#include "sync_count.h"
#include "write_file.h"

size_t sync_count;

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

/* The abilities of a file system: some can't rename without replacing, some
 * have no second links either. */
static enum { ALL, LINKS, NEITHER } able;

/* A file that may not be opened, by its path as it is given, and how many times
 * it may before. */
static const char *closed;
static int opened_before;

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
typedef int mkdir_call(const char *path, unsigned mode);
typedef int rename_call(const char *a, const char *b);
typedef ssize_t write_call(int fd, const void *p, size_t n);
typedef int open_call(int dir, const char *path, int flags, ...);
typedef int sync_call(int fd);
typedef long any_call(long number, ...);

/* --- a power cut -----------------------------------------------------------
 */

static struct {
    ino_t inodes[32]; /* waited for */
    size_t n;
    bool all;
    size_t lost; /* staged, and not waited for when the journal names it */
    size_t found;
} disk;

static bool on_disk(uint64_t inode)
{
    for (size_t i = 0; i < disk.n; i++) {
        if (disk.inodes[i] == inode) {
            return true;
        }
    }
    return disk.all;
}

/* The journal's own bytes count too. */
static void find_lost(void)
{
    struct arena arena = {0};
    struct fs_list list = {0};
    fs_walk(STR(".crumb"), &arena, &list);
    for (size_t i = 0; i < list.n; i++) {
        str name = list.entries[i].name;
        if (list.entries[i].stat.kind == FS_FILE &&
            (str_find(name, STR("/new/")) != STR_NONE ||
             str_ends(name, STR(".journal.new")))) {
            disk.found++;
            disk.lost += !on_disk(list.entries[i].stat.inode);
        }
    }
    arena_free(&arena);
}

int mkdirat(int dir, const char *path, mode_t mode)
{
    REAL(path_call, "mkdirat");
    return trapped(true) ? -1 : real.call(dir, path, mode);
}

int mkdir(const char *path, mode_t mode)
{
    REAL(mkdir_call, "mkdir");
    return trapped(true) ? -1 : real.call(path, mode);
}

int unlinkat(int dir, const char *path, int flags)
{
    REAL(path_call, "unlinkat");
    return trapped(false) ? -1 : real.call(dir, path, (unsigned)flags);
}

int renameat(int dir, const char *from, int to_dir, const char *to)
{
    REAL(two_call, "renameat");
    if (str_ends(str_from(to), STR(".journal"))) {
        find_lost();
    }
    return trapped(false) ? -1 : real.call(dir, from, to_dir, to);
}

int linkat(int dir, const char *from, int to_dir, const char *to, int flags)
{
    REAL(link_call, "linkat");
    if (able == NEITHER) {
        errno = EPERM;
        return -1;
    }
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
    if (closed && strcmp(path, closed) == 0 && opened_before-- <= 0) {
        errno = EACCES;
        return -1;
    }
    if (flags & O_CREAT && trapped(true)) {
        return -1;
    }
    return real.call(dir, path, flags, mode);
}

int fsync(int fd)
{
    REAL(sync_call, "fsync");
    struct stat st;
    sync_count++;
    if (fstat(fd, &st) == 0 && disk.n < sizeof disk.inodes / sizeof(ino_t)) {
        disk.inodes[disk.n++] = st.st_ino;
    }
    return trap.mode != KILL && trapped(true) ? -1 : real.call(fd);
}

/* renameat2 and syncfs go this way. */
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
    disk.all = disk.all || number == SYS_syncfs;
    if (number == SYS_renameat2 && able != ALL) {
        errno = EINVAL;
        return -1;
    }
    if (number == SYS_renameat2 && trapped(false)) {
        return -1;
    }
    return real.call(number, a[0], a[1], a[2], a[3], a[4]);
}

/* --- a build from one state to another -------------------------------------
 */

/* All there is to a change: bytes that differ, stay, are new and go, a file
 * that becomes a folder and the other way round. */
static const char *const before[] = {"a/x=1",    "b=1",        "dir/in/f=1",
                                     "gone/y=1", "gone/z/z=1", "k/k=1",
                                     "m=1",      NULL};
static const char *const after[] = {"a/x=2",        "b/index=2", "dir=2",
                                    "k/k=1",        "k/z=2",     "m=2",
                                    "new/deep/n=2", "new/o=22",  NULL};
static const char shown_before[] =
    "a/x=1\nb=1\ndir/in/f=1\ngone/y=1\ngone/z/z=1\nk/k=1\nk/mine=mine\n"
    "m=1\nmine=mine\n";
static const char shown_after[] =
    "a/x=2\nb/index=2\ndir=2\nk/k=1\nk/mine=mine\nk/z=2\nm=2\nmine=mine\n"
    "new/deep/n=2\nnew/o=22\n";

/* The manifest names just these files, in the order of their paths. */
static bool manifest_has(struct bench *bench, const char *const *files)
{
    struct manifest_entry entries[10];
    struct buf want = {0};
    str have = {NULL, 0};
    size_t n = 0;
    for (; files[n]; n++) {
        str bytes = str_from(files[n]);
        str path;
        str_split(&bytes, '=', &path);
        entries[n] = (struct manifest_entry){
            .path = path, .hash = hash128(bytes), .size = bytes.n};
    }
    manifest_print(&(struct manifest){entries, n}, &want);
    fs_read(publish_state_path(STR("public"), STR(".crumb"), "manifest",
                               &bench->arena),
            &bench->arena, &have);
    bool same = str_eq(have, buf_str(&want));
    buf_free(&want);
    return same;
}

static bool is_before(struct bench *bench)
{
    return str_eq(bench_show(bench, "public"), str_from(shown_before)) &&
           manifest_has(bench, before);
}

static bool is_after(struct bench *bench)
{
    return str_eq(bench_show(bench, "public"), str_from(shown_after)) &&
           manifest_has(bench, after);
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

/* Only the manifest and the lock are left beside the published files. Temporary
 * files of one of these are written over by the next build. */
static bool is_tidy(struct bench *bench, bool built)
{
    struct fs_list list = {0};
    fs_list_dir(STR(".crumb"), &bench->arena, &list);
    for (size_t i = 0; i < list.n; i++) {
        str name = list.entries[i].name;
        if (!str_ends(name, STR(".manifest")) &&
            !str_ends(name, STR(".lock")) &&
            (built || !str_ends(name, STR(".new")))) {
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

/* Files that people write after a kill stay theirs, and are not published over:
 * in the place of new files, and of files that were to go. */
struct theirs {
    const char *path;
    bool only_there; /* a file that was published */
    bool written;
};

static void write_theirs(struct theirs *all, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        str path = str_from(all[i].path);
        enum fs_kind kind = fs_kind(path, false);
        enum fs_kind folder = fs_kind(path_dir(path), false);
        all[i].written = folder == FS_DIR &&
                         kind == (all[i].only_there ? FS_FILE : FS_MISSING);
        if (all[i].written) {
            write_file(path, STR("theirs"));
        }
    }
}

static bool keeps_theirs(struct bench *bench, const struct theirs *all,
                         size_t n)
{
    for (size_t i = 0; i < n; i++) {
        str bytes = {NULL, 0};
        fs_read(str_from(all[i].path), &bench->arena, &bytes);
        if (all[i].written && !str_eq(bytes, STR("theirs"))) {
            return false;
        }
    }
    return true;
}

static void try_meanwhile(struct tap *tap, struct bench *bench,
                          struct theirs *all, size_t nall)
{
    for (int n = 1;; n++) {
        start(bench);
        if (!killed_at(bench, n)) {
            break;
        }
        write_theirs(all, nall);
        bool good = reopen(bench) && is_tidy(bench, false);
        report(tap, "run after a kill and an edit", n, bench,
               good && keeps_theirs(bench, all, nall));
        bench_build(bench, after);
        report(tap, "build after a kill and an edit", n, bench,
               keeps_theirs(bench, all, nall));
        for (size_t i = 0; i < nall; i++) {
            if (all[i].written) {
                fs_unlink(str_from(all[i].path));
            }
        }
        fs_rmdir(STR("public/gone"));
        fs_rmdir(STR("public/dir/in"));
        fs_rmdir(STR("public/dir"));
        report(tap, "build once it is away", n, bench,
               bench_build(bench, after) && is_after(bench) &&
                   is_tidy(bench, true));
    }
}

/* Each alone, too: one that stops a build hides what it does with the others.
 */
static void test_meanwhile(struct tap *tap, struct bench *bench)
{
    struct theirs all[] = {
        {"public/k/z", false, false},           {"public/new", false, false},
        {"public/new/theirs", false, false},    {"public/gone/y", true, false},
        {"public/dir/in/theirs", false, false}, {"public/b", true, false},
    };
    enum { N = sizeof all / sizeof all[0] };
    try_meanwhile(tap, bench, all, N);
    for (size_t i = 0; i < N; i++) {
        try_meanwhile(tap, bench, &all[i], 1);
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
               good && is_tidy(bench, false) && (done || is_before(bench)));
        report(tap, "build after a kill", n, bench,
               bench_build(bench, after) && is_after(bench) &&
                   is_tidy(bench, true));
        report(tap, "second build after a kill", n, bench,
               bench_build(bench, after) && bench->counts.written == 0 &&
                   bench->counts.removed == 0 && bench->counts.kept == 8);
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
                   good && is_tidy(bench, false) &&
                       (is_before(bench) || is_after(bench)));
        }
    }
    CHECK(tap, n > 10);
}

/* The disk is full when the author takes back what a killed run published: once
 * there is room again, it goes. */
static void test_full_after_kill(struct tap *tap, struct bench *bench)
{
    for (int n = 1;; n++) {
        start(bench);
        if (!killed_at(bench, n)) {
            break;
        }
        trap.left = 1;
        trap.mode = FAIL_DISK;
        bench_build(bench, before);
        trap.mode = PASS;
        report(tap, "full disk after a kill", n, bench,
               bench_build(bench, before) && is_before(bench) &&
                   is_tidy(bench, false));
    }
}

/* Files that a killed run would have removed, and that the run which finishes
 * its work can't remove, stay crumb's: a later build removes them. */
static void test_kept(struct tap *tap, struct bench *bench)
{
    static const char *const with_one[] = {
        "a/x=2", "b/index=2", "dir=2",        "gone/y=1", "k/k=1",
        "k/z=2", "m=2",       "new/deep/n=2", "new/o=22", NULL};
    int kept = 0;
    for (int n = 1;; n++) {
        start(bench);
        if (!killed_at(bench, n)) {
            break;
        }
        closed = "gone/y";
        bool good = reopen(bench);
        closed = NULL;
        bool stayed = manifest_has(bench, with_one);
        kept += stayed;
        report(tap, "a file that stays", n, bench,
               good && (stayed || is_before(bench) || is_after(bench)));
        report(tap, "build after a file that stayed", n, bench,
               bench_build(bench, after) && is_after(bench) &&
                   is_tidy(bench, true));
    }
    CHECK(tap, kept > 0);
}

/* How much room the journal needs is not said: it is not known. */
static bool says_room(const struct bench *bench)
{
    const struct diag *diag = bench->diags.list.p[0];
    return !str_ends(diag->at.file, STR(".manifest")) ||
           str_eq(diag->hint, STR("make room on the disk of .crumb"));
}

/* A folder that can't be made: the cure names one that is there. */
static void test_no_folder(struct tap *tap, struct bench *bench)
{
    start(bench);
    for (int n = 1; n <= 2; n++) {
        diags_init(&bench->diags, &bench->arena);
        trap.left = n;
        trap.mode = FAIL_DISK;
        CHECK(tap, !bench_publish(STR("public/gone/new/out"), STR("state"),
                                  &bench->arena, &bench->diags));
        trap.mode = PASS;
        const struct diag *diag = bench->diags.list.p[0];
        CHECK_STR(tap, diag->at.file, n == 1 ? "state" : "public/gone/new/out");
        CHECK_STR(tap, diag->hint,
                  n == 1 ? "make room on the disk of ."
                         : "make room on the disk of public/gone");
    }
    fs_remove_tree(STR("state"));
}

/* A file that has to go and can't be read may be another's by now: nothing is
 * changed, and the build reports it. */
static void test_unreadable(struct tap *tap, struct bench *bench)
{
    size_t removed;
    start(bench);
    closed = "gone/y";
    bool done = bench_build(bench, after);
    closed = NULL;
    CHECK(tap, !done && is_before(bench));
    CHECK_STR(tap, bench->diags.list.p[0]->at.file, "public/gone/y");
    CHECK(tap, str_starts(bench->diags.list.p[0]->hint, STR("it has to go")));
    diags_init(&bench->diags, &bench->arena);
    closed = "gone/y";
    done = publish_clean(STR("public"), STR(".crumb"), &bench->arena,
                         &bench->diags, &removed);
    closed = NULL;
    CHECK(tap, !done && removed == 6);
    CHECK_STR(tap, bench_show(bench, "public"),
              "gone/y=1\nk/mine=mine\nmine=mine\n");
    CHECK(tap, publish_clean(STR("public"), STR(".crumb"), &bench->arena,
                             &bench->diags, &removed));
    CHECK(tap, removed == 1);
}

/* crumb's own folder, from some moment on. */
static void test_closed_state(struct tap *tap, struct bench *bench)
{
    enum { MOST = 100 };
    int n = 0;
    bool done = false;
    for (; !done && n < MOST; n++) {
        start(bench);
        closed = ".crumb";
        opened_before = n;
        done = bench_build(bench, after);
        closed = NULL;
        opened_before = 0;
        CHECK(tap, done ? is_after(bench) : is_before(bench));
        if (!done) {
            CHECK_STR(tap, bench->diags.list.p[0]->message,
                      "Permission denied");
        }
    }
    CHECK(tap, done && n > 3);
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
        bool good =
            done ? is_after(bench) : mode == FAIL_ALL || is_before(bench);
        good = good && (done || bench->diags.errors > 0);
        good = good && (done || mode != FAIL_DISK || says_room(bench));
        report(tap, what, n, bench, good);
        good = reopen(bench) && is_tidy(bench, false);
        report(tap, "next run", n, bench,
               good && (is_after(bench) || is_before(bench)));
        report(tap, "next build", n, bench,
               bench_build(bench, after) && is_after(bench) &&
                   is_tidy(bench, true));
    }
    printf("# %s: %d builds failed\n", what, failed);
    CHECK(tap, failed > 10);
}

/* Before the first file is renamed into place all that the journal names is on
 * the disk: a few files one by one, many at once. */
static void test_power_cut(struct tap *tap, struct bench *bench)
{
    static const char *many[] = {
        "a=1",   "b=1", "c=1", "d=1", "e=1", "f=1", "g=1", "h=1", "i=1", "j=1",
        "k/k=1", "l=1", "m=1", "n=1", "o=1", "p=1", "q=1", "r=1", "s=1", NULL};
    start(bench);
    memset(&disk, 0, sizeof disk);
    CHECK(tap, bench_build(bench, after));
    CHECK(tap, disk.found == 8 && disk.lost == 0 && !disk.all);
    memset(&disk, 0, sizeof disk);
    CHECK(tap, bench_build(bench, many));
    CHECK(tap, disk.found > 16 && disk.lost == 0 && disk.all);
}

int main(void)
{
    struct tap tap = {0};
    struct bench bench;
    bench_open_in(&bench, true);
    start(&bench);
    CHECK(&tap, is_before(&bench));
    test_power_cut(&tap, &bench);
    test_no_folder(&tap, &bench);
    test_unreadable(&tap, &bench);
    test_closed_state(&tap, &bench);
    test_kill(&tap, &bench);
    test_kill_twice(&tap, &bench);
    test_full_after_kill(&tap, &bench);
    test_meanwhile(&tap, &bench);
    test_kept(&tap, &bench);
    test_fail(&tap, &bench, FAIL_ONE, "one call that fails");
    test_fail(&tap, &bench, FAIL_DISK, "a full disk");
    test_fail(&tap, &bench, FAIL_ALL, "all calls failing");
    able = LINKS;
    test_kill(&tap, &bench);
    test_fail(&tap, &bench, FAIL_ONE, "one call that fails, by links");
    able = NEITHER;
    test_kill(&tap, &bench);
    test_fail(&tap, &bench, FAIL_ONE, "one call that fails, without links");
    bench_close(&bench);
    return tap_done(&tap);
}
#endif
