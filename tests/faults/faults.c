/* SPDX-License-Identifier: MIT */
/* faults.so: with LD_PRELOAD it comes between the program and the calls that
 * look into the file system by name or change it, counts them, and lets one
 * go wrong. Closing is left alone, and reading but for that of one file.
 *
 *   FAULT_AT    which call, from 1 on
 *   FAULT_MODE  count   nothing goes wrong; all calls and the writes among
 *                       them are counted
 *               kill    the process ends there
 *               nospace the call fails, for want of room
 *               io      the call fails, for a broken disk
 *               full    from there on all calls that need room fail
 *               short   only writes count; it writes half of what it should
 *               unwatched  only watches of folders count; from there on the
 *                       system has none left
 *               still   nothing goes wrong, but every file looked at by name
 *                       has one inode, and times long ago
 *               swap    only opens of FAULT_FILE count; before that one
 *                       FAULT_WITH takes its place
 *               grow    the same; before that one and each after it a line
 *                       break is written at its end
 *               unread  the same; that time it can't be read, for a broken
 *                       disk
 *   FAULT_FILE  the end of a path, as the program opens it
 *   FAULT_VERSION  NAME=TEXT: that library says that this is its version;
 *               NAME is yaml, utf8proc or cmark
 *   FAULT_LOG   a file that is made when it happens; for count it gets the
 *               two numbers */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum mode {
    NONE,
    COUNT,
    KILL,
    NOSPACE,
    IO,
    FULL,
    SHORT,
    STILL,
    UNWATCHED,
    SWAP,
    GROW,
    UNREAD
};

static struct {
    enum mode mode;
    int at;
    const char *log;
    const char *file;
    const char *with;
    atomic_int opens;
    atomic_int bad; /* the file's descriptor, + 1 */
    atomic_int calls;
    atomic_int writes;
    atomic_int watches;
    bool told;
} plan;

static enum mode mode_of(const char *name)
{
    static const char *const names[] = {
        "none",  "count", "kill",      "nospace", "io",   "full",
        "short", "still", "unwatched", "swap",    "grow", "unread"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) == 0) {
            return (enum mode)i;
        }
    }
    return NONE;
}

__attribute__((constructor)) static void read_plan(void)
{
    const char *at = getenv("FAULT_AT");
    plan.mode = mode_of(getenv("FAULT_MODE"));
    plan.at = at ? (int)strtol(at, NULL, 10) : 0;
    plan.log = getenv("FAULT_LOG");
    plan.file = getenv("FAULT_FILE");
    plan.with = getenv("FAULT_WITH");
}

/* The C library's own; object pointers and function pointers are the same
 * where dlsym exists. */
#define REAL(type, name)                                                       \
    union {                                                                    \
        void *object;                                                          \
        type *call;                                                            \
    } real = {dlsym((void *)-1L, name)}

__attribute__((destructor)) static void tell_numbers(void)
{
    FILE *log = plan.mode == COUNT ? fopen(plan.log, "w") : NULL;
    if (log) {
        fprintf(log, "%d %d\n", atomic_load(&plan.calls),
                atomic_load(&plan.writes));
        fclose(log);
    }
}

static void tell(void)
{
    if (plan.log && !plan.told) {
        plan.told = true;
        long fd =
            syscall(SYS_openat, AT_FDCWD, plan.log, O_CREAT | O_WRONLY, 0666);
        syscall(SYS_close, fd);
    }
}

/* Is this the call? Then errno says why it fails. */
static bool fails(bool needs_room)
{
    if (plan.mode == NONE || plan.mode >= SHORT) {
        return false;
    }
    int n = atomic_fetch_add(&plan.calls, 1) + 1;
    if (plan.mode == COUNT || n < plan.at ||
        (n > plan.at && plan.mode != FULL) ||
        (plan.mode == FULL && !needs_room)) {
        return false;
    }
    tell();
    if (plan.mode == KILL) {
        kill(getpid(), SIGKILL);
    }
    errno = plan.mode == IO ? EIO : ENOSPC;
    return true;
}

ssize_t write(int fd, const void *p, size_t n)
{
    typedef ssize_t call(int, const void *, size_t);
    REAL(call, "write");
    int nth = atomic_fetch_add(&plan.writes, 1) + 1;
    if (plan.mode == SHORT && nth == plan.at) {
        tell();
        n = n > 1 ? n / 2 : n;
    }
    return fails(true) ? -1 : real.call(fd, p, n);
}

ssize_t read(int fd, void *p, size_t n)
{
    typedef ssize_t call(int, void *, size_t);
    REAL(call, "read");
    if (plan.mode == UNREAD && atomic_load(&plan.bad) == fd + 1) {
        tell();
        errno = EIO;
        return -1;
    }
    return real.call(fd, p, n);
}

static bool is_the_file(const char *path)
{
    size_t n = strlen(path);
    size_t end = plan.file ? strlen(plan.file) : 0;
    return end && n >= end && strcmp(path + n - end, plan.file) == 0;
}

/* Somebody saves the file just before the program opens it. */
static void save_first(int dir, const char *path, int n)
{
    if (plan.mode == SWAP && n == plan.at) {
        tell();
        syscall(SYS_renameat2, AT_FDCWD, plan.with, dir, path, 0);
    } else if (plan.mode == GROW && n >= plan.at) {
        tell();
        long fd = syscall(SYS_openat, dir, path, O_WRONLY | O_APPEND);
        syscall(SYS_write, fd, "\n", 1);
        syscall(SYS_close, fd);
    }
}

int openat(int dir, const char *path, int flags, ...)
{
    typedef int call(int, const char *, int, ...);
    REAL(call, "openat");
    va_list args;
    va_start(args, flags);
    unsigned mode = flags & O_CREAT ? va_arg(args, unsigned) : 0;
    va_end(args);
    int n = plan.mode >= SWAP && is_the_file(path)
                ? atomic_fetch_add(&plan.opens, 1) + 1
                : 0;
    save_first(dir, path, n);
    if (fails((flags & O_CREAT) != 0)) {
        return -1;
    }
    int fd = real.call(dir, path, flags, mode);
    int other = fd + 1;
    if (plan.mode == UNREAD && n == plan.at) {
        atomic_store(&plan.bad, fd + 1);
    } else {
        atomic_compare_exchange_strong(&plan.bad, &other, 0);
    }
    return fd;
}

int fstatat(int dir, const char *restrict path, struct stat *restrict st,
            int flags)
{
    typedef int call(int, const char *, struct stat *, int);
    REAL(call, "fstatat");
    int result = real.call(dir, path, st, flags);
    if (plan.mode == STILL && result == 0 && S_ISREG(st->st_mode)) {
        struct timespec long_ago = {.tv_sec = 1000000000};
        st->st_ino = 1;
        st->st_mtim = long_ago;
        st->st_ctim = long_ago;
    }
    return result;
}

int inotify_add_watch(int fd, const char *path, uint32_t mask)
{
    typedef int call(int, const char *, uint32_t);
    REAL(call, "inotify_add_watch");
    if (plan.mode == UNWATCHED &&
        atomic_fetch_add(&plan.watches, 1) + 1 >= plan.at) {
        errno = ENOSPC;
        return -1;
    }
    return real.call(fd, path, mask);
}

int fsync(int fd)
{
    typedef int call(int);
    REAL(call, "fsync");
    return fails(true) ? -1 : real.call(fd);
}

int mkdir(const char *path, mode_t mode)
{
    typedef int call(const char *, mode_t);
    REAL(call, "mkdir");
    return fails(true) ? -1 : real.call(path, mode);
}

int mkdirat(int dir, const char *path, mode_t mode)
{
    typedef int call(int, const char *, mode_t);
    REAL(call, "mkdirat");
    return fails(true) ? -1 : real.call(dir, path, mode);
}

int rename(const char *from, const char *to)
{
    typedef int call(const char *, const char *);
    REAL(call, "rename");
    return fails(false) ? -1 : real.call(from, to);
}

int renameat(int dir, const char *from, int to_dir, const char *to)
{
    typedef int call(int, const char *, int, const char *);
    REAL(call, "renameat");
    return fails(false) ? -1 : real.call(dir, from, to_dir, to);
}

int linkat(int dir, const char *from, int to_dir, const char *to, int flags)
{
    typedef int call(int, const char *, int, const char *, int);
    REAL(call, "linkat");
    return fails(true) ? -1 : real.call(dir, from, to_dir, to, flags);
}

int link(const char *from, const char *to)
{
    typedef int call(const char *, const char *);
    REAL(call, "link");
    return fails(true) ? -1 : real.call(from, to);
}

int unlink(const char *path)
{
    typedef int call(const char *);
    REAL(call, "unlink");
    return fails(false) ? -1 : real.call(path);
}

int rmdir(const char *path)
{
    typedef int call(const char *);
    REAL(call, "rmdir");
    return fails(false) ? -1 : real.call(path);
}

int unlinkat(int dir, const char *path, int flags)
{
    typedef int call(int, const char *, int);
    REAL(call, "unlinkat");
    return fails(false) ? -1 : real.call(dir, path, flags);
}

/* renameat2 and syncfs go this way; our own use of it above is no call of the
 * program's. */
long syscall(long number, ...)
{
    typedef long call(long, ...);
    REAL(call, "syscall");
    long a[6];
    va_list args;
    va_start(args, number);
    for (size_t i = 0; i < 6; i++) {
        a[i] = va_arg(args, long);
    }
    va_end(args);
    if ((number == SYS_renameat2 || number == SYS_syncfs) &&
        fails(number == SYS_syncfs)) {
        return -1;
    }
    return real.call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* --- libraries that were exchanged --- */

static const char *version_of(const char *name, const char *function)
{
    typedef const char *call(void);
    REAL(call, function);
    const char *said = getenv("FAULT_VERSION");
    size_t n = strlen(name);
    bool told = said && strncmp(said, name, n) == 0 && said[n] == '=';
    return told ? said + n + 1 : real.call();
}

const char *yaml_get_version_string(void);
const char *yaml_get_version_string(void)
{
    return version_of("yaml", "yaml_get_version_string");
}

const char *utf8proc_version(void);
const char *utf8proc_version(void)
{
    return version_of("utf8proc", "utf8proc_version");
}

const char *cmark_version_string(void);
const char *cmark_version_string(void)
{
    return version_of("cmark", "cmark_version_string");
}
